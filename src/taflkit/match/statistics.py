"""Who is stronger, and how certain that is: games won, drawn and lost, and differences in Elo points."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import attrs

from taflkit.match.results import GameResult

#: Standard deviations on either side of the mean that hold 95 % of a normal distribution.
_DEVIATIONS = 1.959964


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
        if self.high is None:
            return f"95 % above {self.low:+.0f}"
        if self.low is None:
            return f"95 % below {self.high:+.0f}"
        return f"{self.difference:+.0f}, 95 % between {self.low:+.0f} and {self.high:+.0f}"


@attrs.frozen
class Standing:
    """How many games a program won, drew and lost."""

    won: int = 0
    """Games won."""
    drawn: int = 0
    """Games drawn."""
    lost: int = 0
    """Games lost."""

    @classmethod
    def of(cls, results: Iterable[GameResult[Any]]) -> Standing:
        """The standing of program 0 after some games."""
        winners = [result.winner for result in results]
        return cls(winners.count(0), winners.count(None), winners.count(1))

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
        """The standing of the other program."""
        return Standing(self.lost, self.drawn, self.won)

    @property
    def elo(self) -> Elo:
        """By how much this program is stronger, with Wilson's interval.

        A draw counts as half a win, which makes the interval slightly too wide where draws are frequent.
        """
        games = self.games
        if not games:
            return Elo(None, None, None)
        score = self.points / games
        z2 = _DEVIATIONS**2
        centre = (score + z2 / (2 * games)) / (1 + z2 / games)
        spread = _DEVIATIONS * math.sqrt(score * (1 - score) / games + z2 / (4 * games**2)) / (1 + z2 / games)
        return Elo(_elo_difference(score), _elo_difference(centre - spread), _elo_difference(centre + spread))


def _elo_difference(score: float) -> float | None:
    """The difference at which a player scores that much on average; `None` if it is infinite."""
    # An interval that reaches 0 or 1 misses it by rounding errors.
    if not 1e-9 < score < 1 - 1e-9:
        return None
    return 400 * math.log10(score / (1 - score))
