"""The addresses of moves in OpenTafl's game files: turns, halves of turns, and variations of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import attrs

from taflkit.errors import NotationError
from taflkit.notation.records import RecordedMove, turns_of

#: The moves of a turn have letters, from a on.
SLOTS = "abcdefghijklmnopqrstuvwxyz"


@attrs.frozen
class Address:
    """A turn: the variations that lead to it, each by turn, letter and number, and its number in the last of them."""

    path: tuple[tuple[int, str, int], ...]
    turn: int

    def __str__(self) -> str:
        """Print as the files have it: `1.` or `2a.1.1a.`."""
        return "".join(f"{turn}{slot}.{number}." for turn, slot, number in self.path) + (
            f"{self.turn}a." if self.path else f"{self.turn}."
        )

    def variation(self, index: int, number: int) -> Address:
        """The first turn of a variation of the turn's move of that index."""
        if index >= len(SLOTS):
            raise NotationError(str(self), 1, f"variations of the first {len(SLOTS)} moves of a turn alone")
        return Address((*self.path, (self.turn, SLOTS[index], number)), 1)

    @property
    def next(self) -> Address:
        """The next turn of the same line."""
        return Address(self.path, self.turn + 1)


@attrs.define
class _Slot:
    """A place for a move in a turn; it is empty where dots stand for the move before a variation."""

    move: RecordedMove | None
    comment: str
    variations: list[_Line] = attrs.field(factory=list)


@attrs.define
class _Line:
    turns: list[list[_Slot]] = attrs.field(factory=list)


class Tree:
    """The turns of a file as they are read, each put where its address says."""

    def __init__(self) -> None:
        """Begin with an empty main line."""
        self._main = _Line()

    def add(self, address: Address, moves: list[RecordedMove | None], comments: list[str]) -> None:
        """Add a turn; an address that there cannot be is a `ValueError` that says what would be right."""
        line = self._main
        for turn, letter, number in address.path:
            slots = line.turns[turn - 1] if 1 <= turn <= len(line.turns) else []
            index = SLOTS.index(letter)
            if index >= len(slots) or slots[index].move is None:
                raise ValueError(f"a variation of a move that is there; {turn}{letter} is not")
            variations = slots[index].variations
            if number == len(variations) + 1:
                variations.append(_Line())
            elif not 1 <= number <= len(variations):
                raise ValueError(f"variation {len(variations) + 1} of {turn}{letter}, not {number}")
            line = variations[number - 1]
        if address.turn != len(line.turns) + 1:
            raise ValueError(f"turn {len(line.turns) + 1} of this line, not {address.turn}")
        said = [*comments, *[""] * len(moves)]
        for index, move in enumerate(moves[:-1]):
            if move is None:  # What is said about dots is said about the move after them.
                said[index + 1] = f"{said[index]}\n{said[index + 1]}"
        line.turns.append([_Slot(move, comment) for move, comment in zip(moves, said, strict=False)])

    def line(self) -> tuple[RecordedMove, ...]:
        """The main line with all its variations."""
        return _recorded(self._main)


def _recorded(line: _Line) -> tuple[RecordedMove, ...]:
    return tuple(
        attrs.evolve(slot.move, comment=slot.comment, variations=tuple(map(_recorded, slot.variations)))
        for slots in line.turns
        for slot in slots
        if slot.move is not None
    )


@attrs.frozen
class Place:
    """Where a move stands in its turn: which side's, counted from the one that begins, and whether it goes on."""

    move: RecordedMove
    half: int
    goes_on: bool


def turns_from(line: tuple[RecordedMove, ...], half: int) -> Iterator[list[Place | None]]:
    """A line in turns of both sides, `None` where the line begins with the second half of a turn."""
    sides = iter(enumerate(turns_of(line), half))
    waiting: list[Place | None] = [None] if half else []
    while both := list(islice(sides, 1 if waiting else 2)):
        for number, moves in both:
            waiting += [Place(move, number % 2, leg > 0) for leg, move in enumerate(moves)]
        yield waiting
        waiting = []
