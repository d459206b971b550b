"""The engine: the moves of a situation, and what becomes of it by a move."""

from __future__ import annotations

import attrs

from taflkit import Variant
from taflkit.rules import Berserk, OneMove
from tests.naive.board import (
    KING,
    Board,
    Move,
    Piece,
    Situation,
    Spot,
    UnknownRuleError,
    is_called,
    other_side,
    read_ground,
    read_situation,
)
from tests.naive.captures import Captures
from tests.naive.endings import End, Endings
from tests.naive.moves import Moves


@attrs.frozen
class Result:
    """What a move did: the situation after it, the squares of the pieces taken, and the end of the game, if any."""

    after: Situation
    taken: set[Spot]
    end: End | None


class Engine:
    """The rules of one variant, the past of a game left aside."""

    def __init__(self, variant: Variant) -> None:
        self.rules = variant.rules
        self.ground = read_ground(variant)
        self.start = read_situation(variant.start)
        self._moves = Moves(self.ground, self.rules)
        self._captures = Captures(self.ground, self.rules)
        self._endings = Endings(self.ground, self.rules, self._moves, self._captures)

    def moves(self, situation: Situation) -> list[Move]:
        """The moves of the side to move."""
        board = situation.board
        if situation.going_on is not None:
            origin = situation.going_on
            moves = [Move(origin, target) for target in self._moves.targets(board, origin)]
            return [move for move in moves if self._may_go_on(board, move)]
        return [
            Move(origin, target)
            for origin, piece in board.items()
            if piece.side == situation.to_move
            for target in self._moves.targets(board, origin)
        ]

    def play(self, situation: Situation, move: Move) -> Result:
        """Make a move, which must be one of `moves`."""
        mover = situation.to_move
        board = _moved(situation.board, move)
        taken = self._captures.taken(board, move)
        for spot in taken:
            victim = board.pop(spot)
            if is_called(victim, self.rules.turncoats):
                board[spot] = Piece(other_side(victim.side), victim.kind)
        end = self._endings.end(situation.board, board, mover)
        going_on = Situation(board, mover, move.target)
        if end is None and taken and self._is_berserk() and self.moves(going_on):
            return Result(going_on, taken, None)
        return Result(Situation(board, other_side(mover)), taken, end)

    def _is_berserk(self) -> bool:
        """Whether a piece that has captured goes on."""
        match self.rules.turn:
            case OneMove():
                return False
            case Berserk():
                return True
            case _:
                raise UnknownRuleError(self.rules.turn)

    def _may_go_on(self, board: Board, move: Move) -> bool:
        """Whether a piece that has captured may go on with a move: it captures again, or the king escapes."""
        match self.rules.turn:
            case Berserk(escape):
                if board[move.origin].kind == KING and move.target in self.ground.area(escape):
                    return True
                return bool(self._captures.taken(_moved(board, move), move))
            case _:
                raise UnknownRuleError(self.rules.turn)


def _moved(board: Board, move: Move) -> dict[Spot, Piece]:
    """The board when a piece has just moved, before anything is taken."""
    moved = dict(board)
    moved[move.target] = moved.pop(move.origin)
    return moved
