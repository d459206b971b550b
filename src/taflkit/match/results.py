"""`GameResult`: how one game of a match ended."""

from __future__ import annotations

from typing import Any, Generic

import attrs

from taflkit.games import AnyKind, Player
from taflkit.match.pairing import GameT
from taflkit.shell import player_word


@attrs.frozen
class GameResult(Generic[GameT]):
    """How a game between program 0 and program 1 ended."""

    number: int
    """The number of the game in its match, from 1."""
    first: int
    """Which program played the first of `GameKind.players`: 0 or 1."""
    winner: int | None
    """Which program won: 0 or 1, or `None` for a draw."""
    reason: str
    """Why the game ended, as a clause."""
    game: GameT
    """The game, with its opening and all its moves."""
    kind: AnyKind = attrs.field(repr=False)
    """The kind of game."""

    @property
    def variant(self) -> Any:
        """The variant that was played."""
        return self.kind.variant_of(self.game)

    @property
    def programs(self) -> dict[Player, int]:
        """Which program played which player."""
        return programs_by_player(self.kind, self.first)

    def __str__(self) -> str:
        """Print on one line, where the programs are called 1 and 2."""
        variant = self.variant
        players = ", ".join(
            f"{player_word(variant, player, self.kind)} {program + 1}" for player, program in self.programs.items()
        )
        result = "drawn" if self.winner is None else f"{self.winner + 1} wins"
        moves = f"{self.game.ply} move{'s' * (self.game.ply != 1)}"
        return ", ".join(filter(None, [f"game {self.number}: {players}: {result} after {moves}", self.reason]))


def programs_by_player(kind: AnyKind, first: int) -> dict[Player, int]:
    """Which program plays which player.

    Args:
        kind: The kind of game.
        first: The program that plays the first player: 0 or 1.
    """
    return {kind.players[0]: first, kind.players[1]: 1 - first}
