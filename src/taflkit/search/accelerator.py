"""Compiled implementations of the search, which a game's `Knowledge` may offer to the searchers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from taflkit.games import MoveT, Playable
from taflkit.games.knowledge import Effort
from taflkit.search.knowledge import Knowledge
from taflkit.search.limits import Clock, Stop
from taflkit.search.reports import KERNEL, PYTHON

if TYPE_CHECKING:
    from taflkit.search.alphabeta import AlphaBeta
    from taflkit.search.montecarlo import MonteCarlo


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


class Accelerator(Protocol[GameT_contra, MoveT]):
    """Searches one game faster than Python does, and remembers what it finds out for the next call."""

    @property
    def effort(self) -> Effort:
        """What the default player can afford with it."""

    def depth_search(self, settings: AlphaBeta, game: GameT_contra, clock: Clock, sought: int) -> DepthSearch[MoveT]:
        """A search with the settings of `AlphaBeta`; forced wins of up to `sought` moves have been looked for."""

    def tree_search(
        self, settings: MonteCarlo, game: GameT_contra, moves: Sequence[MoveT], lines: int, clock: Clock
    ) -> TreeSearch[MoveT]:
        """A search with the settings of `MonteCarlo` for the best lines that begin with some legal moves."""

    def find_win(
        self, game: GameT_contra, within: int, clock: Clock, *, threads: int = 1
    ) -> tuple[int, tuple[MoveT, ...], int, Stop | None]:
        """The moves in which the player to move wins (0 for none), the line, and what is certain.

        The last two are within how many moves there is certainly no win, and why it stopped early.
        """


Acceleration = Accelerator[Playable[MoveT], MoveT] | str
"""An accelerator, or the reason why there is none."""


def accelerator_for(
    game: Playable[MoveT], knowledge: Knowledge[Playable[MoveT], MoveT], megabytes: int
) -> Acceleration[MoveT]:
    """What searches a game with this knowledge faster than Python, or why nothing does."""
    find = getattr(knowledge, "accelerator", None)
    if find is None:
        return f"{type(knowledge).__name__} has no compiled version"
    found: Acceleration[MoveT] = find(game, megabytes)
    return found


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


def engine_name(accelerator: Acceleration[MoveT]) -> str:
    """What a report says of who ran the search, given an accelerator or the reason why there is none."""
    return f"{PYTHON}: {accelerator}" if isinstance(accelerator, str) else KERNEL
