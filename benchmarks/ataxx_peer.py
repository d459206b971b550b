"""Counts lines of Ataxx with taflkit and with the package `ataxx` of PyPI: `python -m benchmarks.ataxx_peer`.

Both are plain Python. The package counts the last ply without making its moves, so that is compared with the count in
bulk; making every move is compared with making every move.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from taflkit import perft
from taflkit.games.ataxx import AtaxxGame

#: The depth that both count, deep enough for a steady figure.
DEPTH = 4
LEAVES = 155_888
#: How many times as fast taflkit must be.
BAR = 10
ROUNDS = 3


def every_move(board: Any, depth: int) -> int:
    """The leaves below a board of the package, every move made and taken back."""
    if depth == 0:
        return 1
    if board.gameover():
        return 0
    leaves = 0
    for move in board.legal_moves():
        board.makemove(move)
        leaves += every_move(board, depth - 1)
        board.undo()
    return leaves


def speed(count: Callable[[], int]) -> float:
    """Leaves a second, the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        started = time.perf_counter()
        found = count()
        best = max(best, found / (time.perf_counter() - started))
        if found != LEAVES:
            raise SystemExit(f"{found:,} leaves were counted, and there are {LEAVES:,}")
    return best


def main() -> int:
    """Print the speeds and the ratios; the status is 1 if the bar is not reached."""
    try:
        import ataxx  # type: ignore[import-not-found]  # only where it has been installed for comparison
    except ImportError:
        print("this compares with a package that is not installed: pip install ataxx")
        return 2
    good = True
    for how, own, other in (
        ("the last ply in bulk", lambda: perft(AtaxxGame(), DEPTH, bulk=True), lambda: ataxx.Board().perft(DEPTH)),
        ("every move made", lambda: perft(AtaxxGame(), DEPTH), lambda: every_move(ataxx.Board(), DEPTH)),
    ):
        ours, theirs = speed(own), speed(other)
        print(f"{how}: taflkit {ours:,.0f} leaves/s, ataxx {theirs:,.0f} leaves/s, {ours / theirs:.1f} times as fast")
        if how == "the last ply in bulk":
            good = ours >= BAR * theirs
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
