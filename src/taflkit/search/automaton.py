"""`Automaton`: the default player."""

from __future__ import annotations

import attrs

from taflkit.games import MoveT, Playable, check_game
from taflkit.games.knowledge import Effort
from taflkit.search.accelerator import Acceleration, accelerator_for
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.knowledge import effort_for, knowledge_of
from taflkit.search.limits import Clock, SearchLimit
from taflkit.search.registry import SearcherMaker
from taflkit.search.searcher import SearcherError, checked_report
from taflkit.search.winfinder import WinFinder

_MEGABYTES = 64


@attrs.frozen
class Automaton:
    """Plays a forced win where it finds one, and otherwise the best move of its searcher.

    Its searches are bounded by nodes, never by time, so that games can be repeated. Limits that are not given depend
    on the kind of game, and on whether the compiled kernel runs the search, which looks further in the same time.
    """

    limit: SearchLimit | None = None
    """How far its searcher may go."""

    win_within: int | None = None
    """Forced wins within so many moves are looked for first; 0 for none."""

    searcher: SearcherMaker | None = None
    """Makes the searcher from a seed; `AlphaBeta` if left out."""

    def __call__(self, game: Playable[MoveT], seed: int) -> MoveT:
        """The move to play.

        Args:
            game: A game that is not over.
            seed: Decides between equally good moves.

        Raises:
            ValueError: if there is no legal move.
            SearcherError: if the searcher returns something else than a report with a move.
        """
        check_game(game)
        moves = game.legal_moves
        if not moves:
            raise ValueError("there is no move to play: the game is over")
        if len(moves) == 1:
            return moves[0]
        accelerator = accelerator_for(game, knowledge_of(game), _MEGABYTES)
        effort = effort_for(game) if isinstance(accelerator, str) else accelerator.effort
        win = self._winning_move(game, accelerator, effort)
        if win is not None:
            return win
        # Another searcher need not run in the kernel, even where the default one would.
        limit = self.limit or SearchLimit(nodes=(effort if self.searcher is None else effort_for(game)).nodes)
        if self.searcher is None:
            # With the same accelerator, which remembers that there is no short win.
            report = AlphaBeta(seed=seed).search_with(accelerator, game, Clock(limit))
        else:
            searcher = self.searcher(seed)
            report = checked_report(searcher.search(game, limit), searcher)
        if report.best is None:
            raise SearcherError("the searcher reports no best move, though there are legal moves")
        return report.best

    def _winning_move(self, game: Playable[MoveT], accelerator: Acceleration[MoveT], effort: Effort) -> MoveT | None:
        within = effort.win_within if self.win_within is None else self.win_within
        if not within:
            return None
        return WinFinder().find_with(accelerator, game, within, Clock(SearchLimit(nodes=effort.win_nodes))).best
