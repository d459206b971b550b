"""Reading texts that may be anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from taflkit.errors import NotationError

T = TypeVar("T")


def read(reader: Callable[[str], T], text: str) -> T | None:
    """What a text reads as, `None` where it is refused with an error that points into the text, or at its end."""
    try:
        return reader(text)
    except NotationError as error:
        column, last = error.column, len(error.text) + 1
    assert 1 <= column <= last
    return None
