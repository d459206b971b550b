"""Reviewing records of any kind of game: searching the positions, and judging the moves by what was found."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

import attrs

from taflkit.errors import TaflError, check_type
from taflkit.games import kind_of
from taflkit.records.annotations import Evaluation
from taflkit.records.record import Record, RecordedMove
from taflkit.search import Score, Searcher, SearchLimit, SearchReport, check_searcher

MAX_MEN = 10.0
"""A forced result counts as so many men where values are compared and drawn."""


class Judgement(enum.Enum):
    """How good a move is; the value is how to say it."""

    BEST = "best"
    """The move that the search prefers, or one that costs at most 0.02 points."""
    GOOD = "good"
    """It costs at most 0.05 points."""
    INACCURACY = "inaccuracy"
    """It costs at most 0.10 points."""
    MISTAKE = "mistake"
    """It costs at most 0.20 points."""
    BLUNDER = "blunder"
    """It costs more."""
    MISSED_WIN = "missed forced win"
    """The mover could win by force, and after the move cannot be seen to."""

    @property
    def sign(self) -> int | None:
        """The number of the sign after the move in a record."""
        return _SIGNS.get(self)


#: The sign of a judgement in records: `?!`, `?` or `??`.
_SIGNS = {Judgement.INACCURACY: 6, Judgement.MISTAKE: 2, Judgement.BLUNDER: 4, Judgement.MISSED_WIN: 4}
POINTS_LOST: Final = (
    (0.02, Judgement.BEST),
    (0.05, Judgement.GOOD),
    (0.10, Judgement.INACCURACY),
    (0.20, Judgement.MISTAKE),
)
"""A move that costs at most so many of the points expected before it is judged so; one that costs more is a blunder."""


@attrs.frozen
class JudgedMove:
    """A move of the game with what the search says."""

    ply: int
    """Its number, from 1."""
    text: str
    """The move."""
    player: str
    """What the mover is called."""
    judgement: Judgement
    """How good it is."""
    best: str
    """The move that the search prefers; empty where the players went on after the end of the game."""
    loss: float
    """How much worse than the best move it is, in men; forced results count as `MAX_MEN`."""
    points_lost: float
    """How many points it costs: what the mover could expect before it, less what is expected after it."""
    evaluation: Evaluation
    """How good the position after the move is, for the first player."""
    game: Any
    """The game before the move."""
    line: tuple[str, ...]
    """How the search expects the game to go on instead: the best move first."""
    reply: str
    """The move that the search prefers after this one; empty if the game is over."""


@attrs.frozen
class Review:
    """A reviewed game."""

    record: Record
    """The record, with signs, evaluations and better moves as variations."""
    moves: tuple[JudgedMove, ...]
    """The moves with their judgements."""
    values: tuple[float, ...]
    """The value of each position for the first player, in men; the first before any move."""
    is_complete: bool = True
    """Whether every move was reviewed; not after an interruption."""

    def counts(self) -> dict[str, Counter[Judgement]]:
        """How many moves of each player were judged in which way."""
        found: dict[str, Counter[Judgement]] = {}
        for move in self.moves:
            found.setdefault(move.player, Counter())[move.judgement] += 1
        return found


def review_record(
    record: Record,
    searcher: Searcher,
    limit: SearchLimit | None = None,
    *,
    on_ply: Callable[[int], None] | None = None,
) -> Review:
    """Review a game: search every position, and compare each move with the best one.

    Ctrl-C ends the review; what has been found until then is returned.

    Args:
        record: The game.
        searcher: Searches the positions.
        limit: How far it searches each of them; its usual effort if left out.
        on_ply: Called with the number of positions that have been searched, again and again.

    Raises:
        IllegalMoveError: The record does not agree with the rules.
        SearcherError: The searcher is none.
    """
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    check_searcher(searcher)
    reports: list[SearchReport[Any] | None] = []
    try:
        for game in _games(record):
            reports.append(None if game.outcome is not None else searcher.search(game, limit))
            if on_ply is not None:
                on_ply(len(reports))
    except KeyboardInterrupt:
        pass
    return judge_record(record, reports)


def judge_record(record: Record, reports: Sequence[SearchReport[Any] | None]) -> Review:
    """Judge the moves of a game by what searches have found, whoever made them.

    Args:
        record: The game.
        reports: What was found in each position, the first before any move; `None` where the game is over. If there
            are fewer than positions, only the moves between those that there are get judged.

    Raises:
        IllegalMoveError: The record does not agree with the rules.
        TaflError: There is no report of a position in which the game goes on.
    """
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    games = _games(record)
    if len(games) != len(record.line) + 1:  # A turn of several moves was written as one: its moves are judged.
        record = attrs.evolve(record, line=Record.of(games[-1]).line)
    found = [_found(game, report) for game, report in zip(games, reports, strict=False)]
    moves = tuple(_judged(record, before, after, ply) for ply, (before, after) in enumerate(pairwise(found), 1))
    reviewed = attrs.evolve(record, line=_annotated(record.line, moves))
    return Review(reviewed, moves, tuple(_value(each.evaluation) for each in found), len(found) == len(games))


def _games(record: Record) -> list[Any]:
    """The game after each number of moves."""
    games = [record.game()]
    while games[-1].previous is not None:
        games.append(games[-1].previous)
    return games[::-1]


@attrs.frozen
class _Found:
    """What is known of a position."""

    game: Any
    score: Score
    """The score for the player to move."""
    line: tuple[str, ...]
    """The best moves, as the search expects them."""
    evaluation: Evaluation
    """How good the position is for the first player."""


def _found(game: Any, report: SearchReport[Any] | None) -> _Found:
    kind = kind_of(game)
    is_first = game.to_move == kind.players[0]
    if game.outcome is not None:
        winner = game.outcome.winner
        score = Score(0) if winner is None else Score.win(0) if winner == game.to_move else Score.loss(0)
        return _Found(game, score, (), Evaluation.of(score, is_first))
    if report is None:
        raise TaflError(f"there is no report of the position at ply {game.ply}, and the game goes on there")
    line = report.line or ([] if report.best is None else [report.best])
    said = tuple(map(kind.format_move, line))
    return _Found(game, report.score, said, Evaluation.of(report.score, is_first, report.depth))


def _value(evaluation: Evaluation) -> float:
    if evaluation.win_in is not None:
        return MAX_MEN if evaluation.win_in > 0 else -MAX_MEN
    return max(-MAX_MEN, min(MAX_MEN, evaluation.men))


def _judged(record: Record, before: _Found, after: _Found, ply: int) -> JudgedMove:
    kind, game = record.kind, before.game
    sign = 1 if game.to_move == kind.players[0] else -1
    loss = max(0.0, sign * (_value(before.evaluation) - _value(after.evaluation)))
    points_lost = max(0.0, sign * (before.evaluation.points - after.evaluation.points))
    text = kind.format_move(getattr(after.game.last, "move", after.game.last))
    best = before.line[0] if before.line else ""
    could_win = before.score.win_in is not None
    wins = after.evaluation.win_in is not None and sign * after.evaluation.win_in > 0
    # Players who go on after the end of the game do nothing that could be judged.
    if (
        text == best
        or game.outcome is not None
        or (after.game.outcome is not None and sign * _value(after.evaluation) == MAX_MEN)
    ):
        judgement, loss, points_lost = Judgement.BEST, 0.0, 0.0
    elif could_win and not wins:
        judgement = Judgement.MISSED_WIN
    else:
        judgement = next((each for most, each in POINTS_LOST if points_lost <= most), Judgement.BLUNDER)
    return JudgedMove(
        ply=ply,
        text=record.line[ply - 1].text,
        player=kind.player_name(record.variant, game.to_move),
        judgement=judgement,
        best=best,
        loss=round(loss, 2),
        points_lost=round(points_lost, 3),
        evaluation=after.evaluation,
        game=game,
        line=before.line,
        reply=after.line[0] if after.line else "",
    )


def _annotated(line: tuple[RecordedMove, ...], moves: tuple[JudgedMove, ...]) -> list[RecordedMove]:
    annotated = list(line)
    for move in moves:
        recorded = line[move.ply - 1]
        sign = move.judgement.sign
        if sign is None:
            annotated[move.ply - 1] = attrs.evolve(recorded, evaluation=move.evaluation)
            continue
        said = f"{move.judgement.value.capitalize()}: {move.best} is better."
        annotated[move.ply - 1] = attrs.evolve(
            recorded,
            evaluation=move.evaluation,
            signs=(sign, *recorded.signs),
            comment=f"{recorded.comment}\n{said}" if recorded.comment else said,
            variations=(*recorded.variations, (RecordedMove(move.best),)),
        )
    return annotated
