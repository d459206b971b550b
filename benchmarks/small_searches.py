"""Measures searches of few nodes, as weak levels and self-play make them: `python -m benchmarks.small_searches`.

`AlphaBeta` searches the positions of random games, each with an empty table. The speed is in searches a second of
processor time, so that other programs disturb it little.
"""

from __future__ import annotations

import random
import sys
import time

from taflkit import Game, start
from taflkit.search import AlphaBeta, SearchLimit

VARIANTS = ("copenhagen", "tablut", "brandubh")
LIMIT = SearchLimit(nodes=1000)
PLIES, ROUNDS = 40, 5


def positions(name: str) -> list[Game]:
    """The positions of the first plies of a random game in which nobody has won."""
    chance = random.Random(1)
    while True:
        game = start(name)
        found: list[Game] = []
        while game.outcome is None and len(found) < PLIES:
            found.append(game)
            game = game.play(chance.choice(game.legal_moves))
        if len(found) == PLIES:
            return found


def searches_a_second(games: list[Game]) -> float:
    """The best of some rounds."""
    searcher, best = AlphaBeta(), 0.0
    for _ in range(ROUNDS):
        started = time.process_time()
        for game in games:
            searcher.search(game, LIMIT)
        best = max(best, len(games) / (time.process_time() - started))
    return best


def main(names: list[str]) -> None:
    """Print the speed in each variant."""
    for name in names or VARIANTS:
        print(f"{name:12} {searches_a_second(positions(name)):7.0f} searches/s")


if __name__ == "__main__":
    main(sys.argv[1:])
