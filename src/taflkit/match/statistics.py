"""Who is stronger, and how certain that is: scores of pairs of games, and differences in Elo points.

The two games of a pair have the same opening with sides changed, so their results are not independent: where one side
always wins, every pair ends one to one, and there is no uncertainty at all. Errors are therefore computed from the
scores of pairs, never from those of single games.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from taflkit.match.results import GameResult, PairResult

#: Standard deviations on either side of the mean that hold 95 % of a normal distribution.
_DEVIATIONS = NormalDist().inv_cdf(0.975)
#: The share of the points that a pair can bring, for each half point.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: So many pairs won, and as many lost, are added before an interval is computed. Without them the interval of a few
#: equal pairs would have no width; with them it holds the truth at least 95 times of 100, as a test simulates.
_ADDED_PAIRS = 1.0


@attrs.frozen
class Elo:
    """A difference in Elo points with its 95 % confidence interval. Infinite values are `None`."""

    difference: float | None
    """The most likely difference."""
    low: float | None
    """The lower end of the interval."""
    high: float | None
    """The upper end of the interval."""

    def __str__(self) -> str:
        """Print as `+120, 95 % between -15 and +290`."""
        if self.low is None and self.high is None:
            return "unknown"
        middle = "" if self.difference is None else f"{self.difference:+.0f}, "
        if self.high is None:
            return f"{middle}95 % above {self.low:+.0f}"
        if self.low is None:
            return f"{middle}95 % below {self.high:+.0f}"
        return f"{middle}95 % between {self.low:+.0f} and {self.high:+.0f}"


def elo_of_score(score: float) -> float | None:
    """The difference at which a player scores that share of the points on average; `None` if it is infinite."""
    # An interval that reaches 0 or 1 misses it by rounding errors.
    if not 1e-9 < score < 1 - 1e-9:
        return None
    return 400 * math.log10(score / (1 - score))


def score_of_elo(difference: float) -> float:
    """The share of the points that a player scores on average who is stronger by so many Elo points."""
    return 1 / (1 + 10 ** (-difference / 400))


@attrs.frozen
class Standing:
    """How many games an entrant won, drew and lost."""

    won: int = 0
    """Games won."""
    drawn: int = 0
    """Games drawn."""
    lost: int = 0
    """Games lost."""

    @classmethod
    def of(cls, results: Iterable[GameResult[Any]], entrant: int = 0) -> Standing:
        """The standing of an entrant after some games, all of them its own."""
        winners = [result.winner for result in results]
        drawn, won = winners.count(None), winners.count(entrant)
        return cls(won, drawn, len(winners) - won - drawn)

    def __add__(self, other: Standing) -> Standing:
        """The standing after the games of both."""
        return Standing(self.won + other.won, self.drawn + other.drawn, self.lost + other.lost)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """One point for a win, half a point for a draw."""
        return self.won + self.drawn / 2

    @property
    def other(self) -> Standing:
        """The standing of the other entrant."""
        return Standing(self.lost, self.drawn, self.won)


def _five(counts: Iterable[int]) -> tuple[int, ...]:
    found = tuple(counts)
    if len(found) != len(PAIR_SCORES) or not all(type(count) is int and count >= 0 for count in found):
        raise ValueError(f"expected five numbers of pairs, by their points from 0 to 2, not {found!r}")
    return found


@attrs.frozen
class PairCounts:
    """How many pairs of games brought an entrant 0, ½, 1, 1½ and 2 points.

    Raises:
        ValueError: If these are not five whole numbers.
    """

    counts: tuple[int, ...] = attrs.field(default=(0, 0, 0, 0, 0), converter=_five)
    """The numbers of pairs, by their points."""

    @classmethod
    def of(cls, pairs: Iterable[PairResult[Any]], entrant: int = 0) -> PairCounts:
        """Count the pairs that an entrant played; others are left out."""
        counts = [0] * len(PAIR_SCORES)
        for pair in pairs:
            if entrant in pair.entrants:
                counts[round(2 * pair.points(entrant))] += 1
        return cls(counts)

    def __add__(self, other: PairCounts) -> PairCounts:
        """The counts of the pairs of both."""
        return PairCounts(map(operator.add, self.counts, other.counts))

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def other(self) -> PairCounts:
        """The same, seen by the opponent."""
        return PairCounts(self.counts[::-1])

    @property
    def score(self) -> float:
        """The share of the points; one half without pairs."""
        return self.moments(0)[0] if self.pairs else 0.5

    def moments(self, added: float) -> tuple[float, float, float]:
        """The mean score, its variance from pair to pair, and the number of pairs, some added.

        Args:
            added: How many pairs won, and as many lost, are added.
        """
        weights = [self.counts[0] + added, *self.counts[1:-1], self.counts[-1] + added]
        total = sum(weights)
        mean = sum(weight * score for weight, score in zip(weights, PAIR_SCORES, strict=True)) / total
        square = sum(weight * (score - mean) ** 2 for weight, score in zip(weights, PAIR_SCORES, strict=True)) / total
        return mean, square, total

    @property
    def elo(self) -> Elo:
        """By how much the entrant is stronger than its opponents, with an interval from the scores of pairs."""
        if not self.pairs:
            return Elo(None, None, None)
        mean, variance, total = self.moments(_ADDED_PAIRS)
        half = _DEVIATIONS * math.sqrt(variance / total)
        return Elo(elo_of_score(self.score), elo_of_score(max(0.0, mean - half)), elo_of_score(min(1.0, mean + half)))

    @property
    def superiority(self) -> float:
        """The likelihood that the entrant is stronger, from 0 to 1."""
        mean, variance, total = self.moments(_ADDED_PAIRS)
        return NormalDist().cdf((mean - 0.5) / math.sqrt(variance / total))
