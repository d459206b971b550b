"""Strange rules and positions, as the records and states that the compiled kernel reads."""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Iterator
from functools import lru_cache

import attrs

from taflkit import load_variant
from taflkit.kernel.lowering import (
    ANY_DISTANCE,
    MAGIC,
    MAX_COUNT,
    MAX_KINDS,
    MAX_OCCURRENCES,
    MAX_RULES,
    MAX_TABLES,
    MAX_WAYS,
    MAX_WIDTH,
    VERDICTS,
    VERSION,
    BesetEntry,
    CaptureEntry,
    CaptureKind,
    EndingEntry,
    EndingKind,
    GameEntry,
    HostileEntry,
    Hostility,
    JumpEntry,
    KindEntry,
    LimitEntry,
    LimitKind,
    Lowered,
    Movement,
    RepetitionKind,
    Squares,
    lower,
)
from tests.variants import TAFL

#: How many words there are before the kinds of piece, and for each of them.
HEADER, KIND = 5, len(KindEntry._fields)


@attrs.frozen
class Shape:
    """What one must know of a record to write states for it."""

    width: int
    height: int
    kings: tuple[bool, ...]
    sides: tuple[int, ...]

    @classmethod
    def of(cls, record: bytes) -> Shape:
        """The shape of a record that the kernel has taken."""
        words = array("i", record[: 4 * (HEADER + KIND * MAX_KINDS)])
        width, height, count = words[HEADER - 3 : HEADER]
        kinds = [KindEntry(*words[at : at + KIND]) for at in range(HEADER, HEADER + KIND * count, KIND)]
        return cls(width, height, tuple(kind.is_king != 0 for kind in kinds), tuple(kind.side for kind in kinds))

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return self.width * self.height


class StrangeRules:
    """A record that is well formed, of rules such as nobody plays by."""

    def __init__(self, chance: random.Random, size: tuple[int, int] | None = None) -> None:
        """Write one."""
        self.chance = chance
        self.width, self.height = size or self._size()
        self.squares = self.width * self.height
        self.kinds = chance.choice([1, 2, 3, 3, 4, MAX_KINDS])
        self.areas = [Squares(mask) for mask in self._masks()]
        self.tables = len(self._many(MAX_TABLES, 1))
        self.symmetric = self._yes()
        lowered = Lowered(
            width=self.width,
            height=self.height,
            pieces=list(self._pieces()),
            movement=[self._movement() for _ in range(self.kinds)],
            jumps=[self._jump() for _ in (self._many(MAX_RULES) if self._yes() else ())],
            hostility=[[self._hostility() for _ in range(self.kinds)] for _ in range(self.tables)],
            captures=[self._capture() for _ in self._many(MAX_RULES)],
            endings=[self._ending() for _ in self._many(MAX_RULES)],
            game=self._game(),
            limits=[self._limit() for _ in self._many(MAX_RULES)],
            symmetries=[chance.sample(range(self.squares), self.squares) for _ in self._many(8, self.symmetric)],
        )
        self.record = lowered.record

    def _size(self) -> tuple[int, int]:
        odd = [(1, 1), (1, MAX_WIDTH), (MAX_WIDTH, 1), (2, MAX_WIDTH), (2, 2)]
        some = (self.chance.randint(1, 9), self.chance.randint(1, 9))
        return self.chance.choice([*odd, (7, 7), (MAX_WIDTH, MAX_WIDTH), some, some, some, some, some, some])

    def _masks(self) -> Iterator[int]:
        everywhere = (1 << self.squares) - 1
        edge = sum(
            1 << square
            for square in range(self.squares)
            if square % self.width in (0, self.width - 1) or square // self.width in (0, self.height - 1)
        )
        yield from (0, everywhere, everywhere, edge, everywhere & ~edge)
        for _ in range(3):
            yield self.chance.getrandbits(self.squares)
        yield 1 << self.chance.randrange(self.squares)

    def _area(self) -> Squares:
        return self.chance.choice(self.areas)

    def _kinds(self) -> int:
        """Some kinds, a bit each from bit 1; often all of them."""
        everyone = (2 << self.kinds) - 2
        return self.chance.choice([everyone, self.chance.getrandbits(self.kinds) << 1])

    def _yes(self) -> int:
        return self.chance.randrange(2)

    def _many(self, most: int, least: int = 0) -> range:
        """So many of something: few, or now and then all that there is room for."""
        return range(most if self.chance.random() < 0.04 else self.chance.randint(least, min(4, most)))

    def _pieces(self) -> Iterator[KindEntry]:
        sides = [self._yes() for _ in range(self.kinds)]
        kings = [side == 1 and self.chance.random() < 0.3 for side in sides]
        if self.chance.random() < 0.7:
            sides[-1], kings[-1] = 1, True
        for side, king in zip(sides, kings, strict=True):
            others = [number for number in range(self.kinds) if sides[number] != side and not kings[number]]
            turns = others and not king and self.chance.random() < 0.4
            yield KindEntry(side=side, is_king=king, becomes=self.chance.choice(others) + 1 if turns else 0)

    def _movement(self) -> Movement:
        distance = self.chance.choice([0, 1, 2, ANY_DISTANCE, ANY_DISTANCE, ANY_DISTANCE])
        areas = [self.areas[1]] if self.chance.random() < 0.5 else self.areas
        stops, crosses = ([self.chance.choice(areas) for _ in range(self.squares)] for _ in range(2))
        return Movement(distance=distance, stops=stops, crosses=crosses)

    def _jump(self) -> JumpEntry:
        return JumpEntry(kinds=self._kinds(), over=self._kinds(), restricted=self._yes(), area=self._area())

    def _hostility(self) -> Hostility:
        hostile = HostileEntry(armed=self._kinds(), always=self._area(), empty=self._area(), edge=self._yes())
        besets = self._many(MAX_RULES)
        return Hostility(hostile, [BesetEntry(enough=self.chance.randint(1, 4), area=self._area()) for _ in besets])

    def _capture(self) -> CaptureEntry:
        return CaptureEntry(
            type=self.chance.choice(list(CaptureKind)),
            victims=self._kinds(),
            by=self._kinds(),
            hostility=self.chance.randrange(self.tables),
            sides=self.chance.randint(1, 4),
            flanking=self._yes(),
            area=self._area(),
            closing=self._area(),
        )

    def _ending(self) -> EndingEntry:
        kind, number = self.chance.choice(list(EndingKind)), self.chance.choice([0, 1, 2, MAX_WAYS])
        return EndingEntry(type=kind, number=number, area=self._area())

    def _game(self) -> GameEntry:
        return GameEntry(
            no_moves_draws=self._yes(),
            repetition=self.chance.choice(list(RepetitionKind)),
            occurrences=self.chance.choice([2, 3, MAX_OCCURRENCES]),
            verdict=self.chance.randrange(len(VERDICTS)),
            symmetric=self.symmetric,
            berserk=self._yes(),
            escape=self._area(),
        )

    def _limit(self) -> LimitEntry:
        kind, maximum = self.chance.choice(list(LimitKind)), self.chance.choice([1, 9, MAX_COUNT])
        return LimitEntry(type=kind, maximum=maximum, verdict=self.chance.randrange(len(VERDICTS)))


@lru_cache(maxsize=8)
def real_record(name: str) -> bytes:
    """The record of a variant."""
    return lower(load_variant(name).rules).record


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Bytes with something changed, missing or too much."""
    changed = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 8])):
        at = chance.randrange(len(changed) // 4 + 1) * 4
        word = chance.choice([0, 1, 2, 3, 31, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, chance.getrandbits(32)])
        change = chance.randrange(8)
        if change == 0:
            del changed[at : at + chance.choice([1, 4, 4, 400])]
        elif change == 1:
            changed[at:at] = word.to_bytes(4, sys.byteorder)
        elif change <= 4 and changed:
            changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
        else:
            changed[at : at + 4] = word.to_bytes(4, sys.byteorder)
    return bytes(changed)


def copied(state: bytes, shape: Shape, other: Shape) -> bytes:
    """A position on another board: what lies on both, seen from the corner where they begin."""
    squares = bytearray(other.squares)
    for row in range(min(shape.height, other.height)):
        for column in range(min(shape.width, other.width)):
            kind = state[row * shape.width + column]
            squares[row * other.width + column] = kind if kind <= len(other.kings) else 0
    return bytes([*squares, state[shape.squares], 0, 0])


def any_record(chance: random.Random) -> bytes:
    """Strange rules, damaged ones, those of a variant damaged, or noise."""
    choice = chance.randrange(8)
    if choice == 0:
        return chance.randbytes(chance.choice([0, 3, 4, 64, 4096]))
    if choice == 1:
        return array("I", [MAGIC, VERSION, 3, 3, 2]).tobytes() + chance.randbytes(4 * chance.randrange(400))
    if choice == 2:
        return damaged(real_record(chance.choice(TAFL[:8])), chance)
    if choice == 3:
        return damaged(StrangeRules(chance).record, chance)
    return StrangeRules(chance).record
