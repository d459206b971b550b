"""The rules of a contest, the results of its games, and the table of its players."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from taflkit.board import Side
from taflkit.game import Game
from taflkit.records import Record, Result
from taflkit.records.record import TIMEOUT


@attrs.frozen(kw_only=True)
class ContestRules:
    """What the referee allows."""

    timeout: float = 60.0
    """How many seconds a player has for a move."""
    name_timeout: float = 60.0
    """How many seconds a player who has connected has to send its name."""
    errors: int = 0
    """How many illegal moves or wrong messages a player may send in a game; the next one loses it."""


@attrs.frozen
class ContestResult:
    """A game of the contest."""

    white: str
    """The name of the player who had the defenders."""
    black: str
    """The name of the player who had the attackers."""
    winner: Side | None
    """The side that won, `None` for a draw."""
    reason: str
    """Why the game ended, as a clause."""
    game: Game
    """The game as far as it was played."""
    timeout: bool = False
    """Whether a player ran out of time."""

    def __str__(self) -> str:
        """Print on one line."""
        won = "draw" if self.winner is None else f"{self.white if self.winner is Side.DEFENDERS else self.black} wins"
        return f"{self.white} (White) against {self.black} (Black): {won}, {self.reason}; {self.game.ply} moves"

    @property
    def record(self) -> Record:
        """The game as a record."""
        record = Record.of(self.game, {"Attackers": self.black, "Defenders": self.white})
        if self.game.outcome is not None:
            return record
        won = {Side.ATTACKERS: Result.FIRST, Side.DEFENDERS: Result.SECOND, None: Result.DRAW}[self.winner]
        return attrs.evolve(record, result=won, termination=TIMEOUT if self.timeout else self.reason)


@attrs.frozen
class Standing:
    """A player's line in the table: three points for a win, one for a draw."""

    name: str
    """The name of the player."""
    wins: int = 0
    """Games won."""
    draws: int = 0
    """Games drawn."""
    losses: int = 0
    """Games lost."""

    @property
    def points(self) -> int:
        """The points."""
        return 3 * self.wins + self.draws


def standings(results: Iterable[ContestResult]) -> list[Standing]:
    """The table of the players, the best first."""
    table: dict[str, Standing] = {}
    for result in results:
        for name, side in ((result.white, Side.DEFENDERS), (result.black, Side.ATTACKERS)):
            line = table.get(name, Standing(name))
            if result.winner is None:
                line = attrs.evolve(line, draws=line.draws + 1)
            elif result.winner is side:
                line = attrs.evolve(line, wins=line.wins + 1)
            else:
                line = attrs.evolve(line, losses=line.losses + 1)
            table[name] = line
    return sorted(table.values(), key=lambda line: (-line.points, -line.wins, line.name))
