"""Tune the weights of an evaluation by self-play: one weight at a time is changed, and the change plays the original.

Run it with `python -m benchmarks.tune VARIANT [GAMES] [NODES]`. A change is kept if it scores more than the original by
twice the error of the match; every match is printed, so that the result shows what justified it. Games begin
with a few random moves and are played twice, with sides exchanged.
"""

import math
import os
import random
import sys
from concurrent.futures import Executor, ProcessPoolExecutor

import attrs

import taflkit
from taflkit import Game, Side, load_variant
from taflkit.search import AlphaBeta, Evaluation, SearchLimit
from taflkit.search.tafl import TaflKnowledge, default_terms
from taflkit.variant import Weights

RANDOM_PLIES = 4
MAX_PLIES = 200
FACTORS = (0.6, 1.6)

Task = tuple[str, Weights, Weights, int, int]


def opening(variant: str, seed: int) -> Game:
    """A game a few random moves old."""
    chance = random.Random(seed)
    game = taflkit.start(variant)
    while game.ply < RANDOM_PLIES:
        after = game.play(chance.choice(game.legal_moves))
        game = after if after.outcome is None else game
    return game


def play_pair(task: Task) -> float:
    """The points of the first weights in two games from one opening, of two."""
    name, first, second, seed, nodes = task
    variant = load_variant(name)
    players = [
        AlphaBeta(seed=seed, knowledge=TaflKnowledge(variant, Evaluation(default_terms(weights))))
        for weights in (first, second)
    ]
    points = 0.0
    for swapped in (False, True):
        game = opening(name, seed)
        attackers, defenders = players[::-1] if swapped else players
        while game.outcome is None and game.ply < MAX_PLIES:
            player = attackers if game.to_move is Side.ATTACKERS else defenders
            best = player.search(game, SearchLimit(nodes=nodes)).best
            assert best is not None
            game = game.play(best)
        winner = None if game.outcome is None else game.outcome.winner
        own = Side.DEFENDERS if swapped else Side.ATTACKERS
        points += 0.5 if winner is None else float(winner is own)
    return points


def match(executor: Executor, variant: str, changed: Weights, original: Weights, games: int, nodes: int) -> bool:
    """Whether the changed weights beat the original ones beyond doubt."""
    tasks: list[Task] = [(variant, changed, original, seed, nodes) for seed in range(games // 2)]
    points = list(executor.map(play_pair, tasks))
    score = sum(points) / (2 * len(points))
    spread = math.sqrt(sum((p / 2 - score) ** 2 for p in points) / max(1, len(points) - 1) / len(points))
    print(f"    {sum(points):g} of {2 * len(points)}: {score:.3f} +- {spread:.3f}", flush=True)
    return score - 0.5 > 2 * spread


def main() -> None:
    """Try each weight larger and smaller, and keep what wins."""
    variant = sys.argv[1] if len(sys.argv) > 1 else "tablut"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    nodes = int(sys.argv[3]) if len(sys.argv) > 3 else 400
    best = load_variant(variant).weights
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for field in attrs.fields(Weights):
            if field.name == "attacker":
                continue  # The unit of all the others.
            for factor in FACTORS:
                value = round(getattr(best, field.name) * factor)
                print(f"{variant}: {field.name} {getattr(best, field.name)} -> {value}")
                changed = attrs.evolve(best, **{field.name: value})
                if match(executor, variant, changed, best, games, nodes):
                    print("    kept")
                    best = changed
                    break
    print("[evaluation]")
    for field in attrs.fields(Weights):
        print(f"{field.name} = {getattr(best, field.name)}")


if __name__ == "__main__":
    main()
