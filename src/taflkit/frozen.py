"""Making many small frozen objects fast.

A frozen attrs class sets its attributes through `object.__setattr__`, by name. Where the rules make an object for
every move, setting the slots through their descriptors takes half the time; `benchmarks/playouts.py` shows it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def slot_setters(cls: type, *names: str) -> tuple[Callable[[Any, Any], None], ...]:
    """The functions that set the named slots of a new object of a frozen class."""
    return tuple(getattr(cls, name).__set__ for name in names)
