"""Judging the moves of a record of any kind of game against a search."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import attrs

from taflkit.errors import check_type
from taflkit.records.annotations import Evaluation
from taflkit.records.record import Record, RecordedMove
from taflkit.search import Score, Searcher, SearchLimit

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
    """The move that the search prefers."""
    loss: float
    """How much worse than the best move it is, in men; forced results count as `MAX_MEN`."""
    points_lost: float
    """How many points it costs: what the mover could expect before it, less what is expected after it."""
    evaluation: Evaluation
    """How good the position after the move is, for the first player."""


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
    limit: SearchLimit,
    *,
    on_ply: Callable[[int], None] | None = None,
) -> Review:
    """Review a game: search every position, and compare each move with the best one.

    Ctrl-C ends the review; what has been found until then is returned.

    Args:
        record: The game.
        searcher: Searches the positions.
        limit: How long it searches each of them.
        on_ply: Called with the number of positions that have been searched, again and again.

    Raises:
        IllegalMoveError: The record does not agree with the rules.
    """
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    states = _states(record.game())
    found: list[tuple[Score, str, Evaluation]] = []
    complete = True
    try:
        for number, state in enumerate(states):
            found.append(_searched(state, record, searcher, limit))
            if on_ply is not None:
                on_ply(number + 1)
    except KeyboardInterrupt:
        complete = False
    moves = tuple(_judged(record, states, found, ply) for ply in range(1, len(found)))
    reviewed = attrs.evolve(record, line=_annotated(record.line, moves))
    return Review(reviewed, moves, tuple(_value(evaluation) for _, _, evaluation in found), complete)


def _states(game: Any) -> list[Any]:
    states = []
    while game is not None:
        states.append(game)
        game = game.previous
    return states[::-1]


def _searched(state: Any, record: Record, searcher: Searcher, limit: SearchLimit) -> tuple[Score, str, Evaluation]:
    """Return the score for the player to move, the best move, and the evaluation for the first player."""
    kind = record.kind
    if state.outcome is not None:
        winner = state.outcome.winner
        score = Score(0) if winner is None else Score.win(0) if winner == state.to_move else Score.loss(0)
        return score, "", Evaluation.of(score, state.to_move == kind.players[0])
    report = searcher.search(state, limit)
    best = "" if report.best is None else kind.format_move(report.best)
    return report.score, best, Evaluation.of(report.score, state.to_move == kind.players[0], report.depth)


def _value(evaluation: Evaluation) -> float:
    if evaluation.win_in is not None:
        return MAX_MEN if evaluation.win_in > 0 else -MAX_MEN
    return max(-MAX_MEN, min(MAX_MEN, evaluation.men))


def _judged(record: Record, states: list[Any], found: list[tuple[Score, str, Evaluation]], ply: int) -> JudgedMove:
    before, after = states[ply - 1], states[ply]
    score, best, evaluation = found[ply - 1]
    _, _, reached = found[ply]
    sign = 1 if before.to_move == record.kind.players[0] else -1
    loss = max(0.0, sign * (_value(evaluation) - _value(reached)))
    move = getattr(after.last, "move", after.last)
    text = record.kind.format_move(move)
    could_win = score.win_in is not None
    wins = reached.win_in is not None and sign * reached.win_in > 0
    points_lost = max(0.0, sign * (evaluation.points - reached.points))
    if text == best or (after.outcome is not None and sign * _value(reached) == MAX_MEN):
        judgement, loss, points_lost = Judgement.BEST, 0.0, 0.0
    elif could_win and not wins:
        judgement = Judgement.MISSED_WIN
    else:
        judgement = next((each for most, each in POINTS_LOST if points_lost <= most), Judgement.BLUNDER)
    player = record.kind.player_name(record.variant, before.to_move)
    move_text = record.line[ply - 1].text
    return JudgedMove(ply, move_text, player, judgement, best, round(loss, 2), round(points_lost, 3), reached)


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
