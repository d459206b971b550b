"""How long one fully automated game takes: the default player of `taflkit play` on both sides."""

import argparse
import sys
import time

from taflkit import Game, Move, Side, start
from taflkit.search import Automaton, SearchLimit
from taflkit.shell import Session, Think

BAR = 180.0
"""The seconds that a fully automated game may take."""


def play(variant: str, seed: int, nodes: int | None) -> tuple[Session[Game, Move], float]:
    """Play a game to its end; the session then, and the seconds it took."""
    session = Session(start(variant), Automaton(SearchLimit(nodes=nodes) if nodes else None), frozenset(Side), seed)
    started = time.perf_counter()
    while session.is_thinking:
        session, _ = session.step(Think())
    return session, time.perf_counter() - started


def main() -> int:
    """Print the time, the moves and the result; fail if it took longer than the bar."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("variant", nargs="?", default="tablut")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--nodes", type=int, help="positions for a move, instead of the usual number")
    arguments = parser.parse_args()

    session, seconds = play(arguments.variant, arguments.seed, arguments.nodes)
    game = session.game
    per_move = seconds / max(game.ply, 1)
    took = f"{seconds:.1f} s (bar: {BAR:g} s), {game.ply} moves, {per_move:.2f} s a move"
    print(f"compiled kernel: {game.variant.kernel}; {took}; {game.outcome}")
    return 0 if seconds < BAR else 1


if __name__ == "__main__":
    sys.exit(main())
