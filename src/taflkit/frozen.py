"""Frozen classes: values that cost little to define, and making many small objects fast.

attrs compiles methods for every class, which took much of the time until a first game had started; `value_class` shares
those that are rarely called. A frozen attrs class sets its attributes through `object.__setattr__`, by name.
Where the rules make an object for every move, setting the slots through their descriptors takes half the time, and
filling in a draft, for an object of more than a few slots, half of that again; `benchmarks/startup.py` and
`benchmarks/playouts.py` show it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import attrs

if TYPE_CHECKING:
    from attrs import frozen as value_class  # Type checkers know what attrs does, and a value is no different to them.
else:

    def value_class(cls: type | None = None, **options: Any) -> Any:
        """Make a class frozen as `attrs.frozen` does, for objects that are made, compared and printed now and then.

        The methods that compare, hash and print are the same functions for all values, and slower than compiled ones. A
        class keeps those that it defines itself. The options are those of `attrs.frozen`.
        """
        if cls is None:
            return partial(value_class, **options)
        if "__eq__" not in cls.__dict__:
            cls.__eq__, cls.__hash__ = _Value.__eq__, cls.__dict__.get("__hash__", _Value.__hash__)
        if "__repr__" not in cls.__dict__:
            cls.__repr__ = _Value.__repr__
        return attrs.frozen(cls, **options)


__all__ = ["Drafted", "draft_of", "slot_setters", "value_class"]


class _Value:
    """The methods that values share."""

    __attrs_attrs__: ClassVar[tuple[attrs.Attribute[Any], ...]]

    def __eq__(self, other: object) -> bool:
        """Same class, same fields."""
        if other.__class__ is not self.__class__:
            return NotImplemented
        return self is other or _compared(self) == _compared(other)

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash((self.__class__, *_compared(self)))

    def __repr__(self) -> str:
        """Print as it is built."""
        fields = [f"{field.name}={getattr(self, field.name)!r}" for field in self.__attrs_attrs__ if field.repr]
        # As attrs does: a class in a function goes by its own name.
        return f"{self.__class__.__qualname__.rpartition('>.')[2]}({', '.join(fields)})"


def _compared(value: Any) -> list[Any]:
    """What is compared of a value: its fields, or what they state to compare instead."""
    found = []
    for field in value.__attrs_attrs__:
        if field.eq:
            here = getattr(value, field.name)
            found.append(here if field.eq_key is None else field.eq_key(here))
    return found


def slot_setters(cls: type, *names: str) -> tuple[Callable[[Any, Any], None], ...]:
    """The functions that set the named slots of a new object of a frozen class."""
    return tuple(getattr(cls, name).__set__ for name in names)


class Drafted:
    """The base of frozen classes that have drafts: `__class__` can be set only among classes with one base."""

    __slots__ = ("__weakref__",)


def draft_of(cls: type[Drafted]) -> type[Any]:
    """A class with the slots of a frozen class, without its methods.

    Its objects are filled in by plain assignments; setting their `__class__` then makes them objects of the frozen
    class.
    """
    return type(f"{cls.__name__}Draft", (Drafted,), {"__slots__": vars(cls)["__slots__"]})
