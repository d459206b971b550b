"""The sequential probability ratio test: play until it is known which of two statements about strength holds."""

from __future__ import annotations

import enum
import math

import attrs

from taflkit.match.statistics import PairCounts, score_of_elo

#: So many pairs won, and as many lost, are added before a ratio is computed. In unbalanced games nearly all pairs end
#: one to one at first, which looks as if there were no uncertainty; fewer than these make the test stop too early
#: there, as a test simulates.
_ADDED_PAIRS = 2.0


class Verdict(enum.Enum):
    """Which of the two statements a test accepts."""

    WEAKER = "H0"
    """The difference is at most `elo0`."""
    STRONGER = "H1"
    """The difference is at least `elo1`."""


@attrs.frozen
class Sprt:
    """Tests whether the first of two entrants is stronger by `elo1` Elo points (H1) or only by `elo0` (H0).

    It is the generalised test on the scores of pairs, with the normal approximation of the likelihood ratio.

    Raises:
        ValueError: If `elo0` is not below `elo1`, or a rate is not between 0 and one half.
    """

    elo0: float
    """The difference of H0."""
    elo1: float
    """The difference of H1."""
    alpha: float = 0.05
    """How often H1 may be accepted where H0 holds."""
    beta: float = 0.05
    """How often H0 may be accepted where H1 holds."""

    def __attrs_post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise ValueError(f"elo0 must be below elo1, and both within 2000, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"alpha and beta must be between 0 and 0.5, not {self.alpha:g} and {self.beta:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """H0 is accepted when the ratio falls to the first, H1 when it rises to the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: PairCounts) -> float:
        """The logarithm of the likelihood ratio of H1 to H0 after some pairs."""
        if not counts.pairs:
            return 0.0
        low, high = score_of_elo(self.elo0), score_of_elo(self.elo1)
        mean, variance, total = counts.moments(_ADDED_PAIRS)
        return total * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, counts: PairCounts) -> Verdict | None:
        """What is accepted after some pairs, `None` if more have to be played."""
        ratio = self.ratio(counts)
        low, high = self.bounds
        if ratio <= low:
            return Verdict.WEAKER
        return Verdict.STRONGER if ratio >= high else None
