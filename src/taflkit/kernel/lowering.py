"""Lowering: the rules as a flat record of numbers, from which the compiled kernel builds its tables.

`ENCODERS` maps the exact class of a strategy to the function that writes it into the record. A strategy whose class is
not in it runs in Python. The kinds and the fields of the record are those of `native/core/record.h`;
`taflkit.kernel.constants` compares the two when the kernel is loaded.
"""

from __future__ import annotations

import enum
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple

import attrs

from taflkit.board import Board, Side
from taflkit.errors import TaflError
from taflkit.rules import (
    AllMenCaptured,
    Area,
    Berserk,
    BesetKing,
    ByArea,
    CapturelessLimit,
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
    NoMovesDraws,
    NoMovesLoses,
    OneMove,
    OpenWays,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    Rules,
    Shieldwall,
    Slide,
    Surrounded,
    TurnLimit,
    Verdict,
)

MAGIC = 0x5441464C  # TAFL
VERSION = 2

#: The largest board and the largest numbers of things that the kernel takes.
MAX_WIDTH = 19
MAX_KINDS = 8
MAX_RULES = 12
MAX_TABLES = 8
MAX_OCCURRENCES = 1_000_000
MAX_COUNT = 2**31 - 1
#: More ways than a king can have on any board; a greater number is written as this one.
MAX_WAYS = 1000
#: More squares than any board is wide.
ANY_DISTANCE = 31


class CaptureKind(enum.IntEnum):
    """The ways of capture that the kernel knows."""

    CUSTODIAL = 0
    SURROUNDED = 1
    SHIELDWALL = 2
    JUMPED = 3


class EndingKind(enum.IntEnum):
    """The endings that the kernel knows."""

    KING_CAPTURED = 0
    KING_REACHES = 1
    ENCIRCLEMENT = 2
    ALL_MEN = 3
    OPEN_WAYS = 4
    EXIT_FORT = 5


class RepetitionKind(enum.IntEnum):
    """The rules of repetition that the kernel knows."""

    IGNORED = 0
    ENDS = 1
    FORBIDDEN = 2


class LimitKind(enum.IntEnum):
    """The limits that the kernel knows."""

    CAPTURELESS = 0
    TURNS = 1


VERDICTS = {verdict: number for number, verdict in enumerate(Verdict)}

#: Names of pieces or areas.
Names = tuple[str, ...]


class Squares(int):
    """A set of squares, a bit each: in the record, as many words as the board needs."""


NOWHERE = Squares(0)


class KindEntry(NamedTuple):
    """A kind of piece."""

    side: int = 0
    """0 for the attackers, 1 for the defenders."""
    is_king: int = 0
    """Whether it is a king."""
    becomes: int = 0
    """The number of the kind that it turns into when captured, from 1; 0 for none."""


class Movement(NamedTuple):
    """How a kind of piece slides."""

    distance: int
    """How far."""
    stops: Sequence[Squares]
    """From each square, where it may stop."""
    crosses: Sequence[Squares]
    """From each square, which squares it may cross."""


class JumpEntry(NamedTuple):
    """A way to jump. Sets of kinds have a bit for each kind, from bit 1."""

    kinds: int = 0
    """The kinds that jump."""
    over: int = 0
    """The kinds that they jump over."""
    restricted: int = 0
    """Whether a jump must start or end on the area."""
    area: Squares = NOWHERE
    """That area."""


class HostileEntry(NamedTuple):
    """What is hostile to one kind of piece."""

    armed: int = 0
    """The kinds of enemy that are hostile."""
    always: Squares = NOWHERE
    """The squares that are always hostile."""
    empty: Squares = NOWHERE
    """The squares that are hostile while they are empty."""
    edge: int = 0
    """Whether the outside of the board is hostile."""


class BesetEntry(NamedTuple):
    """An area where a king is hostile when enough attackers stand beside him."""

    enough: int
    """How many attackers it takes."""
    area: Squares = NOWHERE
    """The squares where the king is hostile."""


class Hostility(NamedTuple):
    """What is hostile to one kind of piece, by one table."""

    hostile: HostileEntry = HostileEntry()
    """What does not depend on the attackers beside a king."""
    beset: Sequence[BesetEntry] = ()
    """What does."""


class CaptureEntry(NamedTuple):
    """A way of capture."""

    type: int
    """A `CaptureKind`."""
    victims: int = 0
    """The kinds that can be captured."""
    by: int = 0
    """The kinds whose moves capture."""
    hostility: int = 0
    """The number of a table of hostile squares."""
    sides: int = 4
    """How many sides must be hostile."""
    flanking: int = 0
    """Whether the move must close an end of a row."""
    area: Squares = NOWHERE
    """Where the victims stand."""
    closing: Squares = NOWHERE
    """The squares that close a row while they are empty."""


class EndingEntry(NamedTuple):
    """An ending."""

    type: int
    """An `EndingKind`."""
    number: int = 0
    """The number of ways, or whether the king may go on alone."""
    area: Squares = NOWHERE
    """The squares that it concerns."""


class GameEntry(NamedTuple):
    """The rules that every game has one of: no moves, repetition and turn."""

    no_moves_draws: int = 0
    """Whether a side without moves draws instead of losing."""
    repetition: int = RepetitionKind.IGNORED
    """A `RepetitionKind`."""
    occurrences: int = 0
    """At which occurrence of a position the game ends."""
    verdict: int = 0
    """The number of the verdict on repetition."""
    symmetric: int = 0
    """Whether symmetric positions count as the same."""
    berserk: int = 0
    """Whether a piece that has captured must go on capturing."""
    escape: Squares = NOWHERE
    """The squares to which a king may then move on."""


class LimitEntry(NamedTuple):
    """A limit."""

    type: int
    """A `LimitKind`."""
    maximum: int
    """How many moves or turns."""
    verdict: int = 0
    """The number of the verdict."""


#: The entries of the record by the names that the kernel has for them.
ENTRIES: Mapping[str, type[NamedTuple]] = MappingProxyType(
    {
        "KIND": KindEntry,
        "JUMP": JumpEntry,
        "HOSTILE": HostileEntry,
        "BESET": BesetEntry,
        "CAPTURE": CaptureEntry,
        "ENDING": EndingEntry,
        "GAME": GameEntry,
        "LIMIT": LimitEntry,
    }
)


class NotLoweredError(TaflError):
    """Rules that the kernel cannot run; `reason` says why, as a clause of a sentence."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


@attrs.frozen
class Lowered:
    """The rules as the entries of a record."""

    width: int
    """How many columns the board has."""
    height: int
    """How many rows."""
    pieces: Sequence[KindEntry]
    """The kinds of piece."""
    movement: Sequence[Movement]
    """How each of them slides."""
    jumps: Sequence[JumpEntry] = ()
    """The ways to jump."""
    hostility: Sequence[Sequence[Hostility]] = ()
    """The tables of hostile squares: for each, what is hostile to every kind of piece."""
    captures: Sequence[CaptureEntry] = ()
    """The ways of capture."""
    endings: Sequence[EndingEntry] = ()
    """The endings."""
    game: GameEntry = attrs.field(factory=GameEntry)
    """What every game has one of."""
    limits: Sequence[LimitEntry] = ()
    """The limits."""
    symmetries: Sequence[Sequence[int]] = ()
    """The symmetries of the board: for each, where every square goes."""

    @property
    def record(self) -> bytes:
        """The record: 32-bit words in the byte order of this machine."""
        words = array("I", [MAGIC, VERSION, self.width, self.height, len(self.pieces)])
        words.extend(chain.from_iterable(map(self._words, self.pieces)))
        for distance, stops, crosses in self.movement:
            words.append(distance)
            words.extend(chain.from_iterable(map(self._words, zip(stops, crosses, strict=True))))
        words.extend(self._listed(self.jumps))
        words.append(len(self.hostility))
        for hostile, beset in chain.from_iterable(self.hostility):
            words.extend(self._words(hostile))
            words.extend(self._listed(beset))
        words.extend(self._listed(self.captures))
        words.extend(self._listed(self.endings))
        words.extend(self._words(self.game))
        words.extend(self._listed(self.limits))
        words.extend(self._listed(self.symmetries))
        return words.tobytes()

    def _listed(self, entries: Sequence[Iterable[int]]) -> Iterator[int]:
        """The number of entries, then each."""
        yield len(entries)
        for entry in entries:
            yield from self._words(entry)

    def _words(self, entry: Iterable[int]) -> Iterator[int]:
        """The fields of an entry in their order."""
        for value in entry:
            if isinstance(value, Squares):
                yield from (value >> bit & 0xFFFFFFFF for bit in range(0, self.width * self.height, 32))
            else:
                yield value


def lower(rules: Rules) -> Lowered:
    """The record of some rules.

    Raises:
        NotLoweredError: The kernel cannot run these rules.
    """
    board = rules.board
    recorder = Recorder(board)
    for strategy in (*rules.movement, *rules.hostility, *rules.captures, *rules.king, *rules.endings, *rules.limits):
        recorder.add(strategy)
    for strategy in (rules.repetition, rules.no_moves, rules.turn):
        recorder.add(strategy)
    recorder.check()
    return Lowered(
        board.grid.width,
        board.grid.height,
        tuple(_kinds(rules)),
        tuple(_movement(rules, recorder.distances)),
        tuple(recorder.jumps),
        tuple(tuple(against.entry() for against in table) for table in recorder.tables),
        tuple(recorder.captures),
        tuple(recorder.endings),
        recorder.game,
        tuple(recorder.limits),
        tuple(tuple(symmetry.images) for symmetry in board.geometry.symmetries),
    )


def _kinds(rules: Rules) -> Iterator[KindEntry]:
    turned = rules.turns_into
    for index, piece in enumerate(rules.board.pieces):
        if piece.is_king and piece.side is Side.ATTACKERS:
            raise NotLoweredError("the attackers have a king")
        becomes = turned[index] + 1 if index in turned else 0
        yield KindEntry(piece.side is Side.DEFENDERS, piece.is_king, becomes)


def _movement(rules: Rules, distances: Iterable[int]) -> Iterator[Movement]:
    """How each kind slides. Access needs no encoder: what is closed is asked once for each square, whatever it is."""
    for piece, distance in zip(rules.board.pieces, distances, strict=True):
        reach = rules.reach_of(piece)
        yield Movement(distance, tuple(map(Squares, reach.stoppable)), tuple(map(Squares, reach.crossable)))


class Against:
    """What is hostile to one kind of piece, while strategies are added."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.armed = 0
        """The kinds of enemy that are hostile."""
        self.always = 0
        """The squares that are always hostile, as a mask."""
        self.empty = 0
        """The squares that are hostile while they are empty, as a mask."""
        self.edge = False
        """Whether the outside of the board is hostile."""
        self.beset: dict[int, int] = {}
        """The areas where a king is hostile, by the number of attackers beside him that it takes."""

    def entry(self) -> Hostility:
        """What was added, as entries."""
        hostile = HostileEntry(self.armed, Squares(self.always), Squares(self.empty), self.edge)
        return Hostility(hostile, tuple(BesetEntry(enough, Squares(area)) for enough, area in self.beset.items()))


class Recorder:
    """Collects what strategies become in the record. Sets of kinds have a bit for each kind, from bit 1."""

    def __init__(self, board: Board) -> None:
        """Start without rules."""
        self.board = board
        self.distances = [0] * len(board.pieces)
        self.jumps: list[JumpEntry] = []
        self.captures: list[CaptureEntry] = []
        self.endings: list[EndingEntry] = []
        self.limits: list[LimitEntry] = []
        self.game = GameEntry()
        self._area = board.grid.everywhere_mask
        self._against = self._new_table()
        self.tables = [self._against]

    def add(self, strategy: object) -> None:
        """Write down a strategy, if its exact class has an encoder."""
        encode = ENCODERS.get(type(strategy))
        if encode is None:
            raise NotLoweredError(f"the kernel does not know the rule {type(strategy).__name__}")
        encode(self, strategy)

    def check(self) -> None:
        """Refuse what exceeds the kernel's bounds."""
        for count, most, what in (
            (max(self.board.grid.width, self.board.grid.height), MAX_WIDTH, "rows or columns"),
            (len(self.board.pieces), MAX_KINDS, "kinds of piece"),
            (len(self.jumps), MAX_RULES, "ways to jump"),
            (len(self.tables), MAX_TABLES, "sets of hostile squares"),
            (len(self.captures), MAX_RULES, "ways of capture"),
            (len(self.endings), MAX_RULES, "endings"),
            (len(self.limits), MAX_RULES, "limits"),
        ):
            if count > most:
                raise NotLoweredError(f"there are {count} {what}, and the kernel takes {most}")

    def squares(self, area: Names) -> Squares:
        """An area as a set of squares."""
        return Squares(self.mask(area))

    def mask(self, area: Names) -> int:
        """An area as a mask."""
        return self.board.geometry.area_mask(*area)

    def kinds(self, names: Names, *, but: Side | None = None) -> int:
        """The kinds that the names mean, without those of one side."""
        pieces = enumerate(self.board.pieces, 1)
        return sum(1 << number for number, piece in pieces if piece.is_one_of(names) and piece.side is not but)

    def against(self, names: Names) -> Iterator[tuple[Side, Against]]:
        """For the kinds that the names mean: their side, and what is hostile to them in the current table."""
        for piece, against in zip(self.board.pieces, self._against, strict=True):
            if piece.is_one_of(names):
                yield piece.side, against

    def table(self, hostility: Iterable[object]) -> int:
        """The number of a new table of hostile squares."""
        before, self._against = self._against, self._new_table()
        self.tables.append(self._against)
        number = len(self.tables) - 1
        for strategy in hostility:
            self.add(strategy)
        self._against = before
        return number

    def _new_table(self) -> list[Against]:
        return [Against() for _ in self.board.pieces]

    def capture(
        self,
        kind: CaptureKind,
        victims: Names = ("everyone",),
        by: Names = ("everyone",),
        *,
        hostility: int = 0,
        sides: int = 4,
        flanking: bool = False,
        closing: Names = (),
    ) -> None:
        """Add a way of capture, for victims in the current area."""
        self.captures.append(
            CaptureEntry(
                kind,
                self.kinds(victims),
                self.kinds(by),
                hostility,
                sides,
                flanking,
                Squares(self._area),
                self.squares(closing),
            )
        )

    def within(self, mask: int, capture: object) -> None:
        """Add a capture for victims on some squares of the current area only."""
        whole = self._area
        self._area = whole & mask
        self.add(capture)
        self._area = whole

    def ending(self, kind: EndingKind, number: int = 0, area: Names = ()) -> None:
        """Add an ending."""
        self.endings.append(EndingEntry(kind, number, self.squares(area)))

    def limit(self, kind: LimitKind, count: int, result: Verdict) -> None:
        """Add a limit."""
        if count > MAX_COUNT:
            raise NotLoweredError(f"a limit is {count}, and the kernel counts to {MAX_COUNT}")
        self.limits.append(LimitEntry(kind, count, VERDICTS[result]))

    def decide(self, **fields: Any) -> None:
        """Set fields of the game's entry."""
        self.game = self.game._replace(**fields)


def _slide(to: Recorder, rule: Slide) -> None:
    # A kind with two slides goes as far as the longer.
    far = ANY_DISTANCE if rule.distance is None else min(rule.distance, ANY_DISTANCE)
    for index, piece in enumerate(to.board.pieces):
        if piece.is_one_of(rule.pieces):
            to.distances[index] = max(to.distances[index], far)


def _jump(to: Recorder, rule: Jump) -> None:
    restricted, area = bool(rule.area), to.squares(rule.area)
    to.jumps.append(JumpEntry(to.kinds(rule.pieces), to.kinds(rule.over), restricted, area))


def _enemies(to: Recorder, rule: Enemies) -> None:
    for side, against in to.against(("everyone",)):
        against.armed |= to.kinds(rule.armed, but=side)


def _area(to: Recorder, rule: Area) -> None:
    for _, against in to.against(rule.to):
        against.always |= to.mask(rule.area)


def _empty_area(to: Recorder, rule: EmptyArea) -> None:
    for _, against in to.against(rule.to):
        against.empty |= to.mask(rule.area)


def _edge(to: Recorder, rule: Edge) -> None:
    for _, against in to.against(rule.to):
        against.edge = True


def _beset_king(to: Recorder, rule: BesetKing) -> None:
    for _, against in to.against(rule.to):
        against.beset[rule.enemies] = against.beset.get(rule.enemies, 0) | to.mask(rule.area)


def _custodial(to: Recorder, rule: Custodial) -> None:
    table = 0 if rule.hostility is None else to.table(rule.hostility)
    to.capture(CaptureKind.CUSTODIAL, rule.victims, rule.by, hostility=table)


def _surrounded(to: Recorder, rule: Surrounded) -> None:
    to.capture(CaptureKind.SURROUNDED, rule.victims, sides=rule.sides)


def _by_area(to: Recorder, rule: ByArea) -> None:
    here = to.mask(rule.area)
    to.within(here, rule.inside)
    to.within(~here, rule.outside)


def _shieldwall(to: Recorder, rule: Shieldwall) -> None:
    to.capture(CaptureKind.SHIELDWALL, rule.victims, rule.by, flanking=rule.flanking, closing=rule.closed_by)


def _jump_capture(to: Recorder, rule: JumpCapture) -> None:
    to.capture(CaptureKind.JUMPED, by=rule.pieces)


def _repetition_ends(to: Recorder, rule: RepetitionEnds) -> None:
    if rule.occurrences > MAX_OCCURRENCES:
        raise NotLoweredError(
            f"a position may come back {rule.occurrences} times, and the kernel counts to {MAX_OCCURRENCES}"
        )
    to.decide(
        repetition=RepetitionKind.ENDS,
        occurrences=rule.occurrences,
        verdict=VERDICTS[rule.result],
        symmetric=rule.symmetric,
    )


#: What writes each strategy into the record, by its exact class.
ENCODERS: Mapping[type, Callable[[Recorder, Any], None]] = MappingProxyType(
    {
        Slide: _slide,
        Jump: _jump,
        Enemies: _enemies,
        Area: _area,
        EmptyArea: _empty_area,
        Edge: _edge,
        BesetKing: _beset_king,
        Custodial: _custodial,
        Surrounded: _surrounded,
        ByArea: _by_area,
        Shieldwall: _shieldwall,
        JumpCapture: _jump_capture,
        KingCaptured: lambda to, _: to.ending(EndingKind.KING_CAPTURED),
        KingReaches: lambda to, rule: to.ending(EndingKind.KING_REACHES, area=rule.area),
        Encirclement: lambda to, _: to.ending(EndingKind.ENCIRCLEMENT),
        AllMenCaptured: lambda to, rule: to.ending(EndingKind.ALL_MEN, rule.king_alone),
        OpenWays: lambda to, rule: to.ending(EndingKind.OPEN_WAYS, min(rule.ways, MAX_WAYS), rule.area),
        ExitFort: lambda to, _: to.ending(EndingKind.EXIT_FORT),
        RepetitionIgnored: lambda to, _: to.decide(repetition=RepetitionKind.IGNORED),
        RepetitionEnds: _repetition_ends,
        RepetitionForbidden: lambda to, _: to.decide(repetition=RepetitionKind.FORBIDDEN),
        NoMovesLoses: lambda to, _: to.decide(no_moves_draws=0),
        NoMovesDraws: lambda to, _: to.decide(no_moves_draws=1),
        OneMove: lambda to, _: to.decide(berserk=0),
        Berserk: lambda to, rule: to.decide(berserk=1, escape=to.squares(rule.escape)),
        CapturelessLimit: lambda to, rule: to.limit(LimitKind.CAPTURELESS, rule.plays, rule.result),
        TurnLimit: lambda to, rule: to.limit(LimitKind.TURNS, rule.turns, rule.result),
    }
)
