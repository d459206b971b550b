"""Games to test with."""

from __future__ import annotations

import random

from taflkit import Game, start


def some_games(variant: str, count: int, seed: int = 0) -> list[Game]:
    """Games of different lengths, none of them over."""
    chance, found = random.Random(seed), list[Game]()
    while len(found) < count:
        game = start(variant)
        for _ in range(chance.randrange(30)):
            after = game.play(chance.choice(game.legal_moves))
            if after.outcome is not None:
                break
            game = after
        found.append(game)
    return found
