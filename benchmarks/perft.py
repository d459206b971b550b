"""How fast taflkit counts lines of play, against the plain engine of `benchmarks.mailbox`; and what memory it takes.

Run it with `python -m benchmarks.perft`.
"""

import argparse
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import attrs

from benchmarks.hnefatafl import hnefatafl
from benchmarks.mailbox import ATTACKERS, TABLUT, Mailbox
from taflkit import Variant, start
from taflkit.counting import perft

FASTER_BAR = 7.0
"""How many times as fast as the plain engine taflkit must be."""

LARGER_BAR = 2.0
"""How many times as slow a node of 11x11 may be as one of 9x9."""

MEMORY_BAR = 150.0
"""How many megabytes a process may hold that has counted three plies of 11x11."""

MEMORY_OPTION = "--memory"


def processor_seconds(task: Callable[[], int]) -> tuple[int, float]:
    """Return what the task returns, and the processor time it took: other programs do not count."""
    started = time.process_time()
    result = task()
    return result, time.process_time() - started


def best(runs: int, task: Callable[[], int]) -> float:
    """Return the most nodes a second of several runs."""
    speeds = []
    for _ in range(runs):
        nodes, seconds = processor_seconds(task)
        speeds.append(nodes / seconds)
    return max(speeds)


def cold_and_warm(runs: int, variant: Variant, depth: int) -> tuple[float, float]:
    """Return the nodes a second of a first count, which fills the tables, and of the best one after it."""
    # Rules that are made anew start with empty tables.
    game = start(attrs.evolve(variant, rules=attrs.evolve(variant.rules)))
    cold = best(1, lambda: perft(game, depth, bulk=True))
    return cold, best(runs, lambda: perft(game, depth, bulk=True))


def plainly(runs: int, depth: int) -> float:
    """Return the nodes a second of the plain engine."""
    engine = Mailbox(TABLUT)
    return best(runs, lambda: engine.perft(engine.start(), ATTACKERS, depth))


def print_memory() -> None:
    """Count three plies of 11x11, and print the memory that this process holds and the most it ever held, in MB."""
    nodes = perft(start(hnefatafl()), 3)
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(nodes, pages * resource.getpagesize() / 2**20, peak)


def memory() -> tuple[float, float]:
    """Return the megabytes that a process of its own holds after three plies of 11x11, and the most it held."""
    command = [sys.executable, "-m", "benchmarks.perft", MEMORY_OPTION]
    _, current, peak = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(current), float(peak)


def main() -> int:
    """Print nodes a second, ratios and memory; fail if one is beyond its bar."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("runs", type=int, nargs="?", default=3, help="how often each is run; the best counts")
    parser.add_argument(MEMORY_OPTION, action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.memory:
        print_memory()
        return 0

    kept = True
    tablut = start("tablut").variant
    print(
        "Nodes per second of processor time. Warm: one count before has filled the tables, as they are in any program"
    )
    print("that runs for more than a moment. Cold: the first count.\n")
    for depth in (3, 4):
        cold, warm = cold_and_warm(arguments.runs, tablut, depth)
        plain = plainly(arguments.runs if depth < 4 else 1, depth)
        kept &= warm / plain >= FASTER_BAR
        print(f"tablut {depth}   mailbox {plain:12,.0f}   taflkit warm {warm:12,.0f}   cold {cold:12,.0f}")
        print(f"           ratio {warm / plain:.1f} warm, {cold / plain:.1f} cold (bar: {FASTER_BAR:.0f} warm)")
    _, small = cold_and_warm(arguments.runs, tablut, 3)
    _, large = cold_and_warm(arguments.runs, hnefatafl(), 3)
    kept &= small / large <= LARGER_BAR
    print(f"\ndepth 3: 9x9 {1e9 / small:.1f} ns a node, 11x11 {1e9 / large:.1f} ns a node")
    print(f"           ratio {small / large:.2f} (bar: {LARGER_BAR:.0f})")
    current, peak = memory()
    kept &= peak < MEMORY_BAR
    print(f"\n11x11 depth 3 holds {current:.0f} MB, at most {peak:.0f} MB (bar: {MEMORY_BAR:.0f} MB)")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
