"""Capture: which pieces a move takes."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from taflkit.board import Board, Grid, Move, Position, Side, indices_of, union
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_only, say_pieces, say_rule
from taflkit.rules.hostility import hostile_places, hostile_union
from taflkit.rules.protocols import Captor, Capture, Composition, HostileSquares, Hostility
from taflkit.rules.traits import CaptureTraits, CouldTake, Siege, traits_of


def victims_of(
    rules: Composition, names: tuple[str, ...], hostility: tuple[Hostility, ...] | None = None
) -> dict[Side, list[tuple[int, HostileSquares]]]:
    """For each side, its pieces that the names mean: their index in `kind_masks`, and what is hostile to them."""
    found: dict[Side, list[tuple[int, HostileSquares]]] = {side: [] for side in Side}
    for index, piece in enumerate(rules.board.pieces):
        if piece.is_one_of(names):
            hostile = rules.hostile_to(piece) if hostility is None else hostile_union(hostility, rules.board, piece)
            found[piece.side].append((index, hostile))
    return found


def spares_kings(capture: Capture, board: Board) -> bool:
    """Whether a capture states that it takes no kings."""
    victims = traits_of(capture, CaptureTraits).victims
    return victims is not None and not any(board.pieces[index].is_one_of(victims) for index in board.king_indices)


def anvils_of(capture: Capture, rules: Composition) -> int | None:
    """The squares that a capture states it may count as hostile without an enemy on them, `None` if it states none."""
    anvils = traits_of(capture, CaptureTraits).anvils
    return None if anvils is None else anvils(rules)


def could_take(capture: Capture, rules: Composition, side: Side) -> CouldTake:
    """What a capture states about sieges; if it states nothing, it may take every man."""
    known = traits_of(capture, CaptureTraits).could_take
    return (lambda siege: siege.standing) if known is None else known(rules, side)


def can_be_made_by(board: Board, names: tuple[str, ...], side: Side) -> bool:
    """Whether a side has pieces that the names mean."""
    return any(piece.side is side and piece.is_one_of(names) for piece in board.pieces)


def sides_of(grid: Grid) -> list[tuple[int, int, int, int]]:
    """For each square the four squares around it as masks, opposite ones two places apart."""
    found = []
    for rays in grid.rays:
        up, right, down, left = (1 << ray[0] if ray else grid.outside_mask for ray in rays)
        found.append((up, right, down, left))
    return found


def take_nobody(_siege: Siege) -> int:
    """The answer to every siege of a capture that the besiegers cannot make."""
    return 0


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
    """The pieces that can be captured in this way."""
    by: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)
    """The pieces whose moves capture in this way."""
    hostility: tuple[Hostility, ...] | None = attrs.field(default=None, converter=attrs.converters.optional(_several))
    """What is hostile for this capture alone; the rules' own hostility if left out."""

    @property
    def traits(self) -> CaptureTraits:
        """It takes its victims between the square moved to and a hostile one."""
        return CaptureTraits(
            victims=self.victims,
            only_beside=True,
            only_between=True,
            anvils=self._anvils,
            could_take=self._could_take,
        )

    def _anvils(self, rules: Composition) -> int:
        """The places of its own hostility, or of that of the rules."""
        return hostile_places(rules.hostility if self.hostility is None else self.hostility, rules.board)

    def captor(self, rules: Composition) -> Captor:
        """Look at the enemies beside the square moved to, and at the squares beyond them."""
        victims = victims_of(rules, self.victims, self.hostility)

        def captured(after: Position, move: Move) -> int:
            taken = 0
            for index, hostile in victims[after.to_move]:
                if beside := after.kind_masks[index] & move.beside_mask:
                    anvils = hostile(after)
                    for enemy, beyond in move.flanks:
                        if enemy & beside and beyond & anvils:
                            taken |= enemy
            return taken if taken and after.pieces_mask(*self.by) & move.target_mask else 0

        return captured

    def _could_take(self, rules: Composition, side: Side) -> CouldTake:
        """A man with a reached square on one side and a square that may be hostile opposite."""
        if not can_be_made_by(rules.board, self.by, side.other):
            return take_nobody
        victims = victims_of(rules, self.victims, self.hostility)[side]
        sides = sides_of(rules.board.grid)

        def takeable(siege: Siege) -> int:
            found = 0
            for index, hostile in victims:
                men = siege.standing & siege.bare.kind_masks[index]
                anvils = siege.hostile(hostile) if men else 0
                for square in indices_of(men):
                    around = sides[square]
                    if any(
                        side & siege.reached and opposite & anvils
                        for side, opposite in zip(around, around[2:] + around[:2], strict=True)
                    ):
                        found |= 1 << square
            return found

        return takeable

    def sentence(self) -> str:
        """Describe the rule."""
        mover = "" if self.by == ("everyone",) else f" ({say_only(self.by)} can do so)"
        for_this = "".join(f" For this, {said[0].lower()}{said[1:]}" for said in map(say_rule, self.hostility or ()))
        return (
            f"{say_pieces(self.victims).capitalize()} can be captured between two hostile squares on opposite sides, "
            f"by the move of an enemy onto one of them{mover}.{for_this}"
        )


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
    """The squares where `inside` applies."""
    inside: Capture
    """The capture of pieces that stand on the area."""
    outside: Capture
    """The capture of pieces that stand elsewhere."""

    @property
    def traits(self) -> CaptureTraits:
        """What is true of both ways."""
        inside, outside = traits_of(self.inside, CaptureTraits), traits_of(self.outside, CaptureTraits)
        return CaptureTraits(
            victims=None if inside.victims is None or outside.victims is None else (*inside.victims, *outside.victims),
            only_beside=inside.only_beside and outside.only_beside,
            only_between=inside.only_between and outside.only_between,
            anvils=self._anvils,
            could_take=self._could_take,
        )

    def _anvils(self, rules: Composition) -> int:
        """Those of both ways; everything, if one of them does not state them."""
        inside, outside = anvils_of(self.inside, rules), anvils_of(self.outside, rules)
        if inside is None or outside is None:
            return rules.board.grid.everywhere_mask | rules.board.grid.outside_mask
        return inside | outside

    def captor(self, rules: Composition) -> Captor:
        """Ask both, and keep of each answer what lies where it applies."""
        area = rules.board.geometry.area_mask(*self.area)
        inside, outside = self.inside.captor(rules), self.outside.captor(rules)

        return lambda after, move: outside(after, move) & ~area | inside(after, move) & area

    def _could_take(self, rules: Composition, side: Side) -> CouldTake:
        """What each way may take where it applies."""
        area = rules.board.geometry.area_mask(*self.area)
        inside, outside = could_take(self.inside, rules, side), could_take(self.outside, rules, side)
        return lambda siege: inside(siege) & area | outside(siege) & ~area

    def sentence(self) -> str:
        """Describe both rules."""
        inside, outside = (say_rule(way) for way in (self.inside, self.outside))
        return f"On {say_area(self.area)}: {inside} Elsewhere: {outside}"


@attrs.frozen
class JumpCapture:
    """A piece that leaps over an enemy captures it.

    `pieces` are those that capture so; that they leap at all is a rule of its own.

    ```
    . N A .  ->  . . . N      the knight (N) has leapt over the attacker and captured it
    ```
    """

    pieces: tuple[str, ...] = attrs.field(converter=names, metadata=PIECES)
    """The pieces that capture by leaping."""

    @property
    def traits(self) -> CaptureTraits:
        """It may take men beside whom the besiegers can stand, with room to land."""
        return CaptureTraits(could_take=self._could_take)

    def captor(self, rules: Composition) -> Captor:
        """A move of two squares in a line over an enemy is a leap: no piece slides over another."""

        def captured(after: Position, move: Move) -> int:
            between = move.between_mask
            taken = between & after.side_mask(after.to_move)
            if not taken or between & between - 1:
                return 0
            return taken if after.pieces_mask(*self.pieces) & move.target_mask else 0

        return captured

    def _could_take(self, rules: Composition, side: Side) -> CouldTake:
        """A man with a reached square on one side and, opposite, a square without a standing man."""
        if not can_be_made_by(rules.board, self.pieces, side.other):
            return take_nobody
        sides, everywhere = sides_of(rules.board.grid), rules.board.grid.everywhere_mask

        def takeable(siege: Siege) -> int:
            free = everywhere & ~siege.standing
            return union(
                1 << square
                for square in indices_of(siege.standing)
                for side, opposite in zip(sides[square], sides[square][2:] + sides[square][:2], strict=True)
                if side & siege.reached and opposite & free
            )

        return takeable

    def sentence(self) -> str:
        """Describe the rule."""
        return f"{say_pieces(self.pieces).capitalize()} capture the enemy they leap over."
