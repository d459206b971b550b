"""`SearchReport`: what a search found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

import attrs

from taflkit.games import MoveT, Playable
from taflkit.search.limits import Clock, Stop
from taflkit.search.scores import Score
from taflkit.tables import html_table

MoveT_co = TypeVar("MoveT_co", covariant=True)

KERNEL = "kernel"
PYTHON = "python"
BOOK = "book"


@attrs.frozen
class SearchReport(Generic[MoveT_co]):
    """What a search found."""

    best: MoveT_co | None
    """The best move, `None` if there is no legal move."""

    score: Score
    """How good it is, for the player to move."""

    line: tuple[MoveT_co, ...]
    """The expected line of play, which begins with the best move."""

    depth: int
    """How many plies were looked ahead."""

    nodes: int
    """How many positions were visited."""

    seconds: float
    """How long it took."""

    stopped: Stop
    """Why it stopped."""

    reached: int | None = attrs.field(default=None, kw_only=True, eq=False)
    """How many plies the longest line looked ahead, captures beyond the depth included; `None` if that is not known."""

    table_filled: float | None = attrs.field(default=None, kw_only=True, eq=False)
    """How full the transposition table is, from 0 to 1; `None` if there is none."""

    engine: str = PYTHON
    """What ran the search: `kernel`, or `python`, followed by a colon and the reason where there is one to give.

    It is `book` for a move of an opening book, for which nothing was searched but forced wins."""

    others: tuple[SearchReport[MoveT_co], ...] = attrs.field(default=(), kw_only=True)
    """The reports of the next best lines, the best first, where several lines were asked for."""

    @property
    def lines(self) -> tuple[SearchReport[MoveT_co], ...]:
        """A report for each line, the best first, which is this one; none if there is no legal move."""
        return () if self.best is None else (self, *self.others)

    def __str__(self) -> str:
        """Print on one line."""
        line = " ".join(map(str, self.line))
        return f"depth {self.depth}, {self.score}, {self.nodes} nodes, {self.seconds:.2f} s: {line}"

    def _repr_html_(self) -> str:
        """Show a table in a notebook."""
        return html_table(
            [
                ("best", "none" if self.best is None else self.best),
                ("score", self.score),
                ("line", " ".join(map(str, self.line))),
                ("depth", self.depth),
                ("nodes", f"{self.nodes:,}"),
                ("seconds", f"{self.seconds:.2f}"),
                ("stopped because", self.stopped.value),
                ("engine", self.engine),
            ]
        )


OnReport = Callable[[SearchReport[MoveT]], None]
"""A function that is called with each report while a search deepens."""


def joined(lines: Iterable[SearchReport[MoveT]]) -> SearchReport[MoveT]:
    """One report of several lines, the best first; there is at least one."""
    best, *others = lines
    return attrs.evolve(best, others=tuple(others)) if others else best


def report_of(
    game: Playable[MoveT], clock: Clock, value: int, line: Sequence[MoveT], depth: int, stop: Stop, engine: str = PYTHON
) -> SearchReport[MoveT]:
    """The report of a search at this moment."""
    best = line[0] if line else None
    return SearchReport(best, Score(value, game.to_move), tuple(line), depth, clock.nodes, clock.seconds, stop, engine)
