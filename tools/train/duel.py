"""Plays two evaluations against each other with equal nodes, and says how each side did.

    python -m tools.train.duel copenhagen build/train/copenhagen.network classic --pairs 100 --nodes 3000

Each opening, which the second thinks balanced, is played twice, with sides exchanged. Searches differ in nothing but
the network: a file, `classic` for none, or `own` for that of the variant.
"""

from __future__ import annotations

import argparse
import math
import random
from pathlib import Path

from taflkit import Game, Side, load_variant, start
from tools.train.players import Player
from tools.train.selfplay import opening, real_positions

#: Longer games are drawn.
MAX_PLIES = 300
#: How far openings are searched, to see whether they are balanced.
OPENING_NODES = 2000


Entrant = tuple[Player, int]
"""A player, and the nodes of a move."""


def play(attackers: Entrant, defenders: Entrant, game: Game, seed: int) -> tuple[Side | None, int]:
    """The winner of a game, and after how many plies."""
    players = {
        side: (player, player.memory(game, nodes), nodes)
        for side, (player, nodes) in zip(Side, (attackers, defenders), strict=True)
    }
    while game.outcome is None and game.ply < MAX_PLIES:
        player, memory, nodes = players[game.to_move]
        best = player.search(game, memory, nodes, seed).best
        assert best is not None
        game = game.play(best)
    return (None if game.outcome is None else game.outcome.winner), game.ply


def main() -> None:
    """Play, and print the score after every tenth pair."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=3000, help="of a move")
    parser.add_argument("--second-nodes", type=int, help="of a move of the second, if that evaluates faster")
    parser.add_argument("--real", type=Path, help="real games as JSON lines, to begin in their positions")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    variant = load_variant(given.variant)
    one = Player.named(variant, given.first), given.nodes
    other = Player.named(variant, given.second), given.second_nodes or given.nodes
    scores: list[float] = []
    # Of the first, by its side: games won, drawn, lost, and the plies of those that it won.
    tables: dict[Side, list[int]] = {side: [0, 0, 0, 0] for side in Side}
    for pair in range(given.pairs):
        chance = random.Random(f"duel {given.seed} {pair}")
        game = opening(other[0], chance, OPENING_NODES, real_positions(given.variant, given.real))
        game = start(variant, game.position)
        score = 0.0
        for side in Side:
            attackers, defenders = (one, other) if side is Side.ATTACKERS else (other, one)
            winner, plies = play(attackers, defenders, game, chance.randrange(2**32))
            place = 1 if winner is None else 0 if winner is side else 2
            tables[side][place] += 1
            tables[side][3] += plies if winner is side else 0
            score += 1 - place / 2
        scores.append(score / 2)
        if (pair + 1) % 10 == 0 or pair + 1 == given.pairs:
            print(summary(scores, tables), flush=True)


def summary(scores: list[float], tables: dict[Side, list[int]]) -> str:
    """The score with its error, as Elo, and by side."""
    mean = sum(scores) / len(scores)
    error = math.sqrt(sum((score - mean) ** 2 for score in scores) / max(1, len(scores) - 1) / len(scores))

    def elo(share: float) -> float:
        share = min(max(share, 0.001), 0.999)
        return 400 * math.log10(share / (1 - share))

    sides = "; ".join(
        f"as {side.name.lower()} +{won} ={drawn} -{lost}" + (f", won in {plies / won:.0f} plies" if won else "")
        for side, (won, drawn, lost, plies) in tables.items()
    )
    low, high = elo(mean - 1.96 * error), elo(mean + 1.96 * error)
    return f"{len(scores)} pairs: {100 * mean:.1f} % ({elo(mean):+.0f} Elo, {low:+.0f} to {high:+.0f}); {sides}"


if __name__ == "__main__":
    main()
