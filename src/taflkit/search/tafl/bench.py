"""A benchmark of the searchers: fixed searches of fixed positions, whose nodes are a signature of the search.

The number is the same on every machine that runs the same engine, and changes when the search visits other positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from taflkit.games.starting import start
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.limits import SearchLimit
from taflkit.search.winfinder import WinFinder

#: In Python every position is searched to the same depth, and forced wins are looked for within fewer moves.
_PYTHON_DEPTH, _PYTHON_WITHIN = 3, 2
_KERNEL_WITHIN = 3


@attrs.frozen
class BenchPosition:
    """A position of the benchmark."""

    variant: str
    """The name of the variant."""

    moves: str
    """The moves that lead to it from the start."""

    depth: int
    """The depth to which the compiled kernel searches it."""


#: The opening and the middle game of small and large boards, and of rules under which a side may move again.
POSITIONS = (
    BenchPosition("tablut", "", 7),
    BenchPosition("tablut", "b5-3 f5-8 e8-c e5-f f1-2 f8-e h5-7 e8-h i6-h g5-4 i5-h d5-2 c8-g h8-9", 7),
    BenchPosition("brandubh", "", 8),
    BenchPosition("brandubh", "d6-c d5-c b4-5 c4-1 d2-e c5-2 f4-3 e4-6 d7-6 d3-b", 8),
    BenchPosition("copenhagen", "", 6),
    BenchPosition("copenhagen", "f10-j f8-i f2-b f7-9 j6-2 f6-8 a8-d f8-h b6-10 h6-i h1-3 h8-9 k8-9 f9-d d8-f d9-f", 6),
    BenchPosition("berserk", "f10-j f8-i f2-b f7-9 j6-2 f6-8 a8-d f9-d d11-10 e7-8 d8-9 e8-7", 5),
)


@attrs.frozen
class BenchResult:
    """One search of the benchmark."""

    variant: str
    """The name of the variant."""

    ply: int
    """How many moves the position is away from the start."""

    searcher: str
    """The name of the searcher."""

    depth: int
    """The depth in plies."""

    nodes: int
    """How many positions were visited."""

    seconds: float
    """How long it took."""

    engine: str
    """What ran it, as in a `SearchReport`."""


@attrs.frozen
class BenchTotal:
    """The searches of a benchmark together."""

    results: tuple[BenchResult, ...] = attrs.field(validator=attrs.validators.min_len(1))
    """The searches, in their order."""

    @property
    def signature(self) -> int:
        """The nodes of all searches."""
        return sum(result.nodes for result in self.results)

    @property
    def seconds(self) -> float:
        """The time of all searches."""
        return sum(result.seconds for result in self.results)

    @property
    def nodes_per_second(self) -> float:
        """The speed of all searches together."""
        return self.signature / max(self.seconds, 1e-9)

    @property
    def engine(self) -> str:
        """What ran the searches; signatures of different engines cannot be compared."""
        return self.results[0].engine


def bench(positions: Sequence[BenchPosition] = POSITIONS) -> Iterator[BenchResult]:
    """Search positions with `AlphaBeta` and `WinFinder`, one after the other."""
    for position in positions:
        game = start(position.variant).play_all(position.moves.split())
        compiled = bool(game.variant.kernel)
        for name, searcher, plies in (
            ("alphabeta", AlphaBeta(), position.depth if compiled else _PYTHON_DEPTH),
            ("winfinder", WinFinder(), 2 * (_KERNEL_WITHIN if compiled else _PYTHON_WITHIN) - 1),
        ):
            report = searcher.search(game, SearchLimit(depth=plies))
            yield BenchResult(position.variant, game.ply, name, plies, report.nodes, report.seconds, report.engine)
