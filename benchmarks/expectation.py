"""How many points a value of the search is worth: the scale of `taflkit.records.annotations`, fitted to games.

Run it with `python -m benchmarks.expectation`. A level plays itself from random openings: players who make mistakes, as
people do. Every few plies the search of `taflkit review` says how good the position is for the first player, in men,
and the result of the game says how many points that was worth. The table gives, for each variant, the scale `S` for
which `1 / (1 + exp(-(value - even) / S))` predicts the points best, its standard error over games, and `even`, the
value at which both sides win as often.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import attrs

from benchmarks.levels import MAX_PLIES, opening, signature, strength_of
from taflkit import games
from taflkit.search import AlphaBeta, SearchLimit, level_searcher

VARIANTS = ("tablut", "brandubh", "copenhagen", "ataxx", "qirkat")
EVERY = 4
#: Samples of games for the standard error.
RESAMPLES = 100
PRIOR = 0.01


@attrs.frozen
class PlayedGame:
    """The values of some positions of a game for the first player, in men, and that player's points."""

    values: tuple[float, ...]
    points: float


def play(variant: str, number: int, level: int, nodes: int) -> PlayedGame:
    """Let a level play itself, and search every few positions."""
    game = opening(variant, number)
    first = games.kind_of(game).players[0]
    values = []
    while game.outcome is None and game.ply < MAX_PLIES:
        if game.ply % EVERY == 0:
            score = AlphaBeta(seed=0).search(game, SearchLimit(nodes=nodes)).score
            if score.win_in is None and score.loss_in is None:
                values.append(score.value / 100 if game.to_move == first else -score.value / 100)
        found: Any = level_searcher(level, seed=number * 1000 + game.ply).search(game)
        game = game.play(found.best)
    winner = None if game.outcome is None else game.outcome.winner
    return PlayedGame(tuple(values), 0.5 if winner is None else float(winner == first))


def fit(played: Sequence[PlayedGame]) -> tuple[float, float]:
    """The scale and the even value that predict the points best, by Newton's method."""
    known = [(value, game.points) for game in played for value in game.values]
    slope, offset = 0.5, 0.0
    for _ in range(20):
        gradient, curvature = (
            [0.0, 0.0],
            [0.01, 0.0, 0.01],
        )  # A little prior keeps it finite where one side always wins.
        gradient = [-0.01 * (slope - 0.5), -0.01 * offset]
        for value, points in known:
            expected = 1 / (1 + math.exp(-max(-50.0, min(50.0, slope * value + offset))))
            error, weight = points - expected, expected * (1 - expected)
            gradient[0] += error * value
            gradient[1] += error
            curvature[0] += weight * value * value
            curvature[1] += weight * value
            curvature[2] += weight
        determinant = curvature[0] * curvature[2] - curvature[1] ** 2
        slope += (curvature[2] * gradient[0] - curvature[1] * gradient[1]) / determinant
        offset += (curvature[0] * gradient[1] - curvature[1] * gradient[0]) / determinant
        slope = min(10.0, max(0.01, slope))
    return 1 / slope, -offset / slope


def error_of(played: Sequence[PlayedGame]) -> float:
    """The standard error of the scale: how much it differs between samples of the games."""
    chance = random.Random(0)
    scales = [fit(chance.choices(played, k=len(played)))[0] for _ in range(RESAMPLES)]
    mean = sum(scales) / RESAMPLES
    return math.sqrt(sum((scale - mean) ** 2 for scale in scales) / (RESAMPLES - 1))


def main() -> None:
    """Play games, fit, and print the scales."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("variants", nargs="*", default=VARIANTS, help="which variants are played")
    parser.add_argument("--games", type=int, default=200, help="how many games of each variant")
    parser.add_argument("--level", type=int, default=6, help="who plays")
    parser.add_argument("--nodes", type=int, default=20_000, help="how many positions the search looks at")
    parser.add_argument("--checkpoint", type=Path, help="keeps the games in a file, so that a run can be continued")
    arguments = parser.parse_args()
    file: Path | None = arguments.checkpoint
    known: dict[str, PlayedGame] = {}
    if file is not None and file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            name, values, points = json.loads(line)
            known[name] = PlayedGame(tuple(values), points)
    for variant in arguments.variants:
        played = []
        for number in range(arguments.games):
            name = f"{signature(variant)} {variant} {number} {strength_of(arguments.level)} nodes {arguments.nodes}"
            if name not in known:
                known[name] = found = play(variant, number, arguments.level, arguments.nodes)
                if file is not None:
                    with file.open("a", encoding="utf-8") as stream:
                        stream.write(json.dumps([name, found.values, found.points]) + "\n")
            played.append(known[name])
        scale, even = fit(played)
        share = sum(game.points for game in played) / len(played)
        print(
            f"{variant:11} {len(played)} games, the first player scores {share:.2f}; "
            f"scale {scale:.2f} ± {error_of(played):.2f} men, even at {even:+.2f} men",
            flush=True,
        )


if __name__ == "__main__":
    main()
