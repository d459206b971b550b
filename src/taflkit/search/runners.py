"""Who runs the searches of a game: a game's `Knowledge` may have something faster than Python.

Searchers ask `search_runner` of the knowledge, if it has that, so that every kind of game may have a kernel of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from taflkit.games import MoveT, Playable
from taflkit.games.knowledge import Effort
from taflkit.search.knowledge import Knowledge
from taflkit.search.limits import Clock, Stop
from taflkit.search.reports import KERNEL, PYTHON

#: A compiled search gets a table that its nodes can half fill: memory that is new to a process takes time.
_NODES_OF_A_MEGABYTE = 32_768
#: A thread of a compiled search visits fewer nodes in a second.
_NODES_OF_A_SECOND = 4_000_000

GameT_contra = TypeVar("GameT_contra", contravariant=True)


class DepthSearch(Protocol[MoveT]):
    """One alpha-beta search, a depth at a time."""

    @property
    def reached(self) -> int:
        """How many plies the longest line of the last depth looked ahead."""

    @property
    def table_filled(self) -> float:
        """How full the transposition table is, from 0 to 1."""

    def search(self, moves: list[MoveT], depth: int) -> tuple[int, tuple[MoveT, ...], Stop | None]:
        """The value, the line, and why it stopped before the depth was completed.

        There is no line if it stopped before it found any. `moves` are tried in their order: all legal moves, or some
        of them.
        """


class TreeSearch(Protocol[MoveT]):
    """One Monte Carlo search, whose tree grows from call to call."""

    @property
    def is_decided(self) -> bool:
        """Whether the result is certain, so that it grows no more."""

    def grow(self, visits: int) -> Stop | None:
        """Grow until there are so many visits; why it stopped before."""

    def lines(self, count: int) -> list[tuple[int, tuple[MoveT, ...]]]:
        """The values and lines of the best moves, the best first; there are none before it has grown."""


class CompiledSearch(Protocol[MoveT]):
    """Searches of one game that share a table, and so remember what they find out."""

    def depth_search(
        self, clock: Clock, *, reductions: bool, quiescence: bool, threads: int, sought: int
    ) -> DepthSearch[MoveT]:
        """A search with the settings of `AlphaBeta`; forced wins of up to `sought` moves have been looked for."""

    def tree_search(
        self, clock: Clock, moves: Sequence[MoveT], *, exploration: float, megabytes: int, lines: int
    ) -> TreeSearch[MoveT]:
        """A search with the settings of `MonteCarlo` for the best lines that begin with some legal moves."""

    def find_win(
        self, within: int, clock: Clock, *, threads: int = 1
    ) -> tuple[int, tuple[MoveT, ...], int, Stop | None]:
        """The moves in which the player to move wins (0 for none), the line, and what is certain.

        The last two are within how many moves there is certainly no win, and why it stopped early.
        """


class SearchRunner(Protocol[GameT_contra, MoveT]):
    """Runs searches of games faster than Python does. It is made once; threads share it."""

    @property
    def effort(self) -> Effort:
        """What the default player can afford with it."""

    def begin(self, game: GameT_contra, megabytes: int, /) -> CompiledSearch[MoveT]:
        """Begin to search a game, with an empty table of some megabytes."""


@runtime_checkable
class HasRunner(Protocol[GameT_contra, MoveT]):
    """A knowledge that says who runs the searches of its games."""

    def search_runner(self, game: GameT_contra, /) -> SearchRunner[GameT_contra, MoveT] | str:
        """Who runs the searches of a game, or why Python does."""


def runner_of(
    game: Playable[MoveT], knowledge: Knowledge[Playable[MoveT], MoveT]
) -> SearchRunner[Playable[MoveT], MoveT] | str:
    """Who runs the searches of a game with this knowledge, or why Python does."""
    if isinstance(knowledge, HasRunner):
        found: SearchRunner[Any, Any] | str = knowledge.search_runner(game)
        return found
    return f"{type(knowledge).__name__} has no compiled version"


def begin_search(
    game: Playable[MoveT], knowledge: Knowledge[Playable[MoveT], MoveT], megabytes: int
) -> CompiledSearch[MoveT] | str:
    """Begin to search a game with this knowledge and a table of some megabytes, or say why Python must search it."""
    runner = runner_of(game, knowledge)
    return runner if isinstance(runner, str) else runner.begin(game, megabytes)


def table_megabytes(clock: Clock, at_most: int, threads: int = 1) -> int:
    """How large a table a compiled search can use with its nodes and its time.

    Args:
        clock: The clock of the search.
        at_most: How many megabytes it may take.
        threads: How many threads search.
    """
    nodes = enough = at_most * _NODES_OF_A_MEGABYTE
    if clock.nodes_left:
        nodes = min(nodes, clock.nodes_left)
    # The whole limit, not what is left of it, which would differ from run to run.
    if clock.limit.seconds is not None:
        nodes = min(nodes, int(min(clock.limit.seconds, enough) * _NODES_OF_A_SECOND * threads))
    return min(at_most, 1 + nodes // _NODES_OF_A_MEGABYTE)


def engine_name(compiled: object) -> str:
    """What a report says of who ran the search, given a compiled one or the reason why there is none."""
    return f"{PYTHON}: {compiled}" if isinstance(compiled, str) else KERNEL
