"""`Automaton`: the default player."""

from __future__ import annotations

import attrs

from taflkit.games import MoveT, Playable, check_game
from taflkit.games.knowledge import Effort
from taflkit.search.levels import MAX_LEVEL, level_searcher
from taflkit.search.limits import MAX_THREADS, Cancel, SearchLimit
from taflkit.search.registry import SearcherMaker, check_searcher
from taflkit.search.reports import OnReport, SearchReport
from taflkit.search.searcher import Searcher, SearcherError, checked_report
from taflkit.search.validators import optional, whole_number, yes_or_no
from taflkit.search.winfirst import WinFirst, default_effort, effort_now

#: More nodes than any search visits.
_UNLIMITED = 2**62
#: Of many nodes, the search for a forced win may use one part in this many, as it does by default on large boards.
_WIN_PART = 8


@attrs.frozen
class Automaton:
    """Plays a forced win where it finds one, and otherwise from its book, or the best move of its searcher.

    Its searches are bounded by nodes, never by time, so that games can be repeated with one thread. Limits that are
    not given depend on the kind of game, on whether the compiled kernel runs the search, which looks further in the
    same time, and on how many moves have been made: after a hundred of both players it hurries more and more.
    """

    limit: SearchLimit | None = attrs.field(
        default=None, validator=optional(lambda value: isinstance(value, SearchLimit), "a SearchLimit")
    )
    """How far it may go for a move. Nodes bound all that it visits, looking for forced wins included."""

    win_within: int | None = attrs.field(default=None, validator=whole_number(0, optional=True))
    """Forced wins within so many moves are looked for first; 0 for none. The search itself looks for longer ones."""

    searcher: SearcherMaker | None = attrs.field(
        default=None, validator=optional(callable, "a function that makes a searcher from a seed")
    )
    """Makes the searcher from a seed; it then plays on its own, at no level."""

    level: int = attrs.field(default=MAX_LEVEL, validator=whole_number(1, MAX_LEVEL))
    """How well it plays, from 1 to `MAX_LEVEL`; see `taflkit.search.levels`."""

    threads: int = attrs.field(default=1, validator=whole_number(1, MAX_THREADS))
    """How many threads search at `MAX_LEVEL`, where the compiled kernel does; with several, no game can be repeated.

    Each looks at as much as one alone would, unless there is a limit, which is for all together. Lower levels are
    defined by the nodes of one thread, and another searcher has threads of its own.
    """

    book: bool = attrs.field(default=True, validator=yes_or_no)
    """Whether it plays from the opening book of a variant that has one, at `MAX_LEVEL` and without a limit."""

    def at_level(self, level: int) -> Automaton:
        """The same player at a level.

        Raises:
            ValueError: if there is no such level, or it plays with a searcher that has none.
        """
        if self.searcher is not None:
            raise ValueError("a searcher that plays on its own has no levels")
        return attrs.evolve(self, level=level)

    def __call__(self, game: Playable[MoveT], seed: int, on_report: OnReport[MoveT] | None = None) -> MoveT:
        """The move to play.

        Args:
            game: A game that is not over.
            seed: Decides between equally good moves.
            on_report: Called with a report of each depth that is completed.

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
        report = self.search(game, seed, on_report)
        if report.best is None:
            raise SearcherError("the searcher reports no best move, though there are legal moves")
        return report.best

    def search(
        self,
        game: Playable[MoveT],
        seed: int,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """The report whose best move is played.

        Args:
            game: The game, whose player to move asks.
            seed: Decides between equally good moves.
            on_report: Called with a report of each depth that is completed.
            cancel: Stops the search from another thread; the report then has the best move so far.

        Raises:
            SearcherError: if the searcher returns something else than a report.
        """
        searcher = self._searcher(game, seed)
        return checked_report(searcher.search(game, self.limit, on_report=on_report, cancel=cancel), searcher)

    def _searcher(self, game: Playable[MoveT], seed: int) -> Searcher:
        if self.searcher is not None:
            return check_searcher(self.searcher(seed))
        if self.level < MAX_LEVEL:
            return level_searcher(self.level, seed=seed)
        effort = self._effort((default_effort if self.limit else effort_now)(game, self.threads))
        return WinFirst(effort, seed=seed, threads=self.threads, book=self.book and self.limit is None)

    def _effort(self, default: Effort) -> Effort:
        """How much the search and the win finder may take."""
        effort = default if self.win_within is None else attrs.evolve(default, win_within=self.win_within)
        if self.limit is None:
            return effort
        win_nodes = effort.win_nodes
        if self.limit.nodes:
            win_nodes = max(win_nodes, self.limit.nodes // _WIN_PART)
        elif self.limit.seconds:
            win_nodes = _UNLIMITED  # It has a part of the time.
        return attrs.evolve(effort, nodes=self.limit.nodes or _UNLIMITED, win_nodes=win_nodes)
