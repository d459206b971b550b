"""Error messages for variant files: they name the place and the closest valid word, and fit on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from pathlib import Path

from taflkit.errors import TaflError, VariantError

# Bounds on the length of errors, whatever a hostile file holds.
MAX_PROBLEMS = 20
MAX_PROBLEM = 300
MAX_PATH = 1000
MAX_VALUE = 40

# Compiled when there is an error to be told.
_CONTROL = r"[\x00-\x1f\x7f-\x9f]"
_BARE_KEY = r"[A-Za-z0-9_-]{1,40}"


def shortened(text: str, length: int) -> str:
    """Return a text on one line, without its middle if it is too long.

    Control characters are escaped, so that a terminal does not obey them.
    """
    tail = length // 4
    if len(text) > length:
        text = f"{text[: length - tail - 3]}...{text[len(text) - tail :]}"
    text = " ".join(text.split()) if "\n" in text else text
    return re.sub(_CONTROL, lambda control: repr(control[0])[1:-1], text)


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


class PlacedError(Exception):
    """What is wrong with the parts of a value, each error with its place within it."""

    def __init__(self) -> None:
        """Begin without errors."""
        super().__init__()
        self._errors: list[tuple[tuple[object, ...], str]] = []

    def add(self, error: Exception, *step: object) -> None:
        """Add an error, or all that another value has collected, at a place: a key, an item's number, or neither."""
        inner = error._errors if isinstance(error, PlacedError) else [((), str(error) or type(error).__name__)]
        self._errors += [((*step, *steps), problem) for steps, problem in inner]

    def raise_any(self) -> None:
        """Raise this exception if there are errors."""
        if self._errors:
            raise self

    def __iter__(self) -> Iterator[str]:
        """Iterate over the errors as sentences, each with its place."""
        for steps, problem in self._errors:
            place = reduce(place_below, steps, "")
            yield f"{place}: {problem}" if place else problem


def place_below(place: str, step: object) -> str:
    """Return the place of a key, or of an item counted from 0, within a place."""
    if isinstance(step, int):
        return f"{place}[{step + 1}]"
    key = str(step)
    key = key if re.fullmatch(_BARE_KEY, key) else said(key)
    return f"{place}.{key}" if place else key
