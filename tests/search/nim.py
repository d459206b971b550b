"""A tiny game that is not tafl: take one to three matches from a heap; who takes the last one wins."""

from __future__ import annotations

from typing import NamedTuple


class Result(NamedTuple):
    """How a game of nim ended."""

    winner: str


class Nim(NamedTuple):
    """A heap and whose turn it is; it answers just what searchers ask of a game."""

    heap: int
    to_move: str = "first"

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """How many matches may be taken."""
        return tuple(range(1, min(3, self.heap) + 1))

    @property
    def outcome(self) -> Result | None:
        """Who took the last match."""
        return Result(_other(self.to_move)) if self.heap == 0 else None

    @property
    def key(self) -> tuple[int, str]:
        """The heap and the side."""
        return self.heap, self.to_move

    def play(self, move: int) -> Nim:
        """Take matches."""
        if move not in self.legal_moves:
            raise ValueError(f"{move} matches cannot be taken from {self.heap}")
        return Nim(self.heap - move, _other(self.to_move))


def _other(side: str) -> str:
    return "second" if side == "first" else "first"
