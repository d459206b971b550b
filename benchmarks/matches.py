"""How strong the default player is: matches against chance and against a search of one ply.

Run it with `python -m benchmarks.matches`: a table of points with each side, for Tablut, Brandubh and Copenhagen. The
bars: of 100 games with each side against chance all, of 100 games against one ply, half of them with each side, 95.
Games are shared out over the cores.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor

import taflkit
from taflkit import Game, Side
from taflkit.search import AlphaBeta, Automaton, Random, SearchLimit

VARIANTS = ("tablut", "brandubh", "copenhagen")
#: A game that is still going on after so many plies is drawn.
MAX_PLIES = 400


def choose(opponent: str, game: Game, seed: int) -> taflkit.Move:
    """The move of an opponent by name."""
    limit = SearchLimit(depth=1)
    searcher = Random(seed) if opponent == "chance" else AlphaBeta(depth=1, seed=seed)
    move = searcher.search(game, limit).best
    assert move is not None
    return move


def play(task: tuple[str, str, str, int, int]) -> float:
    """A point for the default player if it wins, half of one for a draw."""
    variant, side_name, opponent, seed, nodes = task
    side = Side(side_name)
    game = taflkit.start(variant)
    player = Automaton(SearchLimit(nodes=nodes) if nodes else None)
    for ply in range(MAX_PLIES):
        if game.outcome is not None:
            break
        number = seed * 1000 + ply
        game = game.play(player(game, number) if game.to_move is side else choose(opponent, game, number))
    winner = None if game.outcome is None else game.outcome.winner
    return 1.0 if winner is side else 0.5 if winner is None else 0.0


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("variants", nargs="*", default=VARIANTS, help="which variants are played")
    parser.add_argument("--games", type=int, default=100, help="how many with each side against chance")
    parser.add_argument("--nodes", type=int, default=0, help="how many a move; what the player takes by itself if 0")
    arguments = parser.parse_args()
    print(f"{arguments.nodes or 'the usual'} nodes a move; points of the default player")
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for variant in arguments.variants:
            for opponent, games in (("chance", arguments.games), ("one ply", arguments.games // 2)):
                for side in Side:
                    started = time.perf_counter()
                    tasks = [(variant, side.value, opponent, seed, arguments.nodes) for seed in range(games)]
                    points = sum(executor.map(play, tasks))
                    took = time.perf_counter() - started
                    row = f"{variant:11} as {side.value:10} against {opponent:8}"
                    print(f"{row} {points:6g} of {games:3}  ({took:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
