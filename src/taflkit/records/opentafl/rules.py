"""Reading OpenTafl's rules strings: the rules that their keys stand for.

The specification and OpenTafl's own reader differ in places that docs/records.md lists; `as_opentafl_reads` selects
the latter.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Geometry, Piece, Position, Side
from taflkit.errors import GeometryError
from taflkit.records.opentafl.keys import Keys
from taflkit.records.opentafl.positions import (
    COMMANDER,
    GUARD,
    MERCENARY,
    OPENTAFL_KINDS,
    OPENTAFL_PIECES,
    opentafl_letter,
)
from taflkit.rules import (
    Area,
    Berserk,
    BesetKing,
    ByArea,
    Camp,
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
    OneMove,
    RepetitionEnds,
    RepetitionIgnored,
    Reserved,
    Rules,
    Shieldwall,
    Slide,
    Surrounded,
    Verdict,
)
from taflkit.rules.protocols import Access, Capture, Ending, Hostility, Movement, Repetition
from taflkit.variant import Variant

UNKNOWN_NAME = "Unknown tafl"
# taflkit's names for the regions of OpenTafl's boards.
REGION_NAMES = {"cen": "throne", "cor": "corners", "afor": "attackers' forts", "dfor": "defenders' forts"}
AT_HOME = ("throne", "beside throne")
OPENTAFL_VERDICTS = {"d": Verdict.DRAW, "w": Verdict.MOVER_WINS, "l": Verdict.MOVER_LOSES}
# The keys of jumps, and the kinds of piece they are about.
JUMPS = {f"{letter}j": kind for letter, kind in OPENTAFL_KINDS.items() if letter != "t"}


def parse_opentafl_rules(text: str, *, as_opentafl_reads: bool = False, title: str = "") -> Variant:
    """Return the variant that a rules string describes.

    Args:
        text: The rules string.
        as_opentafl_reads: Whether to read it as OpenTafl itself does, and not as its specification says.
        title: The title of the variant if the string has no `name`.

    Raises:
        NotationError: The text is not a rules string, or no rule of taflkit expresses a key.
    """
    keys = Keys(text, as_read=as_opentafl_reads)
    builder = _Builder(keys)
    title = keys.name.replace("_", " ").strip() or title or UNKNOWN_NAME
    name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "tafl"
    return Variant(name, builder.rules(), builder.start, title=title, sources=("an OpenTafl rules string",))


class _Builder:
    """Builds the rules that the keys of a string describe."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self.board = Board(self._geometry(), self._kinds())
        self.start = self.board.position(keys.pieces, keys.to_move)

    def _geometry(self) -> Geometry:
        keys = self._keys
        try:
            return Geometry(keys.grid, tuple((REGION_NAMES[key], keys.regions[key]) for key in self._regions()))
        except GeometryError as error:
            hint = "; OpenTafl writes the attackers' forts in place of the defenders'" if keys.regions["dfor"] else ""
            key = next(key for key in ("dfor", "afor", "cor", "cen") if keys.says(key))
            raise keys.error(key, f"regions that share no square ({error}{hint})") from None

    def _kinds(self) -> tuple[Piece, ...]:
        """Return plain men, the king and the other kinds of piece on the board; mercenaries are of both sides."""
        found = set(self._keys.pieces.values())
        if any(piece.kind == MERCENARY for piece in found):
            found |= {OPENTAFL_PIECES["m"], OPENTAFL_PIECES["M"]}
        special = [piece for piece in OPENTAFL_PIECES.values() if piece in found]
        return tuple(dict.fromkeys((ATTACKER, DEFENDER, KING, *special)))

    def _names(self, key: str, wanted: set[Piece]) -> tuple[str, ...]:
        """Return names that refer to exactly these pieces."""
        chosen: list[str] = []
        covered: set[Piece] = set()
        for name in dict.fromkeys(("everyone", "men", "attackers", "defenders", *self.board.names)):
            meant = {piece for piece in self.board.pieces if name in piece.names}
            if meant <= wanted and meant - covered:
                chosen.append(name)
                covered |= meant
        if covered != wanted:
            raise self._keys.error(key, "pieces that the rules can name: whole kinds, or all men of a side")
        return tuple(chosen)

    def _listed(self, key: str) -> set[Piece]:
        return listed(self.board, self._keys.lists[key])

    def _regions(self) -> list[str]:
        return [key for key in REGION_NAMES if self._keys.regions[key]]

    def rules(self) -> Rules:
        """Build the whole composition."""
        choices = self._keys.choices
        if choices["ber"] == "m":
            raise self._keys.error(
                "ber", "n or c: that a piece continues its turn without capturing (m) is no rule of taflkit"
            )
        return Rules(
            board=self.board,
            movement=tuple(self._movement()),
            access=tuple(self._access()),
            hostility=tuple(self._hostility()),
            captures=tuple(self._captures()),
            king=tuple(self._king()),
            endings=tuple(self._endings()),
            repetition=self._repetition(),
            turn=Berserk() if choices["ber"] == "c" else OneMove(),
            turncoats=(MERCENARY,) if OPENTAFL_PIECES["m"] in self.board.pieces else (),
        )

    def _movement(self) -> Iterable[Movement]:
        speeds = {piece: self._keys.speeds[opentafl_letter(piece)] for piece in self.board.pieces}
        for distance in sorted(set(speeds.values()), key=lambda far: (far is not None, far)):
            yield Slide(self._names("spd", {piece for piece, far in speeds.items() if far == distance}), distance)
        if jumpers := self._jumpers(("j", "c")):
            yield Jump(tuple(jumpers.values()))
        for key, kind in self._jumpers(("r",)).items():
            yield Jump(kind, area=self._special_squares(key, kind))

    def _jumpers(self, ways: Container[str]) -> dict[str, str]:
        """Return the kinds of piece that jump in one of the ways, by their keys."""
        kinds = {piece.kind for piece in self.board.pieces}
        return {key: kind for key, kind in JUMPS.items() if kind in kinds and self._keys.choices[key] in ways}

    def _special_squares(self, key: str, kind: str) -> list[str]:
        """Return the regions from or to which a kind of piece jumps: throne, corners and its own side's forts."""
        sides = {piece.side for piece in self.board.pieces if piece.kind == kind}
        forts = {"afor": Side.ATTACKERS, "dfor": Side.DEFENDERS}
        found = [region for region in self._regions() if forts.get(region) in {None, *sides}]
        if not found:
            raise self._keys.error(key, "special squares to jump from or to")
        if len(sides) > 1 and set(found) & forts.keys():
            raise self._keys.error(key, f"forts that are friendly to every {kind}")
        return [REGION_NAMES[region] for region in found]

    def _access(self) -> Iterable[Access]:
        for key in self._regions():
            stop, cross, enter = (self._listed(f"{key}{what}") for what in ("s", "p", "re"))
            name, everyone = REGION_NAMES[key], set(self.board.pieces)
            squares = self.board.geometry.area_mask(name)
            inside = standing(self.start, squares)
            apart = all((line & squares).bit_count() < 2 for line in self.board.grid.line_masks)
            if apart or not inside - enter:
                # For pieces that cannot move inside, or may come back, entering again makes no difference.
                stop, cross = stop & enter, cross & enter
                if stop != everyone or cross != everyone:
                    yield Reserved(name, self._names(f"{key}s", stop), self._names(f"{key}p", cross))
            elif enter & (stop | cross) or not inside <= stop & cross or self._crossings(squares):
                raise self._keys.error(
                    f"{key}re",
                    "a camp as taflkit knows it, which nobody enters, and where nobody goes from one part to another",
                )
            else:
                yield Camp(name, self._names(f"{key}s", inside))

    def _crossings(self, squares: int) -> bool:
        """Whether two unconnected parts of a region lie on one line."""
        board = self.board.grid
        for line in board.line_masks:
            here = line & squares
            if here & ~board.flood(here & -here, squares):
                return True
        return False

    def _fighters(self, armed: Container[str]) -> set[Piece]:
        """Return all men but guards, and the king if he is armed in one of these ways."""
        king = self._keys.choices["ka"] in armed
        return {piece for piece in self.board.pieces if piece.kind != GUARD and (king or not piece.is_king)}

    def _anvils(self) -> set[Piece]:
        """Return the pieces against which others are captured."""
        return self._fighters(("y", "a"))

    def _hostility(self) -> Iterable[Hostility]:
        yield Enemies(self._names("ka", self._anvils()))
        for key in self._regions():
            empty: set[Piece] = set()
            always: set[Piece] = set()
            for victim in self.board.pieces:
                while_empty, occupied = self._hostile(key, victim)
                if occupied and not while_empty:
                    raise self._keys.error(
                        "cenh", "no piece that cenhe does not have: a throne is not less hostile empty"
                    )
                if while_empty:
                    (always if occupied else empty).add(victim)
            if empty:
                yield EmptyArea(REGION_NAMES[key], self._names(f"{key}h", empty))
            if always:
                yield Area(REGION_NAMES[key], self._names(f"{key}h", always))
        if self._keys.choices["linc"] == "y":
            if "cen" not in self._regions():
                raise self._keys.error("linc", "n, since there is no throne")
            yield BesetKing(REGION_NAMES["cen"], 3, "defenders")
        if self._keys.choices["ks"] == "m":
            yield Edge("king")

    def _hostile(self, key: str, victim: Piece) -> tuple[bool, bool]:
        """Return whether a region is hostile to a piece while it is empty, and while it is occupied."""
        lists, letter = self._keys.lists, opentafl_letter(victim)
        while_empty = letter in lists["cenhe" if key == "cen" else f"{key}h"]
        occupied = letter in lists[f"{key}h"]
        if occupied and matters_when_occupied(victim, self._occupants(key), self._anvils()):
            unarmed = self._keys.as_read and KING not in self._anvils() and victim.side is Side.ATTACKERS
            return while_empty, not (unarmed and self._occupants(key) == {KING})
        return while_empty, False

    def _occupants(self, key: str) -> set[Piece]:
        """Return the pieces that can stand on a region during the game."""
        later = self._listed(f"{key}s") & self._listed(f"{key}re")
        goal = self.board.grid.edge_mask if self._keys.choices["esc"] == "e" else self._keys.regions["cor"]
        return occupants(self.start, self._keys.regions[key], later, goal)

    def _captures(self) -> Iterable[Capture]:
        choices = self._keys.choices
        victims, by = self._names("start", self._fighters(())), self._names("ka", self._fighters(("y", "h")))
        yield Custodial(victims, by)
        if choices["sw"] != "n":
            closed_by = (REGION_NAMES["cor"],) if choices["sw"] == "s" and self._keys.regions["cor"] else ()
            yield Shieldwall(victims, closed_by, choices["swf"] == "y", by)
        if jumpers := self._jumpers(("c",)):
            yield JumpCapture(tuple(jumpers.values()))

    def _king(self) -> Iterable[Capture]:
        strength = self._keys.choices["ks"]
        if strength in ("w", "c"):
            weak = Custodial("king")
            if strength == "w":
                yield weak
            elif not self._keys.regions["cen"]:
                raise self._keys.error("ks", "s, m or w, since there is no throne")
            else:
                yield ByArea(AT_HOME, Surrounded(), weak)
            return
        yield Surrounded()
        if strength == "s" and OPENTAFL_PIECES["c"] in self.board.pieces:
            yield between_commanders(bool(self._keys.regions["cen"]), bool(self._keys.regions["cor"]))

    def _endings(self) -> Iterable[Ending]:
        choices = self._keys.choices
        yield KingCaptured()
        if choices["esc"] == "c" and not self._keys.regions["cor"]:
            raise self._keys.error("cor", "corners, to which the king escapes (esc:c)")
        yield KingReaches("edge" if choices["esc"] == "e" else REGION_NAMES["cor"])
        if choices["efe"] == "y":
            yield ExitFort()
        if choices["surf"] == "y":
            yield Encirclement()

    def _repetition(self) -> Repetition:
        result = self._keys.choices["tfr"]
        return RepetitionIgnored() if result == "i" else RepetitionEnds(3, OPENTAFL_VERDICTS[result])


def listed(board: Board, letters: Container[str]) -> set[Piece]:
    """Return the board's pieces that have one of OpenTafl's letters."""
    return {piece for piece in board.pieces if opentafl_letter(piece) in letters}


def standing(start: Position, squares: int) -> set[Piece]:
    """Return the pieces that stand on some squares."""
    return {piece for piece, mask in zip(start.board.pieces, start.kind_masks, strict=True) if mask & squares}


def occupants(start: Position, squares: int, later: set[Piece], goal: int) -> set[Piece]:
    """Return the pieces that can stand on a region during the game: from the start, or later."""
    found = standing(start, squares) | later
    return found if squares & ~goal else found - {KING}


def matters_when_occupied(victim: Piece, occupants: set[Piece], anvils: set[Piece]) -> bool:
    """Whether it matters that a region is hostile to a piece while another stands on it.

    It does not where only enemies stand that are hostile anyway; and a king is never beside himself.
    """
    return any(
        not (piece.side is not victim.side and piece in anvils) and not (piece.is_king and victim.is_king)
        for piece in occupants
    )


def between_commanders(throne: bool, corners: bool) -> Capture:
    """Return the rule that captures a strong king, away from his throne, between commanders, or one and a corner."""
    hostility: tuple[Hostility, ...] = (Enemies(COMMANDER),)
    if corners:
        hostility += (EmptyArea(REGION_NAMES["cor"]),)
    way = Custodial("king", COMMANDER, hostility)
    return ByArea(AT_HOME, Surrounded(), way) if throne else way
