"""One figure at a time, as a number to be compared between two versions of taflkit: lower is better.

    python benchmarks/speed.py FIGURE [VARIANT]

It uses nothing but the public API, so that it runs with older versions too. Unless the description of a figure says
otherwise, the number is in microseconds of processor time, the best of several rounds. `--list` describes the figures.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FIGURES: dict[str, Callable[[str], float]] = {}
ROUNDS = 5


def figure(task: Callable[[str], float]) -> Callable[[str], float]:
    """Add a figure, named like its function."""
    FIGURES[task.__name__.replace("_", "-")] = task
    return task


def best(work: Callable[[], int], rounds: int = ROUNDS) -> float:
    """The least microseconds of processor time for each of the things that some work says it has done."""
    work()  # fills the tables
    found = float("inf")
    for _ in range(rounds):
        started = time.process_time()
        done = work()
        found = min(found, (time.process_time() - started) / done * 1e6)
    return found


def start(variant: str) -> Any:
    """The start of a variant; taflkit is imported only now, after the environment is set."""
    import taflkit

    return taflkit.start(variant)


def some_games(variant: str, count: int = 400) -> list[Any]:
    """Games along random ones."""
    chance = random.Random(1)
    found: list[Any] = []
    while len(found) < count:
        game = start(variant)
        while game.outcome is None and len(found) < count:
            found.append(game)
            game = game.play(chance.choice(sorted(game.legal_moves)))
    return found


def random_games(variant: str, count: int) -> int:
    """Play random games with `play`, every move checked; how many plies they took."""
    chance, plies = random.Random(1), 0
    for _ in range(count):
        game = start(variant)
        while moves := game.legal_moves:
            game = game.play(chance.choice(moves))
            plies += 1
    return plies


@figure
def plies(variant: str) -> float:
    """A ply of random games in the kernel."""
    import taflkit

    game = start(variant)
    return best(lambda: taflkit.playouts(game, 500, seed=1).plies)


@figure
def leaves(variant: str) -> float:
    """A leaf of perft 3, played."""
    import taflkit

    game = start(variant)
    return best(lambda: taflkit.perft(game, 3))


@figure
def nodes(variant: str) -> float:
    """A node of a search of the start position, proofs of wins included."""
    from taflkit.search import AlphaBeta, SearchLimit

    game = start(variant)
    return best(lambda: AlphaBeta().search(game, SearchLimit(nodes=300_000)).nodes)


@figure
def kernel_games(variant: str) -> float:
    """A ply of random games in the kernel, step by step from Python, every move checked."""
    return best(lambda: random_games(variant, 40))


@figure
def python_games(variant: str) -> float:
    """A ply of random games in pure Python, every move checked."""
    os.environ["TAFLKIT_KERNEL"] = "0"
    return best(lambda: random_games(variant, 40))


@figure
def python_playouts(variant: str) -> float:
    """A ply of `playouts` in pure Python."""
    os.environ["TAFLKIT_KERNEL"] = "0"
    import taflkit

    game = start(variant)
    return best(lambda: taflkit.playouts(game, 40, seed=1).plies)


@figure
def play_text(variant: str) -> float:
    """A move that is played as a text."""
    games = [(game, str(min(game.legal_moves))) for game in some_games(variant)]
    return best(lambda: len([game.play(text) for game, text in games]))


@figure
def from_text(variant: str) -> float:
    """A position that is read from a text."""
    from taflkit import Game

    games = some_games(variant)
    texts = [game.to_text() for game in games]
    return best(lambda: len([Game.from_text(text, games[0].variant) for text in texts]))


@figure
def to_text(variant: str) -> float:
    """A position that is written as a text."""
    games = some_games(variant)
    return best(lambda: len([game.to_text() for game in games]))


@figure
def long_past(variant: str) -> float:
    """How many times as long `play` takes after 3,000 moves without a capture as after 10."""
    chance, games, game = random.Random(1), {}, start(variant)
    while game.ply < 3000:
        quiet = [
            after for move in game.legal_moves if not (after := game.play(move)).outcome and after.captureless != 0
        ]
        game = chance.choice(quiet) if quiet else start(variant)
        games[game.ply] = game
    return best(lambda: played(games[3000])) / best(lambda: played(games[10]))


def played(game: Any) -> int:
    """Play each legal move of a game some times."""
    for _ in range(20):
        for move in game.legal_moves:
            game.play(move)
    return 20 * len(game.legal_moves)


@figure
def two_threads(variant: str) -> float:
    """How long two threads with a processor each take to a depth, as a part of what one takes."""
    from taflkit.search import AlphaBeta, SearchLimit

    limit, found = SearchLimit(depth=8 if variant == "tablut" else 7), {1: 0.0, 2: 0.0}
    for threads in (1, 2) * ROUNDS:
        here, together = time.thread_time(), time.process_time()
        AlphaBeta(threads=threads).search(start(variant), limit)
        here, together = time.thread_time() - here, time.process_time() - together
        # Processor time, because other programs do not disturb it: threads take their share of what they need together,
        # or what this one needs if it has more to do.
        found[threads] += max(here, together / threads)
    return found[2] / found[1]


def beyond_python(*arguments: str) -> float:
    """The milliseconds of processor time that Python takes with some arguments, beyond those that it takes without."""

    def seconds(*given: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *given], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    pairs = [(seconds("-c", "pass"), seconds(*arguments)) for _ in range(3 * ROUNDS)]
    return (min(with_it for _, with_it in pairs) - min(bare for bare, _ in pairs)) * 1000


@figure
def importing(variant: str) -> float:
    """`import taflkit`, in milliseconds beyond bare Python."""
    return beyond_python("-c", "import taflkit")


@figure
def first_game(variant: str) -> float:
    """The import and the moves of a first game, in milliseconds beyond bare Python."""
    return beyond_python("-c", f"import taflkit; taflkit.start({variant!r}).legal_moves")


@figure
def listing(variant: str) -> float:
    """`taflkit variants`, in milliseconds beyond bare Python."""
    return beyond_python("-m", "taflkit", "variants")


@figure
def game_bytes(variant: str) -> float:
    """The bytes of a game with its moves listed, in chains of 100,000 games together."""
    chance, kept, count = random.Random(1), [], 100_000
    random_games(variant, 3)
    before = resident()
    game = start(variant)
    for _ in range(count):
        moves = game.legal_moves
        if not moves:
            kept.append(game)
            game = start(variant)
            moves = game.legal_moves
        game = game.play(chance.choice(moves))
    kept.append(game)
    return (resident() - before) / count


def resident() -> int:
    """The bytes of memory that this process holds (on Linux)."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


def main() -> None:
    """Print a figure."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("figure", nargs="?", choices=[*FIGURES], metavar="FIGURE", help="which figure")
    parser.add_argument("variant", nargs="?", default="tablut", help="which variant (default tablut)")
    parser.add_argument("--list", action="store_true", help="describe the figures")
    arguments = parser.parse_args()
    if arguments.list or arguments.figure is None:
        for name, task in FIGURES.items():
            print(f"{name:16} {task.__doc__}")
        return
    print(f"{FIGURES[arguments.figure](arguments.variant):.4f}")


if __name__ == "__main__":
    main()
