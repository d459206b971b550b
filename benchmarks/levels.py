"""How far the levels of play are apart: each plays the next one, with either side in turn.

Run it with `python -m benchmarks.levels`: a table of the differences in Elo points. The bars: 100 to 250 points between
neighbours in Tablut, Brandubh and Copenhagen, and level 1 loses to a search of one ply at least half of the games.
Games begin with a random move of each side, and each such beginning is played twice. With `--checkpoint FILE` the
results are kept in a file, and a run that was stopped goes on from there. Games of levels that have changed since, or
of another search, are not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import zlib
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import attrs

import taflkit
from taflkit import games
from taflkit.match.statistics import Elo, PairCounts
from taflkit.search import MAX_LEVEL, AlphaBeta, SearchLimit, level_searcher
from taflkit.search.levels import STRENGTHS

VARIANTS = ("tablut", "brandubh", "copenhagen")
#: The pairs that are played: a level and the next one; 0 stands for a search of one ply.
PAIRS = ((0, 1), *((level, level + 1) for level in range(1, MAX_LEVEL)))
#: A game that is still going on after so many plies is drawn.
MAX_PLIES = 200
RANDOM_PLIES = 2
#: How far neighbouring levels should be apart, in Elo points.
BAR = (100, 250)


@attrs.frozen
class Task:
    """One game of a pair of levels."""

    variant: str
    weaker: int
    stronger: int
    number: int

    @property
    def name(self) -> str:
        """The key in the file of results: it differs where anything differs that decides the game."""
        players = [strength_of(level) for level in (self.weaker, self.stronger)]
        return f"{signature(self.variant)} {self.variant} {players} {self.number}"


def strength_of(level: int) -> str:
    """What makes a player of the ladder, as a text."""
    return "one ply" if level == 0 else "default" if level == MAX_LEVEL else str(STRENGTHS[level - 1])


@cache
def signature(variant: str) -> str:
    """A number that changes with the search or the evaluation of a variant."""
    game: Any = taflkit.start(variant)
    found = []
    for _ in range(6):
        report = AlphaBeta(seed=0).search(game, SearchLimit(depth=3))
        found.append((str(report.best), report.score.value, report.nodes))
        game = game.play(report.best)
    return f"{zlib.crc32(repr(found).encode()):08x}"


def choose(level: int, game: Any, seed: int) -> Any:
    """The move of a level."""
    if level == 0:
        return AlphaBeta(depth=1, seed=seed).search(game, SearchLimit(depth=1)).best
    return level_searcher(level, seed=seed).search(game).best


def opening(variant: str, number: int) -> Any:
    """The start of a game after random moves, none of which ends it."""
    chance = random.Random(f"{variant} {number}")
    while True:
        game = taflkit.start(variant)
        for _ in range(RANDOM_PLIES):
            game = game.play(chance.choice(game.legal_moves))
        if game.outcome is None:
            return game


def play(task: Task) -> tuple[str, float]:
    """A point for the stronger level if it wins, half of one for a draw."""
    game = opening(task.variant, task.number // 2)
    stronger = games.kind_of(game).players[task.number % 2]
    while game.outcome is None and game.ply < MAX_PLIES:
        level = task.stronger if game.to_move == stronger else task.weaker
        game = game.play(choose(level, game, task.number * 1000 + game.ply))
    winner = None if game.outcome is None else game.outcome.winner
    return task.name, 0.5 if winner is None else float(winner == stronger)


def results_of(tasks: Iterable[Task], known: dict[str, float], jobs: int, file: Path | None) -> dict[str, float]:
    """The points of the games by their names, those that are known included; writes each new one to the file."""
    results = dict(known)
    missing = [task for task in tasks if task.name not in known]
    with nullcontext() if jobs == 1 else ProcessPoolExecutor(jobs) as executor:
        for name, points in map(play, missing) if executor is None else executor.map(play, missing):
            results[name] = points
            if file is not None:
                with file.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps([name, points]) + "\n")
    return results


def pairs_of(points: list[float]) -> PairCounts:
    """How many pairs of games brought the stronger level 0, a half, 1, one and a half, and 2 points."""
    pairs = [round(2 * (one + other)) for one, other in zip(points[::2], points[1::2], strict=True)]
    return PairCounts(tuple(pairs.count(halves) for halves in range(5)))


def remark(weaker: int, found: Elo) -> str:
    """Whether a difference is certainly not what it should be, or only seems not to be."""
    if weaker == 0:
        return "" if found.high is not None and found.high < 0 else " (perhaps too strong)"
    low, high = BAR
    if (found.high is not None and found.high < low) or (found.low is not None and found.low > high):
        return " (outside)"
    return "" if found.difference is not None and low <= found.difference <= high else " (perhaps outside)"


def main() -> None:
    """Play the ladder and print it."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("variants", nargs="*", default=VARIANTS, help="which variants are played")
    parser.add_argument("--games", type=int, default=100, help="how many games a pair plays")
    parser.add_argument("--pairs", help="which pairs are played, by the weaker level: 0,1,2")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many games are played at a time")
    parser.add_argument("--checkpoint", type=Path, help="keeps the results")
    arguments = parser.parse_args()
    file: Path | None = arguments.checkpoint
    known: dict[str, float] = {}
    if file is not None and file.exists():
        known = dict(json.loads(line) for line in file.read_text(encoding="utf-8").splitlines())
    wanted = {pair for pair in PAIRS if not arguments.pairs or str(pair[0]) in arguments.pairs.split(",")}
    for weaker, stronger in sorted(wanted):
        for variant in arguments.variants:
            tasks = [Task(variant, weaker, stronger, number) for number in range(arguments.games)]
            known = results_of(tasks, known, arguments.jobs, file)
            points = [known[task.name] for task in tasks]
            who = "one ply" if weaker == 0 else f"level {weaker}"
            score = f"{sum(points):g} of {len(points)}"
            found = pairs_of(points).elo
            print(
                f"{variant:11} level {stronger:2} against {who:8} {score:12} Elo {found}{remark(weaker, found)}",
                flush=True,
            )


if __name__ == "__main__":
    main()
