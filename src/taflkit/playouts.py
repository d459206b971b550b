"""Random games: how a position goes on when both sides choose their moves at random."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from taflkit.board import Side
from taflkit.engine import engine_for
from taflkit.game import Game
from taflkit.rules import Outcome

#: A longer game is broken off: not every variant has a rule against playing for ever.
DEFAULT_PLIES = 10_000
#: The kernel reserves memory for the positions of a game beforehand.
MAX_PLIES = 1_000_000
_WORD = 2**64 - 1


@attrs.frozen
class Playouts:
    """What came of some random games."""

    games: int
    """How many games were played."""
    plies: int
    """How many moves they had, all together."""
    outcomes: Mapping[Outcome, int]
    """How many games ended with each outcome."""

    @property
    def unfinished(self) -> int:
        """How many games were broken off."""
        return self.games - sum(self.outcomes.values())

    def won_by(self, side: Side | None) -> int:
        """How many games a side won; for `None`, how many were drawn."""
        return sum(count for outcome, count in self.outcomes.items() if outcome.winner is side)


def playouts(game: Game, games: int, *, seed: int = 0, threads: int = 1, max_plies: int = DEFAULT_PLIES) -> Playouts:
    """Play random games from a game on, every legal move as likely as the others.

    The same seed gives the same games, on any number of threads, with the compiled kernel and without.

    Args:
        game: where they begin.
        games: how many to play.
        seed: chooses the games; only its lowest 64 bits count.
        threads: how many threads play; more than one help only where the kernel runs the rules.
        max_plies: longer games are broken off.

    Raises:
        TypeError: an argument is of the wrong type.
        ValueError: there cannot be so many games, threads or plies.
    """
    if not isinstance(game, Game):
        raise TypeError(f"playouts begin with a game, for example taflkit.start('tablut'), not {game!r}")
    for name, value in (("games", games), ("seed", seed), ("threads", threads), ("max_plies", max_plies)):
        if type(value) is not int:
            raise TypeError(f"{name} must be a whole number, not {value!r}")
    if games < 0 or threads < 1 or not 1 <= max_plies <= MAX_PLIES:
        raise ValueError(
            f"expected 0 or more games, 1 or more threads and 1 to {MAX_PLIES:,} plies, "
            f"not {games} games, {threads} threads and {max_plies} plies"
        )
    if game.outcome is not None:
        return Playouts(games, 0, MappingProxyType({game.outcome: games} if games else {}))
    engine = engine_for(game.variant.rules)
    plies, ended = engine.playouts(game._state, range(games), seed & _WORD, max_plies, threads)
    outcomes = {outcome: count for outcome, count in ended.items() if outcome is not None}
    return Playouts(games, plies, MappingProxyType(outcomes))
