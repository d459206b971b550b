"""Replaying records of any kind of game: whether every move is legal, and leads to the result that is written."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import Any

import attrs

from taflkit.errors import GameOverError, IllegalMoveError, TaflError, check_type
from taflkit.records.record import Record, Result, termination_of, termination_of_game


class Problem(enum.Enum):
    """What a record and the rules can disagree about; the value is its name in reports."""

    ILLEGAL = "illegal"
    """A move is illegal."""
    CAPTURES = "captures"
    """A move captures something else."""
    OVER = "over"
    """A move is played after the end of the game."""
    RESULT = "result"
    """The game ends with another result."""


@attrs.frozen
class Disagreement:
    """The first thing in a record that does not agree with the rules."""

    problem: Problem
    """What kind of disagreement it is."""
    ply: int
    """The number of the move, from 1; for the result, that of the last move."""
    written: str
    """The move, or the result, as the record has it."""
    says: str
    """What is wrong, as a clause."""
    game: Any
    """The game as far as it agrees."""

    def __str__(self) -> str:
        """Say where and what."""
        return f"ply {self.ply}, {self.written}: {self.says}"


@attrs.frozen
class WentOn:
    """A move after which the players continued although the rules had ended the game."""

    ply: int
    """The number of the move, from 1."""
    reason: enum.Enum
    """What had ended the game."""


@attrs.frozen
class Replay:
    """A record that has been replayed: the game as far as it agrees with the rules, and the first disagreement."""

    record: Record
    """The record."""
    game: Any
    """The game as far as it agrees."""
    plies: int
    """How many moves of the record agree."""
    disagreement: Disagreement | None = None
    """The first disagreement, if there is one."""
    ended_early: tuple[int, ...] = ()
    """The moves, numbered from 1, after which a piece had to continue its turn and the other side moved instead."""
    went_on: tuple[WentOn, ...] = ()
    """The moves after which the players continued although repetition, or a disputed ending, had ended the game."""

    def checked(self) -> Any:
        """Return the game. A result that does not agree is no error.

        Raises:
            IllegalMoveError: A move does not agree with the rules.
        """
        found = self.disagreement
        if found is None or found.problem is Problem.RESULT:
            return self.game
        error = GameOverError if found.problem is Problem.OVER else IllegalMoveError
        raise error(found.written, found.says, found.game.position, found.game)


def replay(record: Record) -> Replay:
    """Replay a record up to its end, or to the first move or result that does not agree with the rules.

    A record of tafl may leave out the capture of the king. Where a piece that has captured continues its turn, the
    record may have a turn of several moves as one: from the first square to the second, or to the last. The turn is
    then assumed to have continued in a way that agrees with what follows.

    Two things that players of tafl do where nothing enforces the rules are noted and are no disagreement: the other
    side moves while a piece has to continue its turn (`ended_early`), and the players continue, resign or agree on a
    draw after the game has ended by repetition, or in a way that the variant lists as `disputed` (`went_on`).
    """
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    # A kind of game whose records need more than to be played has a method for them.
    own: Callable[[Record], Replay] = getattr(record.kind, "replay_record", _replay_plainly)
    return own(record)


def _replay_plainly(record: Record) -> Replay:
    game = record.start_game()
    for ply, recorded in enumerate(record.line, 1):
        try:
            game = game.play(recorded.text)
        except TaflError as error:
            is_over = isinstance(error, GameOverError)
            says = error.reason if isinstance(error, IllegalMoveError) else str(error)
            problem = Problem.OVER if is_over else Problem.ILLEGAL
            return Replay(record, game, ply - 1, Disagreement(problem, ply, recorded.text, says, game))
    return Replay(record, game, len(record.line), _result_trouble(record, game))


def _result_trouble(record: Record, game: Any) -> Disagreement | None:
    """Return what is wrong with the result of a record whose moves have been replayed."""
    outcome, ended = game.outcome, termination_of_game(game)
    if outcome is None:
        return None  # A player resigned or ran out of time, or a draw was agreed: the board does not say who won.
    reason = getattr(outcome, "reason", None)
    known = set(map(termination_of, type(reason))) if isinstance(reason, enum.Enum) else set()
    says = None
    if record.result not in (Result.UNKNOWN, Result.of(game)):
        says = str(outcome)
    elif record.termination in known - {ended}:
        says = f"the record says {record.termination}, but {outcome}"
    if says is None:
        return None
    return Disagreement(Problem.RESULT, len(record.line), record.result.value, says, game)
