"""How pieces move, and which squares are closed to them."""

from __future__ import annotations

from collections.abc import Hashable

import attrs

from taflkit.board import Board, Piece, Position
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_only, say_pieces
from taflkit.rules.lowering import Lowering


@attrs.frozen
class Slide:
    """Pieces move like a chess rook: any number of squares along a row or column, over empty squares.

    `pieces` are those that move so; `distance` is how many squares they go at the most, any number if it is left out.

    ```
    . . x . .
    . . x . .
    x x A x x      the attacker may go to every x
    . . x . .
    . . D . .
    ```
    """

    pieces: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)
    #: How many squares at the most; any number if left out.
    distance: int | None = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.ge(1)))

    def manner(self, piece: Piece) -> Hashable:
        """Everyone slides alike."""
        return self.distance

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """Walk along each ray until something is in the way."""
        found = 0
        for ray in board.grid.rays[origin]:
            for square in ray[: self.distance]:
                bit = 1 << square
                if occupied & bit:
                    break
                found |= bit
                if not crossable & bit:
                    break
        return found

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """As `reach`, in a position."""
        piece = position.piece_on(1 << origin)
        return self.reach(position.board, piece, origin, position.occupied, crossable) if piece else 0

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.slide(self.pieces, self.distance)

    def sentence(self) -> str:
        """Say the rule."""
        return (
            f"{say_pieces(self.pieces).capitalize()} may move {self._far()} along a row or column, "
            "never over or onto another piece."
        )

    def _far(self) -> str:
        return "any number of squares" if self.distance is None else squares(self.distance)


def squares(count: int) -> str:
    """So many squares, in words."""
    return "one square" if count == 1 else f"up to {count} squares"


@attrs.frozen
class Reserved:
    """Only some pieces may stop on an area, and only some may cross it.

    The pieces named by `stop` may end a move on a square of the `area`; those named by `cross` may move over it while
    it is empty.

    ```
    A . * . .      the throne (*) is empty and reserved for the king:
                   an attacker that may cross can go to every . but not stop on the *
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    stop: tuple[str, ...] = attrs.field(default=("king",), converter=names, metadata=PIECES)
    cross: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)

    def closed_to_stop(self, board: Board, piece: Piece, origin: int) -> int:
        """The whole area, unless this piece may stop there."""
        return 0 if piece.is_one_of(self.stop) else board.geometry.area(*self.area)

    def closed_to_cross(self, board: Board, piece: Piece, origin: int) -> int:
        """The whole area, unless this piece may cross it."""
        return 0 if piece.is_one_of(self.cross) else board.geometry.area(*self.area)

    def sentence(self) -> str:
        """Say the rule."""
        if self.cross == self.stop:
            return f"{say_only(self.stop).capitalize()} may enter {say_area(self.area)}."
        stop, cross = say_only(self.stop), say_only(self.cross)
        return f"{stop.capitalize()} may stop on {say_area(self.area)}; {cross} may pass over it while it is empty."
