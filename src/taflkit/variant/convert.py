"""The strict converter: TOML values into the classes of `schema`, wrong types refused."""

from __future__ import annotations

import enum
import types
import typing
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, override

from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.protocols import QUESTIONS
from taflkit.rules.registry import choices, strategy
from taflkit.variant.problems import nearest, said
from taflkit.variant.schema import LARGEST_INT, RULE, file_word

_TYPE_NAMES = {str: "a text", bool: "true or false"}


def _exactly(kind: type) -> Any:
    def structure(value: Any, _: object) -> Any:
        if type(value) is not kind:
            raise TypeError(f"expected {_TYPE_NAMES[kind]}, not {said(value)}")
        if isinstance(value, str):
            _check_text(value)
        return value

    return structure


def _check_text(text: str) -> None:
    """Refuse control characters: texts of a file are printed, and must not play tricks on a terminal."""
    if any(unicodedata.category(letter) == "Cc" and letter not in "\n\t" for letter in text):
        raise ValueError(f"{said(text)} has control characters")


def _whole_number(value: Any, _: object) -> int:
    if type(value) is not int:
        raise TypeError(f"expected a whole number, not {said(value)}")
    if abs(value) > LARGEST_INT:
        raise ValueError(f"expected a whole number of at most 64 bits, not {said(value)}")
    return value


def _number(value: Any, _: object) -> float:
    if type(value) not in (int, float):
        raise TypeError(f"expected a number, not {said(value)}")
    return float(value)


def _member(value: Any, members: type[enum.Enum]) -> enum.Enum:
    words = {file_word(member): member for member in members}
    if type(value) is not str:
        raise TypeError(f"expected one of {', '.join(words)}, not {said(value)}")
    if value not in words:
        raise ValueError(f"{said(value)} is not right; {nearest(value, words)}")
    return words[value]


def _text_or_texts(value: Any, _: object) -> str | tuple[str, ...]:
    if type(value) is str:
        return value
    if type(value) is not list:
        raise TypeError(f"expected a text or a list of texts, not {said(value)}")
    return tuple(_each(list(enumerate(value)), _exactly(str), str).values())


def _each(items: Iterable[tuple[Any, Any]], structure: Callable[[Any, Any], Any], kind: Any) -> dict[Any, Any]:
    """The items structured, under their keys or numbers; what is wrong with any of them is collected."""
    found, errors = {}, []
    for step, item in items:
        try:
            found[step] = structure(item, kind)
        except RecursionError:
            raise
        except Exception as error:  # noqa: BLE001 - collected, as the converter itself does it
            note = cattrs.IterableValidationNote(f"at {step}", step, kind)
            error.__notes__ = [*getattr(error, "__notes__", []), note]
            errors.append(error)
    if errors:
        raise cattrs.IterableValidationError("while reading a table or list", errors, kind)
    return found


def _is_optional(kind: Any) -> bool:
    return typing.get_origin(kind) in (types.UnionType, typing.Union) and type(None) in typing.get_args(kind)


def _is_list(kind: Any) -> bool:
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    return origin in (list, set, frozenset) or (origin is tuple and arguments[1:] == (Ellipsis,))


def _is_mapping(kind: Any) -> bool:
    return typing.get_origin(kind) is dict


@cache
def converter() -> cattrs.Converter:
    """The one converter."""
    made = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in _TYPE_NAMES:
        made.register_structure_hook(kind, _exactly(kind))
    made.register_structure_hook(int, _whole_number)
    made.register_structure_hook(float, _number)
    made.register_structure_hook(enum.Enum, _member)
    made.register_structure_hook_func(lambda kind: kind == str | tuple[str, ...], _text_or_texts)

    def optional(value: Any, kind: Any) -> Any:
        (inner,) = (arg for arg in typing.get_args(kind) if arg is not type(None))
        return made.structure(value, inner)

    made.register_structure_hook_func(_is_optional, optional)
    protocols = {protocol: question for question, protocol in QUESTIONS.items() if question != "king"}
    made.register_structure_hook_func(
        lambda kind: isinstance(kind, type) and kind in protocols,
        lambda value, kind: _strategy(made, value, protocols[kind]),
    )
    made.register_structure_hook_factory(attrs.has, lambda cls: _table(made, cls))
    made.register_structure_hook_func(_is_list, lambda value, kind: _list(made, value, kind))
    made.register_structure_hook_func(_is_mapping, lambda value, kind: _mapping(made, value, kind))
    return made


def _list(made: cattrs.Converter, value: Any, kind: Any) -> Any:
    origin: Any = typing.get_origin(kind)
    inner = typing.get_args(kind)[0]
    if type(value) is not list:
        items = "tables" if attrs.has(inner) else "texts" if inner is str else "values"
        raise TypeError(f"expected a list of {items}, not {said(value)}")
    return origin(_each(list(enumerate(value)), made.structure, inner).values())


def _mapping(made: cattrs.Converter, value: Any, kind: Any) -> dict[str, Any]:
    """A table whose keys are names."""
    if not isinstance(value, Mapping):
        raise TypeError(f"expected a table, not {said(value)}")
    inner = typing.get_args(kind)[1]
    for name in value:
        _check_text(name)

    def structure(item: Any, kind: Any) -> Any:
        if item is False and inner is not bool:
            # Whoever merges tables has taken out what `false` removed.
            raise ValueError("false removes what is inherited under this name, and nothing is")
        return made.structure(item, kind)

    return _each(value.items(), structure, inner)


def _table(made: cattrs.Converter, cls: type) -> Any:
    """A class from a table; fields that name areas or pieces may be one text or a list."""
    attrs.resolve_types(cls)
    hooks: dict[str, Any] = {
        field.name: override(struct_hook=_text_or_texts)
        for field in attrs.fields(cls)
        if field.metadata in (AREA, PIECES)
    }
    inner: Any = make_dict_structure_fn(cls, made, _cattrs_forbid_extra_keys=True, _cattrs_use_alias=True, **hooks)

    def structure(value: Any, kind: Any) -> Any:
        if not isinstance(value, Mapping):
            raise TypeError(f"expected a table, not {said(value)}")
        return inner(value, kind)

    return structure


def _strategy(made: cattrs.Converter, value: Any, question: str) -> object:
    """The strategy that a table's `rule` names, built from the other keys."""
    if not isinstance(value, Mapping):
        raise TypeError(f"expected a table with a {RULE}, not {said(value)}")
    if RULE not in value:
        raise TypeError(f"expected a table with a {RULE}, which names the rule; {choices(question)}")
    name = value[RULE]
    if type(name) is not str:
        raise TypeError(f"expected the name of a {RULE}, not {said(name)}; {choices(question)}")
    cls = strategy(name, question)
    return made.structure({key: item for key, item in value.items() if key != RULE}, cls)
