"""Validators of attrs: the settings of searchers are checked when a searcher is made, not when it searches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from taflkit.games.knowledge import Knowledge

_KNOWLEDGE = tuple(name for name in vars(Knowledge) if not name.startswith("_"))

#: A function that attrs calls with the object, the field and its value.
Validator = Callable[[object, "attrs.Attribute[Any]", Any], None]


def whole_number(at_least: int | None = None, at_most: int | None = None, *, optional: bool = False) -> Validator:
    """The field is an `int`, in a range if there is one, or `None` where that is `optional`."""
    span = f"of at least {at_least}" if at_most is None else f"from {at_least} to {at_most}"

    def validate(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if optional and value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{field.name} must be a whole number, not {value!r}")
        if (at_least is not None and value < at_least) or (at_most is not None and value > at_most):
            raise ValueError(f"{field.name} must be a whole number {span}, not {value}")

    return validate


def number(*, zero: bool = False, optional: bool = False) -> Validator:
    """The field is a number greater than 0, or 0 or `None` where those are allowed."""

    def validate(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if optional and value is None:
            return
        if not isinstance(value, int | float) or isinstance(value, bool):
            raise TypeError(f"{field.name} must be a number, not {value!r}")
        enough = value >= 0 if zero else value > 0
        if not enough:  # which nan is neither
            raise ValueError(f"{field.name} must be {'at least' if zero else 'more than'} 0, not {value}")

    return validate


def optional(satisfies: Callable[[object], bool], expected: str) -> Validator:
    """The field is `None` or satisfies a predicate, which `expected` describes."""

    def validate(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if value is not None and not satisfies(value):
            raise TypeError(f"{field.name} must be {expected}, not {value!r}")

    return validate


def yes_or_no(_: object, field: attrs.Attribute[Any], value: object) -> None:
    """The field is a `bool`."""
    if not isinstance(value, bool):
        raise TypeError(f"{field.name} must be True or False, not {value!r}")


def knowledge(_: object, field: attrs.Attribute[Any], value: object) -> None:
    """The field has the methods of a `Knowledge`, or is `None`."""
    if value is None:
        return
    missing = [name for name in _KNOWLEDGE if not callable(getattr(value, name, None))]
    if missing:
        raise TypeError(f"{field.name} must be a Knowledge; {value!r} has no method {', '.join(missing)}")
