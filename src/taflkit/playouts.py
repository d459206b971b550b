"""Random games: how a position goes on when both sides play by chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from taflkit.board import Move, Side
from taflkit.engine import OUTCOMES, kernel_for, line_of
from taflkit.game import Game
from taflkit.rules import LegalMoves, Outcome

if TYPE_CHECKING:
    from taflkit.engine._native import Control, Kernel

#: A game that is longer is broken off: not every variant has a rule against going on for ever.
MOST_PLIES = 10_000
#: Nobody waits for longer games; the kernel makes room for their positions beforehand.
LONGEST = 1_000_000
_WORD = 2**64 - 1
#: Games are shared out among threads in pieces of this many, so that all of them end at about the same time.
_PIECE = 64


@attrs.frozen
class Playouts:
    """What came of some random games."""

    games: int
    plies: int
    #: How often each way to end was the end.
    outcomes: Mapping[Outcome, int]

    @property
    def unfinished(self) -> int:
        """How many games were broken off."""
        return self.games - sum(self.outcomes.values())

    def won_by(self, side: Side | None) -> int:
        """How many games a side won; for `None`, how many were drawn."""
        return sum(count for outcome, count in self.outcomes.items() if outcome.winner is side)


def playouts(game: Game, games: int, *, seed: int = 0, threads: int = 1, most_plies: int = MOST_PLIES) -> Playouts:
    """Play random games from here on, every legal move as likely as the others.

    The same seed gives the same games, on any number of threads, with the compiled kernel and without. Threads help
    only where the kernel runs the rules.
    """
    if not games >= 0 or not threads >= 1 or not 1 <= most_plies <= LONGEST:
        raise ValueError(f"there are no games of less than one ply or more than {LONGEST:,}, and none on no thread")
    if game.outcome is not None:
        return Playouts(games, 0, MappingProxyType({game.outcome: games} if games else {}))
    kernel = kernel_for(game.variant.rules, game.position)
    if kernel is None:
        return _in_python(game, games, seed & _WORD, most_plies)
    return _compiled(kernel, game, games, seed & _WORD, threads, most_plies)


def _compiled(kernel: Kernel, game: Game, games: int, seed: int, threads: int, most_plies: int) -> Playouts:
    from taflkit.engine._native import Control

    control, line = Control(), line_of(game)

    def play(first: int, count: int) -> tuple[int, tuple[int, ...]]:
        return kernel.playouts(line, first, count, seed, most_plies, control)

    parts = [play(0, games)] if threads == 1 else _shared_out(play, games, threads, control)
    outcomes = {
        outcome: count
        for outcome, *counts in zip(OUTCOMES, *(found for _, found in parts), strict=True)
        if outcome is not None and (count := sum(counts))
    }
    return Playouts(games, sum(plies for plies, _ in parts), MappingProxyType(outcomes))


def _shared_out(
    play: Callable[[int, int], tuple[int, tuple[int, ...]]], games: int, threads: int, control: Control
) -> list[tuple[int, tuple[int, ...]]]:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as executor:
        try:
            pieces = [executor.submit(play, at, min(_PIECE, games - at)) for at in range(0, games, _PIECE)]
            return [piece.result() for piece in pieces]
        finally:
            control.stop()
            executor.shutdown(cancel_futures=True)


class _Chance:
    """Draws the same numbers as the kernel does: those of SplitMix64, mixed anew for each."""

    __slots__ = ("_state",)

    def __init__(self, seed: int, game: int) -> None:
        self._state = _mix(seed ^ _mix(game))

    def choose(self, moves: LegalMoves) -> Move:
        """One of the moves, by its place in the order of origins and targets."""
        place = (_mix(self._state) >> 32) * len(moves) >> 32
        self._state = self._state + 1 & _WORD
        return sorted(moves, key=attrgetter("number"))[place]


def _mix(value: int) -> int:
    value = value + 0x9E3779B97F4A7C15 & _WORD
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _WORD
    return value ^ value >> 31


def _in_python(game: Game, games: int, seed: int, most_plies: int) -> Playouts:
    plies, outcomes = 0, Counter[Outcome]()
    for number in range(games):
        chance, ended, length = _Chance(seed, number), game, 0
        while ended.outcome is None and length < most_plies:
            ended = ended.follow(chance.choose(ended.legal_moves))
            length += 1
        plies += length
        if ended.outcome is not None:
            outcomes[ended.outcome] += 1
    return Playouts(games, plies, MappingProxyType(dict(outcomes)))
