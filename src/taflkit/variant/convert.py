"""The strict converter: TOML values into the classes of `schema`, wrong types refused."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, override

from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.registry import QUESTIONS, strategy
from taflkit.variant.problems import nearest

RULE = "rule"
_TYPE_NAMES = {str: "a text", int: "a whole number", bool: "true or false", dict: "a table", list: "a list"}


def file_word(member: enum.Enum) -> str:
    """How a variant file spells a member of an enumeration."""
    return member.name.lower().replace("_", "-")


def _said(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 40 else f"{shown[:37]}..."


def _exactly(kind: type) -> Any:
    def structure(value: Any, _: object) -> Any:
        if type(value) is not kind:
            raise TypeError(f"expected {_TYPE_NAMES[kind]}, not {_said(value)}")
        return value

    return structure


def _member(value: Any, members: type[enum.Enum]) -> enum.Enum:
    words = {file_word(member): member for member in members}
    if type(value) is not str:
        raise TypeError(f"expected one of {', '.join(words)}, not {_said(value)}")
    if value not in words:
        raise ValueError(f"{_said(value)} is not right; {nearest(value, words)}")
    return words[value]


def _texts(value: Any, _: object) -> tuple[str, ...]:
    if type(value) is not list:
        raise TypeError(f"expected a list of texts, not {_said(value)}")
    for item in value:
        if type(item) is not str:
            raise TypeError(f"expected a list of texts, but it holds {_said(item)}")
    return tuple(value)


def _text_or_texts(value: Any, kind: object) -> str | tuple[str, ...]:
    if type(value) is str:
        return value
    if type(value) is not list:
        raise TypeError(f"expected a text or a list of texts, not {_said(value)}")
    return _texts(value, kind)


def _is_optional(kind: Any) -> bool:
    return typing.get_origin(kind) in (types.UnionType, typing.Union) and type(None) in typing.get_args(kind)


def _is_mapping(kind: Any) -> bool:
    return typing.get_origin(kind) is dict


@cache
def converter() -> cattrs.Converter:
    """The one converter."""
    made = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
    for kind in (str, int, bool):
        made.register_structure_hook(kind, _exactly(kind))
    made.register_structure_hook_func(lambda kind: isinstance(kind, type) and issubclass(kind, enum.Enum), _member)
    made.register_structure_hook_func(lambda kind: kind == tuple[str, ...], _texts)
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
    made.register_structure_hook_func(_is_mapping, lambda value, kind: _mapping(made, value, kind))
    return made


def _mapping(made: cattrs.Converter, value: Any, kind: Any) -> dict[str, Any]:
    """A table whose keys are names."""
    if not isinstance(value, Mapping):
        raise TypeError(f"expected a table, not {_said(value)}")
    inner = typing.get_args(kind)[1]
    found, errors = {}, []
    for name, item in value.items():
        try:
            found[name] = made.structure(item, inner)
        except Exception as error:  # noqa: BLE001 - collected, as the converter itself does it
            note = cattrs.IterableValidationNote(f"in {name}", name, inner)
            error.__notes__ = [*getattr(error, "__notes__", []), note]
            errors.append(error)
    if errors:
        raise cattrs.IterableValidationError("while reading a table", errors, kind)
    return found


def _table(made: cattrs.Converter, cls: type) -> Any:
    """A class from a table; fields that name areas or pieces may be one text or a list."""
    attrs.resolve_types(cls)
    hooks: dict[str, Any] = {
        field.name: override(struct_hook=_text_or_texts)
        for field in attrs.fields(cls)
        if field.metadata in (AREA, PIECES)
    }
    inner: Any = make_dict_structure_fn(cls, made, _cattrs_forbid_extra_keys=True, **hooks)

    def structure(value: Any, kind: Any) -> Any:
        if not isinstance(value, Mapping):
            raise TypeError(f"expected a table, not {_said(value)}")
        return inner(value, kind)

    return structure


def _strategy(made: cattrs.Converter, value: Any, question: str) -> object:
    """The strategy that a table's `rule` names, built from the other keys."""
    if not isinstance(value, Mapping):
        raise TypeError(f"expected a table with a {RULE}, not {_said(value)}")
    name = value.get(RULE)
    if type(name) is not str:
        raise TypeError(f"expected a table with a {RULE}, which names the rule")
    cls = strategy(name, question)
    return made.structure({key: item for key, item in value.items() if key != RULE}, cls)
