"""What a move captures."""

from __future__ import annotations

import attrs

from taflkit.board import Move, Position, Side, indices_of, union
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_pieces
from taflkit.rules.protocols import Captor, Capture, Composition, HostileSquares


def victims_of(rules: Composition, names: tuple[str, ...]) -> dict[Side, list[tuple[int, HostileSquares]]]:
    """For each side, its pieces that the names mean: their place in `sets`, and what is hostile to them."""
    found: dict[Side, list[tuple[int, HostileSquares]]] = {side: [] for side in Side}
    for index, piece in enumerate(rules.board.pieces):
        if piece.is_one_of(names):
            found[piece.side].append((index, rules.hostile_to(piece)))
    return found


@attrs.frozen
class Custodial:
    """A piece is captured when an enemy moves beside it and the square on the opposite side is hostile to it.

    Only the enemy's move captures: a piece may move between two enemies in safety.

    ```
    A D . A    the right attacker moves one to the left: the defender is captured
    ```
    """

    victims: tuple[str, ...] = attrs.field(default=("men",), converter=names, metadata=PIECES)
    by: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)

    def captor(self, rules: Composition) -> Captor:
        """Look at the enemies beside the square moved to, and at the squares beyond them."""
        victims = victims_of(rules, self.victims)
        captors = [index for index, piece in enumerate(rules.board.pieces) if piece.is_one_of(self.by)]
        anyone = len(captors) == len(rules.board.pieces)

        def captured(after: Position, move: Move) -> int:
            beside = move.around & (after.attackers if after.to_move is Side.ATTACKERS else after.defenders)
            if not beside:
                return 0
            if not anyone and not union(after.sets[index] for index in captors) & move.target_bit:
                return 0
            taken = 0
            for index, hostile in victims[after.to_move]:
                if here := after.sets[index] & beside:
                    anvils = hostile(after)
                    for enemy, beyond in move.flanks:
                        if enemy & here and beyond & anvils:
                            taken |= enemy
            return taken

        return captured

    def sentence(self) -> str:
        """Say the rule."""
        mover = "" if self.by == ("everyone",) else f" (only {say_pieces(self.by)} can do so)"
        return (
            f"{say_pieces(self.victims).capitalize()} can be captured between two hostile squares on opposite sides, "
            f"by the move of an enemy onto one of them{mover}."
        )


@attrs.frozen
class Surrounded:
    """A piece is captured when an enemy moves beside it and all squares around it are then hostile to it.

    On the edge it cannot be captured so, unless the edge is hostile to it.

    ```
    . A .
    A K A      the king is captured by the attacker that moves to the last of the four squares
    . A .
    ```
    """

    victims: tuple[str, ...] = attrs.field(default=("king",), converter=names, metadata=PIECES)

    def captor(self, rules: Composition) -> Captor:
        """Look at the enemies beside the square moved to, and at every side of them."""
        victims = victims_of(rules, self.victims)
        sides = rules.board.grid.sides

        def captured(after: Position, move: Move) -> int:
            taken = 0
            for index, hostile in victims[after.to_move]:
                if here := after.sets[index] & move.around:
                    anvils = hostile(after)
                    for square in indices_of(here):
                        if not sides[square] & ~anvils:
                            taken |= 1 << square
            return taken

        return captured

    def sentence(self) -> str:
        """Say the rule."""
        return (
            f"{say_pieces(self.victims).capitalize()} can be captured when all four squares around are hostile, "
            "by the move of an enemy onto one of them."
        )


@attrs.frozen
class ByArea:
    """One way of capture for the pieces that stand in an area, another for those elsewhere.

    ```
    ByArea(("throne", "beside throne"), inside=Surrounded(), outside=Custodial(victims="king"))
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    inside: Capture
    outside: Capture

    def captor(self, rules: Composition) -> Captor:
        """Ask both, and keep of each answer what lies where it applies."""
        area = rules.board.geometry.area(*self.area)
        inside, outside = self.inside.captor(rules), self.outside.captor(rules)

        def captured(after: Position, move: Move) -> int:
            if not move.around & (after.attackers if after.to_move is Side.ATTACKERS else after.defenders):
                return 0
            taken = outside(after, move) & ~area
            if move.around & area:
                taken |= inside(after, move) & area
            return taken

        return captured

    def sentence(self) -> str:
        """Say both rules."""
        inside, outside = (say(way) for way in (self.inside, self.outside))
        return f"On {say_area(self.area)}: {inside} Elsewhere: {outside}"


def say(strategy: object) -> str:
    """The sentence of a strategy, or how it prints if it has none."""
    sentence = getattr(strategy, "sentence", None)
    return str(sentence()) if callable(sentence) else f"{strategy!r}."
