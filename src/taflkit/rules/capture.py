"""What a move captures."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from taflkit.board import Grid, Move, Position, Side, indices_of, union
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_only, say_pieces, say_rule
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
            beside = move._around_mask & (
                after.attacking_mask if after.to_move is Side.ATTACKERS else after.defending_mask
            )
            if not beside:
                return 0
            if not anyone and not union(after.kind_masks[index] for index in captors) & move.target_mask:
                return 0
            taken = 0
            for index, hostile in victims[after.to_move]:
                if here := after.kind_masks[index] & beside:
                    anvils = hostile(after)
                    for enemy, beyond in move._flanks:
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
        for_this = "".join(f" For this, {said[0].lower()}{said[1:]}" for said in map(say_rule, self.hostility or ()))
        return (
            f"{say_pieces(self.victims).capitalize()} can be captured between two hostile squares on opposite sides, "
            f"by the move of an enemy onto one of them{mover}.{for_this}"
        )


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
        sides, enough = rules.board.grid._side_masks, self.sides
        around = [
            [1 << ray[0] if ray else rules.board.grid.outside_mask for ray in rays] for rays in rules.board.grid.rays
        ]

        def captured(after: Position, move: Move) -> int:
            taken = 0
            for index, hostile in victims[after.to_move]:
                if here := after.kind_masks[index] & move._around_mask:
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
        area = rules.board.geometry.area_mask(*self.area)
        inside, outside = self.inside.captor(rules), self.outside.captor(rules)

        def captured(after: Position, move: Move) -> int:
            return outside(after, move) & ~area | inside(after, move) & area

        if not self.only_beside:
            return captured

        def captured_beside(after: Position, move: Move) -> int:
            if not move._around_mask & (
                after.attacking_mask if after.to_move is Side.ATTACKERS else after.defending_mask
            ):
                return 0
            taken = outside(after, move) & ~area
            if move._around_mask & area:
                taken |= inside(after, move) & area
            return taken

        return captured_beside

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.by_area(self.area, self.inside, self.outside)

    def sentence(self) -> str:
        """Say both rules."""
        inside, outside = (say_rule(way) for way in (self.inside, self.outside))
        return f"On {say_area(self.area)}: {inside} Elsewhere: {outside}"


#: How many pieces make a row that a shieldwall captures.
SHORTEST_ROW = 2


@attrs.frozen
class Shieldwall:
    """Two or more pieces side by side on the edge are captured together when each has an enemy in front of it and the
    row is closed at both ends.

    An end is closed by an enemy, or by an empty square of the area `closed_by`. The move must close an end, unless
    `flanking` is off: then the move to the last square in front counts as well. Pieces that are not `victims`, as
    a rule the king, take part in the row and stay where they are.

    ```
    . A A . .
    A D D . A      on the edge: the right attacker moves one to the left, and both defenders are captured
    ```
    """  # noqa: D205 - the sentence needs its length

    victims: tuple[str, ...] = attrs.field(default=("men",), converter=names, metadata=PIECES)
    closed_by: tuple[str, ...] = attrs.field(default=(), converter=names, metadata=AREA)
    flanking: bool = True

    def captor(self, rules: Composition) -> Captor:
        """Walk along the edge from the square moved to."""
        grid = rules.board.grid
        closing = rules.board.geometry.area_mask(*self.closed_by)
        fronts = _fronts(grid)

        def captured(after: Position, move: Move) -> int:
            if after.to_move is Side.ATTACKERS:
                own, enemies = after.defending_mask, after.attacking_mask
            else:
                own, enemies = after.attacking_mask, after.defending_mask
            if not move._around_mask & enemies:
                return 0
            target = move.target_mask.bit_length() - 1
            taken = 0
            if move.target_mask & grid.edge_mask:
                for along in (1, -1, grid.width, -grid.width):
                    taken |= _row_from(target, along, fronts, own, enemies, own | closing)
            elif not self.flanking:
                taken = _row_behind(target, fronts, own, enemies, own | closing)
            return taken & after.pieces_mask(*self.victims) if taken else 0

        return captured

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.shieldwall(self.victims, self.closed_by, self.flanking)

    def sentence(self) -> str:
        """Say the rule."""
        ends = f" or the empty {say_area(self.closed_by).removeprefix('the ')}" if self.closed_by else ""
        return (
            "Two or more pieces side by side on the edge, each with an enemy in front of it, are captured together "
            f"when both ends of the row are closed by enemies{ends}"
            f"{', by a move that closes an end' if self.flanking else ''}; only {say_pieces(self.victims)} are taken."
        )


#: For the squares of the edge and each direction along it: the square in front, of which corners have none.
_Fronts = dict[tuple[int, int], int]


def _fronts(grid: Grid) -> _Fronts:
    found = {}
    for lines, step in ((grid.row_masks, 1), (grid.column_masks, grid.width)):
        for square in indices_of(lines[0] | lines[-1]):
            found[square, step] = found[square, -step] = grid.neighbour_masks[square] & ~grid.edge_mask
    return found


def _row_from(start: int, along: int, fronts: _Fronts, own: int, enemies: int, closed: int) -> int:
    """The row of enemies that begins beside a square, if it is closed at its far end; else none."""
    row, square = 0, start + along
    while (front := fronts.get((square, along))) is not None and enemies >> square & 1:
        if not own & front:
            return 0
        row |= 1 << square
        square += along
    if front is None or row.bit_count() < SHORTEST_ROW:
        return 0
    return row if closed >> square & 1 else 0


def _row_behind(target: int, fronts: _Fronts, own: int, enemies: int, closed: int) -> int:
    """The row before which the square moved to was the last gap."""
    for (square, along), front in fronts.items():
        if front >> target & 1 and enemies >> square & 1:
            start = square
            while (start, along) in fronts and enemies >> start & 1:
                start -= along
            if (start, along) in fronts and closed >> start & 1:
                row = _row_from(start, along, fronts, own, enemies, closed)
                if row:
                    return row
    return 0


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
            taken = 1 << middle[0] & (after.attacking_mask if after.to_move is Side.ATTACKERS else after.defending_mask)
            return taken if taken and after.pieces_mask(*self.pieces) & move.target_mask else 0

        return captured

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.jump_capture(self.pieces)

    def sentence(self) -> str:
        """Say the rule."""
        return f"{say_pieces(self.pieces).capitalize()} capture the enemy they leap over."


def takes_only_beside(capture: Capture) -> bool:
    """Whether a capture is known to take only pieces beside the square moved to; searches are faster for it."""
    return bool(getattr(capture, "only_beside", False))
