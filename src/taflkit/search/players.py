"""Who plays: searchers by name, `Random` and plug-ins (the group `taflkit.searchers`) among them, and `Automaton`."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import attrs

from taflkit.errors import TaflError, nearest
from taflkit.plugins import load_plugins
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.api import Cancel, Clock, OnReport, Score, Searcher, SearchLimit, SearchReport, Stop
from taflkit.search.compiled import Ground
from taflkit.search.montecarlo import MonteCarlo
from taflkit.search.winfinder import WinFinder

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.searchers"
#: A second or two a move in pure Python.
DEFAULT_NODES = 20_000
#: Less than half a second a move on compiled ground: a game is over in a minute or so.
COMPILED_NODES = 1_000_000
#: Wins within so many moves are looked for first. In pure Python the nodes are five times as many as the longest proof
#: that was seen took, on compiled ground three times as many on boards up to nine by nine: a second or two at the most.
_WIN_WITHIN, _WIN_NODES = 3, 100_000
_COMPILED_WIN_WITHIN, _COMPILED_WIN_NODES = 4, 10_000_000
#: On larger boards there are many more moves; the search itself sees most of what takes longer to prove.
_LARGE, _LARGE_WIN_NODES = 81, 500_000
_MEGABYTES = 64


@attrs.frozen
class Random:
    """Picks a legal move by chance: the yardstick that every player must beat.

    The same seed and the same game give the same move.
    """

    seed: int | None = None

    def search(
        self,
        game: Any,
        limit: SearchLimit,
        on_report: OnReport | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchReport:
        """Pick one; no limit can be too small for that."""
        moves = game.legal_moves
        best = random.Random(self.seed).choice(moves) if moves else None
        line = () if best is None else (best,)
        report = SearchReport(best, Score(0, game.to_move), line, 0, 0, 0.0, Stop.DEPTH)
        if on_report is not None:
            on_report(report)
        return report


#: Makes a searcher whose choices between equally good moves depend on a seed.
Maker = Callable[[int], Searcher]

BUILT_IN: dict[str, Maker] = {
    "alphabeta": lambda seed: AlphaBeta(seed=seed),
    "montecarlo": lambda seed: MonteCarlo(seed=seed),
    "random": lambda seed: Random(seed=seed),
    "winfinder": lambda seed: WinFinder(),
}


@cache
def _makers() -> dict[str, Maker]:
    return {**BUILT_IN, **load_plugins(GROUP, _load_plugin, taken=BUILT_IN)}


def _load_plugin(point: EntryPoint) -> Maker:
    found = point.load()
    if not callable(found):
        raise TaflError("a searcher is named by a function from a seed to the searcher")
    maker: Maker = found
    return maker


def searcher_names() -> tuple[str, ...]:
    """The names of all searchers."""
    return tuple(sorted(_makers()))


def searcher_named(name: str) -> Maker:
    """The function that makes the searcher of that name, given a seed."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    try:
        return _makers()[name]
    except KeyError:
        raise TaflError(f"there is no searcher called {name!r}; {nearest(name, searcher_names())}") from None


@attrs.frozen
class Automaton:
    """Plays a forced win of `win_within` moves wherever there is one, and else what its searcher finds best.

    Its search is bounded by nodes, never by the clock, so games can be repeated. `searcher` is a function from a seed
    to a searcher; the seed decides between equally good moves. What is not given depends on whether the compiled kernel
    runs the variant: it looks further in the same time.
    """

    limit: SearchLimit | None = None
    win_within: int | None = None
    searcher: Maker | None = None

    def __call__(self, game: Any, seed: int) -> Any:
        """The move to play; the game must not be over."""
        moves = game.legal_moves
        if len(moves) == 1:
            return moves[0]
        ground = Ground.of(game, None, _MEGABYTES)
        win = self._win(game, ground)
        if win is not None:
            return win
        limit = self.limit or SearchLimit(nodes=COMPILED_NODES if ground else DEFAULT_NODES)
        if self.searcher is not None:
            return self.searcher(seed).search(game, limit).best
        # The same ground, which remembers that there is no short win.
        return AlphaBeta(seed=seed).search_on(ground, game, limit).best

    def _win(self, game: Any, ground: Ground | None) -> Any | None:
        """The first move of a forced win."""
        usual, nodes = (_COMPILED_WIN_WITHIN, _COMPILED_WIN_NODES) if ground else (_WIN_WITHIN, _WIN_NODES)
        if ground and len(game.variant.board.grid.squares) > _LARGE:
            nodes = _LARGE_WIN_NODES
        within = usual if self.win_within is None else self.win_within
        if not within:
            return None
        return WinFinder().find_on(ground, game, within, Clock(SearchLimit(nodes=nodes), None)).best
