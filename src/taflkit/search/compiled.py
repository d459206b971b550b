"""The searchers on compiled ground: what `AlphaBeta` and `WinFinder` do where the kernel runs the variant.

Python deepens a ply at a time, reports and hears of cancellation; the kernel searches one depth at a time, with the
interpreter free for other threads.
"""

from __future__ import annotations

import random
import threading
from array import array
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import attrs

from taflkit.board import Move, indices_of
from taflkit.game import Game
from taflkit.kernel import MOST_KINGS, kernel_for, line_of
from taflkit.search.api import DECIDED, WIN, Cancel, Clock, OnReport, Score, SearchLimit, SearchReport, Stop
from taflkit.search.evaluation import Term, default_terms, diagonal_of, goal_of, material
from taflkit.search.tafl import Knowledge, TaflKnowledge
from taflkit.variant import Variant, Weights

#: The kernel looks for wins in no more moves than this.
MOST_MOVES = 100
#: So many threads may search together.
MOST_THREADS = 32
#: What the kernel's numbers for why it stopped mean.
_STOPS = (None, Stop.NODES, Stop.SECONDS, Stop.CANCELLED)
#: Wins of so many moves are looked for exactly before a depth is searched with reductions, which might hide them.
_SURE_MOVES = 4
#: Of limited nodes or time, looking for these wins takes one part in so many.
_SHARE = 4
_GOAL, _SPECIAL, _DIAGONAL = 1, 2, 4


def weights_of(terms: Sequence[Term]) -> tuple[int, ...] | None:
    """The weights of the default terms, in the kernel's order; `None` if there are other terms among them."""
    if [type(term) for term in terms] != [type(term) for term in default_terms(Weights())]:
        return None
    weights: list[int] = []
    for term in terms:
        kind: type[Any] = type(term)
        weights += [getattr(term, field.name) for field in attrs.fields(kind)]
    return tuple(weights)


@attrs.frozen(eq=False)
class Ground:
    """A variant's kernel with all that its searchers know, and the memory of one search."""

    variant: Variant
    kernel: Any
    #: What the searchers know of the variant, as words that the kernel reads.
    knowledge: bytes
    table: Any

    @classmethod
    def of(cls, game: object, knowledge: Knowledge | None, megabytes: int) -> Ground | None:
        """The compiled ground for a game; `None` where it must be searched in Python."""
        if not isinstance(game, Game) or not game.plays_by_the_rules:
            return None
        if knowledge is None:
            knowledge = TaflKnowledge(game.variant)
        if type(knowledge) is not TaflKnowledge or knowledge.variant is not game.variant:
            return None
        kernel = kernel_for(game.variant.rules, game.position)
        words = None if kernel is None else _words(knowledge)
        if words is None:
            return None
        from taflkit.kernel._native import Table

        return cls(game.variant, kernel, words.tobytes(), Table(megabytes))

    def move(self, squares: tuple[int, int]) -> Move:
        """The move between two squares given by their numbers."""
        return self.variant.board.grid.move_between(*squares)

    def find_win(
        self, game: Game, within: int, clock: Clock, cancel: Cancel | None = None, *, share: int = 1
    ) -> tuple[int, tuple[Move, ...], int, Stop | None]:
        """In how many moves the side to move wins (0 for none), the line, how far that is certain, and why it ended.

        With a `share` of 3 it takes no more than the third part of the nodes and the time that are left.
        """
        control = self.control()
        with nullcontext() if cancel is None else cancel.heard_by(control.stop):
            moves, line, certain, nodes, stopped = self.kernel.find_win(
                line_of(game),
                self.knowledge,
                self.table,
                1,
                min(within, MOST_MOVES),
                nodes=-(-clock.nodes_left // share),
                seconds=clock.seconds_left / share,
                control=control,
            )
        clock.count(nodes)
        return moves, tuple(map(self.move, line)), certain, _STOPS[stopped] or clock.stopped

    @staticmethod
    def control() -> Any:
        """A switch by which the kernel is stopped."""
        from taflkit.kernel._native import Control

        return Control()


def _words(knowledge: TaflKnowledge) -> array[int] | None:
    """What the searchers know, for the kernel; `None` if it cannot know that."""
    variant = knowledge.variant
    board, grid = variant.board, variant.board.grid
    terms = knowledge.evaluation.terms
    weights = weights_of(default_terms(variant.weights) if terms is None else terms)
    if weights is None or any(abs(weight) > 10_000 for weight in weights):
        return None
    # Evaluations must stay below forced results, however often each feature is there.
    squares, kings = len(grid.squares), 4 * MOST_KINGS
    lines = len(grid.lines)
    of_king = (1, 1, squares, weights[7], 1, 0, kings, squares, kings * lines)
    counts = (2 * squares, 2 * squares, *of_king, lines, lines, squares, 1, squares)
    if sum(abs(weight * count) for weight, count in zip(weights, counts, strict=True)) >= DECIDED:
        return None
    goal, diagonal = goal_of(variant), diagonal_of(variant)
    flags = [0] * len(grid.squares)
    for mask, flag in ((goal, _GOAL), (knowledge.special, _SPECIAL), (diagonal, _DIAGONAL)):
        for square in indices_of(mask):
            flags[square] += flag
    even = material(variant.start, *weights[:2])
    facts = (even, board.king_indices[0] + 1, knowledge.only_beside, knowledge.plain_anvils)
    return array("i", [*weights, *facts, *flags])


@attrs.frozen
class Settings:
    """What a compiled search is told."""

    reductions: bool
    quiescence: bool
    seed: int | None
    threads: int


class CompiledSearch:
    """One search, deepening a ply at a time."""

    def __init__(self, ground: Ground, game: Game, settings: Settings, limit: SearchLimit, cancel: Cancel | None):
        """Start the clock."""
        self._ground = ground
        self._game = game
        self._settings = settings
        self._clock = Clock(limit, cancel)
        self._cancel = cancel
        self._control = ground.control()
        self._line = line_of(game)

    def deepen(self, deepest: int, on_report: OnReport | None) -> SearchReport:
        """Search each depth in turn until a limit is reached or the result is certain."""
        moves = list(self._game.legal_moves)
        if not moves:
            winner = None if self._game.outcome is None else self._game.outcome.winner
            value = 0 if winner is None else WIN if winner is self._game.to_move else -WIN
            return self._report(value, (), 0, Stop.DECIDED)
        if self._settings.seed is not None:
            random.Random(self._settings.seed).shuffle(moves)
        report = self._report(0, (moves[0],), 0, self._clock.stopped or Stop.DEPTH)
        if self._clock.stopped is not None:
            return report
        if self._cancel is None:
            return self._run(moves, deepest, on_report, report)
        with self._cancel.heard_by(self._control.stop):
            return self._run(moves, deepest, on_report, report)

    def _run(self, moves: list[Move], deepest: int, on_report: OnReport | None, report: SearchReport) -> SearchReport:
        for depth in range(1, deepest + 1):
            if self._clock.stopped is not None:
                return attrs.evolve(report, stopped=self._clock.stopped)
            value, line, stop = self._search(moves, depth)
            decided = bool(line) and abs(value) > DECIDED
            if line:
                report = self._report(value, line, depth, stop or (Stop.DECIDED if decided else Stop.DEPTH))
            if stop is not None:
                return attrs.evolve(report, stopped=stop, nodes=self._clock.nodes, seconds=self._clock.seconds)
            moves.remove(line[0])
            moves.insert(0, line[0])
            if on_report is not None:
                on_report(report)
            # A result beyond the depth, found because threats are looked at deeper, may hide a quicker one.
            if decided and WIN - abs(value) <= depth + 1:
                break
        return report

    def _report(self, value: int, line: tuple[Move, ...], depth: int, stop: Stop) -> SearchReport:
        best = line[0] if line else None
        score = Score(value, self._game.to_move)
        return SearchReport(best, score, line, depth, self._clock.nodes, self._clock.seconds, stop)

    def _search(self, moves: list[Move], depth: int) -> tuple[int, tuple[Move, ...], Stop | None]:
        """The value and the line of a depth; no line if it was stopped before it found any."""
        if self._settings.reductions and depth % 2 and depth < 2 * _SURE_MOVES:
            won, line, _, stop = self._ground.find_win(
                self._game, (depth + 1) // 2, self._clock, self._cancel, share=_SHARE
            )
            if won:
                return WIN - depth, line, None
            if self._clock.stopped is not None or stop is Stop.CANCELLED:
                return 0, (), self._clock.stopped or stop
        helpers = [self._helper(moves, depth, number) for number in range(1, self._settings.threads)]
        try:
            squares, value, nodes, stopped = self._call(moves, depth, 0, self._control)
        finally:
            for helper in helpers:
                helper.stop()
        self._clock.count(nodes + sum(helper.nodes for helper in helpers))
        return value, tuple(map(self._ground.move, squares)), _STOPS[stopped]

    def _call(
        self, moves: Sequence[Move], depth: int, worker: int, control: Any
    ) -> tuple[list[tuple[int, int]], int, int, int]:
        ground, settings, clock = self._ground, self._settings, self._clock
        index, count = ground.variant.board.grid.index, len(ground.variant.board.grid.squares)
        order = array("I", [index(move.origin) * count + index(move.target) for move in moves])
        found: tuple[list[tuple[int, int]], int, int, int] = ground.kernel.search(
            self._line,
            ground.knowledge,
            ground.table,
            order.tobytes(),
            depth,
            settings.reductions,
            settings.quiescence,
            worker=worker,
            # All threads together keep to the limit.
            nodes=-(-clock.nodes_left // settings.threads),
            seconds=clock.seconds_left,
            control=control,
        )
        return found

    def _helper(self, moves: Sequence[Move], depth: int, number: int) -> _Helper:
        """Another thread that searches the same, in another order: what it finds out is in the table for all."""
        order = list(moves)
        random.Random(number).shuffle(order)
        helper = _Helper(self, order, depth + number % 2, number, self._ground.control())
        helper.start()
        return helper


class _Helper(threading.Thread):
    """A thread that fills the table."""

    def __init__(self, search: CompiledSearch, moves: list[Move], depth: int, number: int, control: Any) -> None:
        super().__init__(daemon=True)
        self._arguments = search._call, moves, depth, number, control
        self._control = control
        self.nodes = 0

    def run(self) -> None:
        call, *arguments = self._arguments
        self.nodes = call(*arguments)[2]

    def stop(self) -> None:
        self._control.stop()
        self.join()
