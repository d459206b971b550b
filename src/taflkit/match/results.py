"""How the games of a match ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

import attrs

from taflkit.games import AnyKind, Player
from taflkit.match.entrants import Fault
from taflkit.match.pairing import GameT
from taflkit.search import Score
from taflkit.shell import player_word


@attrs.frozen
class Thought:
    """What is known about a move beyond the move itself."""

    seconds: float = 0.0
    """How long the entrant took, as the referee measured it."""
    score: Score | None = None
    """How good the entrant found the position for itself, if it said so."""
    depth: int | None = None
    """How many plies it looked ahead, if it said so."""
    said_seconds: float | None = None
    """How long it said that it took; the rest is latency."""


@attrs.frozen
class GameResult(Generic[GameT]):
    """How a game between two entrants ended."""

    number: int
    """The number of the game in its match, from 1."""
    first: int
    """Which entrant played the first of `GameKind.players`, by its number in the match, from 0."""
    second: int
    """Which entrant played the other one."""
    winner: int | None
    """Which entrant won, or `None` for a draw."""
    reason: str
    """Why the game ended, as a clause."""
    game: GameT
    """The game, with its opening and all its moves."""
    kind: AnyKind = attrs.field(repr=False)
    """The kind of game."""
    thoughts: tuple[Thought, ...] = ()
    """What is known about the moves after the opening."""
    fault: Fault | None = None
    """What the loser did wrong, if that is why it lost."""
    disagreeing: int | None = None
    """Which entrant announced another winner than the rules have, or none."""

    @property
    def variant(self) -> Any:
        """The variant that was played."""
        return self.kind.variant_of(self.game)

    @property
    def entrants(self) -> dict[Player, int]:
        """Which entrant played which player."""
        return {self.kind.players[0]: self.first, self.kind.players[1]: self.second}

    @property
    def thought_by_player(self) -> Iterator[tuple[Player, Thought]]:
        """The thoughts with the players who had them."""
        game: Any = self.game
        players = []
        for _ in self.thoughts:
            game = game.previous
            players.append(game.to_move)
        return zip(reversed(players), self.thoughts, strict=True)

    @property
    def winning_player(self) -> Player | None:
        """Which player won, `None` for a draw."""
        if self.winner is None:
            return None
        return self.kind.players[0 if self.winner == self.first else 1]

    def points(self, entrant: int) -> float:
        """One point for a win, half a point for a draw."""
        return 0.5 if self.winner is None else float(self.winner == entrant)

    def __str__(self) -> str:
        """Print on one line, where the entrants are called 1, 2 and so on."""
        variant = self.variant
        players = ", ".join(
            f"{player_word(variant, player, self.kind)} {entrant + 1}" for player, entrant in self.entrants.items()
        )
        result = "drawn" if self.winner is None else f"{self.winner + 1} wins"
        moves = f"{self.game.ply} move{'s' * (self.game.ply != 1)}"
        return ", ".join(filter(None, [f"game {self.number}: {players}: {result} after {moves}", self.reason]))


@attrs.frozen
class PairResult(Generic[GameT]):
    """How both games of a pairing ended."""

    number: int
    """The number of the pairing in its match, from 0."""
    entrants: tuple[int, int]
    """The numbers of the two entrants in the match, from 0."""
    games: tuple[GameResult[GameT], GameResult[GameT]]
    """The game in which the first entrant is the first player, and the one with sides changed."""

    def points(self, entrant: int) -> float:
        """The points of one of the two entrants, from 0 to 2."""
        return sum(game.points(entrant) for game in self.games)
