"""What a move captures."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from taflkit.board import Move, Position, Side, indices_of, union
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_only, say_pieces
from taflkit.rules.hostility import hostile_union
from taflkit.rules.lowering import Lowering
from taflkit.rules.protocols import Captor, Capture, Composition, HostileSquares, Hostility


def victims_of(
    rules: Composition, names: tuple[str, ...], hostility: tuple[Hostility, ...] | None = None
) -> dict[Side, list[tuple[int, HostileSquares]]]:
    """For each side, its pieces that the names mean: their place in `sets`, and what is hostile to them."""
    found: dict[Side, list[tuple[int, HostileSquares]]] = {side: [] for side in Side}
    for index, piece in enumerate(rules.board.pieces):
        if piece.is_one_of(names):
            hostile = rules.hostile_to(piece) if hostility is None else hostile_union(hostility, rules.board, piece)
            found[piece.side].append((index, hostile))
    return found


def _several(hostility: Iterable[Hostility]) -> tuple[Hostility, ...]:
    return tuple(hostility)


@attrs.frozen
class Custodial:
    """A piece is captured when an enemy moves beside it and the square on the opposite side is hostile to it.

    Only the enemy's move captures: a piece may move between two enemies in safety. `victims` can be captured so, and
    the pieces named by `by` capture so by moving; who is not named may still be the piece on the opposite side.
    `hostility` are rules on what is hostile for this capture alone, in place of those of the whole game.

    ```
    A D . A    the right attacker moves one to the left: the defender is captured
    ```
    """

    victims: tuple[str, ...] = attrs.field(default=("men",), converter=names, metadata=PIECES)
    by: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)
    #: What is hostile for this capture alone; the rules' own hostility if left out.
    hostility: tuple[Hostility, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(_several))

    @property
    def only_beside(self) -> bool:
        """It takes only pieces beside the square moved to."""
        return True

    def captor(self, rules: Composition) -> Captor:
        """Look at the enemies beside the square moved to, and at the squares beyond them."""
        victims = victims_of(rules, self.victims, self.hostility)
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

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.custodial(self.victims, self.by, self.hostility)

    def sentence(self) -> str:
        """Say the rule."""
        mover = "" if self.by == ("everyone",) else f" ({say_only(self.by)} can do so)"
        return (
            f"{say_pieces(self.victims).capitalize()} can be captured between two hostile squares on opposite sides, "
            f"by the move of an enemy onto one of them{mover}.{self._hostile()}"
        )

    def _hostile(self) -> str:
        said = map(say, self.hostility or ())
        return "".join(f" For this, {sentence[0].lower()}{sentence[1:]}" for sentence in said)


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
    sides: int = attrs.field(default=4, validator=[attrs.validators.ge(2), attrs.validators.le(4)])

    @property
    def only_beside(self) -> bool:
        """It takes only pieces beside the square moved to."""
        return True

    def captor(self, rules: Composition) -> Captor:
        """Look at the enemies beside the square moved to, and at every side of them."""
        victims = victims_of(rules, self.victims)
        sides, enough = rules.board.grid.sides, self.sides
        around = [[1 << ray[0] if ray else rules.board.grid.outside for ray in rays] for rays in rules.board.grid.rays]

        def captured(after: Position, move: Move) -> int:
            taken = 0
            for index, hostile in victims[after.to_move]:
                if here := after.sets[index] & move.around:
                    anvils = hostile(after)
                    for square in indices_of(here):
                        if not sides[square] & ~anvils or (
                            enough < 4 and sum(bool(side & anvils) for side in around[square]) >= enough
                        ):
                            taken |= 1 << square
            return taken

        return captured

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.surrounded(self.victims, self.sides)

    def sentence(self) -> str:
        """Say the rule."""
        return (
            f"{say_pieces(self.victims).capitalize()} can be captured when {_SIDES[self.sides]} around are hostile, "
            "by the move of an enemy onto one of them."
        )


_SIDES = {4: "all four squares", 3: "three of the four squares", 2: "two of the four squares"}


@attrs.frozen
class ByArea:
    """One way of capture for the pieces that stand in an area, another for those elsewhere.

    A piece on the `area` is captured as the rule `inside` says, any other as the rule `outside` says:
    `ByArea(("throne", "beside throne"), inside=Surrounded(), outside=Custodial(victims="king"))`.

    ```
    . . x . .
    . x * x .      on the throne (*) and beside it (x), the king must be surrounded;
    . . x . .      where he stands, he is captured between two attackers:
    . A K . A      the right one moves one to the left
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    inside: Capture
    outside: Capture

    @property
    def only_beside(self) -> bool:
        """It takes only pieces beside the square moved to, if both ways do."""
        return takes_only_beside(self.inside) and takes_only_beside(self.outside)

    def captor(self, rules: Composition) -> Captor:
        """Ask both, and keep of each answer what lies where it applies."""
        area = rules.board.geometry.area(*self.area)
        inside, outside = self.inside.captor(rules), self.outside.captor(rules)

        def captured(after: Position, move: Move) -> int:
            return outside(after, move) & ~area | inside(after, move) & area

        if not self.only_beside:
            return captured

        def captured_beside(after: Position, move: Move) -> int:
            if not move.around & (after.attackers if after.to_move is Side.ATTACKERS else after.defenders):
                return 0
            taken = outside(after, move) & ~area
            if move.around & area:
                taken |= inside(after, move) & area
            return taken

        return captured_beside

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.by_area(self.area, self.inside, self.outside)

    def sentence(self) -> str:
        """Say both rules."""
        inside, outside = (say(way) for way in (self.inside, self.outside))
        return f"On {say_area(self.area)}: {inside} Elsewhere: {outside}"


def takes_only_beside(capture: Capture) -> bool:
    """Whether a capture is known to take only pieces beside the square moved to; searches are faster for it."""
    return bool(getattr(capture, "only_beside", False))


def say(strategy: object) -> str:
    """The sentence of a strategy, or how it prints if it has none."""
    sentence = getattr(strategy, "sentence", None)
    return str(sentence()) if callable(sentence) else f"{strategy!r}."
