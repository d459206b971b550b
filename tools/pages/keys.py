"""The tables of keys of variant files, made from the classes that the files are read into."""

from __future__ import annotations

import ast
import enum
import inspect
import itertools
import re
import textwrap
import types
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from taflkit.games.ataxx import ExtendLimit
from taflkit.games.ataxx.schema import AtaxxExampleTable, AtaxxTable
from taflkit.games.qirkat.schema import QirkatExampleTable, QirkatTable
from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.protocols import QUESTIONS
from taflkit.rules.registry import BUILT_IN
from taflkit.variant.convert import file_word
from taflkit.variant.description import HELP
from taflkit.variant.schema import (
    EvaluationTable,
    ExampleTable,
    NamesTable,
    PieceTable,
    RulesTable,
    VariantTable,
)
from tools.pages.catalogue import by_question

TABLES = (
    VariantTable,
    PieceTable,
    NamesTable,
    RulesTable,
    ExampleTable,
    EvaluationTable,
    AtaxxTable,
    ExtendLimit,
    AtaxxExampleTable,
    QirkatTable,
    QirkatExampleTable,
)

#: Stands in a page where a table belongs: `<!-- keys: PieceTable -->`, or `<!-- rules -->` for the list of rules.
MARKER = re.compile(r"^<!-- (?:keys: (?P<table>\w+)|rules) -->$", re.MULTILINE)


def fill_in(page: str) -> str:
    """A page with the tables in the places that are marked for them."""
    return MARKER.sub(_table, page)


def _table(marker: re.Match[str]) -> str:
    if marker["table"] is None:
        return "\n".join(_rules())
    return "\n".join(rows({cls.__name__: cls for cls in TABLES}[marker["table"]]))


def _rules() -> Iterator[str]:
    """The rules that answer each question, with their keys."""
    for question, names in by_question().items():
        yield f"### `{question}`: {attrs.fields_dict(RulesTable)[question].metadata[HELP]}\n"
        yield "| rule | its keys, their types, and what they are if left out |"
        yield "|---|---|"
        for name in names:
            keys = (f"`{key}`: {kind}; {default}" for key, kind, default, _ in _keys(BUILT_IN[name]))
            yield f"| [`{name}`](rules/{name}.md) | {'<br>'.join(keys)} |"
        yield ""


def rows(cls: type) -> Iterator[str]:
    """A table of the keys of a class: a line for each."""
    explained = any(meaning for *_, meaning in _keys(cls))
    heading = ["key", "type", "if left out", *(["meaning"] if explained else [])]
    yield f"| {' | '.join(heading)} |"
    yield f"|{'---|' * len(heading)}"
    for key, kind, default, meaning in _keys(cls):
        yield f"| {' | '.join([f'`{key}`', kind, default, *([meaning] if explained else [])])} |"


def _keys(cls: type) -> Iterator[tuple[str, str, str, str]]:
    """The keys of a class: name, type, default and meaning."""
    attrs.resolve_types(cls)
    for field in attrs.fields(cls):
        kind = "area or areas" if field.metadata == AREA else "piece or pieces" if field.metadata == PIECES else None
        default = "required" if field.default is attrs.NOTHING else _value(field.default)
        yield (
            field.name,
            kind or _type(field.type),
            default,
            field.metadata.get(HELP) or _texts(cls).get(field.name, ""),
        )


@cache
def _texts(cls: type) -> dict[str, str]:
    """What stands below the fields of a class, which Python itself forgets."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(tree, ast.ClassDef)
    return {
        field.target.id: str(below.value.value)
        for field, below in itertools.pairwise(tree.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    }


def _type(kind: Any) -> str:
    """What a reader calls a type."""
    words = {str: "text", int: "whole number", bool: "true or false", tuple[str, ...]: "list of texts"}
    if kind in words:
        return words[kind]
    if kind in QUESTIONS.values():
        return "rule"
    if kind == str | tuple[str, ...]:
        return "text or list of texts"
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return " or ".join(f'`"{file_word(member)}"`' for member in kind)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return " or ".join(_type(argument) for argument in arguments if argument is not type(None))
    if origin is typing.Literal:
        return " or ".join(map(_value, arguments))
    if origin is dict:
        return "table of rules" if arguments[1] in QUESTIONS.values() else "table"
    return "list of tables" if origin is tuple else "table"


def _value(value: Any) -> str:
    """A default as it would stand in a file."""
    if value is None or isinstance(value, attrs.Factory):  # type: ignore[arg-type]
        return "nothing"
    if isinstance(value, enum.Enum):
        return f'`"{file_word(value)}"`'
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if attrs.has(type(value)):
        keys = (
            f"{field.name} = {_value(getattr(value, field.name)).strip('`')}" for field in attrs.fields(type(value))
        )
        return f"`{{ {', '.join(keys)} }}`"
    if isinstance(value, tuple):
        return f'`"{value[0]}"`' if len(value) == 1 else "`[]`" if not value else f"`{list(value)}`"
    return f'`"{value}"`' if isinstance(value, str) else f"`{value}`"
