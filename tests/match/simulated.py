"""Simulated matches: players of known strength, in a game that one side wins more often than the other."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

from taflkit.match.statistics import score_of_elo


def _chance(logit: float) -> float:
    return 1 / (1 + math.exp(-logit))


def _strength(elo: float, bias: float) -> float:
    """How much stronger a player is, on the scale of the bias, who scores on average what so many Elo points mean."""
    low, high = -30.0, 30.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        score = (_chance(bias + middle) + _chance(middle - bias)) / 2
        low, high = (middle, high) if score < score_of_elo(elo) else (low, middle)
    return low


def pair_points(elo: float, bias: float, chance: random.Random) -> Iterator[int]:
    """The half points (0, 2 or 4) of pairs of games of a player, without draws.

    Args:
        elo: How much stronger the player is.
        bias: How much easier the game is for one side; with 6 it wins 399 games of 400 between equals.
        chance: Decides the games.
    """
    strength = _strength(elo, bias)
    first, second = _chance(bias + strength), _chance(strength - bias)
    while True:
        yield 2 * ((chance.random() < first) + (chance.random() < second))
