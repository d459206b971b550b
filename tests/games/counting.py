"""Counting lines of play of any game that is a value."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar

MoveT = TypeVar("MoveT")


class Countable(Protocol[MoveT]):
    """What counting asks of a game."""

    @property
    def legal_moves(self) -> tuple[MoveT, ...]:
        """The moves; none when the game is over."""

    def count_moves(self) -> int:
        """How many they are."""

    def follow(self, move: MoveT, /) -> Self:
        """The game after a legal move."""

    def play(self, move: MoveT, /) -> Self:
        """The game after a move, which is checked."""


def count_lines(game: Countable[MoveT], depth: int) -> int:
    """The lines of play of exactly so many plies; the moves of the last ply are counted without making them."""
    if depth == 1:
        return game.count_moves()
    return sum(count_lines(game.follow(move), depth - 1) for move in game.legal_moves)


def count_leaves(game: Countable[MoveT], depth: int) -> int:
    """The lines of play of exactly so many plies, every move made and checked."""
    if depth == 0:
        return 1
    return sum(count_leaves(game.play(move), depth - 1) for move in game.legal_moves)
