"""What a search finds as records write it, and how many points that is worth to players who make mistakes."""

from __future__ import annotations

import math
from typing import Final

from taflkit.records.annotations import MAX_EVALUATION_DEPTH, Evaluation
from taflkit.search import Score

SCALE: Final = 1.2
"""The value, in men, from which 73 of 100 points are scored: `1 / (1 + exp(-value / SCALE))`.

`python -m benchmarks.expectation` fits it to games of a level against itself: of players who see less than the search,
and make mistakes, as people do. 200 games each gave 1.12 ± 0.16 in Tablut, 0.96 ± 0.20 in Brandubh and 2.63 ± 0.68
in Copenhagen."""


def evaluation_of(score: Score, is_first: bool, depth: int | None = None) -> Evaluation:
    """Return a score as records write it: for the first player.

    Args:
        score: The score.
        is_first: Whether it is the score of the first player, and not of the second.
        depth: How many plies were searched, if that is known.
    """
    ours = score if is_first else -score
    depth = None if depth is None else min(depth, MAX_EVALUATION_DEPTH)
    for plies, sign in ((ours.win_in, 1), (ours.loss_in, -1)):
        if plies is not None:
            return Evaluation(win_in=sign * max(1, (plies + 1) // 2), depth=depth)
    return Evaluation(ours.value / 100, depth=depth)


def expected_points(evaluation: Evaluation) -> float:
    """How many points the first player can expect: 1 for a forced win, 0.5 in an even position, 0 for a forced loss."""
    if evaluation.win_in is not None:
        return 1.0 if evaluation.win_in > 0 else 0.0
    # The same as in the description of `SCALE`, but any value can be computed.
    return (1 + math.tanh(evaluation.men / (2 * SCALE))) / 2
