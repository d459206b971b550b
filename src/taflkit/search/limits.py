"""What bounds a search: its limit, cancellation, and the clock that keeps both."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import attrs

from taflkit.kernel.limits import MAX_MEGABYTES, MAX_THREADS, Stop
from taflkit.search.validators import number, whole_number

__all__ = ["MAX_MEGABYTES", "MAX_THREADS", "Cancel", "Clock", "Interrupted", "SearchLimit", "Stop"]


@attrs.frozen(kw_only=True)
class SearchLimit:
    """How far a search may go: any combination of limits, at least one.

    `SearchLimit(seconds=math.inf)` is for a search that goes on until it is cancelled, such as pondering.

    Raises:
        TypeError: if a limit is not a number.
        ValueError: if a limit is not positive, or if there is none.
    """

    depth: int | None = attrs.field(default=None, validator=whole_number(1, optional=True))
    """How many plies are looked ahead."""

    nodes: int | None = attrs.field(default=None, validator=whole_number(1, optional=True))
    """How many positions are visited."""

    seconds: float | None = attrs.field(default=None, validator=number(optional=True))
    """How long it takes."""

    def __attrs_post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise ValueError("a search needs a limit: depth, nodes or seconds")


class Cancel:
    """A switch by which another thread stops a search, at once or after some time."""

    __slots__ = ("_event", "_listeners", "_timer")

    def __init__(self) -> None:
        """Start switched off."""
        self._event = threading.Event()
        self._listeners: list[Callable[[], None]] = []
        self._timer: threading.Timer | None = None

    def __call__(self) -> None:
        """Stop the search that was given this switch."""
        self._event.set()
        if self._timer is not None:
            self._timer.cancel()
        for listener in tuple(self._listeners):
            listener()

    def after(self, seconds: float) -> None:
        """Stop the search in so many seconds, which turns an endless search into a timed one.

        A program that ponders searches without limit while its opponent thinks; when the expected move is played, it
        goes on with the time that it has for its own move.

        Args:
            seconds: From now on. A later call replaces an earlier one; using the switch ends the wait.
        """
        if self._timer is not None:
            self._timer.cancel()
        if not self.is_set:
            self._timer = threading.Timer(seconds, self)
            self._timer.daemon = True
            self._timer.start()

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

    def part(self, share: int) -> Clock:
        """A clock for one `share`th of the nodes and the time that are left; cancelled with this one."""
        nodes, seconds = -(-self.nodes_left // share), self.seconds_left / share
        return Clock(attrs.evolve(self.limit, nodes=nodes or None, seconds=seconds or None), self.cancel)

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
