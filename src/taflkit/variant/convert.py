"""Strict conversion of TOML tables into attrs classes: wrong types and unknown keys are refused with their place."""

from __future__ import annotations

import enum
import types
import typing
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from taflkit.errors import CODE_ERRORS, TaflError, nearest
from taflkit.variant.problems import PlacedError, said, variant_error

MAX_INT = 2**63 - 1
"""The largest integer of TOML, and of other programs that may read the same file."""

#: What is raised for something wrong in a file.
_CAUGHT = (*CODE_ERRORS, TaflError, PlacedError)

_Class = TypeVar("_Class")
_Step = TypeVar("_Step", int, str)

Hook = Callable[[object], object]
"""Converts the values of one type."""


def file_word(member: enum.Enum) -> str:
    """Return how a file spells a member of an enumeration."""
    return member.name.lower().replace("_", "-")


def unlike(expected: str, value: object) -> TypeError:
    """Return the error for a value of a wrong type."""
    return TypeError(f"expected {expected}, not {said(value)}")


class StrictConverter:
    """Converts the tables of a file into attrs classes."""

    def __init__(
        self,
        hooks: Mapping[object, Hook] | None = None,
        *,
        takes_names: Callable[[attrs.Attribute[Any]], bool] = lambda field: False,
    ) -> None:
        """Build a converter.

        Args:
            hooks: What converts the values of types that are not plain, by the type.
            takes_names: Whether a field of a class takes one text or a list of texts, whatever its type says.
        """
        self._takes_names = takes_names
        self._hooks = {**_HOOKS, str | tuple[str, ...]: self._text_or_texts, **(hooks or {})}
        self._fields: dict[type, dict[str, tuple[object, bool]]] = {}

    def read(self, path: Path, table: Mapping[str, object], cls: type[_Class]) -> _Class:
        """Convert the table of a file into a class.

        Raises:
            VariantError: Something in the table is wrong; every problem has its place.
        """
        problems = PlacedError()
        try:
            return self.build(table, cls)
        except _CAUGHT as error:
            problems.add(error)
        raise variant_error(path, problems)

    def build(self, table: object, cls: type[_Class]) -> _Class:
        """Convert a table into a class within a hook; `read` collects the errors."""
        if not isinstance(table, Mapping):
            raise unlike("a table", table)
        known = self._fields.get(cls) or self._fields.setdefault(cls, self._fields_of(cls))
        unknown = [
            ValueError(f"unknown key {said(key)}; {nearest(key, known)}") for key in sorted(table.keys() - known.keys())
        ]
        items = (
            (key, table.get(key), kind if key in table else _MISSING)
            for key, (kind, required) in known.items()
            if required or key in table
        )
        built: Callable[..., _Class] = cls
        return built(**self._each(items, *unknown))

    def _fields_of(self, cls: type[Any]) -> dict[str, tuple[object, bool]]:
        """Return for each key of a class the type of its values in a file, and whether it must be there."""
        fields = [field for field in attrs.fields(attrs.resolve_types(cls)) if field.init]
        kinds = [str | tuple[str, ...] if self._takes_names(field) else field.type for field in fields]
        return {field.alias: (kind, field.default is attrs.NOTHING) for field, kind in zip(fields, kinds, strict=True)}

    def _convert(self, value: object, kind: object) -> object:
        if kind in self._hooks:
            return self._hooks[kind](value)
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return _member(value, kind)
        if isinstance(kind, type) and attrs.has(kind):
            return self.build(value, kind)
        origin, inner = typing.get_origin(kind), typing.get_args(kind)
        if origin is dict:
            return self._mapping(value, inner[1])
        if origin in (types.UnionType, typing.Union):
            return self._one_of(value, inner)
        if origin is typing.Literal:
            return _choice(value, inner)
        if origin in (list, set, frozenset, tuple):
            return origin(self._list(value, inner if origin is tuple else (*inner, ...)))
        raise TypeError(f"no value of a file can be a {getattr(kind, '__name__', kind)}")

    def _each(self, items: Iterable[tuple[_Step, object, object]], *others: Exception) -> dict[_Step, object]:
        """Convert values to types by their keys or numbers; all errors are collected, and others added to them."""
        found, problems = {}, PlacedError()
        for step, value, kind in items:
            try:
                found[step] = self._convert(value, kind)
            except _CAUGHT as error:
                problems.add(error, step)
        for other in others:
            problems.add(other)
        problems.raise_any()
        return found

    def _mapping(self, value: object, kind: object) -> dict[str, object]:
        """Convert a table whose keys are names."""
        if not isinstance(value, Mapping):
            raise unlike("a table", value)
        for name in value:
            _check_text(name)
        # Merging the tables has already removed what a `false` refers to.
        removed = kind if kind is bool else _REMOVED
        return self._each((name, item, removed if item is False else kind) for name, item in value.items())

    def _list(self, value: object, kinds: tuple[object, ...]) -> Iterable[object]:
        """Convert a list: of any length if an ellipsis follows the type, otherwise of one value for each type."""
        endless, kind = kinds[-1] is ..., kinds[0]
        several = "tables" if isinstance(kind, type) and attrs.has(kind) else "texts" if kind is str else "values"
        expected = f"a list of {several if endless else f'{len(kinds)} values'}"
        if not isinstance(value, list):
            raise unlike(expected, value)
        if not endless and len(value) != len(kinds):
            raise ValueError(f"expected {expected}, not of {len(value)}")
        each = [kind] * len(value) if endless else kinds
        return self._each(zip(range(len(value)), value, each, strict=True)).values()

    def _one_of(self, value: object, kinds: Iterable[object]) -> object:
        """Convert to the first of several types that takes the value. A file has no word for `None`."""
        *others, last = (kind for kind in kinds if kind is not types.NoneType)
        for kind in others:
            with suppress(*_CAUGHT):
                return self._convert(value, kind)
        return self._convert(value, last)

    def _text_or_texts(self, value: object) -> object:
        if not isinstance(value, str | list):
            raise unlike("a text or a list of texts", value)
        return value if isinstance(value, str) else tuple(self._list(value, (str, ...)))


def _plain(taken: tuple[type, ...], expected: str, value: object) -> object:
    """Return a value of one of the types, which are taken exactly: `true` is no number."""
    if type(value) not in taken:
        raise unlike(expected, value)
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, int) and abs(value) > MAX_INT:
        raise ValueError(f"expected a whole number of at most 64 bits, not {said(value)}")
    return float(value) if float in taken and isinstance(value, int) else value


def _check_text(text: str) -> None:
    """Refuse control characters: texts of a file are printed, and a terminal would obey them."""
    if not text.isprintable() and any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in text):
        raise ValueError(f"{said(text)} has control characters")


def _refuse(problem: str, _value: object) -> object:
    raise ValueError(problem)


#: Types of what must not be: nothing where a key must stand, and `false` where there is nothing to remove.
_MISSING, _REMOVED = object(), object()
_HOOKS: Mapping[object, Hook] = {
    str: partial(_plain, (str,), "a text"),
    bool: partial(_plain, (bool,), "true or false"),
    int: partial(_plain, (int,), "a whole number"),
    float: partial(_plain, (int, float), "a number"),
    Any: lambda value: value,
    None: lambda value: value,
    _MISSING: partial(_refuse, "this key is missing"),
    _REMOVED: partial(_refuse, "false removes what is inherited under this name, and nothing is"),
}


def _member(value: object, members: type[enum.Enum]) -> enum.Enum:
    words = {file_word(member): member for member in members}
    if not isinstance(value, str):
        raise unlike(f"one of {', '.join(words)}", value)
    if value not in words:
        raise ValueError(f"{said(value)} is not right; {nearest(value, words)}")
    return words[value]


def _choice(value: object, choices: tuple[object, ...]) -> object:
    if not any(type(value) is type(choice) and value == choice for choice in choices):
        raise unlike(f"one of {', '.join(map(said, choices))}", value)
    return value


CONVERTER: Final = StrictConverter()
"""The converter for classes of plain values."""
