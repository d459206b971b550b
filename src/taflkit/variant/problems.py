"""Error messages for variant files: they name the place and the closest valid word, and fit on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import attrs
from cattrs import AttributeValidationNote
from cattrs.errors import (
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    StructureHandlerNotFoundError,
)

from taflkit.errors import CODE_ERRORS, TaflError, VariantError, nearest

# Bounds on the length of errors, whatever a hostile file holds.
MAX_PROBLEMS = 20
MAX_PROBLEM = 300
MAX_PATH = 1000
MAX_VALUE = 40

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,40}")


def shortened(text: str, length: int) -> str:
    """Return a text on one line, without its middle if it is too long.

    Control characters are escaped, so that a terminal does not obey them.
    """
    tail = length // 4
    if len(text) > length:
        text = f"{text[: length - tail - 3]}...{text[len(text) - tail :]}"
    text = " ".join(text.split()) if "\n" in text else text
    return _CONTROL.sub(lambda control: repr(control[0])[1:-1], text)


def said(value: object) -> str:
    """Return how a message shows a value of a TOML file: as it is written there, or only its type."""
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > 64:
        return "a very large number"
    return shortened(repr(value) if isinstance(value, str) else str(value), MAX_VALUE)


def variant_error(path: Path | str, problems: Iterable[str]) -> VariantError:
    """Return the error of a file, bounded in length."""
    found: dict[str, None] = {}
    for problem in problems:
        if len(found) == MAX_PROBLEMS:
            found["and more"] = None
            break
        found[shortened(problem, MAX_PROBLEM)] = None
    return VariantError(shortened(str(path), MAX_PATH), found)


@contextmanager
def problems_at(path: Path | str, place: str) -> Iterator[None]:
    """Turn an error of taflkit into one of a file, at a place of it."""
    try:
        yield
    except VariantError:
        raise
    except TaflError as error:
        raise variant_error(path, [f"{place}: {error}"]) from None


def problems_of(error: BaseException, place: str = "") -> Iterator[str]:
    """Iterate over the leaves of a tree of validation errors, each as a sentence with its place.

    The converter collects exceptions of any kind. One that says nothing about the file, such as `MemoryError`, is
    raised.
    """
    if isinstance(error, ClassValidationError | IterableValidationError):
        grouped, other = error.group_exceptions()
        for inner, note in grouped:
            step = note.name if isinstance(note, AttributeValidationNote) else note.index
            yield from problems_of(inner, place_below(place, step))
        for inner in other:
            yield from problems_of(inner, place)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [field.alias or field.name for field in attrs.fields(error.cl) if field.init]
        for extra in sorted(error.extra_fields):
            yield f"{_at(place)}unknown key {said(extra)}; {nearest(extra, known)}"
    elif isinstance(error, RecursionError):
        yield f"{_at(place)}nested too deeply"
    elif isinstance(error, KeyError):
        yield f"{_at(place)}this key is missing"
    elif isinstance(error, (*CODE_ERRORS, TaflError, StructureHandlerNotFoundError)):
        yield f"{_at(place)}{str(error) or type(error).__name__}"
    else:
        raise error


def place_below(place: str, step: object) -> str:
    """Return the place of a key, or of an item counted from 0, within a place."""
    if isinstance(step, int):
        return f"{place}[{step + 1}]"
    key = str(step)
    key = key if _BARE_KEY.fullmatch(key) else said(key)
    return f"{place}.{key}" if place else key


def _at(place: str) -> str:
    return f"{place}: " if place else ""
