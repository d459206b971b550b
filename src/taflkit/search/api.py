"""What a searcher is asked and what it answers."""

from __future__ import annotations

import enum
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

import attrs

from taflkit.board import Side

MoveT = TypeVar("MoveT", bound=Hashable)

#: A win at once; each ply further off is worth one less. Evaluations stay far below.
WIN = 1_000_000
#: No game is searched deeper than this, so a score above `WIN - LONGEST` is a win.
LONGEST = 10_000
#: A score above this is a win, one below its negative a loss.
DECIDED = WIN - LONGEST


class Decided(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> Any:
        """The side that won, `None` for a draw."""


class Playable(Protocol[MoveT]):
    """What searchers ask of a game of two players; `taflkit.Game` answers it."""

    @property
    def to_move(self) -> Any:
        """The side whose turn it is."""

    @property
    def legal_moves(self) -> Sequence[MoveT]:
        """The moves; none when the game is over."""

    @property
    def outcome(self) -> Decided | None:
        """How the game ended, `None` while it goes on."""

    @property
    def key(self) -> Hashable:
        """What tells this state from others, its past left aside."""

    def play(self, move: MoveT) -> Self:
        """The game after a move."""


class Stop(enum.Enum):
    """Why a search stopped; the value is how to say it."""

    DEPTH = "the depth was reached"
    NODES = "the nodes were used up"
    SECONDS = "the time was up"
    CANCELLED = "it was cancelled"
    DECIDED = "the result is certain"


@attrs.frozen(kw_only=True)
class SearchLimit:
    """How far a search may go: any combination, at least one of them."""

    depth: int | None = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.ge(1)))
    nodes: int | None = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.ge(1)))
    seconds: float | None = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.gt(0)))

    def __attrs_post_init__(self) -> None:
        if self.depth is None and self.nodes is None and self.seconds is None:
            raise ValueError("a search needs a limit: depth, nodes or seconds")


@attrs.frozen(order=True, repr=False)
class Score:
    """A number from the point of view of `side`: larger is better for it.

    Scores order by their value. A forced win in N plies is more than any evaluation, and more than a longer win.
    """

    value: int
    side: Side | None = attrs.field(default=None, order=False, eq=False)

    @classmethod
    def win(cls, in_plies: int, side: Side | None = None) -> Score:
        """A forced win, the last move of which is that many plies away."""
        return cls(WIN - in_plies, side)

    @classmethod
    def loss(cls, in_plies: int, side: Side | None = None) -> Score:
        """A forced loss in that many plies."""
        return cls(in_plies - WIN, side)

    @property
    def win_in(self) -> int | None:
        """In how many plies the side wins by force, if it does."""
        return WIN - self.value if self.value > DECIDED else None

    @property
    def loss_in(self) -> int | None:
        """In how many plies the side loses by force, if it does."""
        return WIN + self.value if self.value < -DECIDED else None

    @property
    def is_exact(self) -> bool:
        """Whether the game is decided."""
        return self.win_in is not None or self.loss_in is not None

    def __neg__(self) -> Score:
        """The same from the opponent's point of view."""
        return Score(-self.value, self.side.other if self.side else None)

    def for_side(self, side: Side) -> Score:
        """The same from the point of view of a side."""
        if self.side is None:
            raise ValueError("this score does not say whose it is")
        return self if side is self.side else -self

    def __str__(self) -> str:
        """Print as `+1.25`, `win in 7` or `loss in 4`, in plies."""
        if self.win_in is not None:
            return f"win in {self.win_in}"
        if self.loss_in is not None:
            return f"loss in {self.loss_in}"
        return f"{self.value / 100:+.2f}"

    def __repr__(self) -> str:
        """Print so that it is told from a text."""
        return f"<Score {self}>"


@attrs.frozen
class SearchReport:
    """What a search found: the best move (`None` if there is no move), its score and the line of play expected."""

    best: Any
    score: Score
    line: tuple[Any, ...]
    depth: int
    nodes: int
    seconds: float
    stopped: Stop

    def __str__(self) -> str:
        """Print on one line."""
        line = " ".join(map(str, self.line))
        return f"depth {self.depth}, {self.score}, {self.nodes} nodes, {self.seconds:.2f} s: {line}"


OnReport = Callable[[SearchReport], None]


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
        """Call a function when the switch is used, from the thread that uses it; at once if it has been."""
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


@runtime_checkable
class Searcher(Protocol):
    """Anything that picks moves: a class of your own needs this one method."""

    def search(
        self,
        game: Any,
        limit: SearchLimit,
        on_report: OnReport | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchReport:
        """Look for the best move within the limit; `on_report` hears of each depth as it is finished."""


class Interrupted(Exception):  # noqa: N818 - it is no error
    """Unwinds a search that must stop; caught by the searcher."""

    def __init__(self, stop: Stop) -> None:
        """Remember why."""
        super().__init__(stop)
        self.stop = stop


class Clock:
    """Counts nodes, and unwinds the search when a limit is reached."""

    __slots__ = ("_deadline", "_most", "_next", "cancel", "nodes", "started", "stopped")

    #: Time and cancellation are looked at every so many nodes: a few milliseconds.
    EVERY = 64

    def __init__(self, limit: SearchLimit, cancel: Cancel | None) -> None:
        """Start now."""
        self.started = time.perf_counter()
        self.nodes = 0
        self.stopped: Stop | None = None
        self.cancel = cancel
        self._most = limit.nodes
        self._deadline = None if limit.seconds is None else self.started + limit.seconds
        self._next = 0
        self._look()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return time.perf_counter() - self.started

    @property
    def nodes_left(self) -> int:
        """How many nodes may still be counted, 0 if there is no limit; never less than one."""
        return 0 if self._most is None else max(1, self._most - self.nodes)

    @property
    def seconds_left(self) -> float:
        """How much time there still is, 0 if there is no limit; never nothing."""
        return 0.0 if self._deadline is None else max(1e-9, self._deadline - time.perf_counter())

    def report(self, game: Any, value: int, line: Sequence[Any], depth: int, stop: Stop) -> SearchReport:
        """What a search of a game has found by now: its line begins with the best move."""
        best = line[0] if line else None
        return SearchReport(best, Score(value, game.to_move), tuple(line), depth, self.nodes, self.seconds, stop)

    def count(self, nodes: int) -> None:
        """Count nodes that were looked at elsewhere; `stopped` then says whether a limit has been reached."""
        self.nodes += nodes
        self._look()

    def tick(self) -> None:
        """Count a node."""
        self.nodes += 1
        if self.nodes >= self._next:
            self._look()
            if self.stopped is not None:
                raise Interrupted(self.stopped)

    def _look(self) -> None:
        if self.cancel is not None and self.cancel.is_set:
            self.stopped = Stop.CANCELLED
        elif self._most is not None and self.nodes >= self._most:
            self.stopped = Stop.NODES
        elif self._deadline is not None and time.perf_counter() >= self._deadline:
            self.stopped = Stop.SECONDS
        self._next = self.nodes + self.EVERY
        if self._most is not None and self.nodes < self._most:
            self._next = min(self._next, self._most)
