"""Strict conversion of TOML tables into attrs classes: wrong types and unknown keys are refused with their place."""

from __future__ import annotations

import enum
import types
import typing
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import attrs
import cattrs
from cattrs.gen import make_dict_structure_fn, override

from taflkit.errors import CODE_ERRORS, TaflError, nearest
from taflkit.variant.problems import problems_of, said, variant_error

MAX_INT = 2**63 - 1
"""The largest integer of TOML, and of other programs that may read the same file."""

# The words for the types of TOML values.
_TYPE_NAMES = {str: "a text", bool: "true or false", int: "a whole number"}

_Class = TypeVar("_Class")


def file_word(member: enum.Enum) -> str:
    """Return how a file spells a member of an enumeration."""
    return member.name.lower().replace("_", "-")


def is_list(kind: Any) -> bool:
    """Whether the values of a type are lists in a file."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    return origin in (list, set, frozenset) or (origin is tuple and arguments[1:] == (Ellipsis,))


def unlike(expected: str, value: object) -> TypeError:
    """Return the error for a value of a wrong type."""
    return TypeError(f"expected {expected}, not {said(value)}")


class StrictConverter:
    """Converts the tables of a file into attrs classes.

    A kind of game adds hooks for its own types with `register`.
    """

    def __init__(self, *, takes_names: Callable[[attrs.Attribute[Any]], bool] = lambda field: False) -> None:
        """Build a converter.

        Args:
            takes_names: Whether a field of a class takes one text or a list of texts, whatever its type says.
        """
        self._takes_names = takes_names
        self._converter = made = cattrs.Converter(forbid_extra_keys=True, detailed_validation=True)
        for kind in _TYPE_NAMES:
            made.register_structure_hook(kind, _exactly(kind))
        made.register_structure_hook(float, _to_number)
        made.register_structure_hook(enum.Enum, _to_member)
        made.register_structure_hook_func(lambda kind: kind == str | tuple[str, ...], _to_text_or_texts)
        made.register_structure_hook_func(_is_optional, self._to_optional)
        made.register_structure_hook_factory(attrs.has, self._table_hook)
        made.register_structure_hook_func(is_list, self._to_list)
        made.register_structure_hook_func(_is_mapping, self._to_mapping)

    def register(self, applies: Callable[[Any], bool], convert: Callable[[Any, Any], Any]) -> None:
        """Add a hook: `convert(value, kind)` converts the values of the types to which it applies."""
        self._converter.register_structure_hook_func(applies, convert)

    def convert(self, value: Any, kind: Any) -> Any:
        """Convert a value within a hook, whose errors `read` collects."""
        return self._converter.structure(value, kind)

    def read(self, path: Path, table: Mapping[str, Any], cls: type[_Class]) -> _Class:
        """Convert the table of a file into a class.

        Raises:
            VariantError: Something in the table is wrong; every problem has its place.
        """
        try:
            return self._converter.structure(table, cls)
        except (cattrs.BaseValidationError, RecursionError) as error:
            problems = variant_error(path, problems_of(error))
        raise problems

    def _to_optional(self, value: Any, kind: Any) -> Any:
        (inner,) = (argument for argument in typing.get_args(kind) if argument is not type(None))
        return self.convert(value, inner)

    def _to_list(self, value: Any, kind: Any) -> Any:
        origin: Any = typing.get_origin(kind)
        inner = typing.get_args(kind)[0]
        if type(value) is not list:
            raise unlike(f"a list of {'tables' if attrs.has(inner) else 'texts' if inner is str else 'values'}", value)
        return origin(_each(enumerate(value), self.convert, inner).values())

    def _to_mapping(self, value: Any, kind: Any) -> dict[str, Any]:
        """Convert a table whose keys are names."""
        if not isinstance(value, Mapping):
            raise unlike("a table", value)
        inner = typing.get_args(kind)[1]
        for name in value:
            _check_text(name)

        def structure(item: Any, kind: Any) -> Any:
            if item is False and inner is not bool:
                # Merging the tables has already removed what a `false` refers to.
                raise ValueError("false removes what is inherited under this name, and nothing is")
            return self.convert(item, kind)

        return _each(value.items(), structure, inner)

    def _table_hook(self, cls: type) -> Any:
        attrs.resolve_types(cls)
        hooks: dict[str, Any] = {
            field.name: override(struct_hook=_to_text_or_texts)
            for field in attrs.fields(cls)
            if self._takes_names(field)
        }
        inner: Any = make_dict_structure_fn(
            cls, self._converter, _cattrs_forbid_extra_keys=True, _cattrs_use_alias=True, **hooks
        )

        def structure(value: Any, kind: Any) -> Any:
            if not isinstance(value, Mapping):
                raise unlike("a table", value)
            return inner(value, kind)

        return structure


def _exactly(kind: type) -> Any:
    def structure(value: Any, _: object) -> Any:
        if type(value) is not kind:
            raise unlike(_TYPE_NAMES[kind], value)
        if isinstance(value, str):
            _check_text(value)
        if isinstance(value, int) and abs(value) > MAX_INT:
            raise ValueError(f"expected a whole number of at most 64 bits, not {said(value)}")
        return value

    return structure


def _check_text(text: str) -> None:
    """Refuse control characters: texts of a file are printed, and a terminal would obey them."""
    if any(unicodedata.category(letter) == "Cc" and letter not in "\n\t" for letter in text):
        raise ValueError(f"{said(text)} has control characters")


def _to_number(value: Any, _: object) -> float:
    if type(value) not in (int, float):
        raise unlike("a number", value)
    return float(value)


def _to_member(value: Any, members: type[enum.Enum]) -> enum.Enum:
    words = {file_word(member): member for member in members}
    if type(value) is not str:
        raise unlike(f"one of {', '.join(words)}", value)
    if value not in words:
        raise ValueError(f"{said(value)} is not right; {nearest(value, words)}")
    return words[value]


def _to_text_or_texts(value: Any, _: object) -> str | tuple[str, ...]:
    if type(value) is str:
        return value
    if type(value) is not list:
        raise unlike("a text or a list of texts", value)
    return tuple(_each(enumerate(value), _exactly(str), str).values())


def _is_optional(kind: Any) -> bool:
    return typing.get_origin(kind) in (types.UnionType, typing.Union) and type(None) in typing.get_args(kind)


def _is_mapping(kind: Any) -> bool:
    return typing.get_origin(kind) is dict


def _each(items: Iterable[tuple[Any, Any]], structure: Callable[[Any, Any], Any], kind: Any) -> dict[Any, Any]:
    """Convert the items, keeping their keys or numbers; the errors of all of them are collected."""
    found, errors = {}, []
    for step, item in items:
        try:
            found[step] = structure(item, kind)
        except (*CODE_ERRORS, TaflError, cattrs.BaseValidationError) as error:
            error.add_note(cattrs.IterableValidationNote(f"at {step}", step, kind))
            errors.append(error)
    if errors:
        raise cattrs.IterableValidationError("while reading a table or list", errors, kind)
    return found
