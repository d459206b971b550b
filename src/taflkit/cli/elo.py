"""How much stronger one player is than another, from the games they have played."""

from __future__ import annotations

import math

import attrs

#: How many standard deviations to either side hold 95 % of what chance does.
_DEVIATIONS = 1.959964


@attrs.frozen
class Elo:
    """A difference in Elo points, and between what it lies with 95 % confidence; infinite ends are `None`."""

    difference: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        """Print as `+120, 95 % between -15 and +290`."""
        if self.low is None and self.high is None:
            return "unknown"
        if self.high is None:
            return f"95 % above {self.low:+.0f}"
        if self.low is None:
            return f"95 % below {self.high:+.0f}"
        return f"{self.difference:+.0f}, 95 % between {self.low:+.0f} and {self.high:+.0f}"


def elo(won: int, drawn: int, lost: int) -> Elo:
    """The difference by which games won, drawn and lost are explained best, with Wilson's interval around it.

    A draw counts as half a game won; that makes the interval a little too wide where there are many of them.
    """
    games = won + drawn + lost
    if not games:
        return Elo(None, None, None)
    score = (won + drawn / 2) / games
    z2 = _DEVIATIONS**2
    centre = (score + z2 / (2 * games)) / (1 + z2 / games)
    spread = _DEVIATIONS * math.sqrt(score * (1 - score) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return Elo(_points(score), _points(centre - spread), _points(centre + spread))


def _points(score: float) -> float | None:
    """The difference at which a player scores that much on average, `None` if there is none."""
    # At a score of nothing or of everything the interval ends there too, but for the last digits.
    if not 1e-9 < score < 1 - 1e-9:
        return None
    return 400 * math.log10(score / (1 - score))
