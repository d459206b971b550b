"""What a searcher knows of Ataxx: how good a position looks, and which moves to try first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from taflkit.games.ataxx.board import BOARD_MASK, spread
from taflkit.games.ataxx.game import AtaxxGame
from taflkit.games.ataxx.moves import Move, MoveKind

#: Values are in hundredths of a piece.
PIECE: Final = 100
#: An empty square that a side can extend to.
REACH: Final = 6
#: A piece with an empty square next to it, where it can be turned.
EXPOSED: Final = -12


def evaluate(game: AtaxxGame) -> int:
    """How good the position is for the side to move, in hundredths of a piece."""
    position = game.position
    own, others, empty = position.movers_mask, position.others_mask, position.empty_mask
    beside_empty = spread(empty) & BOARD_MASK
    return (
        PIECE * (own.bit_count() - others.bit_count())
        + REACH * ((spread(own) & empty).bit_count() - (spread(others) & empty).bit_count())
        + EXPOSED * ((own & beside_empty).bit_count() - (others & beside_empty).bit_count())
    )


def promising(game: AtaxxGame, moves: Sequence[Move]) -> list[Move]:
    """The moves in the order in which they are worth trying: those that gain most pieces first."""
    others = game.position.others_mask

    def gain(move: Move) -> int:
        # A turned piece is one more for the mover and one less for the opponent.
        return 2 * (others & move.near_mask).bit_count() + (move.kind is MoveKind.EXTEND)

    return sorted(moves, key=gain, reverse=True)
