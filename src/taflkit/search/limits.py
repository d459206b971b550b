"""What bounds a search: its limit, cancellation, and the clock that keeps both."""

from __future__ import annotations

import enum
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import attrs


class Stop(enum.Enum):
    """Why a search stopped; the value says it as a clause."""

    DEPTH = "the depth was reached"
    NODES = "the nodes were used up"
    SECONDS = "the time was up"
    CANCELLED = "it was cancelled"
    DECIDED = "the result is certain"


#: A function that attrs calls with the object, the field and its value.
Validator = Callable[[object, "attrs.Attribute[Any]", Any], None]


def whole_number(at_least: int, at_most: int | None = None, *, optional: bool = False) -> Validator:
    """An attrs validator: the field is an `int` in a range, or `None` where that is `optional`."""
    span = f"of at least {at_least}" if at_most is None else f"from {at_least} to {at_most}"

    def validate(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if optional and value is None:
            return
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{field.name} must be a whole number, not {value!r}")
        if value < at_least or (at_most is not None and value > at_most):
            raise ValueError(f"{field.name} must be a whole number {span}, not {value}")

    return validate


def _positive_time(_: object, field: attrs.Attribute[Any], value: object) -> None:
    if value is None:
        return
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise TypeError(f"{field.name} must be a number, not {value!r}")
    if not value > 0:
        raise ValueError(f"{field.name} must be more than 0, not {value}")


@attrs.frozen(kw_only=True)
class SearchLimit:
    """How far a search may go: any combination of limits, at least one.

    Raises:
        TypeError: if a limit is not a number.
        ValueError: if a limit is not positive, or if there is none.
    """

    depth: int | None = attrs.field(default=None, validator=whole_number(1, optional=True))
    """How many plies are looked ahead."""

    nodes: int | None = attrs.field(default=None, validator=whole_number(1, optional=True))
    """How many positions are visited."""

    seconds: float | None = attrs.field(default=None, validator=_positive_time)
    """How long it takes."""

    def __attrs_post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise ValueError("a search needs a limit: depth, nodes or seconds")


class Cancel:
    """A switch by which another thread stops a search."""

    __slots__ = ("_event", "_listeners")

    def __init__(self) -> None:
        """Start switched off."""
        self._event = threading.Event()
        self._listeners: list[Callable[[], None]] = []

    def __call__(self) -> None:
        """Stop the search that was given this switch."""
        self._event.set()
        for listener in tuple(self._listeners):
            listener()

    @contextmanager
    def heard_by(self, listener: Callable[[], None]) -> Iterator[None]:
        """Call a function from the thread that uses the switch; at once if it has been used already."""
        self._listeners.append(listener)
        try:
            if self.is_set:
                listener()
            yield
        finally:
            self._listeners.remove(listener)

    @property
    def is_set(self) -> bool:
        """Whether it was used."""
        return self._event.is_set()


#: Longer than any search: there are ints too large for a float.
_MAX_SECONDS = 1e12


class Interrupted(Exception):  # noqa: N818 - it is no error
    """Unwinds a search that must stop; caught by the searcher."""

    def __init__(self, stop: Stop) -> None:
        """Keep the reason."""
        super().__init__(stop)
        self.stop = stop


class Clock:
    """Counts nodes, and unwinds the search when a limit is reached."""

    __slots__ = ("_deadline", "_max_nodes", "_next", "cancel", "limit", "nodes", "started", "stopped")

    #: Time and cancellation are looked at every so many nodes: a few milliseconds.
    EVERY = 64

    def __init__(self, limit: SearchLimit, cancel: Cancel | None = None) -> None:
        """Start now.

        Raises:
            TypeError: if the limit is not a `SearchLimit`, or the switch not a `Cancel`.
        """
        if not isinstance(limit, SearchLimit):
            raise TypeError(f"expected a SearchLimit such as SearchLimit(depth=3), not {limit!r}")
        if cancel is not None and not isinstance(cancel, Cancel):
            raise TypeError(f"cancel must be a Cancel, not {cancel!r}")
        self.started = time.perf_counter()
        self.limit = limit
        self.nodes = 0
        self.stopped: Stop | None = None
        self.cancel = cancel
        self._max_nodes = limit.nodes
        self._deadline = None if limit.seconds is None else self.started + min(limit.seconds, _MAX_SECONDS)
        self._next = 0
        self._look()

    @property
    def seconds(self) -> float:
        """The time since the start."""
        return time.perf_counter() - self.started

    @property
    def nodes_left(self) -> int:
        """How many nodes may still be counted, always > 0; 0 means unlimited."""
        return 0 if self._max_nodes is None else max(1, self._max_nodes - self.nodes)

    @property
    def seconds_left(self) -> float:
        """The time that is left, always > 0; 0.0 means unlimited."""
        return 0.0 if self._deadline is None else max(1e-9, self._deadline - time.perf_counter())

    def count(self, nodes: int) -> None:
        """Count nodes that were visited elsewhere; `stopped` then says whether a limit is reached."""
        self.nodes += nodes
        self._look()

    def tick(self) -> None:
        """Count a node.

        Raises:
            Interrupted: if a limit is reached.
        """
        self.nodes += 1
        if self.nodes >= self._next:
            self._look()
            if self.stopped is not None:
                raise Interrupted(self.stopped)

    def _look(self) -> None:
        if self.cancel is not None and self.cancel.is_set:
            self.stopped = Stop.CANCELLED
        elif self._max_nodes is not None and self.nodes >= self._max_nodes:
            self.stopped = Stop.NODES
        elif self._deadline is not None and time.perf_counter() >= self._deadline:
            self.stopped = Stop.SECONDS
        self._next = self.nodes + self.EVERY
        if self._max_nodes is not None and self.nodes < self._max_nodes:
            self._next = min(self._next, self._max_nodes)
