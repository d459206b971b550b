"""Variants as OpenTafl's rules strings, where these can say what the variants say."""

from __future__ import annotations

from collections.abc import Iterable

from taflkit.board import KING, Piece, Side
from taflkit.errors import VariantError
from taflkit.notation.opentafl_keys import CHOICES, EVERYONE, LISTS, LONGEST_NAME, REGIONS
from taflkit.notation.opentafl_rules import JUMPS, VERDICTS
from taflkit.notation.opentafl_squares import SpecialSquares
from taflkit.notation.positions import (
    COMMANDER,
    GUARD,
    MERCENARY,
    OPENTAFL_PIECES,
    format_opentafl_position,
)
from taflkit.rules import (
    AllMenCaptured,
    Berserk,
    ByArea,
    Custodial,
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
from taflkit.variant import Variant


def format_opentafl_rules(variant: Variant, *, top_first: bool = False, nearest: bool = False) -> str:
    """The rules string of a variant, with the start position's row of a1 first unless told otherwise.

    What OpenTafl's rules cannot say is a `VariantError` that names each such rule. With `nearest`, such rules are left
    out, or become the nearest that there is; only a board or a piece that OpenTafl does not have is an error then.
    """
    writer = _Writer(variant)
    text = writer.text(top_first)
    if writer.problems and not nearest:
        raise VariantError(variant.name, [f"OpenTafl's rules cannot say {problem}" for problem in writer.problems])
    return text


class _Writer:
    """Finds all keys of one variant, and what they cannot say."""

    def __init__(self, variant: Variant) -> None:
        self._facts = SpecialSquares(variant)
        self._variant = variant
        self._rules = variant.rules
        self._board = variant.board
        self._grid = variant.board.grid
        self._choices = self._facts.choices
        self._regions = self._facts.regions

    @property
    def problems(self) -> list[str]:
        """The rules that keys cannot say."""
        return self._facts.problems

    def text(self, top_first: bool) -> str:
        """The whole string."""
        self._find_captures()
        self._find_king()
        self._find_endings()
        self._find_the_rest()
        words = [f"dim:{self._grid.width}"]
        if name := _word(str(self._variant)):
            words.append(f"name:{name}")
        self._choices["atkf"] = "y" if self._variant.start.to_move is Side.ATTACKERS else "n"
        words += [f"{key}:{value}" for key, value in self._choices.items() if value != CHOICES[key][0][0]]
        words += [f"{key}:{self._facts.squares(key)}" for key in REGIONS if self._facts.is_unusual(key)]
        if speeds := self._speeds():
            words.append(f"spd:{speeds}")
        for key, default in LISTS.items():
            pieces = self._facts.lists.get(key)
            if pieces is not None and pieces != self._facts.with_letters(default):
                words.append(f"{key}:{''.join(self._facts.letters[piece] for piece in _ordered(pieces))}")
        start = format_opentafl_position(self._variant.start, top_first=top_first)
        return " ".join([*words, f"{'starti' if top_first else 'start'}:{start}"])

    def _find_captures(self) -> None:
        men = {piece for piece in self._board.pieces if piece.kind != GUARD and not piece.is_king}
        walls = [way for way in self._rules.captures if isinstance(way, Shieldwall)]
        for wall in walls:
            closing = self._facts.area(wall.closed_by)
            if self._facts.of(wall.victims) != men or closing not in (0, self._regions["cor"]) or len(walls) > 1:
                self._facts.problem(wall)
            self._choices["sw"] = "s" if closing else "w"
            self._choices["swf"] = "y" if wall.flanking else "n"
        jumps = [movement for movement in self._rules.movement if isinstance(movement, Jump)]
        captures = [way for way in self._rules.captures if isinstance(way, JumpCapture)]
        for key, kind in JUMPS.items():
            pieces = {piece for piece in self._board.pieces if piece.kind == kind}
            if pieces:
                self._choices[key] = self._jump(key, pieces, jumps, captures)
        for rule in (*self._rules.movement, *self._rules.captures):
            if isinstance(rule, Jump | JumpCapture) and self._facts.of(rule.pieces) & self._facts.of(("man",)):
                self._facts.problem(rule, "plain men do not jump")

    def _jump(self, key: str, pieces: set[Piece], jumps: Iterable[Jump], captures: Iterable[JumpCapture]) -> str:
        """How a kind of piece jumps, as the letter of its key."""
        takes = any(self._facts.of(capture.pieces) & pieces for capture in captures)
        own = [jump for jump in jumps if self._facts.of(jump.pieces) & pieces]
        if not own:
            return "n"
        special = self._regions["cen"] | self._regions["cor"]
        for side in {piece.side for piece in pieces}:
            special |= self._regions["afor" if side is Side.ATTACKERS else "dfor"]
        area = self._facts.area(own[0].area)
        plain = self._facts.of(own[0].over) == self._facts.of(("man",))
        if len(own) > 1 or not plain or area not in (0, special) or (area and takes):
            self._facts.problem(own[0], "it jumps over plain men, and perhaps only from or to special squares")
        return "r" if area else "c" if takes else "j"

    def _find_king(self) -> None:
        ways = list(self._rules.king)
        at_home = self._regions["cen"] | self._grid.beside(self._regions["cen"])
        commanders = OPENTAFL_PIECES["c"] in self._board.pieces
        sandwich = [way for way in ways if self._is_sandwich(way, at_home)]
        ways = [way for way in ways if way not in sandwich]
        strength = [self._strength(way, at_home) for way in ways]
        middleweight = self._choices["ks"] == "m"
        if strength != ["s"] and middleweight:
            self._facts.problem("the edge as hostile to a king", "only all sides together capture him then")
        if len(ways) != 1 or strength[0] is None:
            for way in ways:
                self._facts.problem(way)
            if not ways:
                self._facts.problem("that the king cannot be captured")
        elif not middleweight:
            self._choices["ks"] = strength[0]
        if bool(sandwich) != (commanders and self._choices["ks"] == "s"):
            self._facts.problem(
                "what commanders do to a king", "a strong king, and no other, falls between two of them"
            )

    def _strength(self, way: object, at_home: int) -> str | None:
        match way:
            case Surrounded(sides=4) if self._facts.of(way.victims) == {KING}:
                return "s"
            case Custodial(hostility=None) if self._facts.of(way.victims) == {KING} and self._all_attackers(way.by):
                return "w"
            case ByArea() if self._facts.area(way.area) == at_home:
                both = self._strength(way.inside, at_home), self._strength(way.outside, at_home)
                return "c" if both == ("s", "w") and self._regions["cen"] else None
            case _:
                return None

    def _all_attackers(self, names: tuple[str, ...]) -> bool:
        return {piece for piece in self._board.pieces if piece.side is Side.ATTACKERS} <= self._facts.of(names)

    def _is_sandwich(self, way: object, at_home: int) -> bool:
        if isinstance(way, ByArea):
            strong = self._strength(way.inside, at_home) == "s" and self._facts.area(way.area) == at_home
            return strong and self._is_sandwich(way.outside, at_home)
        if not isinstance(way, Custodial) or way.hostility is None:
            return False
        commanders = self._facts.of((COMMANDER,)) if any(p.kind == COMMANDER for p in self._board.pieces) else set()
        areas = 0
        for rule in way.hostility:
            match rule:
                case Enemies() if self._facts.of(rule.armed) == commanders:
                    pass
                case EmptyArea() if KING in self._facts.of(rule.to):
                    areas |= self._facts.area(rule.area)
                case _:
                    return False
        return (
            self._facts.of(way.victims) == {KING}
            and self._facts.of(way.by) == commanders
            and areas == self._regions["cor"]
        )

    def _find_endings(self) -> None:
        self._choices["surf"] = self._choices["efe"] = "n"
        goals = [rule for rule in self._rules.endings if isinstance(rule, KingReaches)]
        for rule in self._rules.endings:
            match rule:
                case KingReaches() if len(goals) == 1 and self._facts.area(rule.area) == self._grid.edge:
                    self._choices["esc"] = "e"
                case KingReaches() if len(goals) == 1 and self._facts.area(rule.area) == self._regions["cor"]:
                    self._choices["esc"] = "c"
                case Encirclement() if rule == Encirclement():
                    self._choices["surf"] = "y"
                case ExitFort() if rule == ExitFort():
                    self._choices["efe"] = "y"
                case KingCaptured() | AllMenCaptured(king_alone=True):
                    pass
                case _:
                    self._facts.problem(rule)
        if not goals:
            self._facts.problem("that the king escapes nowhere")
        if not any(isinstance(rule, KingCaptured) for rule in self._rules.endings):
            self._facts.problem("that the capture of the king does not end the game")

    def _find_the_rest(self) -> None:
        rules = self._rules
        match rules.repetition:
            case RepetitionIgnored():
                self._choices["tfr"] = "i"
            case RepetitionForbidden():
                self._choices["tfr"] = "l"
                self._facts.problem(rules.repetition)
            case RepetitionEnds(occurrences=times, result=result):
                letters = {verdict: letter for letter, verdict in VERDICTS.items()}
                # OpenTafl itself says that the repeating player wins where the rules say that the defenders lose.
                self._choices["tfr"] = letters.get(result, letters[Verdict.MOVER_WINS])
                if result not in letters or times != 3 or rules.repetition != RepetitionEnds(3, result):
                    self._facts.problem(rules.repetition)
            case _:
                self._facts.problem(rules.repetition)
        if isinstance(rules.turn, Berserk):
            self._choices["ber"] = "c"
        if rules.turn not in (OneMove(), Berserk()):
            self._facts.problem(
                rules.turn, "a piece that goes on must capture" if isinstance(rules.turn, Berserk) else ""
            )
        for rule in (*((rules.no_moves,) if rules.no_moves != NoMovesLoses() else ()), *rules.limits):
            self._facts.problem(rule)
        if self._facts.of(rules.turncoats) != {piece for piece in self._board.pieces if piece.kind == MERCENARY}:
            self._facts.problem("turncoats", "mercenaries change sides, and nobody else does")

    def _speeds(self) -> str:
        """How far the pieces move: nothing if all move without limit."""
        far: dict[Piece, int] = {}
        for movement in self._rules.movement:
            if isinstance(movement, Slide):
                for piece in self._facts.of(movement.pieces):
                    distance = movement.distance or -1
                    far[piece] = -1 if -1 in (distance, far.get(piece)) else max(distance, far.get(piece, 0))
            elif not isinstance(movement, Jump):
                self._facts.problem(movement)
        if far.keys() != set(self._board.pieces):
            self._facts.problem("that some pieces do not slide")
        far = {piece: far.get(piece, -1) for piece in self._board.pieces}
        if len(set(far.values())) == 1:
            (distance,) = set(far.values())
            return "" if distance == -1 else str(distance)
        return ",".join(str(far.get(OPENTAFL_PIECES[letter], -1)) for letter in EVERYONE)


def _ordered(pieces: set[Piece]) -> list[Piece]:
    return [piece for piece in OPENTAFL_PIECES.values() if piece in pieces]


def _word(title: str) -> str:
    """A title as the value of a key: one word, without what ends a key, a tag or a value."""
    return "".join("_" if sign.isspace() else sign for sign in title if sign not in ":[]|")[:LONGEST_NAME]
