"""Camps: squares that belong to some pieces, who may leave them but not come back."""

from __future__ import annotations

import attrs

from taflkit.board import Board, Piece
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_pieces


@attrs.frozen
class Camp:
    """Only the owners may be in a camp: they move inside it and leave it, and nobody enters it.

    An `area` of several parts is several camps: a piece may not go from one to another. The `owners` are as a rule the
    attackers.

    ```
    x . . . .
    A . . D .      the camp is the left column: the attacker may move inside it (x) and out of it (.);
    x . . . .      once outside it may not come back, and the defender may never enter
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    owners: tuple[str, ...] = attrs.field(default=("attackers",), converter=names, metadata=PIECES)

    def closed_to_stop(self, board: Board, piece: Piece, origin: int) -> int:
        """The camps, but for the own part of an owner who is in it."""
        camps = board.geometry.area(*self.area)
        if not piece.is_one_of(self.owners) or not camps >> origin & 1:
            return camps
        return camps & ~_part(board, camps, origin)

    def closed_to_cross(self, board: Board, piece: Piece, origin: int) -> int:
        """The same: what may not be entered may not be crossed."""
        return self.closed_to_stop(board, piece, origin)

    def sentence(self) -> str:
        """Say the rule."""
        return (
            f"Only {say_pieces(self.owners)} that start in {say_area(self.area)} may move there; "
            "who has left does not come back, and nobody else enters or crosses."
        )


def _part(board: Board, camps: int, origin: int) -> int:
    """The camp to which a square belongs: what hangs together with it."""
    part = 1 << origin
    while (grown := board.grid.spread(part) & camps) != part:
        part = grown
    return part
