"""Plays the default player with the opening book of a variant against the same without, from the start position.

    python -m tools.train.book_duel tablut --pairs 20 --nodes 10000

Each seed is played twice, with sides exchanged. The nodes are few, so that it takes minutes.
"""

from __future__ import annotations

import argparse
import math

from taflkit import Game, Side, load_variant, start
from taflkit.games.knowledge import Effort
from taflkit.search import SearchLimit
from taflkit.search.winfirst import WinFirst

#: Longer games are drawn.
MAX_PLIES = 300


def play(game: Game, with_book: Side, nodes: int, seed: int) -> float:
    """What the side with the book scores."""
    effort = Effort(nodes=nodes, win_within=3, win_nodes=nodes // 4)
    while game.outcome is None and game.ply < MAX_PLIES:
        player = WinFirst(effort, seed=seed * 1_000_003 + game.ply, book=game.to_move is with_book)
        best = player.search(game, SearchLimit(nodes=effort.nodes + effort.win_nodes)).best
        assert best is not None
        game = game.play(best)
    winner = None if game.outcome is None else game.outcome.winner
    return 0.5 if winner is None else float(winner is with_book)


def main() -> None:
    """Play, and print how the book did on each side, and altogether with the interval of 95 %, by pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variant")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--nodes", type=int, default=10_000, help="of a move")
    given = parser.parse_args()
    game = start(load_variant(given.variant))
    pairs = [[play(game, side, given.nodes, seed) for side in Side] for seed in range(given.pairs)]
    for number, side in enumerate(Side):
        print(f"as {side}: {sum(pair[number] for pair in pairs):g} of {given.pairs}")
    scores = [sum(pair) / 2 for pair in pairs]
    mean = sum(scores) / given.pairs
    error = math.sqrt(sum((score - mean) ** 2 for score in scores) / max(1, given.pairs - 1) / given.pairs)
    print(f"together: {100 * mean:.1f} % ({100 * (mean - 1.96 * error):.0f} to {100 * (mean + 1.96 * error):.0f})")


if __name__ == "__main__":
    main()
