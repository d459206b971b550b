"""How many points a value of the search is worth: what players who make mistakes score from such a position."""

from __future__ import annotations

import math
from typing import Final

from taflkit.search import Score

SCALE: Final = 1.2
"""The value, in men, from which 73 of 100 points are scored: `1 / (1 + exp(-value / SCALE))`.

`python -m benchmarks.expectation` fits it to games of a level against itself: of players who see less than the search,
and make mistakes, as people do. 200 games each gave 1.12 ± 0.16 in Tablut, 0.96 ± 0.20 in Brandubh and 2.63 ± 0.68
in Copenhagen."""


def expected_points(score: Score) -> float:
    """How many points a score is worth to the player whose score it is: 1 for a win, 0.5 for a draw, 0 for a loss."""
    if score.win_in is not None:
        return 1.0
    if score.loss_in is not None:
        return 0.0
    return 1 / (1 + math.exp(-score.value / 100 / SCALE))
