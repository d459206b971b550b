"""Jumps: pieces that leap over an enemy, and what they capture by it."""

from __future__ import annotations

import attrs

from taflkit.board import Move, Position, Side
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_pieces
from taflkit.rules.lowering import Lowering
from taflkit.rules.protocols import Captor, Composition


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
    over: tuple[str, ...] = attrs.field(default=("man",), converter=names, metadata=PIECES)
    area: tuple[str, ...] = attrs.field(default=(), converter=names, metadata=AREA)

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """Look two squares along each ray."""
        piece = position.piece_on(1 << origin)
        if piece is None or not piece.is_one_of(self.pieces):
            return 0
        grid = position.board.grid
        enemies = position.of(piece.side.other) & position.standing(*self.over)
        occupied = position.occupied
        found = 0
        for ray in grid.rays[origin]:
            if len(ray) > 1 and enemies >> ray[0] & 1 and not occupied >> ray[1] & 1:
                found |= 1 << ray[1]
        if self.area:
            area = position.board.geometry.area(*self.area)
            if not area >> origin & 1:
                found &= area
        return found

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.jump(self.pieces, self.over, self.area)

    def sentence(self) -> str:
        """Say the rule."""
        where = f", from or to {say_area(self.area)}" if self.area else ""
        return (
            f"{say_pieces(self.pieces).capitalize()} may also leap over one enemy ({say_pieces(self.over)}) "
            f"to the empty square right behind{where}."
        )


@attrs.frozen
class JumpCapture:
    """A piece that leaps over an enemy captures it.

    `pieces` are those that capture so; that they leap at all is a rule of its own.

    ```
    . N A .  ->  . . . N      the knight (N) has leapt over the attacker and captured it
    ```
    """

    pieces: tuple[str, ...] = attrs.field(converter=names, metadata=PIECES)

    def captor(self, rules: Composition) -> Captor:
        """A move of two squares in a line over an enemy is a leap: no piece slides over another."""
        grid = rules.board.grid

        def captured(after: Position, move: Move) -> int:
            middle = grid.between(move.origin, move.target)
            if len(middle) != 1:
                return 0
            taken = 1 << middle[0] & (after.attackers if after.to_move is Side.ATTACKERS else after.defenders)
            return taken if taken and after.standing(*self.pieces) & move.target_bit else 0

        return captured

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.jump_capture(self.pieces)

    def sentence(self) -> str:
        """Say the rule."""
        return f"{say_pieces(self.pieces).capitalize()} capture the enemy they leap over."
