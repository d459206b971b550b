"""Hostility: the squares against which pieces are captured."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter

import attrs

from taflkit.board import Board, Piece, Position, Side, indices_of, union
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_only, say_pieces, whole
from taflkit.rules.protocols import HostileSquares, Hostility
from taflkit.rules.traits import HostilityTraits, traits_of


def hostile_union(strategies: Iterable[Hostility], board: Board, victim: Piece) -> HostileSquares:
    """The function from a position to the squares that any of the strategies calls hostile to such a piece."""
    answers = [answer for strategy in strategies if (answer := strategy.against(board, victim)) is not None]
    if len(answers) == 1:
        return answers[0]

    def hostile(after: Position) -> int:
        mask = 0
        for answer in answers:
            mask |= answer(after)
        return mask

    return hostile


def hostile_places(strategies: Iterable[Hostility], board: Board) -> int:
    """All squares that may be hostile while no enemy of the victim stands on them; all, if a strategy is unknown."""
    found = 0
    for strategy in strategies:
        places = traits_of(strategy, HostilityTraits).places
        found |= board.grid.everywhere_mask | board.grid.outside_mask if places is None else places(board)
    return found


def _area_against(area: tuple[str, ...], to: tuple[str, ...], board: Board, victim: Piece) -> int:
    """The squares of an area, none if the victim is not among the pieces to which it is hostile."""
    return board.geometry.area_mask(*area) if victim.is_one_of(to) else 0


@attrs.frozen
class Enemies:
    """A square is hostile to a piece if an enemy stands on it; `armed` says which enemies count.

    ```
    A D A      the defender stands between two hostile squares
    ```
    """

    armed: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)
    """The enemies that count."""

    traits = HostilityTraits(places=lambda _board: 0)

    def against(self, board: Board, victim: Piece) -> HostileSquares | None:
        """The squares of the armed enemies."""
        if self.armed == ("everyone",):
            return attrgetter("attacking_mask" if victim.side is Side.DEFENDERS else "defending_mask")
        armed = [n for n, p in enumerate(board.pieces) if p.side is not victim.side and p.is_one_of(self.armed)]
        return lambda after: union(after.kind_masks[index] for index in armed)

    def sentence(self) -> str:
        """Describe the rule."""
        kinds = "" if self.armed == ("everyone",) else f" ({say_only(self.armed)} can make it so)"
        return f"A square is hostile to a piece if an enemy piece stands on it{kinds}."


@attrs.frozen
class EmptyArea:
    """An area is hostile while it is empty, to the pieces named.

    While anybody stands on a square of the `area`, that square is not hostile by this rule. The pieces named by `to`
    can be captured against it.

    ```
    * D . A      the attacker moves beside the defender and captures it against the empty throne (*)
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    """The squares that are hostile while they are empty."""
    to: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)
    """The pieces to which they are hostile."""

    def against(self, board: Board, victim: Piece) -> HostileSquares | None:
        """The empty squares of the area."""
        area = _area_against(self.area, self.to, board, victim)
        return (lambda after: area & ~(after.attacking_mask | after.defending_mask)) if area else None

    @property
    def traits(self) -> HostilityTraits:
        """The area alone."""
        return HostilityTraits(places=lambda board: board.geometry.area_mask(*self.area))

    def sentence(self) -> str:
        """Describe the rule."""
        return f"{say_pieces(self.to).capitalize()} can be captured against {say_area(self.area)} when empty."


@attrs.frozen
class Area:
    """An area is hostile to the pieces named, whether it is empty or not.

    The pieces named by `to` can be captured against every square of the `area`.

    ```
    * D . A      the attacker moves beside the defender and captures it, whoever stands on the area (*)
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    """The squares that are always hostile."""
    to: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)
    """The pieces to which they are hostile."""

    def against(self, board: Board, victim: Piece) -> HostileSquares | None:
        """The whole area."""
        area = _area_against(self.area, self.to, board, victim)
        return (lambda _: area) if area else None

    @property
    def traits(self) -> HostilityTraits:
        """The area alone."""
        return HostilityTraits(places=lambda board: board.geometry.area_mask(*self.area))

    def sentence(self) -> str:
        """Describe the rule."""
        return f"{say_pieces(self.to).capitalize()} can be captured against {say_area(self.area)}, empty or not."


@attrs.frozen
class Edge:
    """What is beyond the edge of the board is hostile to the pieces named.

    The pieces named by `to`, as a rule the king, can be captured against it.

    ```
    | A . .
    | K . A      on the left edge of the board: the right attacker moves one to the left and captures the king
    | A . .
    ```
    """

    to: tuple[str, ...] = attrs.field(default=("king",), converter=names, metadata=PIECES)
    """The pieces to which the edge is hostile."""

    traits = HostilityTraits(places=lambda board: board.grid.outside_mask)

    def against(self, board: Board, victim: Piece) -> HostileSquares | None:
        """All that is off the board."""
        if not victim.is_one_of(self.to):
            return None
        outside = board.grid.outside_mask
        return lambda _: outside

    def sentence(self) -> str:
        """Describe the rule."""
        return f"{say_pieces(self.to).capitalize()} can be captured against the edge of the board."


@attrs.frozen
class BesetKing:
    """An area on which the king stands is hostile when enemies stand on enough of the squares around him.

    The pieces named by `to`, as a rule his own men, can be captured against the square of the `area` on which he
    stands, when attackers stand on `enemies` of the four squares beside it.

    ```
    . A . . .
    A K D . A      the king is on the throne, attackers on three of the squares around it:
    . A . . .      the right one moves one to the left and captures the defender against the throne
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    """The squares that count while the king stands on them."""
    enemies: int = attrs.field(default=3, validator=[whole, attrs.validators.ge(1), attrs.validators.le(4)])
    """How many attackers must stand beside the king."""
    to: tuple[str, ...] = attrs.field(default=("defenders",), converter=names, metadata=PIECES)
    """The pieces to which the square of the king is then hostile."""

    def against(self, board: Board, victim: Piece) -> HostileSquares | None:
        """The squares of the area where a king is beset."""
        area = _area_against(self.area, self.to, board, victim)
        if not area:
            return None
        neighbours, enough = board.grid.neighbour_masks, self.enemies

        def beset(after: Position) -> int:
            found = 0
            kings = after.kings_mask & area
            if kings:
                for square in indices_of(kings):
                    if (neighbours[square] & after.attacking_mask).bit_count() >= enough:
                        found |= 1 << square
            return found

        return beset

    @property
    def traits(self) -> HostilityTraits:
        """The area alone."""
        return HostilityTraits(places=lambda board: board.geometry.area_mask(*self.area))

    def sentence(self) -> str:
        """Describe the rule."""
        return (
            f"{say_pieces(self.to).capitalize()} can be captured against the king on {say_area(self.area)} "
            f"when attackers stand on {self.enemies} of the squares around him."
        )
