"""What a variant says of special squares, as the keys of OpenTafl's rules strings: regions, who may enter them, whom
they are hostile to.
"""  # noqa: D205 - the sentence needs its length

from __future__ import annotations

from taflkit.board import KING, Piece, SquareSet, union
from taflkit.errors import PositionError, VariantError
from taflkit.notation.opentafl_keys import CHOICES, LISTS, REGIONS, default_region
from taflkit.notation.opentafl_rules import REGION_NAMES, matters_when_occupied
from taflkit.notation.positions import GUARD, opentafl_letter
from taflkit.rules import (
    Area,
    BesetKing,
    Custodial,
    Edge,
    EmptyArea,
    Enemies,
    JumpCapture,
    KingReaches,
    Shieldwall,
)
from taflkit.variant import Variant

LONGEST_RULE = 120


class SpecialSquares:
    """The keys of one variant that are about squares and arms, and a list of what keys cannot say."""

    def __init__(self, variant: Variant) -> None:
        """Find everything."""
        self.variant = variant
        self.rules = variant.rules
        self.board = variant.board
        self.grid = variant.board.grid
        self.problems: list[str] = []
        if self.grid.width != self.grid.height:
            raise VariantError(variant.name, [f"OpenTafl has no boards of {self.grid} squares"])
        try:
            self.letters = {piece: opentafl_letter(piece) for piece in self.board.pieces}
        except PositionError as error:
            raise VariantError(variant.name, [str(error)]) from None
        self.choices = {key: letters[0] for key, (letters, _) in CHOICES.items()}
        self.regions: dict[str, int] = dict.fromkeys(REGIONS, 0)
        self.lists: dict[str, set[Piece]] = {}
        #: The pieces against which others are captured.
        self.anvils: set[Piece] = set()
        self._find_regions()
        self._find_arms()
        self._find_access()
        self._find_hostility()

    def problem(self, rule: object, why: str = "") -> None:
        """Add a rule that keys cannot say, and perhaps what they say instead."""
        shown = rule if isinstance(rule, str) else repr(rule)
        shown = shown if len(shown) <= LONGEST_RULE else f"{shown[: LONGEST_RULE - 3]}..."
        problem = f"{shown}: {why}" if why else shown
        if problem not in self.problems:
            self.problems.append(problem)

    def of(self, names: tuple[str, ...]) -> set[Piece]:
        """The pieces that names mean."""
        return {piece for piece in self.board.pieces if piece.is_one_of(names)}

    def area(self, names: tuple[str, ...]) -> int:
        """The squares that names mean."""
        return self.board.geometry.area(*names)

    def with_letters(self, letters: str) -> set[Piece]:
        """The board's pieces among those of OpenTafl's letters."""
        return {piece for piece, letter in self.letters.items() if letter in letters}

    def squares(self, key: str) -> str:
        """A region as the value of its key."""
        return "".join(f"{square}," for square in SquareSet(self.grid, self.regions[key]))

    def is_unusual(self, key: str) -> bool:
        """Whether a region is not what it is when a string does not speak of it."""
        return self.regions[key] != self.grid.mask(default_region(key, self.grid.width))

    def _find_regions(self) -> None:
        """Which of the board's regions is the throne, which the corners, which a side's forts."""
        centre, corners = (self.grid.mask(default_region(key, self.grid.width)) for key in ("cen", "cor"))
        start = self.variant.start
        known = {name: key for key, name in REGION_NAMES.items()}
        for name, squares in self.board.geometry.regions:
            if name in known:
                key = known[name]
            elif squares & centre:
                key = "cen"
            elif squares & corners:
                key = "cor"
            else:
                key = "dfor" if start.defenders & squares else "afor"
            if self.regions[key]:
                self.problem(f"the region {name!r}", "it has four: a throne, corners, and one of forts for each side")
            self.regions[key] |= squares

    def _special(self) -> list[tuple[str, int]]:
        return [(key, squares) for key, squares in self.regions.items() if squares]

    def _find_arms(self) -> None:
        """Who is an anvil, who a hammer: all but guards, and perhaps the king."""
        fighters = {piece for piece in self.board.pieces if piece.kind != GUARD}
        men = fighters - {KING}
        for enemies in self.rules.hostility:
            if isinstance(enemies, Enemies):
                self.anvils |= self.of(enemies.armed)
        hammers: set[Piece] = set()
        for way in self.rules.captures:
            if isinstance(way, Custodial):
                hammers |= self.of(way.by)
                if self.of(way.victims) != men or way.hostility is not None or hammers - {KING} != men:
                    self.problem(way)
            elif not isinstance(way, Shieldwall | JumpCapture):
                self.problem(way)
        if self.anvils - {KING} != men:
            self.problem(f"{Enemies.__name__}", "all men but guards are armed")
        if not hammers:
            self.problem("captures without Custodial")
        king = (KING in self.anvils, KING in hammers or not hammers)
        self.choices["ka"] = {(True, True): "y", (True, False): "a", (False, True): "h", (False, False): "n"}[king]

    def _find_access(self) -> None:
        special = 0
        for key, squares in self._special():
            special |= squares
            for what in ("s", "p", "re"):
                self.lists[f"{key}{what}"] = set()
            for piece in self.board.pieces:
                stop, cross, enter = self._access_of(key, squares, piece)
                for what, may in (("s", stop), ("p", cross), ("re", enter)):
                    if may:
                        self.lists[f"{key}{what}"].add(piece)
            entering = self.lists[f"{key}re"] & (self.lists[f"{key}s"] | self.lists[f"{key}p"])
            if self.lists[f"{key}re"] != set(self.board.pieces):
                self.lists[f"{key}re"] = entering  # Who may neither stop nor cross does not enter either.
        for piece in self.board.pieces:
            reach = self.rules.reach_of(piece)
            if any(self.grid.everywhere & ~(mask | special) for mask in (*reach.stoppable, *reach.crossable)):
                self._not_access()

    def _not_access(self) -> None:
        for access in self.rules.access:
            self.problem(access, "squares are closed as a region, or not at all")

    def _access_of(self, key: str, squares: int, piece: Piece) -> tuple[bool, bool, bool]:
        """Whether a piece may stop on a region, cross it, and come back to it."""
        reach = self.rules.reach_of(piece)
        out: set[tuple[bool | None, bool | None]] = set()
        within: set[tuple[bool | None, bool | None]] = set()
        for square in range(len(self.grid.squares)):
            # Only along the lines of a square does it matter what is closed.
            lines = union(line for line in self.grid.lines if line >> square & 1)
            if here := squares & lines & ~(1 << square):
                (within if squares >> square & 1 else out).add(
                    (_all_or_none(reach.stoppable[square], here), _all_or_none(reach.crossable[square], here))
                )
        if len(out) != 1 or None in next(iter(out)):
            self._not_access()
            return False, False, True
        (stop, cross) = next(iter(out))
        stands_there = bool(self.variant.start.sets[self.board.pieces.index(piece)] & squares)
        if within <= out or not (stands_there or stop):
            return bool(stop), bool(cross), True
        if len(within) == 1 and None not in next(iter(within)) and not stop and not cross:
            (stop, cross) = next(iter(within))
            return bool(stop), bool(cross), False
        for access in self.rules.access:
            if squares & self.area(getattr(access, "area", ())):
                self.problem(access, "a piece in its forts may go from one to another")
        return True, True, False

    def _find_hostility(self) -> None:
        empty = {key: set[Piece]() for key, _ in self._special()}
        occupied = {key: set[Piece]() for key, _ in self._special()}
        for rule in self.rules.hostility:
            match rule:
                case Enemies():
                    pass
                case EmptyArea() | Area():
                    left = self.area(rule.area)
                    for key, squares in self._special():
                        if left & squares == squares:
                            left &= ~squares
                            empty[key] |= self.of(rule.to)
                            if isinstance(rule, Area):
                                occupied[key] |= self.of(rule.to)
                    if left:
                        self.problem(rule, "only whole regions are hostile")
                case BesetKing() if self._is_linnaean(rule):
                    self.choices["linc"] = "y"
                case Edge() if self.of(rule.to) == {KING}:
                    self.choices["ks"] = "m"
                case _:
                    self.problem(rule)
        for key, squares in self._special():
            self._write_hostility(key, squares, empty[key], occupied[key])

    def _is_linnaean(self, rule: BesetKing) -> bool:
        return (
            rule.enemies == 3
            and self.area(rule.area) == self.regions["cen"]
            and self.of(rule.to) == self.of(("defenders",))
        )

    def _write_hostility(self, key: str, squares: int, empty: set[Piece], occupied: set[Piece]) -> None:
        start = self.variant.start
        there = {piece for piece, mask in zip(self.board.pieces, start.sets, strict=True) if mask & squares}
        occupants = there | self.lists[f"{key}s"] & self.lists[f"{key}re"]
        goals = [self.area(rule.area) for rule in self.rules.endings if isinstance(rule, KingReaches)]
        if not squares & ~union(goals):
            occupants -= {KING}  # There the game is over.
        matters = {piece for piece in self.board.pieces if matters_when_occupied(piece, occupants, self.anvils)}
        if key == "cen":
            self.lists["cenhe"] = empty
            self.lists["cenh"] = occupied & matters | self.with_letters(LISTS["cenh"]) - matters
            return
        self.lists[f"{key}h"] = empty
        if empty & matters != occupied & matters:
            for rule in self.rules.hostility:
                if isinstance(rule, EmptyArea | Area) and self.area(rule.area) & squares:
                    self.problem(rule, "such squares are hostile whether they are empty or not")


def _all_or_none(mask: int, squares: int) -> bool | None:
    """Whether all squares are in a mask, or none of them; `None` if only some are."""
    return True if mask & squares == squares else None if mask & squares else False
