"""Movement: where a piece can go."""

from __future__ import annotations

from collections.abc import Hashable

import attrs

from taflkit.board import Board, Piece, Position
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_pieces, whole
from taflkit.rules.traits import MovementTraits


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
    """The pieces that move in this way."""
    distance: int | None = attrs.field(
        default=None, validator=attrs.validators.optional([whole, attrs.validators.ge(1)])
    )
    """How many squares at the most; any number if left out."""

    traits = MovementTraits(steps=True)

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
        """The same as `reach`, in a position."""
        piece = position.piece_at_mask(1 << origin)
        return self.reach(position.board, piece, origin, position.occupied_mask, crossable) if piece else 0

    def sentence(self) -> str:
        """Describe the rule."""
        at_most = "any number of" if self.distance is None else f"up to {self.distance}"
        far = "one square" if self.distance == 1 else f"{at_most} squares"
        return (
            f"{say_pieces(self.pieces).capitalize()} may move {far} along a row or column, "
            "never over or onto another piece."
        )


@attrs.frozen
class Jump:
    """Pieces leap over an enemy beside them to the empty square behind it, in a straight line.

    `pieces` are those that leap, `over` the enemies that can be leapt over. With `area`, a leap must start from the
    area or end on it.

    ```
    . C D x      the commander (C) may leap over the defender to the x
    ```
    """

    pieces: tuple[str, ...] = attrs.field(converter=names, metadata=PIECES)
    """The pieces that leap."""
    over: tuple[str, ...] = attrs.field(default=("man",), converter=names, metadata=PIECES)
    """The enemies that can be leapt over."""
    area: tuple[str, ...] = attrs.field(default=(), converter=names, metadata=AREA)
    """Where a leap must start or end; anywhere if left out."""

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """Look two squares along each ray."""
        grid, attackers, defenders = position.board.grid, position.attacking_mask, position.defending_mask
        enemies = defenders if attackers >> origin & 1 else attackers
        # Asked first, because nearly always there is nobody to leap over.
        if not grid.neighbour_masks[origin] & enemies:
            return 0
        enemies &= position.pieces_mask(*self.over)
        if not enemies or not position.pieces_mask(*self.pieces) >> origin & 1:
            return 0
        occupied = attackers | defenders
        found = 0
        for ray in grid.rays[origin]:
            if len(ray) > 1 and enemies >> ray[0] & 1 and not occupied >> ray[1] & 1:
                found |= 1 << ray[1]
        if self.area:
            area = position.board.geometry.area_mask(*self.area)
            if not area >> origin & 1:
                found &= area
        return found

    def sentence(self) -> str:
        """Describe the rule."""
        where = f", from or to {say_area(self.area)}" if self.area else ""
        return (
            f"{say_pieces(self.pieces).capitalize()} may also leap over one enemy ({say_pieces(self.over)}) "
            f"to the empty square right behind{where}."
        )
