"""How balanced a variant is: self-play from varied openings, and what came of it."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import attrs

from taflkit.games import GameVariant, kind_of
from taflkit.kernel.limits import RANDOM_PLIES
from taflkit.match.generating import random_openings
from taflkit.match.limits import GameLimits
from taflkit.match.pairing import AnyEntrant, Pairing, entrant
from taflkit.match.referee import play_game
from taflkit.match.results import GameResult
from taflkit.match.seats import POOL
from taflkit.tasks import in_order

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: Standard deviations on either side of the mean that hold 95 % of a normal distribution.
_DEVIATIONS = statistics.NormalDist().inv_cdf(0.975)
#: What the reason of a game is called that is broken off because it is too long.
UNFINISHED = "no end"


@attrs.frozen
class Share:
    """A share of games, with its 95 % confidence interval."""

    value: float
    """The share, from 0 to 1."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end of the interval."""

    @classmethod
    def of(cls, points: float, games: int) -> Share:
        """The share of points of independent games, with Wilson's interval."""
        value, square = points / games, _DEVIATIONS**2
        centre = (value + square / (2 * games)) / (1 + square / games)
        half = _DEVIATIONS * math.sqrt(value * (1 - value) / games + square / (4 * games**2)) / (1 + square / games)
        return cls(value, max(0.0, centre - half), min(1.0, centre + half))

    def __str__(self) -> str:
        """Print as `52.0 % (42.3 % to 61.5 %)`."""
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} % to {100 * self.high:.1f} %)"


@attrs.frozen
class Balance:
    """What came of self-play."""

    games: int
    """How many games were played."""
    openings: int
    """How many different openings they began with."""
    won: tuple[int, int]
    """How many games each of `GameKind.players` won."""
    drawn: int
    """How many games were drawn, or broken off because they were too long."""
    lengths: tuple[int, ...]
    """The number of moves of each game, opening included, from the shortest to the longest."""
    mean_win_lengths: tuple[float | None, float | None]
    """How many moves the games that each of `GameKind.players` won took on average; `None` if it won none."""
    endings: Mapping[tuple[int | None, str], int]
    """How many games ended for a reason, with the number of the player who won so, the most frequent first."""

    @property
    def share(self) -> Share:
        """The first player's share of the points: a draw is half a point. In tafl these are the attackers."""
        return Share.of(self.won[0] + self.drawn / 2, self.games)

    @property
    def median_length(self) -> float:
        """Half of the games are shorter, half are longer."""
        return statistics.median(self.lengths)

    @classmethod
    def of(cls, results: Iterable[GameResult[Any]], openings: int) -> Balance:
        """Count results.

        Raises:
            ValueError: If there are none.
        """
        lengths, endings = [], Counter[tuple[int | None, str]]()
        won: tuple[list[int], list[int]] = ([], [])
        for result in results:
            lengths.append(result.game.ply)
            winner = None if result.winning_player is None else result.kind.players.index(result.winning_player)
            reason = result.kind.format_reason(result.game) if result.game.outcome is not None else UNFINISHED
            endings[winner, result.reason if result.fault is not None else reason] += 1
            if winner is not None:
                won[winner].append(result.game.ply)
        if not lengths:
            raise ValueError("there are no games to count")
        first, second = (statistics.fmean(wins) if wins else None for wins in won)
        return cls(
            len(lengths),
            openings,
            (len(won[0]), len(won[1])),
            len(lengths) - len(won[0]) - len(won[1]),
            tuple(sorted(lengths)),
            (first, second),
            MappingProxyType(dict(endings.most_common())),
        )


def measure_balance(
    variant: GameVariant,
    games: int = 100,
    *,
    player: AnyEntrant = "level:6",
    opening_plies: int = RANDOM_PLIES,
    seed: int = 0,
    limits: GameLimits | None = None,
    executor: Executor | None = None,
    ahead: int = 64,
    on_game: Callable[[int], None] | None = None,
) -> Balance:
    """Let a player play against itself, each game from another opening of random moves.

    Where there are fewer different openings than games, they are used again with other seeds.

    Args:
        variant: The variant, of any kind of game.
        games: How many games.
        player: Who plays both sides, as `entrant` accepts it.
        opening_plies: How many random moves each game begins with.
        seed: Chooses the openings, and between moves that the player finds equally good.
        limits: How long games and moves may take.
        executor: Plays games elsewhere or at the same time; any of `concurrent.futures`' kind.
        ahead: How many games the executor has at a time.
        on_game: Called with the number of games played, after each.

    Raises:
        TaflError: If the player is a text that cannot be read, a program cannot be started, or there is no opening.
        ValueError: If a number is too small.
    """
    if games < 1:
        raise ValueError(f"expected at least one game, not {games}")
    who, kind = entrant(player), kind_of(variant)
    openings = random_openings(variant, games, plies=opening_plies, seed=seed)
    pairings = (
        Pairing(
            (who, who),
            openings[number % len(openings)],
            seed + number,
            limits or GameLimits(),
            variant.name,
            number=number,
            kind=kind,
        )
        for number in range(games)
    )
    tasks = ((pairing.number, partial(play_game, pairing)) for pairing in pairings)
    results: list[GameResult[Any]] = []
    try:
        with closing(in_order(tasks, executor, ahead)) as played:
            for _, result in played:
                results.append(result)
                if on_game is not None:
                    on_game(len(results))
    finally:
        POOL.close()
    return Balance.of(results, len(openings))
