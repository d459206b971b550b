"""What the UCI command `go` asks for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import attrs

from taflkit.errors import TaflError
from taflkit.search import SearchLimit
from taflkit.search.timing import Allotment, allot

#: Larger numbers mean the same as this one, a year in milliseconds.
MAX_NUMBER: Final = 31_536_000_000
_NUMBERS: Final = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "binc", "movestogo", "mate")
_FLAGS: Final = ("infinite", "ponder")


@attrs.frozen(kw_only=True)
class Go:
    """The command `go`."""

    numbers: dict[str, int] = attrs.field(factory=dict)
    """The numbers by name: times in milliseconds, a depth, nodes, moves."""
    infinite: bool = False
    """Whether the search goes on until it is stopped."""
    ponder: bool = False
    """Whether the move that is expected of the opponent has not been played yet."""
    moves: tuple[str, ...] = ()
    """The moves to choose from; all if there are none."""

    @property
    def is_endless(self) -> bool:
        """Whether only `stop` ends it."""
        return self.infinite or not (self.numbers.keys() - {"winc", "binc", "movestogo"})

    def allotment(self, first: bool, overhead: float) -> Allotment | None:
        """The time for the move, `None` if it is not bounded by time.

        Args:
            first: Whether the player to move is the one who began the game, whose clock is `wtime`.
            overhead: The seconds that passing on a move takes.
        """
        if (fixed := self.numbers.get("movetime")) is not None:
            seconds = max(0.001, fixed / 1000 - overhead)
            return Allotment(seconds, seconds)
        left = self.numbers.get("wtime" if first else "btime")
        if left is None:
            return None
        increment = self.numbers.get("winc" if first else "binc", 0)
        return allot(left / 1000, increment / 1000, self.numbers.get("movestogo"), overhead)

    def limit(self, allotment: Allotment | None) -> SearchLimit:
        """The limit of the search. One that ponders has no limit in time until the expected move is played."""
        seconds = math.inf if self.ponder or allotment is None else allotment.most
        return SearchLimit(depth=self.numbers.get("depth"), nodes=self.numbers.get("nodes"), seconds=seconds)


def parse_go(words: Sequence[str]) -> Go:
    """Read the words after `go`.

    Raises:
        TaflError: A word or a number is wrong.
    """
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    moves: tuple[str, ...] = ()
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        if word in _FLAGS:
            flags.add(word)
        elif word == "searchmoves":
            end = at
            while end < len(words) and words[end] not in (*_NUMBERS, *_FLAGS):
                end += 1
            moves, at = tuple(words[at:end]), end
            if not moves:
                raise TaflError("searchmoves needs moves")
        elif word in _NUMBERS:
            numbers[word] = _number(word, words[at] if at < len(words) else "")
            at += 1
        else:
            raise TaflError(f"go does not know {word!r}; it knows {', '.join((*_FLAGS, *_NUMBERS, 'searchmoves'))}")
    return Go(numbers=numbers, infinite="infinite" in flags, ponder="ponder" in flags, moves=moves)


def _number(name: str, text: str) -> int:
    negative = text.startswith("-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise TaflError(f"{name} needs a whole number, not {text!r}")
    number = MAX_NUMBER if len(digits) > len(str(MAX_NUMBER)) else min(int(digits), MAX_NUMBER)
    if name in ("wtime", "btime", "winc", "binc", "movetime"):
        return 0 if negative else number  # Some programs send what is left of a clock that has run out.
    if negative or number < 1:
        raise TaflError(f"{name} must be at least 1, not {text}")
    return number
