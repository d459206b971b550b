"""A tiny game that is not tafl: take one to three matches from a heap; who takes the last one wins."""

from __future__ import annotations

import enum
from typing import NamedTuple


class Who(enum.Enum):
    """A player of nim."""

    FIRST = "first"
    SECOND = "second"

    def __str__(self) -> str:
        """Print the name."""
        return self.value.capitalize()

    @property
    def other(self) -> Who:
        """The opponent."""
        return Who.SECOND if self is Who.FIRST else Who.FIRST


class Result(NamedTuple):
    """How a game of nim ended."""

    winner: Who


class Nim(NamedTuple):
    """A heap and whose turn it is; it answers just what searchers ask of a game."""

    heap: int
    to_move: Who = Who.FIRST
    #: What is played, where a kind of game knows nim.
    variant: object = None

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """How many matches may be taken."""
        return tuple(range(1, min(3, self.heap) + 1))

    @property
    def outcome(self) -> Result | None:
        """Who took the last match."""
        return Result(self.to_move.other) if self.heap == 0 else None

    @property
    def key(self) -> tuple[int, Who]:
        """The heap and the side."""
        return self.heap, self.to_move

    def play(self, move: int) -> Nim:
        """Take matches."""
        if move not in self.legal_moves:
            raise ValueError(f"{move} matches cannot be taken from {self.heap}")
        return Nim(self.heap - move, self.to_move.other, self.variant)
