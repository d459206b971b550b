"""Frozen classes: making many small objects fast.

A frozen attrs class sets its attributes through `object.__setattr__`, by name.
Where the rules make an object for every move, setting the slots through their descriptors takes half the time, and
filling in a draft, for an object of more than a few slots, half of that again; `benchmarks/startup.py` and
`benchmarks/playouts.py` show it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["Drafted", "draft_of", "slot_setters"]


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
