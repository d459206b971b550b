"""What a searcher knows of Ataxx: how good a position looks, and which moves to try first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from taflkit.games.ataxx.board import spread
from taflkit.games.ataxx.game import AtaxxGame
from taflkit.games.ataxx.moves import Move, MoveKind

#: Values are in hundredths of a piece.
PIECE: Final = 100
#: A piece with an empty square next to it, from where it can be turned.
EXPOSED: Final = -25


def evaluate(game: AtaxxGame) -> int:
    """How good the position is for the side to move, in hundredths of a piece."""
    position = game.position
    own, others = position.movers_mask, position.others_mask
    beside_empty = spread(position.empty_mask)
    return PIECE * (own.bit_count() - others.bit_count()) + EXPOSED * (
        (own & beside_empty).bit_count() - (others & beside_empty).bit_count()
    )


def promising(game: AtaxxGame, moves: Sequence[Move]) -> list[Move]:
    """The moves in the order in which they are worth trying: those that gain most pieces first."""
    others = game.position.others_mask

    def gain(move: Move) -> int:
        # A turned piece is one more for the mover and one less for the opponent.
        return 2 * (others & move.near_mask).bit_count() + (move.kind is MoveKind.EXTEND)

    return sorted(moves, key=gain, reverse=True)
