"""`GameResult`: how one game of a match ended."""

from __future__ import annotations

import attrs

from taflkit.board import Side
from taflkit.game import Game
from taflkit.shell import player_word


@attrs.frozen
class GameResult:
    """How a game between program 0 and program 1 ended."""

    number: int
    """The number of the game in its match, from 1."""
    attackers: int
    """Which program played the attackers: 0 or 1."""
    winner: int | None
    """Which program won: 0 or 1, or `None` for a draw."""
    reason: str
    """Why the game ended, as a clause."""
    game: Game
    """The game, with its opening and all its moves."""

    def __str__(self) -> str:
        """Print on one line, where the programs are called 1 and 2."""
        variant = self.game.variant
        players = ", ".join(
            f"{player_word(variant, side)} {program + 1}" for side, program in programs_by_side(self.attackers).items()
        )
        result = "drawn" if self.winner is None else f"{self.winner + 1} wins"
        moves = f"{self.game.ply} move{'s' * (self.game.ply != 1)}"
        return f"game {self.number}: {players}: {result} after {moves}, {self.reason}"


def programs_by_side(attackers: int) -> dict[Side, int]:
    """Which program plays which side."""
    return {Side.ATTACKERS: attackers, Side.DEFENDERS: 1 - attackers}
