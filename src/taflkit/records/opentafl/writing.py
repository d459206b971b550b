"""Writing variants as OpenTafl's rules strings, as far as these can express the rules."""

from __future__ import annotations

import enum
from collections import defaultdict

import attrs

from taflkit.board import KING, Piece, Side, SquareSet, union
from taflkit.errors import PositionError, VariantError, check_type
from taflkit.records.opentafl.keys import CHOICES, EVERYONE, LISTS, MAX_NAME, REGIONS, default_region
from taflkit.records.opentafl.positions import (
    COMMANDER,
    GUARD,
    MERCENARY,
    OPENTAFL_PIECES,
    format_opentafl_position,
)
from taflkit.records.opentafl.rules import (
    JUMPS,
    OPENTAFL_VERDICTS,
    REGION_NAMES,
    listed,
    matters_when_occupied,
    occupants,
    standing,
)
from taflkit.rules import (
    AllMenCaptured,
    Area,
    Berserk,
    BesetKing,
    ByArea,
    Custodial,
    Edge,
    EmptyArea,
    Encirclement,
    Enemies,
    ExitFort,
    Jump,
    JumpCapture,
    KingCaptured,
    KingReaches,
    NoMovesLoses,
    OneMove,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    Shieldwall,
    Slide,
    Surrounded,
    Verdict,
)
from taflkit.rules.registry import BUILT_IN
from taflkit.variant import Variant

MAX_RULE = 120
"""The characters of a rule in an error."""


def format_opentafl_rules(variant: Variant, *, top_first: bool = False, nearest: bool = False) -> str:
    """Return the rules string of a variant.

    Args:
        variant: The variant.
        top_first: Whether the start position has its top row first.
        nearest: Whether rules that OpenTafl cannot express are left out or replaced by the nearest that it can.

    Raises:
        VariantError: OpenTafl cannot express some rules, and `nearest` is off; or it has no such board or piece.
    """
    check_type(variant, Variant, "a Variant, such as load_variant returns")
    writer = _Writer(variant)
    if writer.problems and not nearest:
        raise VariantError(
            variant.name, [f"OpenTafl's rules cannot express {problem}" for problem in dict.fromkeys(writer.problems)]
        )
    return writer.text(top_first)


class _Writer:
    """Finds the keys of one variant, and the rules that they cannot express."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.start = variant.start
        self.rules = variant.rules
        self.board = variant.board
        self.grid = variant.board.grid
        # The rules that keys cannot express.
        self.problems: list[str] = []
        if self.grid.width != self.grid.height:
            raise VariantError(variant.name, [f"OpenTafl has no boards of {self.grid} squares"])
        try:
            everyone = listed(self.board, EVERYONE)
        except PositionError as error:
            raise VariantError(variant.name, [str(error)]) from None
        self.choices = {key: letters[0] for key, (letters, _) in CHOICES.items()}
        self.regions = dict.fromkeys(REGIONS, 0)
        self.lists: dict[str, set[Piece]] = {}
        # The value of `spd`, empty if all pieces move without limit.
        self.speeds = ""
        self.choices["atkf"] = "y" if self.start.to_move is Side.ATTACKERS else "n"
        # All men but guards: who captures, and is captured.
        self.men = {piece for piece in everyone if piece.kind != GUARD} - {KING}
        # The pieces against which others are captured.
        self.anvils: set[Piece] = set()
        for rule in self.rules.strategies:
            if not _is_built_in(rule):
                self.problem(rule)
        self._find_regions()
        self.at_home = self.regions["cen"] | self.grid.beside(self.regions["cen"])
        self._find_arms()
        self._find_access()
        self._find_hostility()
        self._find_captures()
        self._find_king()
        self._find_endings()
        self._find_repetition()
        self._find_turns()
        self._find_speeds()

    def text(self, top_first: bool) -> str:
        """Return the whole string."""
        words = [f"dim:{self.grid.width}"]
        if name := _word(str(self.variant)):
            words.append(f"name:{name}")
        words += [f"{key}:{value}" for key, value in self.choices.items() if value != CHOICES[key][0][0]]
        for key, squares in self.regions.items():
            if squares != default_region(key, self.grid):
                words.append(f"{key}:{''.join(f'{square},' for square in SquareSet(self.grid, squares))}")
        if self.speeds:
            words.append(f"spd:{self.speeds}")
        for key, default in LISTS.items():
            pieces = self.lists.get(key)
            if pieces is not None and pieces != listed(self.board, default):
                words.append(f"{key}:{''.join(letter for letter in EVERYONE if OPENTAFL_PIECES[letter] in pieces)}")
        start = format_opentafl_position(self.start, top_first=top_first)
        return " ".join([*words, f"{'starti' if top_first else 'start'}:{start}"])

    def problem(self, rule: object, why: str = "") -> None:
        """Add a rule that keys cannot express, and perhaps what they express instead."""
        shown = rule if isinstance(rule, str) else repr(rule)
        shown = shown if len(shown) <= MAX_RULE else f"{shown[: MAX_RULE - 3]}..."
        self.problems.append(f"{shown}: {why}" if why else shown)

    def of(self, names: tuple[str, ...]) -> set[Piece]:
        """Return the pieces that names refer to."""
        return {piece for piece in self.board.pieces if piece.is_one_of(names)}

    def area(self, names: tuple[str, ...]) -> int:
        """Return the squares that names refer to."""
        return self.board.geometry.area_mask(*names)

    def _find_regions(self) -> None:
        """Find which of the board's regions is the throne, which the corners, which a side's forts."""
        centre, corners = (default_region(key, self.grid) for key in ("cen", "cor"))
        known = {name: key for key, name in REGION_NAMES.items()}
        for name, squares in self.board.geometry.regions:
            if name in known:
                key = known[name]
            elif squares & centre:
                key = "cen"
            elif squares & corners:
                key = "cor"
            else:
                key = "dfor" if self.start.defending_mask & squares else "afor"
            if self.regions[key]:
                self.problem(f"the region {name!r}", "it has four: a throne, corners, and one of forts for each side")
            self.regions[key] |= squares

    def _special(self) -> list[tuple[str, int]]:
        return [(key, squares) for key, squares in self.regions.items() if squares]

    def _find_arms(self) -> None:
        """Find who is an anvil and who a hammer: all but guards, and perhaps the king."""
        for enemies in self.rules.hostility:
            if isinstance(enemies, Enemies):
                self.anvils |= self.of(enemies.armed)
        hammers: set[Piece] = set()
        for way in self.rules.captures:
            if isinstance(way, Custodial):
                hammers |= self.of(way.by)
                if not self.men == self.of(way.victims) == hammers - {KING} or way.hostility is not None:
                    self.problem(way)
            elif not isinstance(way, Shieldwall | JumpCapture):
                self.problem(way)
        if self.anvils - {KING} != self.men:
            self.problem("Enemies", "all men but guards are armed")
        if not hammers:
            self.problem("captures without Custodial")
        king = (KING in self.anvils, KING in hammers or not hammers)
        self.choices["ka"] = {(True, True): "y", (True, False): "a", (False, True): "h", (False, False): "n"}[king]

    def _find_access(self) -> None:
        """Find who may stop on each region, cross it, and enter it again."""
        special = 0
        for key, squares in self._special():
            special |= squares
            access = {piece: self._access_of(squares, piece) for piece in self.board.pieces}
            stop, cross, enter = ({piece for piece, may in access.items() if may[what]} for what in range(3))
            if enter != access.keys():
                enter &= stop | cross  # Who may neither stop nor cross does not enter either.
            self.lists |= {f"{key}s": stop, f"{key}p": cross, f"{key}re": enter}
        for piece in self.board.pieces:
            reach = self.rules.reach_of(piece)
            if any(self.grid.everywhere_mask & ~(mask | special) for mask in (*reach.stoppable, *reach.crossable)):
                self._refuse_access()

    def _refuse_access(self) -> None:
        for access in self.rules.access:
            self.problem(access, "squares are closed as a region, or not at all")

    def _access_of(self, squares: int, piece: Piece) -> tuple[bool, bool, bool]:
        """Return whether a piece may stop on a region, cross it, and come back to it."""
        reach = self.rules.reach_of(piece)
        out: set[tuple[bool | None, ...]] = set()
        within: set[tuple[bool | None, ...]] = set()
        for square in range(len(self.grid.squares)):
            # Only along the lines of a square does it matter what is closed.
            lines = union(line for line in self.grid.line_masks if line >> square & 1)
            if here := squares & lines & ~(1 << square):
                masks = reach.stoppable[square], reach.crossable[square]
                (within if squares >> square & 1 else out).add(tuple(_all_or_none(mask, here) for mask in masks))
        outside, inside = _agreed(out), _agreed(within)
        if outside is None:
            self._refuse_access()
            return False, False, True
        if within <= out or not (outside[0] or piece in standing(self.start, squares)):
            return *outside, True
        if inside is not None and not any(outside):
            return *inside, False
        for access in self.rules.access:
            if squares & self.area(getattr(access, "area", ())):
                self.problem(access, "a piece in its forts may go from one to another")
        return True, True, False

    def _find_hostility(self) -> None:
        """Find to whom each region is hostile, and what else is hostile."""
        beset = self.regions["cen"], self.of(("defenders",))
        empty: defaultdict[str, set[Piece]] = defaultdict(set)
        occupied: defaultdict[str, set[Piece]] = defaultdict(set)
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
                case BesetKing(enemies=3) if (self.area(rule.area), self.of(rule.to)) == beset:
                    self.choices["linc"] = "y"
                case Edge() if self.of(rule.to) == {KING}:
                    self.choices["ks"] = "m"
                case _:
                    self.problem(rule)
        for key, squares in self._special():
            self._write_hostility(key, squares, empty[key], occupied[key])

    def _write_hostility(self, key: str, squares: int, empty: set[Piece], occupied: set[Piece]) -> None:
        later = self.lists[f"{key}s"] & self.lists[f"{key}re"]
        goals = union(self.area(rule.area) for rule in self.rules.endings if isinstance(rule, KingReaches))
        there = occupants(self.start, squares, later, goals)
        matters = {piece for piece in self.board.pieces if matters_when_occupied(piece, there, self.anvils)}
        if key == "cen":
            self.lists["cenhe"] = empty
            self.lists["cenh"] = occupied & matters | listed(self.board, LISTS["cenh"]) - matters
            return
        self.lists[f"{key}h"] = empty
        if empty & matters != occupied & matters:
            for rule in self.rules.hostility:
                if isinstance(rule, EmptyArea | Area) and self.area(rule.area) & squares:
                    self.problem(rule, "such squares are hostile whether they are empty or not")

    def _find_captures(self) -> None:
        """Find whether there is a shieldwall, and which kinds of piece jump."""
        walls = [way for way in self.rules.captures if isinstance(way, Shieldwall)]
        hammers = {piece for way in self.rules.captures if isinstance(way, Custodial) for piece in self.of(way.by)}
        for wall in walls:
            closing = self.area(wall.closed_by)
            named = (self.of(wall.victims), self.of(wall.by))
            if named != (self.men, hammers) or closing not in (0, self.regions["cor"]) or len(walls) > 1:
                self.problem(wall)
            self.choices["sw"] = "s" if closing else "w"
            self.choices["swf"] = "y" if wall.flanking else "n"
        for key, kind in JUMPS.items():
            if pieces := self.of((kind,)):
                self.choices[key] = self._jump(pieces)
        for rule in (*self.rules.movement, *self.rules.captures):
            if isinstance(rule, Jump | JumpCapture) and self.of(rule.pieces) & self.of(("man",)):
                self.problem(rule, "plain men do not jump")

    def _jump(self, pieces: set[Piece]) -> str:
        """Return how a kind of piece jumps, as the letter of its key."""
        takes = any(isinstance(way, JumpCapture) and self.of(way.pieces) & pieces for way in self.rules.captures)
        own = [way for way in self.rules.movement if isinstance(way, Jump) and self.of(way.pieces) & pieces]
        if not own:
            return "n"
        special = self.regions["cen"] | self.regions["cor"]
        for side in {piece.side for piece in pieces}:
            special |= self.regions["afor" if side is Side.ATTACKERS else "dfor"]
        area = self.area(own[0].area)
        plain = self.of(own[0].over) == self.of(("man",))
        if len(own) > 1 or not plain or area not in (0, special) or (area and takes):
            self.problem(own[0], "it jumps over plain men, and perhaps only from or to special squares")
        return "r" if area else "c" if takes else "j"

    def _find_king(self) -> None:
        commanders = OPENTAFL_PIECES["c"] in self.board.pieces
        sandwich = [way for way in self.rules.king if self._is_sandwich(way)]
        ways = [way for way in self.rules.king if way not in sandwich]
        strength = [self._strength(way) for way in ways]
        middleweight = self.choices["ks"] == "m"
        if strength != ["s"] and middleweight:
            self.problem("the edge as hostile to a king", "only all sides together capture him then")
        if len(ways) != 1 or strength[0] is None:
            for way in ways:
                self.problem(way)
            if not ways:
                self.problem("that the king cannot be captured")
        elif not middleweight:
            self.choices["ks"] = strength[0]
        if bool(sandwich) != (commanders and self.choices["ks"] == "s"):
            self.problem("what commanders do to a king", "a strong king, and no other, falls between two of them")

    def _strength(self, way: object) -> str | None:
        match way:
            case Surrounded(sides=4) if self.of(way.victims) == {KING}:
                return "s"
            case Custodial(hostility=None) if self.of(way.victims) == {KING}:
                return "w" if self.of(("attackers",)) <= self.of(way.by) else None
            case ByArea() if self.area(way.area) == self.at_home:
                both = self._strength(way.inside), self._strength(way.outside)
                return "c" if both == ("s", "w") and self.regions["cen"] else None
            case _:
                return None

    def _is_sandwich(self, way: object) -> bool:
        if isinstance(way, ByArea):
            strong = self._strength(way.inside) == "s" and self.area(way.area) == self.at_home
            return strong and self._is_sandwich(way.outside)
        if not isinstance(way, Custodial) or way.hostility is None:
            return False
        commanders = self.of((COMMANDER,))
        areas = 0
        for rule in way.hostility:
            match rule:
                case Enemies() if self.of(rule.armed) == commanders:
                    pass
                case EmptyArea() if KING in self.of(rule.to):
                    areas |= self.area(rule.area)
                case _:
                    return False
        return self.of(way.victims) == {KING} and self.of(way.by) == commanders and areas == self.regions["cor"]

    def _find_endings(self) -> None:
        self.choices["surf"] = self.choices["efe"] = "n"
        goals = [rule for rule in self.rules.endings if isinstance(rule, KingReaches)]
        for rule in self.rules.endings:
            match rule:
                case KingReaches() if len(goals) == 1 and self.area(rule.area) == self.grid.edge_mask:
                    self.choices["esc"] = "e"
                case KingReaches() if len(goals) == 1 and self.area(rule.area) == self.regions["cor"]:
                    self.choices["esc"] = "c"
                case Encirclement() if rule == Encirclement():
                    self.choices["surf"] = "y"
                case ExitFort() if rule == ExitFort():
                    self.choices["efe"] = "y"
                case KingCaptured() | AllMenCaptured(king_alone=True):
                    pass
                case _:
                    self.problem(rule)
        if not goals:
            self.problem("that the king escapes nowhere")
        if not any(isinstance(rule, KingCaptured) for rule in self.rules.endings):
            self.problem("that the capture of the king does not end the game")

    def _find_repetition(self) -> None:
        repetition = self.rules.repetition
        match repetition:
            case RepetitionIgnored():
                self.choices["tfr"] = "i"
            case RepetitionForbidden():
                self.choices["tfr"] = "l"
                self.problem(repetition)
            case RepetitionEnds(result=result):
                letters = {verdict: letter for letter, verdict in OPENTAFL_VERDICTS.items()}
                # OpenTafl itself says that the repeating player wins where the rules say that the defenders lose.
                self.choices["tfr"] = letters.get(result, letters[Verdict.MOVER_WINS])
                if result not in letters or repetition != RepetitionEnds(3, result):
                    self.problem(repetition)
            case _:
                self.problem(repetition)

    def _find_turns(self) -> None:
        """Find whether turns continue; the other rules have no keys."""
        turn = self.rules.turn
        if isinstance(turn, Berserk):
            self.choices["ber"] = "c"
        if turn not in (OneMove(), Berserk()):
            self.problem(turn, "a piece that continues its turn must capture" if isinstance(turn, Berserk) else "")
        if self.rules.no_moves != NoMovesLoses():
            self.problem(self.rules.no_moves)
        for limit in self.rules.limits:
            self.problem(limit)
        if self.of(self.rules.turncoats) != self.of((MERCENARY,)):
            self.problem("turncoats", "mercenaries change sides, and nobody else does")

    def _find_speeds(self) -> None:
        """Find how far the pieces move."""
        far: dict[Piece, int] = {}
        for movement in self.rules.movement:
            if isinstance(movement, Slide):
                for piece in self.of(movement.pieces):
                    distance = movement.distance or -1
                    far[piece] = -1 if -1 in (distance, far.get(piece)) else max(distance, far.get(piece, 0))
        if far.keys() != set(self.board.pieces):
            self.problem("that some pieces do not slide")
        distances = {far.get(piece, -1) for piece in self.board.pieces}
        if len(distances) > 1:
            self.speeds = ",".join(str(far.get(OPENTAFL_PIECES[letter], -1)) for letter in EVERYONE)
        elif distances != {-1}:
            self.speeds = str(*distances)


def _is_built_in(rule: object) -> bool:
    """Whether a rule, and every rule that it holds, is exactly one of taflkit's: a subclass may mean something else."""
    if isinstance(rule, str | int | enum.Enum | None):
        return True
    if isinstance(rule, tuple):
        return all(map(_is_built_in, rule))
    kind: type = type(rule)
    return kind in BUILT_IN.values() and all(_is_built_in(getattr(rule, part.name)) for part in attrs.fields(kind))


def _all_or_none(mask: int, squares: int) -> bool | None:
    """Return whether all squares are in a mask or none of them; `None` if only some are."""
    return True if mask & squares == squares else None if mask & squares else False


def _agreed(found: set[tuple[bool | None, ...]]) -> tuple[bool, bool] | None:
    """Return what was found for every square, if it is the same."""
    match list(found):
        case [(bool(stop), bool(cross))]:
            return stop, cross
    return None


def _word(title: str) -> str:
    """Return a title as the value of a key: one word, without what ends a key, a tag or a value."""
    return "".join("_" if sign.isspace() else sign for sign in title if sign not in ":[]|")[:MAX_NAME]
