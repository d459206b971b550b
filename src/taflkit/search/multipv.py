"""`best_lines`: the best moves of a position, several of them, or the best among some of the legal moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import attrs

from taflkit.games import MoveT, Playable, check_game
from taflkit.games.traits import follow
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.limits import Cancel, Clock, SearchLimit, Stop
from taflkit.search.reports import OnLines, SearchReport
from taflkit.search.scores import DECIDED, WIN, Score
from taflkit.search.searcher import Searcher, checked_report


@runtime_checkable
class LineSearcher(Searcher, Protocol):
    """A searcher that finds several lines itself, which takes less time than a search of each move."""

    def search_lines(
        self,
        game: Playable[MoveT],
        limit: SearchLimit,
        lines: int,
        moves: Sequence[MoveT],
        on_lines: OnLines[MoveT],
        cancel: Cancel | None = None,
    ) -> tuple[SearchReport[MoveT], ...]:
        """The best lines that begin with some of the legal moves, the best first.

        Args:
            game: A game that is not over.
            limit: How far the search may go.
            lines: How many lines, at most as many as there are moves.
            moves: The legal moves to choose from, at least one.
            on_lines: Called with the lines of each depth that is completed.
            cancel: Stops the search from another thread.
        """


def best_lines(
    game: Playable[MoveT],
    limit: SearchLimit,
    lines: int = 3,
    *,
    searcher: Searcher | None = None,
    moves: Sequence[MoveT] | None = None,
    on_report: OnLines[MoveT] | None = None,
    cancel: Cancel | None = None,
) -> tuple[SearchReport[MoveT], ...]:
    """The best moves and the lines that they begin.

    A searcher without a method `search_lines` searches the position after each move, with an equal share of the limit.

    Args:
        game: The game, whose player to move asks.
        limit: How far the whole search may go.
        lines: How many lines are wanted; there are fewer if there are fewer moves.
        searcher: The searcher; `AlphaBeta()` if left out.
        moves: The moves to choose from; all legal moves if left out.
        on_report: Called with the lines of each depth that is completed.
        cancel: Stops the search from another thread.

    Returns:
        A report for each line, the best first; none if the game is over.

    Raises:
        TypeError: if the game is no game, or an argument is of a wrong type.
        ValueError: if fewer than one line is asked for, or a move is not legal or given twice.
    """
    check_game(game)
    if type(lines) is not int:
        raise TypeError(f"lines must be a whole number, not {lines!r}")
    if lines < 1:
        raise ValueError(f"lines must be at least 1, not {lines}")
    Clock(limit, cancel)  # Refuses wrong types.
    searcher = AlphaBeta() if searcher is None else searcher
    chosen = game.legal_moves if moves is None else _checked_moves(game, moves)
    if not chosen:
        return ()
    lines = min(lines, len(chosen))
    on_lines = on_report or _ignore_lines
    if lines == 1 and len(chosen) == len(game.legal_moves):
        return (
            checked_report(searcher.search(game, limit, lambda found: on_lines((found,)), cancel=cancel), searcher),
        )
    if isinstance(searcher, LineSearcher):
        return searcher.search_lines(game, limit, lines, chosen, on_lines, cancel)
    return _search_each(searcher, game, limit, lines, chosen, on_lines, cancel)


def _checked_moves(game: Playable[MoveT], moves: Sequence[MoveT]) -> Sequence[MoveT]:
    legal = frozenset(game.legal_moves)
    for move in moves:
        if move not in legal:
            raise ValueError(f"{move} is not a legal move here")
    if len(set(moves)) != len(moves):
        raise ValueError("a move is given twice")
    if not moves and legal:
        raise ValueError("there are no moves to choose from")
    return moves


def _search_each(
    searcher: Searcher,
    game: Playable[MoveT],
    limit: SearchLimit,
    lines: int,
    moves: Sequence[MoveT],
    on_lines: OnLines[MoveT],
    cancel: Cancel | None,
) -> tuple[SearchReport[MoveT], ...]:
    """Search the position after each move."""
    clock = Clock(limit, cancel)
    share = _share(limit, len(moves))
    found: list[SearchReport[MoveT]] = []
    for move in moves:
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
    best = tuple(
        attrs.evolve(report, nodes=clock.nodes, seconds=clock.seconds, stopped=clock.stopped or report.stopped)
        for report in found[:lines]
    )
    on_lines(best)
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


def _ignore_lines(_: object) -> None:
    """Nobody follows the search."""
