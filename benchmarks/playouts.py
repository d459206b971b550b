"""How many random games a second can be played, with taflkit and with the plain engine of `benchmarks.mailbox`.

Run it with `python -m benchmarks.playouts`.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from functools import partial

import attrs

from benchmarks.mailbox import ATTACKERS, GAMES, Mailbox, opponent
from taflkit import Game, start

BAR = 600
"""How many random games of tablut a second must be played."""

DEAREST_PLY = 3
"""What a ply of a random Copenhagen game, with its forts and rings, may cost in plies of tablut."""

MAX_PLIES = 1000
"""Where a random game of the plain engine is broken off: it knows no repetition."""


def taflkit_game(game: Game, chance: random.Random) -> int:
    """Play a random game to its end, every move checked, and return how many plies it took."""
    plies = 0
    while moves := game.legal_moves:
        game = game.play(chance.choice(moves))
        plies += 1
    return plies


def mailbox_game(engine: Mailbox, chance: random.Random) -> int:
    """Play a random game to its end and return how many plies it took; moves are not checked again."""
    board, side = engine.start(), ATTACKERS
    for ply in range(MAX_PLIES):
        moves = engine.moves(board, side)
        if not moves:
            return ply
        _, ended = engine.play(board, chance.choice(moves))
        if ended:
            return ply + 1
        side = opponent(side)
    return MAX_PLIES


@attrs.frozen
class Speed:
    """Games and plies per second of processor time."""

    games: float
    plies: float

    def __str__(self) -> str:
        return f"{self.games:7,.0f} games {self.plies:9,.0f} plies"


def speed(seconds: float, play: Callable[[random.Random], int]) -> Speed:
    """Play random games for about so many seconds."""
    chance = random.Random(1)
    games = plies = 0
    started = time.process_time()
    while (taken := time.process_time() - started) < seconds:
        plies += play(chance)
        games += 1
    return Speed(games / taken, plies / taken)


def best_speed(runs: int, seconds: float, play: Callable[[random.Random], int]) -> Speed:
    """Return the best of several runs."""
    return max((speed(seconds, play) for _ in range(runs)), key=lambda found: found.plies)


def main() -> int:
    """Print games and plies a second and their ratio; fail if tablut is below the bar."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("seconds", type=float, nargs="?", default=3.0, help="how long each runs")
    parser.add_argument("--runs", type=int, default=3, help="how often each is run; the best counts")
    arguments = parser.parse_args()

    print(
        "Random games per second of processor time. taflkit checks every move and ends games by repetition; the plain"
    )
    print("engine does neither.\n")
    kept = True
    speeds = {}
    for name in ("tablut", "brandubh"):
        ours = best_speed(arguments.runs, arguments.seconds, partial(taflkit_game, start(name)))
        speeds[name] = ours
        plain = best_speed(arguments.runs, arguments.seconds, partial(mailbox_game, Mailbox(GAMES[name])))
        print(f"{name:9} taflkit {ours}   mailbox {plain}   ratio {ours.plies / plain.plies:.2f} in plies")
        if name == "tablut":
            kept = ours.games >= BAR
            print(f"          bar: {BAR} games")
    large = best_speed(arguments.runs, arguments.seconds, partial(taflkit_game, start("copenhagen")))
    ratio = speeds["tablut"].plies / large.plies
    print(f"copenhagen taflkit {large}   a ply costs {ratio:.2f} of a tablut ply (bar: {DEAREST_PLY})")
    return 0 if kept and ratio <= DEAREST_PLY else 1


if __name__ == "__main__":
    sys.exit(main())
