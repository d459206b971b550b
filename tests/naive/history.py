"""A game with its past: repetition, having no moves, and limits."""

from __future__ import annotations

from itertools import pairwise

from taflkit.rules import (
    CapturelessLimit,
    NoMovesDraws,
    NoMovesLoses,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    TurnLimit,
    Verdict,
)
from tests.naive.board import ATTACKERS, DEFENDERS, Move, Situation, Spot, Turning, UnknownRuleError, other_side
from tests.naive.endings import End
from tests.naive.engine import Engine, Result


class History:
    """All that has happened in a game, from its first situation."""

    def __init__(self, engine: Engine, first: Situation) -> None:
        self.engine = engine
        self.situations = [first]
        self.results: list[Result] = []

    @property
    def now(self) -> Situation:
        """The situation reached."""
        return self.situations[-1]

    def play(self, move: Move) -> Result:
        """Make a move and remember it."""
        result = self.engine.play(self.now, move)
        self.situations.append(result.after)
        self.results.append(result)
        return result

    def moves(self) -> list[Move]:
        """The moves of the side to move, without those that are forbidden because of what has been before."""
        return [move for move in self.engine.moves(self.now) if not self._is_forbidden(move)]

    def _is_forbidden(self, move: Move) -> bool:
        match self.engine.rules.repetition:
            case RepetitionForbidden():
                return self.engine.play(self.now, move).after in self.situations
            case RepetitionEnds() | RepetitionIgnored():
                return False
            case _:
                raise UnknownRuleError(self.engine.rules.repetition)

    def end(self) -> End | None:
        """How the game has ended after the last move, if it has."""
        return self.results[-1].end or self._end_by_repetition() or self._end_without_moves() or self._end_by_limit()

    def _end_by_repetition(self) -> End | None:
        match self.engine.rules.repetition:
            case RepetitionEnds(occurrences, verdict, symmetric):
                if self.now.going_on is not None:
                    return None  # The turn is not over yet.
                same = list(self.engine.ground.symmetries) if symmetric else [_as_it_is]
                images = [_turned(self.now, turning) for turning in same]
                if sum(situation in images for situation in self.situations) >= occurrences:
                    return End(self._winner(verdict), "REPETITION")
        return None

    def _end_without_moves(self) -> End | None:
        if not all(self._is_forbidden(move) for move in self.engine.moves(self.now)):
            return None
        match self.engine.rules.no_moves:
            case NoMovesLoses():
                return End(other_side(self.now.to_move), "NO_MOVES")
            case NoMovesDraws():
                return End(None, "NO_MOVES")
            case _:
                raise UnknownRuleError(self.engine.rules.no_moves)

    def _end_by_limit(self) -> End | None:
        for limit in self.engine.rules.limits:
            match limit:
                case CapturelessLimit(plays, verdict):
                    last = self.results[-plays:]
                    if len(last) == plays and not any(result.taken for result in last):
                        return End(self._winner(verdict), "CAPTURELESS")
                case TurnLimit(turns, verdict):
                    sides = [situation.to_move for situation in self.situations]
                    if sum(one != next_one for one, next_one in pairwise(sides)) >= turns:
                        return End(self._winner(verdict), "MOVE_LIMIT")
                case _:
                    raise UnknownRuleError(limit)
        return None

    def _winner(self, verdict: Verdict) -> str | None:
        mover = self.situations[-2].to_move
        return {
            Verdict.DRAW: None,
            Verdict.MOVER_LOSES: other_side(mover),
            Verdict.MOVER_WINS: mover,
            Verdict.ATTACKERS_LOSE: DEFENDERS,
            Verdict.DEFENDERS_LOSE: ATTACKERS,
        }[verdict]


def _as_it_is(spot: Spot) -> Spot:
    return spot


def _turned(situation: Situation, turning: Turning) -> Situation:
    """The situation on a board that was turned or mirrored."""
    return Situation({turning(spot): piece for spot, piece in situation.board.items()}, situation.to_move)
