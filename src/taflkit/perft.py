"""Perft: how many lines of play there are to an exact depth, the usual proof that rules are right.

The convention: leaves at exactly the depth asked for; games that are over on the board are not expanded; repetition and
limits are ignored, unless asked for. Every move is made, down to the leaves, unless the last plies are counted in bulk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

from taflkit.board import Move, Position
from taflkit.engine import LeafCounter, engine_for
from taflkit.game import Game
from taflkit.rules import Rules

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

#: A task counts this many plies: long enough to be worth sending, short enough to stop soon.
TASK_PLIES = 3
#: So many more where the compiled kernel counts.
COMPILED_PLIES = 2
#: With more moves than this to choose from, a task counts a ply less.
MANY_MOVES = 100
#: How many tasks wait or run at a time, so that deep counts do not fill the memory with tasks.
TASKS_AHEAD = 256

MAX_DEPTH = 99
MAX_MEGABYTES = 65536

Progress = Callable[[Move, int], None]


def perft(
    game: Game,
    depth: int,
    *,
    bulk: bool = False,
    executor: Executor | None = None,
    repetition: bool = False,
    megabytes: int = 0,
) -> int:
    """The number of lines of play of exactly `depth` plies; a game that is over has none.

    Args:
        game: where they begin.
        depth: how many plies they have.
        bulk: count the last plies without making the moves, which is many times as fast and verifies less.
        executor: shares the work out; any of `concurrent.futures`' kind. Where the compiled kernel runs the rules,
            threads share it as well as processes do.
        repetition: let lines also end where the game's past ends them: by repetition, or by a limit.
        megabytes: where the kernel counts, remember counts in so much memory.

    Raises:
        TypeError: an argument is of the wrong type.
        ValueError: the depth or the memory is out of range.
    """
    _check(game, depth, 0, megabytes)
    if depth == 0:
        return 1
    counts = divide(game, depth, bulk=bulk, executor=executor, repetition=repetition, megabytes=megabytes)
    return sum(counts.values())


def divide(
    game: Game,
    depth: int,
    *,
    bulk: bool = False,
    executor: Executor | None = None,
    repetition: bool = False,
    megabytes: int = 0,
    on_count: Progress | None = None,
) -> dict[Move, int]:
    """The count below each legal move, sorted by move.

    Args:
        game: where the lines begin.
        depth: how many plies they have, at least one.
        bulk: as for `perft`.
        executor: as for `perft`.
        repetition: as for `perft`.
        megabytes: as for `perft`.
        on_count: is called with parts of the counts as they become known.

    Raises:
        TypeError: an argument is of the wrong type.
        ValueError: the depth or the memory is out of range.
    """
    _check(game, depth, 1, megabytes)
    counts = dict.fromkeys(sorted(game.legal_moves), 0)
    run = _Run(bulk, engine_for(game.variant.rules).counter(game.position, megabytes))
    tasks = _game_tasks(game, depth, counts) if repetition else _position_tasks(game, depth, counts, run)
    try:
        done = ((move, task()) for move, task in tasks) if executor is None else _shared_out(tasks, executor)
        for move, count in done:
            counts[move] += count
            if on_count is not None:
                on_count(move, count)
    finally:
        run.stop()  # If something went wrong here, threads need not count on.
    return counts


def _check(game: Game, depth: int, min_depth: int, megabytes: int) -> None:
    if not isinstance(game, Game):
        raise TypeError(f"perft counts from a game, for example taflkit.start('tablut'), not {game!r}")
    if type(depth) is not int or type(megabytes) is not int:
        raise TypeError(f"the depth and the megabytes are whole numbers, not {depth!r} and {megabytes!r}")
    if not min_depth <= depth <= MAX_DEPTH:
        raise ValueError(f"the depth must be from {min_depth} to {MAX_DEPTH}, not {depth}")
    if not 0 <= megabytes <= MAX_MEGABYTES:
        raise ValueError(f"the memory must be from 0 to {MAX_MEGABYTES} megabytes, not {megabytes}")


class _Run:
    """What the tasks of a run share; in another process each has a counter of its own."""

    __slots__ = ("bulk", "counter")

    def __init__(self, bulk: bool, counter: LeafCounter | None = None) -> None:
        self.bulk = bulk
        self.counter = counter

    def count(self, rules: Rules, position: Position, depth: int) -> int:
        counter = self.counter or engine_for(rules).counter(position)
        return counter.count(position, depth, bulk=self.bulk)

    def stop(self) -> None:
        if self.counter is not None:
            self.counter.stop()

    def __reduce__(self) -> tuple[type[_Run], tuple[bool]]:
        return _Run, (self.bulk,)


class _PositionTask:
    """Counts below a position, its past ignored; it can be sent to another process."""

    __slots__ = ("_depth", "_position", "_rules", "_run")

    def __init__(self, rules: Rules, position: Position, depth: int, run: _Run) -> None:
        self._rules = rules
        self._position = position
        self._depth = depth
        self._run = run

    def __call__(self) -> int:
        return self._run.count(self._rules, self._position, self._depth)

    def __reduce__(self) -> tuple[Callable[..., _PositionTask], tuple[object, ...]]:
        return _received, (self._rules, self._position, self._depth, self._run)


def _received(rules: Rules, position: Position, depth: int, run: _Run) -> _PositionTask:
    """A task that has come from another process."""
    with suppress(TypeError):  # A strategy of the user's own need not be hashable; then nothing is shared.
        rules = _shared(rules)
    return _PositionTask(rules, position, depth, run)


@lru_cache(maxsize=8)
def _shared(rules: Rules) -> Rules:
    """One object for all equal rules, so that the tasks of a process share their tables."""
    return rules


class _GameTask:
    """Counts below a game, its past included; it can be sent to another process."""

    __slots__ = ("_depth", "_game")

    def __init__(self, game: Game, depth: int) -> None:
        self._game = game
        self._depth = depth

    def __call__(self) -> int:
        return _count_games(self._game, self._depth)

    def __reduce__(self) -> tuple[type[_GameTask], tuple[Game, int]]:
        return _GameTask, (self._game, self._depth)


_Task = _PositionTask | _GameTask


def _task_plies(game: Game) -> int:
    return TASK_PLIES if len(game.legal_moves) <= MANY_MOVES else TASK_PLIES - 1


def _position_tasks(game: Game, depth: int, moves: Iterable[Move], run: _Run) -> Iterator[tuple[Move, _Task]]:
    """Cut the tree below each move into pieces of a few plies."""
    rules = game.variant.rules
    plies = _task_plies(game) + (COMPILED_PLIES if engine_for(rules).status else 0)
    for move in moves:
        after, _, outcome = rules.step(game.position, move)
        if depth == 1 or outcome is None:
            for position in _positions_below(rules, after, max(0, depth - 1 - plies)):
                yield move, _PositionTask(rules, position, min(depth - 1, plies), run)


def _game_tasks(game: Game, depth: int, moves: Iterable[Move]) -> Iterator[tuple[Move, _Task]]:
    """As `_position_tasks`, with the game's past."""
    plies = _task_plies(game)
    for move in moves:
        for node in _games_below(game.play(move), max(0, depth - 1 - plies)):
            yield move, _GameTask(node, min(depth - 1, plies))


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
    """The leaves below a game, its past included: every rule can end a line."""
    if depth == 0:
        return 1
    return sum(_count_games(game.play(move), depth - 1) for move in game.legal_moves)
