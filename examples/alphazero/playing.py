"""Playing with a network: games for training, and games against other searchers."""

from __future__ import annotations

import random
from pathlib import Path

import torch

from alphazero.network import evaluator_of, load_network
from taflkit import Game, SearchLimit, Side
from taflkit.rl import Samples, SampleWriter, SelfPlay, self_play
from taflkit.search import PUCT, Random
from taflkit.search.levels import level_searcher

MAX_PLIES = 200


def play_games(weights: Path, games: range, seed: int, settings: SelfPlay) -> Samples:
    """Play games of a network against itself; runs in a process of its own."""
    torch.set_num_threads(1)
    network = load_network(weights)
    evaluator, encoder, writer = evaluator_of(network), network.encoder, SampleWriter()
    start = Game(encoder.variants[0])
    for played in self_play(start, evaluator, encoder, games, seed=seed, settings=settings):
        writer.add_game(played.number, played.positions, played.reward, played.outcome)
    return writer.take()


def play_match(weights: Path, level: int, games: range, visits: int) -> float:
    """Return the points of a network against a level, or against `Random` for 0: one for a win and half for a draw.

    In games of even number the network attacks. The number of a game is the seed of both players.
    """
    torch.set_num_threads(1)
    network = load_network(weights)
    evaluator, variant = evaluator_of(network), network.encoder.variants[0]
    points = 0.0
    for number in games:
        side = Side.DEFENDERS if number % 2 else Side.ATTACKERS
        own = PUCT(evaluator, seed=number)
        game, chance = Game(variant), random.Random(number)
        while game.outcome is None and game.ply < MAX_PLIES:
            if game.to_move is side:
                report = own.search(game, SearchLimit(nodes=visits))
            elif level:
                report = level_searcher(level, seed=number).search(game)
            else:
                report = Random(chance.getrandbits(32)).search(game, SearchLimit(depth=1))
            assert report.best is not None
            game = game.play(report.best)
        winner = game.outcome.winner if game.outcome is not None else None
        points += 0.5 if winner is None else float(winner is side)
    return points
