"""Surrounding: the way in which a king is usually captured."""

from __future__ import annotations

import attrs

from taflkit.board import Move, Position, Side, indices_of
from taflkit.rules.capture import sides_of, victims_of
from taflkit.rules.fields import PIECES, names, say_pieces, whole
from taflkit.rules.hostility import hostile_places
from taflkit.rules.protocols import Captor, Composition
from taflkit.rules.traits import CaptureTraits, CouldTake, Siege


@attrs.frozen
class Surrounded:
    """A piece is captured when an enemy moves beside it and all squares around it are then hostile to it.

    On the edge it cannot be captured so, unless the edge is hostile to it. `victims` can be captured so; `sides` is how
    many of their four sides must be hostile, where fewer than all are enough.

    ```
    . A . .
    A K . A      the right attacker moves to the last of the four squares and captures the king
    . A . .
    ```
    """

    victims: tuple[str, ...] = attrs.field(default=("king",), converter=names, metadata=PIECES)
    """The pieces that can be captured in this way."""
    sides: int = attrs.field(default=4, validator=[whole, attrs.validators.ge(2), attrs.validators.le(4)])
    """How many of the four sides must be hostile."""

    @property
    def traits(self) -> CaptureTraits:
        """It takes its victims beside the mover; where all sides must be hostile, the opposite one must be."""
        return CaptureTraits(
            victims=self.victims,
            only_beside=True,
            only_between=self.sides == 4,
            anvils=self._anvils,
            could_take=self._could_take,
        )

    def _anvils(self, rules: Composition) -> int:
        """The places of the rules' hostility."""
        return hostile_places(rules.hostility, rules.board)

    def captor(self, rules: Composition) -> Captor:
        """Look at the enemies beside the square moved to, and at every side of them."""
        victims, sides, enough = victims_of(rules, self.victims), sides_of(rules.board.grid), self.sides

        def captured(after: Position, move: Move) -> int:
            taken = 0
            for index, hostile in victims[after.to_move]:
                if here := after.kind_masks[index] & move.beside_mask:
                    anvils = hostile(after)
                    for square in indices_of(here):
                        if sum(bool(side & anvils) for side in sides[square]) >= enough:
                            taken |= 1 << square
            return taken

        return captured

    def _could_take(self, rules: Composition, side: Side) -> CouldTake:
        """A man with a reached square beside it and enough sides that may be hostile."""
        victims, sides, enough = victims_of(rules, self.victims)[side], sides_of(rules.board.grid), self.sides

        def takeable(siege: Siege) -> int:
            found = 0
            for index, hostile in victims:
                men = siege.standing & siege.bare.kind_masks[index]
                anvils = siege.hostile(hostile) if men else 0
                for square in indices_of(men):
                    around = sides[square]
                    if any(side & siege.reached for side in around) and (
                        sum(bool(side & anvils) for side in around) >= enough
                    ):
                        found |= 1 << square
            return found

        return takeable

    def sentence(self) -> str:
        """Describe the rule."""
        return (
            f"{say_pieces(self.victims).capitalize()} can be captured when {_SIDES[self.sides]} around are hostile, "
            "by the move of an enemy onto one of them."
        )


_SIDES = {4: "all four squares", 3: "three of the four squares", 2: "two of the four squares"}
