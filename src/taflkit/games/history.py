"""The past of a game: every game knows the one before its last move."""

from __future__ import annotations

from typing import Protocol, Self, TypeVar

MoveT_co = TypeVar("MoveT_co", covariant=True)


class HasPast(Protocol[MoveT_co]):
    """A game that knows how it came about."""

    @property
    def previous(self) -> Self | None:
        """The game before the last move, `None` at the start."""

    @property
    def last(self) -> MoveT_co | None:
        """The last move, `None` at the start."""


GameT = TypeVar("GameT", bound=HasPast[object])


def moves_of(game: HasPast[MoveT_co]) -> tuple[MoveT_co, ...]:
    """The moves that led to a game, from the first."""
    moves = []
    at: HasPast[MoveT_co] | None = game
    while at is not None and at.last is not None:
        moves.append(at.last)
        at = at.previous
    return tuple(reversed(moves))


def history_of(game: GameT) -> tuple[GameT, ...]:
    """A game at every ply, from its start to itself."""
    games = [game]
    while (before := games[-1].previous) is not None:
        games.append(before)
    return tuple(reversed(games))


def start_of(game: GameT) -> GameT:
    """The game before its first move."""
    while game.previous is not None:
        game = game.previous
    return game
