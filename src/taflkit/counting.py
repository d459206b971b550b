"""Perft: the number of lines of play of an exact length, the usual check that rules are implemented correctly.

The convention: leaves at exactly the depth asked for; games that are over are not expanded. In tafl, repetition and
limits are ignored, unless asked for; in other kinds of game every rule can end a line. Every move is made, down to the
leaves, unless the last plies are counted in bulk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from taflkit.board import Move, Position
from taflkit.game import Game
from taflkit.games import MoveT, Playable, check_game
from taflkit.games.traits import follow, follower, move_counter
from taflkit.kernel import LeafCounter, runner_for
from taflkit.kernel.limits import MAX_COUNTING_DEPTH, MAX_MEGABYTES
from taflkit.rules import Rules
from taflkit.tasks import in_order

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: A task counts this many plies: long enough to be worth sending to a process, short enough to stop soon.
TASK_PLIES = 3
#: How many more plies a task counts in the compiled kernel.
COMPILED_PLIES = 2
#: With more moves than this to choose from, a task counts a ply less.
MANY_MOVES = 100
#: How many tasks wait or run at a time, so that deep counts do not fill the memory with tasks.
TASKS_AHEAD = 256

Progress = Callable[[MoveT, int], None]


def perft(
    game: Playable[Any],
    depth: int,
    *,
    bulk: bool = False,
    executor: Executor | None = None,
    repetition: bool = False,
    megabytes: int = 0,
) -> int:
    """Count the lines of play of exactly `depth` plies; a game that is over has none.

    Args:
        game: Where they begin; a game of any kind.
        depth: How many plies they have.
        bulk: Count the last plies without making the moves, which is many times as fast and verifies less.
        executor: Shares the work out; any of `concurrent.futures`' kind. Where the compiled kernel runs the rules,
            threads share it as well as processes do.
        repetition: In tafl, let lines also end where the game's past ends them: by repetition, or by a limit.
        megabytes: Where the kernel counts, remember counts in so much memory.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: The depth or the memory is out of range.
    """
    _check(game, depth, 0, megabytes)
    if depth == 0:
        return 1
    counts = divide(game, depth, bulk=bulk, executor=executor, repetition=repetition, megabytes=megabytes)
    return sum(counts.values())


def divide(
    game: Playable[MoveT],
    depth: int,
    *,
    bulk: bool = False,
    executor: Executor | None = None,
    repetition: bool = False,
    megabytes: int = 0,
    on_count: Progress[MoveT] | None = None,
) -> dict[MoveT, int]:
    """The count below each legal move, sorted by move where moves have an order.

    Args:
        game: Where the lines begin.
        depth: Their length in plies, at least one.
        bulk: As for `perft`.
        executor: As for `perft`.
        repetition: As for `perft`.
        megabytes: As for `perft`.
        on_count: Called with a first move and a part of the count below it, as the parts become known.

    Raises:
        TypeError: An argument is of the wrong type.
        ValueError: The depth or the memory is out of range.
    """
    _check(game, depth, 1, megabytes)
    counts = dict.fromkeys(_sorted(game.legal_moves), 0)
    run: _Run | None = None
    tasks: Iterator[tuple[MoveT, _Task]]
    if repetition or not _has_runner(game):
        tasks = _game_tasks(game, depth, counts, bulk)
    else:
        # Told apart by its class, which the type of its moves follows from.
        tafl, moves = cast("Game", game), cast("Iterable[Move]", counts)
        run = _Run(bulk, runner_for(tafl.variant.rules).counter(tafl.position, megabytes))
        tasks = cast("Iterator[tuple[MoveT, _Task]]", _position_tasks(tafl, depth, moves, run))
    try:
        with closing(in_order(tasks, executor, TASKS_AHEAD)) as parts:
            for move, count in parts:
                counts[move] += count
                if on_count is not None:
                    on_count(move, count)
    finally:
        if run is not None:
            run.stop()  # If something went wrong here, threads need not count on.
    return counts


def _check(game: object, depth: int, min_depth: int, megabytes: int) -> None:
    check_game(game)
    if type(depth) is not int or type(megabytes) is not int:
        raise TypeError(f"the depth and the megabytes are whole numbers, not {depth!r} and {megabytes!r}")
    if not min_depth <= depth <= MAX_COUNTING_DEPTH:
        raise ValueError(f"the depth must be from {min_depth} to {MAX_COUNTING_DEPTH}, not {depth}")
    if not 0 <= megabytes <= MAX_MEGABYTES:
        raise ValueError(f"the memory must be from 0 to {MAX_MEGABYTES} megabytes, not {megabytes}")


def is_compiled(game: Playable[Any]) -> bool:
    """Whether the compiled kernel counts below a game, which threads can share."""
    return _has_runner(game) and bool(cast("Game", game).variant.kernel)


def _has_runner(game: Playable[Any]) -> bool:
    """Whether the engine counts below a game: a subclass may have moves or endings that the engine does not know."""
    return type(game) is Game


def _sorted(moves: Sequence[MoveT]) -> Sequence[MoveT]:
    try:
        return sorted(moves)  # type: ignore[type-var]  # not all moves have an order
    except TypeError:
        return moves


class _Run:
    """What the tasks of a run share. In another process each task has a counter of its own."""

    __slots__ = ("bulk", "counter")

    def __init__(self, bulk: bool, counter: LeafCounter | None = None) -> None:
        self.bulk = bulk
        self.counter = counter

    def count(self, rules: Rules, position: Position, depth: int) -> int:
        counter = self.counter or runner_for(rules).counter(position)
        return counter.count(position, depth, bulk=self.bulk)

    def stop(self) -> None:
        if self.counter is not None:
            self.counter.stop()

    def __reduce__(self) -> tuple[type[_Run], tuple[bool]]:
        return _Run, (self.bulk,)


class _PositionTask:
    """Counts the leaves below a position, without regard to history. It can be pickled."""

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
    """Unpickle a task."""
    with suppress(TypeError):  # A strategy of a user's own need not be hashable; then nothing is shared.
        rules = _shared(rules)
    return _PositionTask(rules, position, depth, run)


@lru_cache(maxsize=8)
def _shared(rules: Rules) -> Rules:
    """Return one object for all equal rules, so that the tasks of a process share their tables."""
    return rules


class _GameTask:
    """Counts the leaves below a game, history included. It can be pickled."""

    __slots__ = ("_bulk", "_depth", "_game")

    def __init__(self, game: Playable[Any], depth: int, bulk: bool) -> None:
        self._game = game
        self._depth = depth
        self._bulk = bulk

    def __call__(self) -> int:
        return _count_games(self._game, self._depth, self._bulk)

    def __reduce__(self) -> tuple[type[_GameTask], tuple[object, ...]]:
        return _GameTask, (self._game, self._depth, self._bulk)


_Task = _PositionTask | _GameTask


def _task_plies(game: Playable[Any]) -> int:
    return TASK_PLIES if len(game.legal_moves) <= MANY_MOVES else TASK_PLIES - 1


def _position_tasks(game: Game, depth: int, moves: Iterable[Move], run: _Run) -> Iterator[tuple[Move, _Task]]:
    """Cut the tree below each move into tasks of a few plies."""
    rules = game.variant.rules
    plies = _task_plies(game) + (COMPILED_PLIES if runner_for(rules).status else 0)
    for move in moves:
        after, _, outcome = rules.step(game.position, move)
        if depth == 1 or outcome is None:
            for position in _positions_below(rules, after, max(0, depth - 1 - plies)):
                yield move, _PositionTask(rules, position, min(depth - 1, plies), run)


def _game_tasks(game: Playable[MoveT], depth: int, moves: Iterable[MoveT], bulk: bool) -> Iterator[tuple[MoveT, _Task]]:
    """As `_position_tasks`, with the game's past."""
    plies = _task_plies(game)
    for move in moves:
        for node in _games_below(follow(game, move), max(0, depth - 1 - plies)):
            yield move, _GameTask(node, min(depth - 1, plies), bulk)


def _positions_below(rules: Rules, position: Position, plies: int) -> Iterator[Position]:
    if plies == 0:
        yield position
        return
    for move in rules.legal_moves(position):
        after, _, outcome = rules.step(position, move)
        if outcome is None:
            yield from _positions_below(rules, after, plies - 1)


def _games_below(game: Playable[MoveT], plies: int) -> Iterator[Playable[MoveT]]:
    if plies == 0:
        yield game
        return
    for move in game.legal_moves:
        yield from _games_below(follow(game, move), plies - 1)


def _count_games(game: Playable[Any], depth: int, bulk: bool) -> int:
    """The leaves below a game, its past included: every rule can end a line."""
    if depth == 0:
        return 1
    cls: type = type(game)
    if bulk and depth == 1:
        counter = move_counter(cls)
        return len(game.legal_moves) if counter is None else counter(game)
    play = follower(cls)
    if depth == 1:
        leaves = 0
        for move in game.legal_moves:
            play(game, move)
            leaves += 1
        return leaves
    return sum(_count_games(play(game, move), depth - 1, bulk) for move in game.legal_moves)
