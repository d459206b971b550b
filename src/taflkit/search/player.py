"""`Automaton`: the automated player. Its search is bounded by nodes, never by the clock, so games can be repeated."""

from __future__ import annotations

from typing import Any

import attrs

from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.api import Searcher, SearchLimit
from taflkit.search.winfinder import WinFinder

#: A second or two a move in pure Python.
DEFAULT_NODES = 20_000
#: Five times as many as the longest proof of a win in three moves that was seen took; a few seconds at the most.
_WIN_NODES = 100_000


@attrs.frozen
class Automaton:
    """Plays a forced win of `win_within` moves wherever there is one, and else what its searcher finds best.

    `searcher` is a function from a seed to a searcher; the seed decides between equally good moves.
    """

    limit: SearchLimit = attrs.field(factory=lambda: SearchLimit(nodes=DEFAULT_NODES))
    win_within: int = 3
    searcher: Any = attrs.field(default=None)

    def __call__(self, game: Any, seed: int) -> Any:
        """The move to play; the game must not be over."""
        moves = game.legal_moves
        if len(moves) == 1:
            return moves[0]
        if self.win_within:
            win = WinFinder().find(game, self.win_within, SearchLimit(nodes=_WIN_NODES))
            if win.best is not None:
                return win.best
        searcher: Searcher = AlphaBeta(seed=seed) if self.searcher is None else self.searcher(seed)
        return searcher.search(game, self.limit).best
