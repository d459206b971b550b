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

from taflkit.errors import CODE_ERRORS, TaflError, nearest
from taflkit.variant.problems import PlacedError, said, variant_error

MAX_INT = 2**63 - 1
"""The largest integer of TOML, and of other programs that may read the same file."""

# The words for the types of TOML values.
_TYPE_NAMES = {str: "a text", bool: "true or false", int: "a whole number"}

#: What is raised for something wrong in a file.
_CAUGHT = (*CODE_ERRORS, TaflError, PlacedError)

_Class = TypeVar("_Class")

Hook = Callable[[Any, Any], Any]
"""Converts a value into one of a type: `hook(value, kind)`."""


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
        # What was registered last comes first.
        self._rules: list[tuple[Callable[[Any], bool], Hook]] = [
            (_TYPE_NAMES.__contains__, _to_exact_type),
            (lambda kind: kind is float, _to_number),
            (lambda kind: kind is Any or kind is None, lambda value, kind: value),
            (lambda kind: kind == str | tuple[str, ...], _to_text_or_texts),
            (lambda kind: isinstance(kind, type) and issubclass(kind, enum.Enum), _to_member),
            (attrs.has, self._to_class),
            (_is_optional, self._to_optional),
            (is_list, self._to_list),
            (_is_mapping, self._to_mapping),
            (_is_union, self._to_one_of),
            (_is_row, self._to_row),
            (lambda kind: typing.get_origin(kind) is typing.Literal, _to_literal),
        ]
        self._hooks: dict[Any, Hook] = {}
        self._fields: dict[type, dict[str, tuple[attrs.Attribute[Any], Any]]] = {}

    def register(self, applies: Callable[[Any], bool], convert: Hook) -> None:
        """Add a hook: `convert(value, kind)` converts the values of the types to which it applies."""
        self._rules.insert(0, (applies, convert))
        self._hooks.clear()

    def convert(self, value: Any, kind: Any) -> Any:
        """Convert a value within a hook, whose errors `read` collects."""
        hook = self._hooks.get(kind)
        if hook is None:
            hook = next((hook for applies, hook in self._rules if applies(kind)), _to_nothing)
            self._hooks[kind] = hook
        return hook(value, kind)

    def read(self, path: Path, table: Mapping[str, Any], cls: type[_Class]) -> _Class:
        """Convert the table of a file into a class.

        Raises:
            VariantError: Something in the table is wrong; every problem has its place.
        """
        problems = PlacedError()
        try:
            converted: _Class = self.convert(table, cls)
        except RecursionError:
            raise variant_error(path, ["nested too deeply"]) from None
        except _CAUGHT as error:
            problems.add(error)
        else:
            return converted
        raise variant_error(path, problems)

    def _to_class(self, value: Any, cls: Any) -> Any:
        if not isinstance(value, Mapping):
            raise unlike("a table", value)
        known = self._fields.get(cls)
        if known is None:
            known = self._fields[cls] = self._fields_of(cls)
        problems = PlacedError()
        arguments = {}
        for key, (field, kind) in known.items():
            if key in value:
                try:
                    arguments[key] = self.convert(value[key], kind)
                except _CAUGHT as error:
                    problems.add(error, key)
            elif field.default is attrs.NOTHING:
                problems.add(ValueError("this key is missing"), key)
        for key in sorted(value.keys() - known.keys()):
            problems.add(ValueError(f"unknown key {said(key)}; {nearest(key, known)}"))
        problems.raise_any()
        return cls(**arguments)

    def _fields_of(self, cls: type) -> dict[str, tuple[attrs.Attribute[Any], Any]]:
        """Return the fields of a class by their keys, each with the type that its value has in a file."""
        fields = [field for field in attrs.fields(cls) if field.init]
        # Compiling the texts of annotations takes time, and most fields of rules are names.
        if any(isinstance(field.type, str) and not self._takes_names(field) for field in fields):
            attrs.resolve_types(cls)
            fields = [field for field in attrs.fields(cls) if field.init]
        return {
            field.alias or field.name: (field, str | tuple[str, ...] if self._takes_names(field) else field.type)
            for field in fields
        }

    def _to_optional(self, value: Any, kind: Any) -> Any:
        # A file has no word for `None`: such a key is left out.
        inner = tuple(argument for argument in typing.get_args(kind) if argument is not type(None))
        return self.convert(value, typing.Union[inner])  # noqa: UP007 # of types that are computed

    def _to_list(self, value: Any, kind: Any) -> Any:
        origin: Any = typing.get_origin(kind)
        inner = typing.get_args(kind)[0]
        if type(value) is not list:
            raise unlike(f"a list of {'tables' if attrs.has(inner) else 'texts' if inner is str else 'values'}", value)
        return origin(_each(enumerate(value), self.convert, inner).values())

    def _to_row(self, value: Any, kind: Any) -> tuple[Any, ...]:
        """Convert a list of a fixed length, whose values may have different types."""
        kinds = typing.get_args(kind)
        if type(value) is not list:
            raise unlike(f"a list of {len(kinds)} values", value)
        if len(value) != len(kinds):
            raise ValueError(f"expected a list of {len(kinds)} values, not of {len(value)}")
        pairs = zip(value, kinds, strict=True)
        return tuple(_each(enumerate(pairs), lambda pair, _: self.convert(*pair), kind).values())

    def _to_one_of(self, value: Any, kind: Any) -> Any:
        """Convert to the first of several types that takes the value."""
        problems = []
        for each in typing.get_args(kind):
            try:
                return self.convert(value, each)
            except _CAUGHT as error:
                problems.append(error)
        raise problems[-1]

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


def _to_exact_type(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise unlike(_TYPE_NAMES[kind], value)
    if isinstance(value, str):
        _check_text(value)
    if isinstance(value, int) and abs(value) > MAX_INT:
        raise ValueError(f"expected a whole number of at most 64 bits, not {said(value)}")
    return value


def _to_nothing(_value: Any, kind: Any) -> Any:
    raise TypeError(f"no value of a file can be a {getattr(kind, '__name__', kind)}")


def _check_text(text: str) -> None:
    """Refuse control characters: texts of a file are printed, and a terminal would obey them."""
    if not text.isprintable() and any(unicodedata.category(letter) == "Cc" and letter not in "\n\t" for letter in text):
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
    return tuple(_each(enumerate(value), _to_exact_type, str).values())


def _to_literal(value: Any, kind: Any) -> Any:
    choices = typing.get_args(kind)
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise unlike(f"one of {', '.join(map(said, choices))}", value)
    return value


def _is_union(kind: Any) -> bool:
    return typing.get_origin(kind) in (types.UnionType, typing.Union)


def _is_optional(kind: Any) -> bool:
    return _is_union(kind) and type(None) in typing.get_args(kind)


def _is_row(kind: Any) -> bool:
    return typing.get_origin(kind) is tuple and not is_list(kind)


def _is_mapping(kind: Any) -> bool:
    return typing.get_origin(kind) is dict


def _each(items: Iterable[tuple[Any, Any]], convert: Hook, kind: Any) -> dict[Any, Any]:
    """Convert the items, keeping their keys or numbers; the errors of all of them are collected."""
    found, problems = {}, PlacedError()
    for step, item in items:
        try:
            found[step] = convert(item, kind)
        except _CAUGHT as error:
            problems.add(error, step)
    problems.raise_any()
    return found
