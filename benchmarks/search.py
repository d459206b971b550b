"""Search from the start position: depth 4 against a bulk perft 3, and the wins of a file of forced wins.

Run it with `TAFLKIT_KERNEL=0 python -m benchmarks.search [FORCED_WINS_FILE]`, for pure Python. The bar: depth 4 takes
at most twenty times perft 3, which is always counted in Python.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import taflkit
from taflkit.search import AlphaBeta, Automaton, SearchLimit, WinFinder
from tests.reference.forced_wins import read_forced_wins

BAR = 20


def seconds(work: Callable[[], object], repeat: int = 3) -> float:
    """The least time that some work took."""
    best = float("inf")
    for _ in range(repeat):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def against_perft() -> None:
    """Print how long the first depths take, in units of a perft 3."""
    game = taflkit.start("tablut")
    unit = seconds(lambda: taflkit.perft(game, 3, bulk=True))
    kernel = bool(game.variant.kernel)
    print(f"compiled kernel: {'yes' if kernel else 'no'}")
    print(f"bulk perft 3            {unit:8.3f} s")
    for depth in (3, 4, 5):
        limit = SearchLimit(depth=depth)
        took = seconds(lambda limit=limit: AlphaBeta().search(game, limit), 3 if depth < 5 else 1)  # type: ignore[misc]
        bar = f"  (bar: {BAR})" if depth == 4 and not kernel else ""
        print(f"alpha-beta depth {depth}      {took:8.3f} s  ratio {took / unit:7.1f}{bar}")


def forced_wins(path: Path) -> None:
    """Print how many forced wins are found, by the win finder and by the default player, and how long it takes."""
    times: dict[tuple[str, int], list[float]] = {}
    wrong = 0
    for case in read_forced_wins(path):
        started = time.perf_counter()
        found = WinFinder().find(case.game, case.moves)
        times.setdefault(("win finder", case.moves), []).append(time.perf_counter() - started)
        wrong += found.moves != case.moves or found.best is None or found.best.short not in case.first
        if case.moves <= 3:
            started = time.perf_counter()
            move = Automaton()(case.game, 0)
            times.setdefault(("default player", case.moves), []).append(time.perf_counter() - started)
            wrong += move.short not in case.first
    for (who, moves), took in sorted(times.items()):
        took.sort()
        median = took[len(took) // 2]
        print(f"{who:15} wins in {moves}: {len(took):4} cases, median {median:7.3f} s, worst {took[-1]:7.3f} s")
    print(f"wrong answers: {wrong}")


if __name__ == "__main__":
    against_perft()
    if len(sys.argv) > 1:
        forced_wins(Path(sys.argv[1]))
