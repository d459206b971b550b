"""Lowering: the rules as a flat record of numbers, which is all that the compiled kernel knows of them.

Each strategy says in the words of `taflkit.rules.lowering.Lowering` what it does; `Tables` writes it down. The record
is what `native/rules.c` reads, word by word, and the two change together.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

import attrs

from taflkit.board import Board, Side
from taflkit.errors import TaflError
from taflkit.rules import Rules, Verdict
from taflkit.rules.lowering import Names, says_how_it_is_lowered
from taflkit.rules.protocols import Capture, Hostility

MAGIC = 0x5441464C  # TAFL
VERSION = 1

#: What the kernel has room for.
MOST_KINDS = 8
MOST_RULES = 12
MOST_TABLES = 8
MOST_OCCURRENCES = 1_000_000
MOST_PLAYS = 2**31 - 1
#: A board has fewer squares: more ways are as good as this many, which nobody ever has.
MOST_WAYS = 1000
#: Further than any board is wide.
ANY_DISTANCE = 31

CUSTODIAL, SURROUNDED, SHIELDWALL, JUMPED = range(4)
KING_CAPTURED, KING_REACHES, ENCIRCLEMENT, ALL_MEN, OPEN_WAYS, EXIT_FORT = range(6)
IGNORED, ENDS, FORBIDDEN = range(3)
CAPTURELESS, TURNS = range(2)
VERDICTS = {verdict: number for number, verdict in enumerate(Verdict)}


class NotLoweredError(TaflError):
    """Rules that the kernel cannot run, and the `reason`, as a clause of a sentence."""

    def __init__(self, reason: str) -> None:
        """Remember the reason."""
        super().__init__(reason)
        self.reason = reason


@attrs.frozen
class Lowered:
    """The rules as a record: 32-bit words in the byte order of this machine."""

    record: bytes = attrs.field(repr=False)


def lower(rules: Rules) -> Lowered:
    """The record of some rules; a `NotLoweredError` where the kernel cannot run them."""
    tables = Tables(rules.board)
    for strategy in (*rules.movement, *rules.hostility, *rules.captures, *rules.king, *rules.endings, *rules.limits):
        tables.add(strategy)
    for strategy in (rules.repetition, rules.no_moves, rules.turn):
        tables.add(strategy)
    tables.check()
    words = array("I", [MAGIC, VERSION, rules.board.grid.width, rules.board.grid.height, len(rules.board.pieces)])
    words.extend(_kinds(rules))
    for piece, distance in zip(rules.board.pieces, tables.distances, strict=True):
        words.append(distance)
        # Access lowers whatever the strategies are: they are asked once for each square, and never again.
        reach = rules.reach_of(piece)
        for stop, cross in zip(reach.stoppable, reach.crossable, strict=True):
            words.extend(tables.squares(stop))
            words.extend(tables.squares(cross))
    words.extend(tables.written())
    words.extend(_symmetries(rules.board))
    return Lowered(words.tobytes())


def _kinds(rules: Rules) -> Iterator[int]:
    """For each kind of piece: its side, whether it is a king, and the kind that it turns into when captured."""
    turned = rules.turns_into
    for index, piece in enumerate(rules.board.pieces):
        if piece.is_king and piece.side is Side.ATTACKERS:
            raise NotLoweredError("the attackers have a king")
        yield from (piece.side is Side.DEFENDERS, piece.is_king, turned[index] + 1 if index in turned else 0)


def _symmetries(board: Board) -> Iterator[int]:
    """The symmetries of the board: for each, where every square goes."""
    symmetries = board.geometry.symmetries
    yield len(symmetries)
    for symmetry in symmetries:
        for square in range(len(board.grid.squares)):
            yield symmetry.mask(1 << square).bit_length() - 1


@attrs.define
class Against:
    """What is hostile to one kind of piece."""

    armed: int = 0
    always: int = 0
    empty: int = 0
    edge: bool = False
    #: The areas where a king is hostile, by the number of attackers beside him that it takes.
    beset: dict[int, int] = attrs.field(factory=dict)


class Tables:
    """A `Lowering` that writes down what strategies say. Sets of kinds have a bit for each kind, from bit 1."""

    def __init__(self, board: Board) -> None:
        """Begin with no rules."""
        self._board = board
        self._area = board.grid.everywhere_mask
        self._words = -(-len(board.grid.squares) // 32)
        self._known: dict[int, tuple[int, ...]] = {}
        self._against = self._new_table()
        self._hostility = [self._against]
        self.distances = [0] * len(board.pieces)
        self._jumps: list[tuple[int, ...]] = []
        self._captures: list[tuple[int, ...]] = []
        self._endings: list[tuple[int, ...]] = []
        self._limits: list[tuple[int, ...]] = []
        self._no_moves = 0
        self._repetition: tuple[int, ...] = (IGNORED, 0, 0, 0)
        self._turn: tuple[int, ...] = (0, *self.squares(0))

    def add(self, strategy: object) -> None:
        """Write down a strategy."""
        if not says_how_it_is_lowered(strategy):
            raise NotLoweredError(f"{type(strategy).__name__} does not say how it is lowered")
        strategy.lower(self)

    def check(self) -> None:
        """Refuse what the kernel has no room for."""
        for count, most, what in (
            (len(self._board.pieces), MOST_KINDS, "kinds of piece"),
            (len(self._jumps), MOST_RULES, "ways to jump"),
            (len(self._hostility), MOST_TABLES, "sets of hostile squares"),
            (len(self._captures), MOST_RULES, "ways of capture"),
            (len(self._endings), MOST_RULES, "endings"),
            (len(self._limits), MOST_RULES, "limits"),
        ):
            if count > most:
                raise NotLoweredError(f"there are {count} {what}, and the kernel takes {most}")

    def squares(self, mask: int) -> tuple[int, ...]:
        """A set of squares as words."""
        found = self._known.get(mask)
        if found is None:
            found = tuple(mask >> 32 * word & 0xFFFFFFFF for word in range(self._words))
            self._known[mask] = found
        return found

    def written(self) -> Iterator[int]:
        """The record from the jumps to the limits."""
        yield from _listed(self._jumps)
        yield len(self._hostility)
        for table in self._hostility:
            for against in table:
                yield from (against.armed, *self.squares(against.always), *self.squares(against.empty), against.edge)
                yield from _listed([(enough, *self.squares(area)) for enough, area in against.beset.items()])
        yield from _listed(self._captures)
        yield from _listed(self._endings)
        yield from (self._no_moves, *self._repetition, *self._turn)
        yield from _listed(self._limits)

    def _new_table(self) -> list[Against]:
        return [Against() for _ in self._board.pieces]

    def _set_of(self, area: Names) -> tuple[int, ...]:
        return self.squares(self._board.geometry.area_mask(*area))

    def _kinds(self, names: Names, but: Side | None = None) -> int:
        """The kinds that the names mean, without those of one side."""
        pieces = enumerate(self._board.pieces, 1)
        return sum(1 << number for number, piece in pieces if piece.is_one_of(names) and piece.side is not but)

    def _victims(self, names: Names) -> Iterator[Against]:
        pairs = zip(self._board.pieces, self._against, strict=True)
        return (against for piece, against in pairs if piece.is_one_of(names))

    def slide(self, pieces: Names, distance: int | None) -> None:
        """Who slides in two ways slides as far as the longer."""
        far = ANY_DISTANCE if distance is None else min(distance, ANY_DISTANCE)
        for index, piece in enumerate(self._board.pieces):
            if piece.is_one_of(pieces):
                self.distances[index] = max(self.distances[index], far)

    def jump(self, pieces: Names, over: Names, area: Names) -> None:
        """The leapers, whom they leap over, and where."""
        self._jumps.append((self._kinds(pieces), self._kinds(over), bool(area), *self._set_of(area)))

    def hostile_enemies(self, armed: Names) -> None:
        """Those who are armed, for each victim its own enemies."""
        for victim, against in zip(self._board.pieces, self._against, strict=True):
            against.armed |= self._kinds(armed, but=victim.side)

    def hostile_area(self, area: Names, to: Names) -> None:
        """Add to the squares that are always hostile."""
        for against in self._victims(to):
            against.always |= self._board.geometry.area_mask(*area)

    def hostile_empty_area(self, area: Names, to: Names) -> None:
        """Add to the squares that are hostile when empty."""
        for against in self._victims(to):
            against.empty |= self._board.geometry.area_mask(*area)

    def hostile_edge(self, to: Names) -> None:
        """What is off the board."""
        for against in self._victims(to):
            against.edge = True

    def hostile_beset_king(self, area: Names, enemies: int, to: Names) -> None:
        """Areas for which as many attackers are needed become one."""
        for against in self._victims(to):
            against.beset[enemies] = against.beset.get(enemies, 0) | self._board.geometry.area_mask(*area)

    def custodial(self, victims: Names, by: Names, hostility: tuple[Hostility, ...] | None) -> None:
        """With its own table if it has its own hostility."""
        self._capture(CUSTODIAL, victims, by, table=0 if hostility is None else self._table(hostility))

    def _table(self, hostility: Iterable[Hostility]) -> int:
        """The number of a new table of hostile squares."""
        before, self._against = self._against, self._new_table()
        self._hostility.append(self._against)
        number = len(self._hostility) - 1
        for strategy in hostility:
            self.add(strategy)
        self._against = before
        return number

    def surrounded(self, victims: Names, sides: int) -> None:
        """Anyone may close the last side."""
        self._capture(SURROUNDED, victims, sides=sides)

    def shieldwall(self, victims: Names, closed_by: Names, flanking: bool) -> None:
        """Anyone may close the row."""
        self._capture(SHIELDWALL, victims, flanking=flanking, closing=closed_by)

    def jump_capture(self, pieces: Names) -> None:
        """Anyone who is leapt over is captured."""
        self._capture(JUMPED, ("everyone",), pieces)

    def _capture(
        self,
        kind: int,
        victims: Names,
        by: Names = ("everyone",),
        *,
        table: int = 0,
        sides: int = 4,
        flanking: bool = False,
        closing: Names = (),
    ) -> None:
        facts = (kind, self._kinds(victims), self._kinds(by), table, sides, flanking)
        self._captures.append((*facts, *self.squares(self._area), *self._set_of(closing)))

    def by_area(self, area: Names, inside: Capture, outside: Capture) -> None:
        """Each way of capture takes only where it applies: an area in an area is what they share."""
        whole, here = self._area, self._board.geometry.area_mask(*area)
        for part, capture in ((here, inside), (~here, outside)):
            self._area = whole & part
            self.add(capture)
        self._area = whole

    def king_captured(self) -> None:
        """No number, no area."""
        self._ending(KING_CAPTURED)

    def king_reaches(self, area: Names) -> None:
        """The area to be reached."""
        self._ending(KING_REACHES, area=area)

    def encirclement(self) -> None:
        """No number, no area."""
        self._ending(ENCIRCLEMENT)

    def all_men_captured(self, king_alone: bool) -> None:
        """The number says whether the king may go on alone."""
        self._ending(ALL_MEN, king_alone)

    def open_ways(self, area: Names, ways: int) -> None:
        """The number of ways to the area."""
        self._ending(OPEN_WAYS, min(ways, MOST_WAYS), area)

    def exit_fort(self) -> None:
        """No number, no area."""
        self._ending(EXIT_FORT)

    def _ending(self, kind: int, number: int = 0, area: Names = ()) -> None:
        self._endings.append((kind, number, *self._set_of(area)))

    def repetition_ends(self, occurrences: int, result: Verdict, symmetric: bool) -> None:
        """How often is too often, and who gains by it."""
        if occurrences > MOST_OCCURRENCES:
            raise NotLoweredError(f"a position may come back {occurrences} times, and the kernel counts to a million")
        self._repetition = (ENDS, occurrences, VERDICTS[result], symmetric)

    def repetition_forbidden(self) -> None:
        """No number, no verdict."""
        self._repetition = (FORBIDDEN, 0, 0, 0)

    def repetition_ignored(self) -> None:
        """No number, no verdict."""
        self._repetition = (IGNORED, 0, 0, 0)

    def no_moves_loses(self) -> None:
        """The first of two."""
        self._no_moves = 0

    def no_moves_draws(self) -> None:
        """The second of two."""
        self._no_moves = 1

    def one_move(self) -> None:
        """The first of two."""
        self._turn = (0, *self.squares(0))

    def berserk(self, escape: Names) -> None:
        """The second of two, and where a king may go on to."""
        self._turn = (1, *self._set_of(escape))

    def captureless_limit(self, plays: int, result: Verdict) -> None:
        """How many plays, and who gains by it."""
        self._limit(CAPTURELESS, plays, result)

    def turn_limit(self, turns: int, result: Verdict) -> None:
        """How many turns, and who gains by it."""
        self._limit(TURNS, turns, result)

    def _limit(self, kind: int, count: int, result: Verdict) -> None:
        if count > MOST_PLAYS:
            raise NotLoweredError(f"a limit is {count}, and the kernel counts to {MOST_PLAYS}")
        self._limits.append((kind, count, VERDICTS[result]))


def _listed(entries: list[tuple[int, ...]]) -> Iterator[int]:
    """How many there are, and then each."""
    yield len(entries)
    for entry in entries:
        yield from entry
