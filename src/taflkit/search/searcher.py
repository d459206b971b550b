"""`Searcher`: the method that everything which picks moves has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

import attrs

from taflkit.errors import TaflError
from taflkit.games import MoveT, Playable, check_game
from taflkit.games.traits import follow
from taflkit.search.knowledge import effort_for
from taflkit.search.limits import Cancel, Clock, SearchLimit, Stop
from taflkit.search.reports import OnReport, SearchReport, joined
from taflkit.search.scores import DECIDED, WIN, Score


class Searcher(Protocol):
    """Anything that picks moves. A class of your own needs this one method and no base class."""

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Look for the best move.

        Args:
            game: The game, whose player to move asks.
            limit: How far the search may go; its usual effort if left out.
            lines: How many of the best lines to report, as `SearchReport.lines`. A searcher may report fewer, and does
                where there are fewer moves.
            moves: The legal moves to choose from; all if left out.
            on_report: Called with a report of each depth that is completed.
            cancel: Stops the search from another thread.

        Returns:
            The best move found when the search stopped.

        Raises:
            TypeError: if an argument is of the wrong type.
            ValueError: if fewer than one line is asked for, or a move is not legal or given twice.
        """


class SearcherError(TaflError, TypeError):
    """A searcher, of a plug-in as a rule, that does not do what a `Searcher` does."""


def checked_report(report: SearchReport[MoveT], searcher: object) -> SearchReport[MoveT]:
    """What a searcher returned, if that is a report.

    Raises:
        SearcherError: if it is something else.
    """
    if not isinstance(report, SearchReport):
        raise SearcherError(f"a searcher returns a SearchReport; {type(searcher).__name__} returned {report!r}")
    return report


class BuiltInSearcher(ABC):
    """Checks the arguments and starts the clock, for the searchers of taflkit."""

    __slots__ = ()

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Look for the best move; see `Searcher.search`."""
        check_game(game)
        clock = checked_clock(game, self._usual_limit(game) if limit is None else limit, on_report, cancel)
        chosen, lines = checked_moves(game, moves, lines)
        report = on_report or ignore_report
        if lines <= 1 and len(chosen) == len(game.legal_moves):
            return self._search(game, clock, report)
        return self._search_lines(game, clock, report, lines, chosen)

    @abstractmethod
    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        """Look for the best move within what the clock allows."""

    def _search_lines(
        self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT], lines: int, moves: Sequence[MoveT]
    ) -> SearchReport[MoveT]:
        """Look for the best lines that begin with some of the legal moves."""
        return search_each(self, game, clock.limit, lines=lines, moves=moves, on_report=on_report, cancel=clock.cancel)

    def _usual_limit(self, game: Playable[MoveT]) -> SearchLimit:
        """How far it looks where nobody says how far."""
        return usual_limit(game)


def usual_limit(game: Playable[MoveT]) -> SearchLimit:
    """How far a searcher looks that is given no limit: as far as the default player does in pure Python."""
    return SearchLimit(nodes=effort_for(game).nodes)


def checked_clock(game: object, limit: SearchLimit, on_report: object, cancel: Cancel | None) -> Clock:
    """Start the clock of a search whose arguments are checked.

    Raises:
        TypeError: if an argument is of the wrong type.
    """
    check_game(game)
    if on_report is not None and not callable(on_report):
        raise TypeError(f"on_report is called with reports, and {on_report!r} cannot be called")
    return Clock(limit, cancel)


def checked_moves(game: Playable[MoveT], moves: Sequence[MoveT] | None, lines: int) -> tuple[Sequence[MoveT], int]:
    """The moves to choose from, and how many lines to look for, not more than there are moves.

    Raises:
        TypeError: if the number of lines is not a whole number.
        ValueError: if it is less than one, or a move is not legal or given twice.
    """
    if type(lines) is not int:
        raise TypeError(f"lines must be a whole number, not {lines!r}")
    if lines < 1:
        raise ValueError(f"lines must be at least 1, not {lines}")
    legal = game.legal_moves
    if moves is None:
        return legal, min(lines, len(legal))
    among = frozenset(legal)
    for move in moves:
        if move not in among:
            raise ValueError(f"{move} is not a legal move here")
    if len(set(moves)) != len(moves):
        raise ValueError("a move is given twice")
    if not moves and legal:
        raise ValueError("there are no moves to choose from")
    return moves, min(lines, len(moves))


def search_each(
    searcher: Searcher,
    game: Playable[MoveT],
    limit: SearchLimit,
    *,
    lines: int = 1,
    moves: Sequence[MoveT] | None = None,
    on_report: OnReport[MoveT] | None = None,
    cancel: Cancel | None = None,
) -> SearchReport[MoveT]:
    """Find several lines with a searcher that finds one: it searches the position after each move.

    Args:
        searcher: The searcher, which is never asked for several lines or some moves.
        game: The game, whose player to move asks.
        limit: How far the whole search may go; each move has an equal share.
        lines: How many of the best lines to report.
        moves: The legal moves to choose from; all if left out.
        on_report: Called with the report at the end.
        cancel: Stops the search from another thread.

    Raises:
        TypeError: if an argument is of the wrong type.
        ValueError: if fewer than one line is asked for, or a move is not legal or given twice.
    """
    clock = checked_clock(game, limit, on_report, cancel)
    chosen, lines = checked_moves(game, moves, lines)
    if not chosen:
        return checked_report(searcher.search(game, limit, cancel=cancel), searcher)
    share = _share(limit, len(chosen))
    found: list[SearchReport[MoveT]] = []
    for move in chosen:
        after = follow(game, move)
        if after.outcome is not None:
            winner = after.outcome.winner
            value = 0 if winner is None else WIN - 1 if winner == game.to_move else 1 - WIN
            report = SearchReport(move, Score(value, game.to_move), (move,), 1, 1, 0.0, Stop.DECIDED)
        else:
            below = checked_report(searcher.search(after, share, cancel=cancel), searcher)
            score = _one_ply_up(below.score.value if after.to_move == game.to_move else -below.score.value)
            line = (move, *below.line)
            report = attrs.evolve(below, best=move, line=line, score=Score(score, game.to_move), depth=below.depth + 1)
        clock.count(report.nodes)
        found.append(report)
        if clock.stopped is not None:
            break
    found.sort(key=lambda report: report.score, reverse=True)
    best = joined(
        attrs.evolve(report, nodes=clock.nodes, seconds=clock.seconds, stopped=clock.stopped or report.stopped)
        for report in found[:lines]
    )
    if on_report is not None:
        on_report(best)
    return best


def _share(limit: SearchLimit, count: int) -> SearchLimit:
    """The limit of each of so many searches that begin a ply later."""
    return SearchLimit(
        depth=None if limit.depth is None else max(1, limit.depth - 1),
        nodes=None if limit.nodes is None else max(1, limit.nodes // count),
        seconds=None if limit.seconds is None else limit.seconds / count,
    )


def _one_ply_up(value: int) -> int:
    """A forced result is a ply further away when it is seen from a move earlier."""
    return value - 1 if value > DECIDED else value + 1 if value < -DECIDED else value


def ignore_report(_: object) -> None:
    """Nobody follows the search."""
