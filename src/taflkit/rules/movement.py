"""How pieces move: where they get to, which squares are closed to them, when they go on in the same turn."""

from __future__ import annotations

from collections.abc import Hashable

import attrs

from taflkit.board import Board, Move, Piece, Position
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_only, say_pieces
from taflkit.rules.lowering import Lowering
from taflkit.rules.protocols import Composition, GoesOn, MayMove


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
        piece = position.piece_at_mask(1 << origin)
        return self.reach(position.board, piece, origin, position.occupied_mask, crossable) if piece else 0

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.slide(self.pieces, self.distance)

    def sentence(self) -> str:
        """Say the rule."""
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
    over: tuple[str, ...] = attrs.field(default=("man",), converter=names, metadata=PIECES)
    area: tuple[str, ...] = attrs.field(default=(), converter=names, metadata=AREA)

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """Look two squares along each ray."""
        piece = position.piece_at_mask(1 << origin)
        if piece is None or not piece.is_one_of(self.pieces):
            return 0
        grid = position.board.grid
        enemies = position.side_mask(piece.side.other) & position.pieces_mask(*self.over)
        occupied = position.occupied_mask
        found = 0
        for ray in grid.rays[origin]:
            if len(ray) > 1 and enemies >> ray[0] & 1 and not occupied >> ray[1] & 1:
                found |= 1 << ray[1]
        if self.area:
            area = position.board.geometry.area_mask(*self.area)
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
        return 0 if piece.is_one_of(self.stop) else board.geometry.area_mask(*self.area)

    def closed_to_cross(self, board: Board, piece: Piece, origin: int) -> int:
        """The whole area, unless this piece may cross it."""
        return 0 if piece.is_one_of(self.cross) else board.geometry.area_mask(*self.area)

    def sentence(self) -> str:
        """Say the rule."""
        if self.cross == self.stop:
            return f"{say_only(self.stop).capitalize()} may enter {say_area(self.area)}."
        stop, cross = say_only(self.stop), say_only(self.cross)
        return f"{stop.capitalize()} may stop on {say_area(self.area)}; {cross} may pass over it while it is empty."


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
        camps = board.geometry.area_mask(*self.area)
        if not piece.is_one_of(self.owners) or not camps >> origin & 1:
            return camps
        return camps & ~board.grid.flood(1 << origin, camps)

    def closed_to_cross(self, board: Board, piece: Piece, origin: int) -> int:
        """The same: what may not be entered may not be crossed."""
        return self.closed_to_stop(board, piece, origin)

    def sentence(self) -> str:
        """Say the rule."""
        return (
            f"Only {say_pieces(self.owners)} that start in {say_area(self.area)} may move there; "
            "who has left does not come back, and nobody else enters or crosses."
        )


@attrs.frozen
class OneMove:
    """A turn is one move, whatever it captures.

    ```
    . . A .
    . . D .
    . . . .
    A D . A      the right attacker moves one to the left and captures: now the defenders move
    ```
    """

    def goes_on(self, rules: Composition) -> GoesOn | None:
        """Never."""
        return None

    def may_move(self, rules: Composition) -> MayMove | None:
        """No restriction."""
        return None

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.one_move()

    def sentence(self) -> str:
        """Say the rule."""
        return "The players move in turn."


@attrs.frozen
class Berserk:
    """A piece that has captured must go on capturing in the same turn as long as it can.

    With `escape`, a king who has captured may also go on to the area to which he escapes.

    ```
    . . A .
    . . D .
    . . . .      the right attacker moves one to the left and captures:
    A D . A      it must go on, by moving one up, and capture again
    ```
    """

    escape: tuple[str, ...] = attrs.field(default=(), converter=names, metadata=AREA)

    def goes_on(self, rules: Composition) -> GoesOn | None:
        """Whether the piece that has just captured has a further capture, or the king a way out."""
        may_move = self.may_move(rules)

        def goes_on(going: Position, taken: int) -> bool:
            return bool(taken) and any(may_move(going, move) for move in rules.geometric_moves(going))

        return goes_on

    def may_move(self, rules: Composition) -> MayMove:
        """Only captures, and the king's escape."""
        goal = rules.board.geometry.area_mask(*self.escape)

        def may_move(position: Position, move: Move) -> bool:
            if move.origin_mask & position.kings_mask and move.target_mask & goal:
                return True
            return rules.taken_by(position, move) != 0

        return may_move

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.berserk(self.escape)

    def sentence(self) -> str:
        """Say the rule."""
        way = f"; the king may also go on to {say_area(self.escape)}" if self.escape else ""
        return f"A piece that has captured must go on in the same turn as long as it can capture again{way}."
