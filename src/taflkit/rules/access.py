"""Access: which squares are closed to a piece."""

from __future__ import annotations

import attrs

from taflkit.board import Board, Piece
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_only, say_pieces


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
    """The reserved squares."""
    stop: tuple[str, ...] = attrs.field(default=("king",), converter=names, metadata=PIECES)
    """The pieces that may end a move there."""
    cross: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)
    """The pieces that may move over an empty square of the area."""

    def closed_to_stop(self, board: Board, piece: Piece, origin: int) -> int:
        """The whole area, unless this piece may stop there."""
        return 0 if piece.is_one_of(self.stop) else board.geometry.area_mask(*self.area)

    def closed_to_cross(self, board: Board, piece: Piece, origin: int) -> int:
        """The whole area, unless this piece may cross it."""
        return 0 if piece.is_one_of(self.cross) else board.geometry.area_mask(*self.area)

    def sentence(self) -> str:
        """Describe the rule."""
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
    """The camps; parts that do not touch are separate camps."""
    owners: tuple[str, ...] = attrs.field(default=("attackers",), converter=names, metadata=PIECES)
    """The pieces that may be in a camp."""

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
        """Describe the rule."""
        return (
            f"Only {say_pieces(self.owners)} that start in {say_area(self.area)} may move there; "
            "who has left does not come back, and nobody else enters or crosses."
        )
