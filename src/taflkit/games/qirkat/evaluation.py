"""What a searcher knows of Qirkat: how good a position looks, which moves to try first, which to look at further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from taflkit.games.qirkat.game import QirkatGame
from taflkit.games.qirkat.moves import Move

#: Values are in hundredths of a piece.
PIECE: Final = 100
#: A step that a side has: a player who runs out of moves loses.
FREEDOM: Final = 8


def evaluate(game: QirkatGame) -> int:
    """How good the position is for the side to move, in hundredths of a piece."""
    position = game.position
    lead = position.movers_mask.bit_count() - position.others_mask.bit_count()
    freedom = len(position.steps(game.to_move)) - len(position.steps(game.to_move.other))
    return PIECE * lead + FREEDOM * freedom


def promising(game: QirkatGame, moves: Sequence[Move]) -> list[Move]:
    """The moves in the order in which they are worth trying: those that capture most first."""
    return sorted(moves, key=lambda move: move.jumped_mask.bit_count(), reverse=True)


def forcing(game: QirkatGame) -> Sequence[Move]:
    """The moves that a search follows beyond its depth: jumps, which there is no way to decline."""
    moves = game.legal_moves
    return moves if moves and moves[0].is_jump else ()
