"""How much faster the compiled kernel is than pure Python, and how fast it is.

Run it with `python -m benchmarks.kernel`. Everything is measured in both, in turn, in processes of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from taflkit import Game, SearchLimit, perft, playouts, start
from taflkit.kernel import runner_for
from taflkit.search import AlphaBeta, WinFinder

BARS = {"leaves": 40, "bulk": 100, "playouts": 25, "search": 20, "legal_moves": 5, "play": 5}
"""How many times as fast as pure Python the kernel must be at each thing."""

NAMES = {
    "leaves": "perft, every leaf played",
    "bulk": "perft, leaves counted",
    "playouts": "plies of random games",
    "search": "nodes of the search",
    "legal_moves": "Game.legal_moves, first time",
    "play": "Game.play",
}

THREADS_BAR = 1.8
"""How many times as fast two threads must count as one, where two cores are free."""

INTERRUPT_BAR = 0.1
"""So many seconds after Ctrl-C every loop of the kernel must have ended."""


def rate(task: Callable[[], int], seconds: float) -> float:
    """How much is done in a second of processor time, the best of three."""
    task()  # fills the tables
    best = 0.0
    for _ in range(3):
        done, started = 0, time.process_time()
        while (taken := time.process_time() - started) < seconds / 3:
            done += task()
        best = max(best, done / taken)
    return best


def leaves(game: Game, depth: int) -> Callable[[], int]:
    """Play every line of play to its last move."""
    position = game.position
    counter = runner_for(game.variant.rules).counter(position)
    return lambda: counter.count(position, depth, bulk=False)


def steps(game: Game, count: int) -> list[Game]:
    """Games along random ones."""
    chance = random.Random(1)
    found: list[Game] = []
    while len(found) < count:
        there = game
        while there.outcome is None and len(found) < count:
            found.append(there)
            there = there.play(chance.choice(sorted(there.legal_moves)))
    return found


def step_rates(game: Game) -> dict[str, float]:
    """How many moves a second are listed and played; the games are new, so that nothing is remembered."""
    games = steps(game, 2000)
    choices = [max(there.legal_moves) for there in games]
    best = {"legal_moves": 0.0, "play": 0.0}
    for _ in range(5):
        started = time.process_time()
        after = [there.play(move) for there, move in zip(games, choices, strict=True)]
        played = time.process_time()
        for there in after:
            there.legal_moves  # noqa: B018 - to look at it is what is measured
        listed = time.process_time()
        best["play"] = max(best["play"], len(games) / (played - started))
        best["legal_moves"] = max(best["legal_moves"], len(games) / (listed - played))
    return best


def measure(name: str, seconds: float) -> dict[str, float]:
    """How much this process does in a second of each thing."""
    game = start(name)
    compiled = bool(game.variant.kernel)
    depth = 4 if compiled else 3

    def search() -> int:
        return AlphaBeta().search(game, SearchLimit(nodes=200_000 if compiled else 4_000)).nodes

    return {
        "leaves": rate(leaves(game, 3 if compiled else 2), seconds),
        "bulk": rate(lambda: perft(game, depth, bulk=True), seconds),
        "playouts": rate(lambda: playouts(game, 200 if compiled else 10, seed=1).plies, seconds),
        "search": rate(search, seconds),
        **step_rates(game),
    }


def measured(name: str, seconds: float, kernel: bool) -> dict[str, float]:
    """What `measure` finds in a process with the kernel, or without."""
    command = [sys.executable, "-m", "benchmarks.kernel", name, "--measure", "--seconds", str(seconds)]
    environment = {**os.environ, "TAFLKIT_KERNEL": str(int(kernel))}
    found = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    return {key: float(value) for key, value in json.loads(found).items()}


def threads(name: str, depth: int) -> float:
    """How many times as fast two threads count, by the clock."""
    game = start(name)
    best: dict[int, float] = {}
    for count in (1, 2, 1, 2, 1, 2):
        with ThreadPoolExecutor(count) as executor:
            started = time.perf_counter()
            perft(game, depth, bulk=True, executor=executor)
            taken = time.perf_counter() - started
        best[count] = min(best.get(count, taken), taken)
    return best[1] / best[2]


def interruption(name: str) -> float:
    """How many seconds after Ctrl-C the slowest of the kernel's loops ends, each stopped some times."""
    game = start(name)
    loops: list[Callable[[], object]] = [
        lambda: perft(game, 9, bulk=True),
        lambda: playouts(game, 10**8, seed=1),
        lambda: AlphaBeta().search(game, SearchLimit(depth=90)),
        lambda: WinFinder().find(game, 90),
    ]
    slowest = 0.0
    for loop in loops * 4:
        pressed: list[float] = []

        def press(pressed: list[float] = pressed) -> None:
            pressed.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(0.2, press).start()
        try:
            loop()
        except KeyboardInterrupt:
            slowest = max(slowest, time.perf_counter() - pressed[0])
        else:
            raise RuntimeError("a loop without end has ended")
    return slowest


def depths(name: str, deepest: int) -> None:
    """Print how long the search takes to each depth from the start."""
    for depth in range(deepest - 2, deepest + 1):
        report = AlphaBeta(seed=1).search(start(name), SearchLimit(depth=depth))
        print(f"  depth {depth}: {report.seconds:6.2f} s, {report.nodes:,} nodes")


def main() -> int:
    """Print ratios and rates; fail if a ratio is below its bar."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("variants", nargs="*", default=["tablut", "copenhagen"], help="which variants are measured")
    parser.add_argument("--seconds", type=float, default=3.0, help="about how long each thing is measured")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(arguments.variants[0], arguments.seconds)))
        return 0
    kept = True
    for name in arguments.variants:
        compiled, plain = (measured(name, arguments.seconds, kernel) for kernel in (True, False))
        print(f"{name}: a second of processor time, with the compiled kernel and without")
        for key, bar in BARS.items():
            ratio = compiled[key] / plain[key]
            kept &= ratio >= bar or name != "tablut"
            print(f"  {NAMES[key]:30} {compiled[key]:16,.0f} {plain[key]:14,.0f}   {ratio:6.1f} times (bar: {bar})")
        depths(name, 8 if name == "tablut" else 6)
        slowest = interruption(name)
        kept &= slowest <= INTERRUPT_BAR
        print(f"  Ctrl-C ends every loop within {slowest * 1000:.0f} ms (bar: {INTERRUPT_BAR * 1000:.0f} ms)")
    ratio = threads("copenhagen", 5)  # It takes a second; of a shorter count, sharing it out is a good part.
    print(f"two threads count {ratio:.2f} times as fast as one (bar: {THREADS_BAR}, where two cores are free)")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
