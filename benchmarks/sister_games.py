"""How strong and how quick the players of Ataxx and Qirkat are: `python -m benchmarks.sister_games [GAMES]`.

The default player, without a compiled kernel, plays against random moves and against a search of one ply with the same
evaluation, as either player in turn, and against itself. The status is 1 if one of the bars is not reached: it wins all
games against chance and 95 of 100 against one ply, and no game against itself takes a minute.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

import attrs

import taflkit
from taflkit import games
from taflkit.games import Playable
from taflkit.search import AlphaBeta, Automaton, SearchLimit

VARIANTS = ("ataxx", "qirkat")
#: Games of a player against itself, which take longest.
SELF_GAMES = 4
#: The share of the games that must be won against chance and against one ply, and the seconds of a game.
AGAINST_CHANCE, AGAINST_ONE_PLY, MAX_SECONDS = 1.0, 0.95, 60.0

Chooser = Callable[[Playable[Any], int], Any]


def chance(game: Playable[Any], seed: int) -> Any:
    """A random move."""
    return random.Random(seed).choice(game.legal_moves)


def one_ply(game: Playable[Any], seed: int) -> Any:
    """The best move by a search of one ply."""
    return AlphaBeta(depth=1, seed=seed).search(game, SearchLimit(depth=1)).best


@attrs.frozen
class Series:
    """What came of some games."""

    won: int
    lost: int
    drawn: int
    plies: int
    slowest: float

    def __str__(self) -> str:
        """Print on one line."""
        count = self.won + self.lost + self.drawn
        return (
            f"won {self.won}, lost {self.lost}, drawn {self.drawn}; {self.plies / count:.0f} plies a game, "
            f"the slowest game {self.slowest:.1f} s"
        )


def play(variant: str, one: Chooser, other: Chooser, count: int) -> Series:
    """Play games; the two begin in turn."""
    kind = games.kind_of(taflkit.load_variant(variant))
    results = {"won": 0, "lost": 0, "drawn": 0}
    plies, slowest = 0, 0.0
    for number in range(count):
        game = taflkit.start(variant)
        player = kind.players[number % 2]
        started = time.perf_counter()
        ply = 0
        while game.outcome is None:
            choose = one if game.to_move is player else other
            game = game.play(choose(game, number * 1_000 + ply))
            ply += 1
        winner = game.outcome.winner
        results["drawn" if winner is None else "won" if winner is player else "lost"] += 1
        slowest = max(slowest, time.perf_counter() - started)
        plies += ply
    return Series(**results, plies=plies, slowest=slowest)


def main(count: int) -> int:
    """Play the series and print them."""
    good = True
    for variant in VARIANTS:
        for name, opponent, share in (("chance", chance, AGAINST_CHANCE), ("one ply", one_ply, AGAINST_ONE_PLY)):
            found = play(variant, Automaton(), opponent, count)
            good = good and found.won >= share * count
            print(f"{variant} against {name}: {found}", flush=True)
        found = play(variant, Automaton(), Automaton(), SELF_GAMES)
        good = good and found.slowest < MAX_SECONDS
        print(f"{variant} against itself: {found}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100))
