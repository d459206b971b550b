"""Perft: how many lines of play there are to an exact depth, the usual proof that rules are right.

The convention: leaves at exactly the depth asked for; games that are over on the board are not
expanded; repetition and move limits are ignored, unless asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from taflkit.board import Move, Position
from taflkit.engine import kernel_for, state_of
from taflkit.game import Game
from taflkit.rules import Rules

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from taflkit.engine._native import Control, Memory

#: A task counts this many plies: long enough to be worth sending, short enough to stop soon.
TASK_PLIES = 3
#: So many more where the compiled kernel counts.
COMPILED_PLIES = 2
#: With more moves than this to choose from, a task counts a ply less.
MANY_MOVES = 100
#: How many tasks wait or run at a time, so that deep counts do not fill the memory with tasks.
TASKS_AHEAD = 256

#: No count goes deeper, or takes more memory.
DEEPEST = 99
MOST_MEGABYTES = 65536

Progress = Callable[[Move, int], None]


def perft(
    game: Game, depth: int, *, executor: Executor | None = None, repetition: bool = False, megabytes: int = 0
) -> int:
    """The number of lines of play of exactly `depth` plies.

    With an `executor` (any of `concurrent.futures`' kind) the work is shared out; where the compiled kernel runs the
    rules, threads share it as well as processes do. With `repetition`, lines also end where the game's past ends it:
    by repetition, or by a limit. With `megabytes`, the kernel remembers what it has counted in so much memory. A game
    that is already over has no lines.
    """
    if depth == 0:
        return 1
    return sum(divide(game, depth, executor=executor, repetition=repetition, megabytes=megabytes).values())


def divide(
    game: Game,
    depth: int,
    *,
    executor: Executor | None = None,
    repetition: bool = False,
    megabytes: int = 0,
    on_count: Progress | None = None,
) -> dict[Move, int]:
    """The count below each legal move, sorted by move; `on_count` hears of parts as they are counted."""
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"the depth must be from 1 to {DEEPEST}, not {depth}")
    if not 0 <= megabytes <= MOST_MEGABYTES:
        raise ValueError(f"the memory must be from 0 to {MOST_MEGABYTES} megabytes, not {megabytes}")
    counts = dict.fromkeys(sorted(game.legal_moves), 0)
    run = _Run.of(game, megabytes)
    tasks = _tasks(game, depth, counts, repetition, run)
    try:
        done = ((move, task()) for move, task in tasks) if executor is None else _shared_out(tasks, executor)
        for move, count in done:
            counts[move] += count
            if on_count is not None:
                on_count(move, count)
    finally:
        run.stop()  # Threads that are still counting, because something went wrong here, need not go on.
    return counts


class _Run:
    """What the tasks of a run share in the compiled kernel; in another process a task is on its own."""

    __slots__ = ("control", "memory")

    def __init__(self, control: Control | None = None, memory: Memory | None = None) -> None:
        self.control = control
        self.memory = memory

    @classmethod
    def of(cls, game: Game, megabytes: int) -> _Run:
        if kernel_for(game.variant.rules, game.position) is None:
            return cls()
        from taflkit.engine._native import Control, Memory

        return cls(Control(), Memory(megabytes) if megabytes else None)

    def stop(self) -> None:
        if self.control is not None:
            self.control.stop()

    def __reduce__(self) -> tuple[type[_Run], tuple[()]]:
        return _Run, ()


class _Task:
    """A piece of work that can be sent to another process."""

    __slots__ = ("_depth", "_node", "_run")

    def __init__(self, node: Game | tuple[Rules, Position], depth: int, run: _Run) -> None:
        self._node = node
        self._depth = depth
        self._run = run

    def __call__(self) -> int:
        if isinstance(self._node, Game):
            return _count_games(self._node, self._depth)
        rules, position = self._node
        kernel = kernel_for(rules, position)
        if kernel is None:
            return count(rules, position, self._depth)
        return kernel.perft(state_of(position), self._depth, memory=self._run.memory, control=self._run.control)

    def __reduce__(self) -> tuple[Callable[..., _Task], tuple[object, ...]]:
        return _received, (self._node, self._depth, self._run)


def _received(node: Game | tuple[Rules, Position], depth: int, run: _Run) -> _Task:
    """A task that has come from another process."""
    if not isinstance(node, Game):
        with suppress(TypeError):  # A strategy of the user's own need not be hashable; then nothing is shared.
            node = _shared(node[0]), node[1]
    return _Task(node, depth, run)


@lru_cache(maxsize=8)
def _shared(rules: Rules) -> Rules:
    """One object for all equal rules, so that the tasks of a process share their tables."""
    return rules


def _tasks(game: Game, depth: int, moves: Iterable[Move], repetition: bool, run: _Run) -> Iterator[tuple[Move, _Task]]:
    """Cut the tree below each move into pieces of a few plies."""
    rules = game.variant.rules
    plies = TASK_PLIES if rules.count_moves(game.position) <= MANY_MOVES else TASK_PLIES - 1
    if run.control is not None and not repetition:
        plies += COMPILED_PLIES
    for move in moves:
        if repetition:
            for node in _games_below(game.play(move), max(0, depth - 1 - plies)):
                yield move, _Task(node, min(depth - 1, plies), run)
            continue
        after, _, outcome = rules.step(game.position, move)
        if depth == 1 or outcome is None:
            for position in _positions_below(rules, after, max(0, depth - 1 - plies)):
                yield move, _Task((rules, position), min(depth - 1, plies), run)


def _shared_out(tasks: Iterator[tuple[Move, _Task]], executor: Executor) -> Iterator[tuple[Move, int]]:
    waiting: deque[tuple[Move, Future[int]]] = deque()
    try:
        for move, task in tasks:
            waiting.append((move, executor.submit(task)))
            if len(waiting) >= TASKS_AHEAD:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
    finally:
        for _, future in waiting:
            future.cancel()


def count(rules: Rules, position: Position, depth: int) -> int:
    """The leaves below a position of a game that is not over, its past left aside, counted in Python."""
    if depth == 0:
        return 1
    if depth == 1:
        return rules.count_moves(position)
    if depth == 2:
        return rules.count_replies(position)
    total = 0
    for move in rules.legal_moves(position):
        after, _, outcome = rules.step(position, move)
        if outcome is None:
            total += count(rules, after, depth - 1)
    return total


def _positions_below(rules: Rules, position: Position, plies: int) -> Iterator[Position]:
    if plies == 0:
        yield position
        return
    for move in rules.legal_moves(position):
        after, _, outcome = rules.step(position, move)
        if outcome is None:
            yield from _positions_below(rules, after, plies - 1)


def _games_below(game: Game, plies: int) -> Iterator[Game]:
    if plies == 0:
        yield game
        return
    for move in game.legal_moves:
        yield from _games_below(game.play(move), plies - 1)


def _count_games(game: Game, depth: int) -> int:
    """As `count`, with the game's history: every rule can end a line."""
    if depth == 0:
        return 1
    moves = game.legal_moves
    if depth == 1:
        return len(moves)
    return sum(_count_games(game.play(move), depth - 1) for move in moves)
