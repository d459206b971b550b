"""A tiny game that is not tafl: take one to three matches from a heap; who takes the last one wins."""

from __future__ import annotations

import enum
from typing import NamedTuple

import attrs

from taflkit.games.history import moves_of


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


@attrs.frozen
class Nim:
    """A heap, whose turn it is, and how it came about; it answers what is asked of any game, and nothing more."""

    heap: int
    to_move: Who = Who.FIRST
    #: What is played, where a kind of game knows nim.
    variant: object = None
    previous: Nim | None = None
    last: int | None = None
    ply: int = 0

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
        return Nim(self.heap - move, self.to_move.other, self.variant, self, move, self.ply + 1)

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves made, from the first."""
        return moves_of(self)
