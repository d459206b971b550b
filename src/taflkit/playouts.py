"""Playouts: games in which both sides choose their moves at random."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from taflkit.board import Side
from taflkit.engine import engine_for
from taflkit.engine.limits import MAX_PLIES
from taflkit.game import Game
from taflkit.rules import Outcome

DEFAULT_PLIES = 10_000
"""After how many plies a game is broken off by default: not every variant has a rule that ends every game."""
_WORD = 2**64 - 1


@attrs.frozen
class Playouts:
    """The results of random games."""

    games: int
    """How many games were played."""
    plies: int
    """How many moves they had together."""
    outcomes: Mapping[Outcome, int]
    """How many games ended with each outcome."""

    @property
    def unfinished(self) -> int:
        """How many games were broken off because they were too long."""
        return self.games - sum(self.outcomes.values())

    def won_by(self, side: Side | None) -> int:
        """Return how many games a side won; for `None`, how many were drawn."""
        return sum(count for outcome, count in self.outcomes.items() if outcome.winner is side)


def playouts(game: Game, games: int, *, seed: int = 0, threads: int = 1, max_plies: int = DEFAULT_PLIES) -> Playouts:
    """Play random games: in every position, all legal moves are equally likely.

    The same seed gives the same games, on any number of threads, with the compiled kernel and without it.

    Args:
        game: Where the games begin.
        games: How many games to play.
        seed: Determines the games; only its lowest 64 bits count.
        threads: How many threads to use; Python uses one, the compiled kernel as many as given.
        max_plies: After how many plies a game is broken off.

    Raises:
        ValueError: The number of games, threads or plies is out of range.
    """
    if not isinstance(game, Game):
        raise TypeError(f"playouts begin with a game, for example taflkit.start('tablut'), not {game!r}")
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
