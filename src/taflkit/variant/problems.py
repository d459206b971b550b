"""Turning what a converter complains about into sentences that name the place and the nearest right word."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

import attrs
from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError, IterableValidationError


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint at the right word: the nearest, or all of them when none is near."""
    known = list(known)
    near = difflib.get_close_matches(word.lower(), known, 1)
    return f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"


def problems_of(error: BaseException, place: str = "") -> Iterator[str]:
    """Every leaf of a tree of validation errors, as a sentence with its place."""
    if isinstance(error, ClassValidationError | IterableValidationError):
        grouped, other = error.group_exceptions()
        for inner, note in grouped:
            step = note.name if isinstance(error, ClassValidationError) else note.index  # type: ignore[union-attr]
            yield from problems_of(inner, _join(place, step))
        for inner in other:
            yield from problems_of(inner, place)
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [field.name for field in attrs.fields(error.cl)]
        for extra in sorted(error.extra_fields):
            yield f"{_at(place)}unknown key {extra!r}; {nearest(extra, known)}"
    elif isinstance(error, KeyError):
        yield f"{_at(place)}this key is missing"
    else:
        yield f"{_at(place)}{error}"


def _join(place: str, step: object) -> str:
    if isinstance(step, int):
        return f"{place}[{step + 1}]"
    return f"{place}.{step}" if place else str(step)


def _at(place: str) -> str:
    return f"{place}: " if place else ""
