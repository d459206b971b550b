"""How well evaluations predict who wins real games: the area under the curve, and the loss.

    python -m tools.train.measure copenhagen GAMES.jsonl.gz [NETWORK...]

Every position from the eighth ply on counts once. The loss is that of a logistic function of the value, whose scale is
fitted to the same positions. With networks, each takes the place of the variant's own.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit import Position, Side, Variant, load_variant
from taflkit.evaluation.network import Network
from taflkit.search import Evaluation
from tools.train.positions import for_defenders
from tools.train.real_games import real_games

FIRST_PLY, LATE_PLY = 8, 30


def area(values: NDArray[np.float64], won: NDArray[np.bool_]) -> float:
    """How often a position that the defenders won is worth more to them than one that they lost."""
    order = np.argsort(values, kind="stable")
    ranks = np.empty(len(values))
    ranks[order] = np.arange(1, len(values) + 1)
    for value in np.unique(values):  # Equal values share their ranks.
        same = values == value
        if same.sum() > 1:
            ranks[same] = ranks[same].mean()
    wins = int(won.sum())
    return float((ranks[won].sum() - wins * (wins + 1) / 2) / (wins * (len(won) - wins)))


def loss(values: NDArray[np.float64], won: NDArray[np.bool_]) -> float:
    """The loss with the best scale and offset among many."""
    best = np.inf
    for scale in np.geomspace(50, 3000, 25):
        for offset in np.linspace(-2, 2, 21):
            chance = 1 / (1 + np.exp(-np.clip(values / scale + offset, -30, 30)))
            best = min(best, float(-np.log(np.where(won, chance, 1 - chance)).mean()))
    return best


def measure(variant: Variant, sample: list[tuple[Position, int, bool]]) -> str:
    """The figures of a variant's evaluation."""
    evaluate = Evaluation().evaluator(variant)
    values = np.array([for_defenders(evaluate(position), position.to_move) for position, _, _ in sample], np.float64)
    won = np.array([won for _, _, won in sample])
    early = np.array([ply <= LATE_PLY for _, ply, _ in sample])
    return (
        f"area {area(values[early], won[early]):.3f} (plies {FIRST_PLY} to {LATE_PLY}), {area(values, won):.3f} (all);"
        f" loss {loss(values, won):.4f}; {len(values)} positions"
    )


def main() -> None:
    """Print the figures of the variant as it is, without a network, and with each of those given."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("games", type=Path)
    parser.add_argument("networks", type=Path, nargs="*")
    given = parser.parse_args()
    variant = load_variant(given.variant)
    sample = [
        (game.position, ply, winner is Side.DEFENDERS)
        for games, winner in real_games(given.games, variant, test=True)
        for ply, game in enumerate(games)
        if ply >= FIRST_PLY and game.outcome is None
    ]
    print(f"classic: {measure(attrs.evolve(variant, network=None), sample)}")
    if variant.network is not None:
        print(f"{variant.name}: {measure(variant, sample)}")
    for path in given.networks:
        network = Network.from_bytes(path.read_bytes())
        print(f"{path}: {measure(attrs.evolve(variant, network=network), sample)}", flush=True)


if __name__ == "__main__":
    main()
