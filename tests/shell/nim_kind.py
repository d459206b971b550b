"""The toy game nim as a tiny kind of game: what the shell and matches ask about a game, and nothing more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from taflkit.errors import NotationError, TaflError
from taflkit.games.history import moves_of
from tests.search.nim import Nim, Result, Who


@attrs.frozen
class Heap:
    """The only variant: a heap of matches."""

    name: str = "nim"
    matches: int = 7


@attrs.frozen
class NimGame:
    """A game of nim with its past."""

    state: Nim
    previous: NimGame | None = None
    last: int | None = None
    ply: int = 0

    @property
    def to_move(self) -> Who:
        """The player whose turn it is."""
        return self.state.to_move

    @property
    def legal_moves(self) -> tuple[int, ...]:
        """How many matches may be taken."""
        return self.state.legal_moves

    @property
    def outcome(self) -> Result | None:
        """Who took the last match."""
        return self.state.outcome

    @property
    def key(self) -> tuple[int, Who]:
        """The heap and the side."""
        return self.state.key

    @property
    def moves(self) -> tuple[int, ...]:
        """The moves made, from the first."""
        return moves_of(self)

    def play(self, move: int) -> NimGame:
        """Take matches."""
        return NimGame(self.state.play(move), self, move, self.ply + 1)


@attrs.frozen
class NimKind:
    """Nim, as far as the shell and matches ask about it."""

    name: str = "nim"
    dialect: str = "general"
    game_type: type[NimGame] = NimGame
    players: tuple[Who, Who] = (Who.FIRST, Who.SECOND)

    def start(self, variant: Heap) -> NimGame:
        """A new game."""
        return NimGame(Nim(variant.matches))

    def variant_of(self, game: NimGame) -> Heap:
        """There is one variant."""
        return Heap()

    def player_name(self, variant: Heap, player: Who) -> str:
        """First or Second."""
        return player.value.capitalize()

    def player_words(self, variant: Heap) -> Mapping[str, Who]:
        """The players by their names."""
        return {player.value: player for player in Who}

    def format_reason(self, game: NimGame) -> str:
        """There is nothing to say."""
        return ""

    def parse_move(self, game: NimGame, text: str) -> int:
        """A number of matches."""
        if not text.isdecimal():
            raise NotationError(text, 1, "a number")
        if int(text) not in game.legal_moves:
            raise TaflError(f"{text} matches cannot be taken")
        return int(text)

    def format_move(self, move: int) -> str:
        """The number."""
        return str(move)

    def moves_from(self, game: NimGame, square: str) -> Sequence[int]:
        """There are no squares."""
        raise NotationError(square, 1, "nothing")

    def format_position(self, game: NimGame) -> str:
        """The player to move and the heap."""
        return f"{game.to_move.value} {game.state.heap}"

    def dump_rows(self, game: NimGame) -> list[str]:
        """The matches in a row."""
        return ["|" * game.state.heap]

    def set_up(self, variant: Heap, player: Who, rows: Sequence[str]) -> NimGame:
        """A heap of some size."""
        return NimGame(Nim(len("".join(rows)), player))

    def format_set_up(self, game: NimGame) -> str:
        """The matches in a row."""
        return "|" * game.state.heap


#: Typed loosely, since it has only the part of a kind of game that the shell and matches ask for.
NIM: Any = NimKind()
