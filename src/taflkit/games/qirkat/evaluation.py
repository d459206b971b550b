"""What a searcher knows of Qirkat: how good a position looks, and which moves to try first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from taflkit.games.qirkat.game import QirkatGame
from taflkit.games.qirkat.moves import Move

#: Values are in hundredths of a piece.
PIECE: Final = 100
#: A move that a side has where nobody has to jump: a player who runs out of moves loses.
FREEDOM: Final = 4
#: A player who cannot move has lost.
LOST: Final = -5_000


def evaluate(game: QirkatGame) -> int:
    """How good the position is for the side to move, in hundredths of a piece.

    A player who must jump gets what the best jump leads to.
    """
    moves = game.legal_moves
    if not moves:
        return LOST
    if moves[0].is_jump:
        return max(-evaluate(game.follow(move)) for move in moves)
    position = game.position
    lead = position.movers_mask.bit_count() - position.others_mask.bit_count()
    freedom = len(moves) - position.count_steps(game.to_move.other)
    return PIECE * lead + FREEDOM * freedom


def promising(game: QirkatGame, moves: Sequence[Move]) -> list[Move]:
    """The moves in the order in which they are worth trying: those that capture most first."""
    return sorted(moves, key=lambda move: move.jumped_mask.bit_count(), reverse=True)
