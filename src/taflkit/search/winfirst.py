"""`WinFirst`: looks for a short forced win, then in the book, then for the best move, within one limit."""

from __future__ import annotations

from typing import Final

import attrs

from taflkit.games import MoveT, Playable
from taflkit.games.knowledge import Effort
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.knowledge import effort_for, knowledge_of
from taflkit.search.limits import MAX_THREADS, Clock, SearchLimit
from taflkit.search.openings import book_report
from taflkit.search.reports import OnReport, SearchReport, report_of
from taflkit.search.runners import begin_search, runner_of
from taflkit.search.scores import WIN
from taflkit.search.searcher import BuiltInSearcher
from taflkit.search.validators import whole_number, yes_or_no
from taflkit.search.winfinder import WinFinder

#: The transposition table: at most so large, and no larger than the nodes of a search can fill.
_MAX_MEGABYTES, _NODES_OF_A_MEGABYTE = 64, 16_384
FEW_NODES: Final = 500
"""How many nodes the weakest player that searches visits: enough to see most replies to its moves."""
#: This many moves of a game, by both players, are searched with the full effort; later ones with less and less, down to
#: one part in `_MAX_CUT`.
_FULL_PLIES, _MAX_CUT = 100, 100
#: The search for a forced win uses at most one part in this many of the time, and of the nodes where the limit is less
#: than the effort.
_WIN_SHARE = 4


@attrs.frozen
class WinFirst(BuiltInSearcher):
    """Plays a forced win where it finds one, and otherwise a move of the book or the best move of `AlphaBeta`.

    All its nodes, those of the win finder too, count towards the limit of the search.
    """

    effort: Effort | None = None
    """How much of the limit the win finder and the search may take; what the default player takes if left out."""

    seed: int | None = None
    """Decides between equally good moves."""

    threads: int = attrs.field(default=1, validator=whole_number(1, MAX_THREADS))
    """How many threads look for a win and for the best move; see `AlphaBeta.threads`."""

    book: bool = attrs.field(default=False, validator=yes_or_no)
    """Whether it plays what the opening book of the game has, if there is one, where it finds no forced win."""

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        effort = self.effort or default_effort(game, self.threads)
        nodes, win_nodes = effort.nodes + effort.win_nodes, effort.win_nodes
        if 0 < clock.nodes_left < nodes:
            nodes, win_nodes = clock.nodes_left, min(win_nodes, clock.nodes_left // _WIN_SHARE)
        megabytes = min(_MAX_MEGABYTES, 1 + nodes // _NODES_OF_A_MEGABYTE)
        compiled = begin_search(game, knowledge_of(game), megabytes)
        sought = 0
        if effort.win_within and win_nodes and len(game.legal_moves) > 1:
            part = _part(clock, win_nodes, share=_WIN_SHARE)
            win = WinFinder().find_with(compiled, game, effort.win_within, part, self.threads)
            clock.count(win.nodes)
            if win.moves is not None:
                plies = 2 * win.moves - 1
                found = report_of(game, clock, WIN - plies, win.line, plies, win.stopped, win.engine)
                on_report(found)
                return found
            # With so few nodes that not even a win at once is excluded, the search has to look for it.
            sought = effort.win_within if win.within else 0
        if self.book and (opening := book_report(game, clock, self.seed or 0)) is not None:
            on_report(opening)
            return opening
        # Wins that were looked for are not looked for again, even if the nodes were not enough to exclude them: a
        # deeper search is worth more than the rest of the proof.
        part = _part(clock, effort.nodes, clock.limit.depth)
        before = clock.nodes

        def total(report: SearchReport[MoveT]) -> SearchReport[MoveT]:
            return attrs.evolve(report, nodes=before + report.nodes, seconds=clock.seconds)

        searcher = AlphaBeta(seed=self.seed, threads=self.threads)
        found = searcher.search_with(compiled, game, part, lambda report: on_report(total(report)), sought=sought)
        return total(found)

    def _usual_limit(self, game: Playable[MoveT]) -> SearchLimit:
        effort = self.effort or default_effort(game, self.threads)
        return SearchLimit(nodes=effort.nodes + effort.win_nodes)


def default_effort(game: Playable[MoveT], threads: int = 1) -> Effort:
    """How much the default player looks at before one of the first hundred moves of this game.

    Args:
        game: The game.
        threads: How many threads search. Each looks at as much as one alone, so that a move takes as long; in Python
            there is only one.
    """
    runner = runner_of(game, knowledge_of(game))
    if isinstance(runner, str):
        return effort_for(game)
    return attrs.evolve(runner.effort, nodes=threads * runner.effort.nodes)


def effort_now(game: Playable[MoveT], threads: int = 1) -> Effort:
    """How much the default player looks at before the next move, unless it is given a limit: it hurries in long games.

    Args:
        game: The game. One that does not know its moves, as a `RecordedGame` does, is never long.
        threads: How many threads search, as for `default_effort`.
    """
    plies = getattr(game, "ply", 0)
    return effort_after(default_effort(game, threads), plies if isinstance(plies, int) else 0)


def effort_after(effort: Effort, plies: int) -> Effort:
    """How much to look at before a move in a long game.

    Where neither side makes progress, a game may take hundreds of moves. The searches of all moves after the first
    hundred together take little more than those of the first hundred did. Short forced wins are looked for as before.

    Args:
        effort: That of the first moves.
        plies: How many moves have been made.
    """
    if plies <= _FULL_PLIES:
        return effort
    least = max(effort.nodes // _MAX_CUT, min(effort.nodes, FEW_NODES))
    return attrs.evolve(effort, nodes=max(effort.nodes * _FULL_PLIES**2 // plies**2, least))


def _part(clock: Clock, nodes: int, depth: int | None = None, share: int = 1) -> Clock:
    """A clock for a part of a search: it also stops when the whole search has to.

    Args:
        clock: The clock of the whole search.
        nodes: How many nodes the part may visit.
        depth: How deep it may look.
        share: It may use one part in this many of the time that is left.
    """
    left, seconds = clock.nodes_left, clock.seconds_left
    limit = SearchLimit(
        nodes=min(nodes, left) if left else nodes, seconds=seconds / share if seconds else None, depth=depth
    )
    return Clock(limit, clock.cancel)
