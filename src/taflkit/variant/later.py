"""What a variant has in files of its own, read when it is first asked for: few games need a network or a book."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar


class _Content(Protocol):
    """What is for some boards, or grids, and not for others."""

    def fits(self, place: Any, /) -> bool:
        """Whether it is for this one."""


_Content_co = TypeVar("_Content_co", bound=_Content, covariant=True)


class Later(Generic[_Content_co]):
    """The content of a file that comes with taflkit, and so is taken to be right before it is read.

    It is pickled as its content, since the file may be elsewhere on another machine.
    """

    def __init__(self, place: object, read: Callable[[], _Content_co]) -> None:
        """Keep the board, or the grid, for which the content is, and what reads it."""
        self._place = place
        self._read = read

    @cached_property
    def content(self) -> _Content_co:
        """The content, read once."""
        return self._read()

    def fits(self, place: object) -> bool:
        """Whether the content is for this board, or grid."""
        return bool(self._place == place) or self.content.fits(place)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the content."""
        return now, (self.content,)


def now(content: _Content_co | Later[_Content_co] | None) -> _Content_co | None:
    """The content, of whichever kind it is, if there is any."""
    return content.content if isinstance(content, Later) else content
