"""Random games: how a position goes on when both players choose their moves at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar, overload

import attrs

from taflkit.game import Game
from taflkit.games import Ended, Playable, Player, check_game
from taflkit.games.traits import follow
from taflkit.kernel import runner_for
from taflkit.kernel.chance import Chance
from taflkit.kernel.limits import MAX_PLIES
from taflkit.rules import Outcome
from taflkit.tables import html_table

DEFAULT_PLIES = 10_000
"""After how many plies a game is broken off by default: not every variant has a rule that ends every game."""
_WORD = 2**64 - 1

EndedT_co = TypeVar("EndedT_co", bound=Ended, covariant=True)


@attrs.frozen(repr=False)
class Playouts(Generic[EndedT_co]):
    """What came of some random games."""

    games: int
    """How many games were played."""
    plies: int
    """How many moves they had, all together."""
    outcomes: Mapping[EndedT_co, int]
    """How many games ended with each outcome."""

    @property
    def unfinished(self) -> int:
        """How many games were broken off because they were too long."""
        return self.games - sum(self.outcomes.values())

    def won_by(self, player: Player | None) -> int:
        """How many games a player won; for `None`, how many were drawn."""
        return sum(count for outcome, count in self.outcomes.items() if outcome.winner is player)

    def __repr__(self) -> str:
        """Print how many games there were and how they ended, the most frequent ending first."""
        ends = "; ".join(f"{count} {name}" for name, count in self._endings())
        return f"<Playouts: {self.games} games, {self.plies} plies; {ends}>"

    def _repr_html_(self) -> str:
        """Show a table in a notebook."""
        return html_table([("games", self.games), ("plies", self.plies), *self._endings()])

    def _endings(self) -> list[tuple[str, int]]:
        ends = sorted(((str(outcome), count) for outcome, count in self.outcomes.items()), key=lambda end: -end[1])
        return [*ends, *([("unfinished", self.unfinished)] if self.unfinished else [])]


@overload
def playouts(
    game: Game, games: int, *, seed: int = 0, threads: int = 1, max_plies: int = DEFAULT_PLIES
) -> Playouts[Outcome]: ...


@overload
def playouts(
    game: Playable[Any], games: int, *, seed: int = 0, threads: int = 1, max_plies: int = DEFAULT_PLIES
) -> Playouts[Ended]: ...


def playouts(
    game: Playable[Any], games: int, *, seed: int = 0, threads: int = 1, max_plies: int = DEFAULT_PLIES
) -> Playouts[Ended]:
    """Play random games from a game on, every legal move as likely as the others.

    The same seed gives the same games, on any number of threads, with the compiled kernel and without it.

    Args:
        game: Where they begin; a game of any kind.
        games: How many to play.
        seed: Chooses the games; only its lowest 64 bits count.
        threads: How many threads play; more than one help only where the kernel runs the rules.
        max_plies: Longer games are broken off.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: The number of games, threads or plies is out of range.
    """
    check_game(game)
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
    seed &= _WORD
    plies: int
    ended: Mapping[Any, int]
    # A subclass may have moves or endings of its own, which the engine does not know.
    if type(game) is Game:
        plies, ended = runner_for(game.variant.rules).playouts(game.state, range(games), seed, max_plies, threads)
    else:
        plies, ended = _played_out(game, range(games), seed, max_plies)
    outcomes = {outcome: count for outcome, count in ended.items() if outcome is not None}
    return Playouts(games, plies, MappingProxyType(outcomes))


def _played_out(start: Playable[Any], games: range, seed: int, max_plies: int) -> tuple[int, Counter[Ended | None]]:
    """Random games by their numbers: how many plies they took, and how they ended (`None`: broken off)."""
    plies, outcomes = 0, Counter[Ended | None]()
    for number in games:
        chance, game, length = Chance(seed, number), start, 0
        while game.outcome is None and length < max_plies:
            moves = game.legal_moves
            game = follow(game, moves[chance.below(len(moves))])
            length += 1
        plies += length
        outcomes[game.outcome] += 1
    return plies, outcomes
