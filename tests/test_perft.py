"""Counting lines of play."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import mailbox
from benchmarks.hnefatafl import hnefatafl
from taflkit import (
    ATTACKER,
    DEFENDER,
    KING,
    Board,
    Game,
    Geometry,
    Move,
    Position,
    Rules,
    Side,
    Square,
    Variant,
    load_variant,
    start,
)
from taflkit.counting import divide, perft
from taflkit.kernel.python_runner import PythonCounter
from taflkit.rules import Encirclement, RepetitionEnds, Slide, Verdict
from taflkit.testing import games, positions, variants
from tests.drawn import drawn
from tests.examples import examples

WINNING = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . K . .
    . . . . . . . . .
    . . . . . . . . .
    . B . . . . . . .
    . . . . . . . . .
"""


def counted(game: Game, depth: int) -> int:
    """The lines of play counted one by one, with every rule that can end a game."""
    if depth == 1:
        return len(game.legal_moves)
    return sum(counted(game.play(move), depth - 1) for move in game.legal_moves)


@pytest.mark.parametrize(
    ("variant", "counts"), [("tablut", [80, 4400, 353200]), ("brandubh", [40, 960, 39512, 1007392])]
)
def test_leaf_counts_are_the_published_ones(variant: str, counts: list[int]) -> None:
    """The number of lines of play at each depth is what independent programs agree on."""
    game = start(variant)
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
def test_tablut_has_the_published_count_at_depth_four() -> None:
    """There are 19,913,864 lines of four plies."""
    assert perft(start("tablut"), 4) == 19_913_864


def test_a_board_of_eleven_by_eleven_has_the_published_counts() -> None:
    """Rules for a larger board, composed in Python, count what other programs count."""
    game = start(hnefatafl())
    assert [perft(game, depth) for depth in (1, 2, 3)] == [116, 6788, 806344]


def test_there_is_one_line_of_no_plies() -> None:
    """At depth 0 the position itself is the only leaf."""
    assert perft(start("tablut"), 0) == 1


def test_a_depth_that_makes_no_sense_is_refused() -> None:
    """No line has fewer than no plies, and before the first move there is nothing to divide."""
    with pytest.raises(ValueError, match="the depth must be from 1 to 99, not 0"):
        divide(start("tablut"), 0)
    with pytest.raises(ValueError, match="the depth must be from 0 to 99, not -1"):
        perft(start("tablut"), -1)
    with pytest.raises(ValueError, match="the memory must be from 0 to 65536 megabytes, not 70000"):
        perft(start("tablut"), 2, megabytes=70_000)


@pytest.mark.parametrize("repetition", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_counts_below_each_move_are_sorted_and_add_up(depth: int, repetition: bool) -> None:
    """The breakdown lists every legal move in order, with the count of the game after it; the sum is the whole."""
    game = start("brandubh").play("d7-e7")
    counts = divide(game, depth, repetition=repetition)
    assert list(counts) == sorted(game.legal_moves)
    assert counts == {move: perft(game.play(move), depth - 1, repetition=repetition) for move in counts}
    assert sum(counts.values()) == perft(game, depth, repetition=repetition)


def test_a_move_that_wins_is_a_leaf_and_is_not_expanded() -> None:
    """Winning moves count at their own depth, and nothing counts below them."""
    game = drawn("tablut", "defenders", WINNING)
    wins = [move for move in game.legal_moves if game.play(move).outcome]
    assert len(wins) == 4
    assert perft(game, 1) == len(game.legal_moves) == 16
    assert set(divide(game, 1).values()) == {1}
    assert [move for move, count in divide(game, 2).items() if count == 0] == sorted(wins)
    assert perft(game, 2) == counted(game, 2)


def test_a_finished_game_has_no_lines() -> None:
    """Nothing follows the end of a game."""
    game = drawn("tablut", "defenders", WINNING).play("g5-9")
    assert [perft(game, depth) for depth in (1, 2, 3)] == [0, 0, 0]
    assert divide(game, 1) == {}


@examples(30)
@given(variants().flatmap(lambda variant: games(variant, max_plies=20)))
def test_counting_agrees_with_playing_every_line(game: Game) -> None:
    """With every rule that can end a game, the count is that of the games that can be played."""
    for depth in (1, 2):
        assert perft(game, depth, repetition=True) == counted(game, depth)


@pytest.mark.parametrize("variant", ["tablut", "brandubh"])
def test_repetition_does_not_matter_before_the_fourth_ply(variant: str) -> None:
    """No position can come back in fewer than four plies, so up to there the counts are the same."""
    game = start(variant)
    for depth in (1, 2, 3):
        assert perft(game, depth, repetition=True) == perft(game, depth)


def test_lines_end_where_a_repetition_ends_the_game() -> None:
    """Beyond the first repetition the count that respects it is smaller: that of the games that can be played."""
    board = Board(Geometry.build(5, 5))
    rules = Rules(board, (Slide(),), repetition=RepetitionEnds(2, Verdict.MOVER_LOSES))
    game = start(Variant("duel", rules, board.position({"a1": ATTACKER, "e5": KING}, Side.ATTACKERS)))
    assert perft(game, 4) == perft(game, 4, repetition=True)
    assert perft(game, 5) > perft(game, 5, repetition=True) == counted(game, 5)


@attrs.frozen
class KingLeaps:
    """The king goes to any of the squares a knight's move of chess away."""

    pieces: tuple[str, ...] = ("king",)

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """Two squares along and one across."""
        squares = position.board.grid.squares
        there = squares[origin]
        return position.board.grid.mask(
            square for square in squares if abs(square.column - there.column) * abs(square.row - there.row) == 2
        )


def test_pieces_that_do_not_move_along_lines_are_counted_too() -> None:
    """A movement of a user's own that jumps is counted as it is played."""
    tablut = load_variant("tablut")
    rules = attrs.evolve(tablut.rules, movement=(Slide("men"), KingLeaps()))
    game = start(attrs.evolve(tablut, name="leaping", rules=rules)).play("e2-d")
    leaps = {move.target for move in game.legal_moves if move.origin == Square.parse("e5")}
    assert leaps == tablut.board.grid.set(["c4", "c6", "d3", "d7", "f3", "f7", "g4", "g6"])
    assert [perft(game, depth) for depth in (1, 2)] == [counted(game, depth) for depth in (1, 2)]


# A second opinion: an engine that shares no code with taflkit.


def without_encirclement(variant: Variant) -> Variant:
    """The variant without the one ending that the other engine does not know."""
    endings = tuple(ending for ending in variant.rules.endings if ending != Encirclement())
    return attrs.evolve(variant, rules=attrs.evolve(variant.rules, endings=endings))


COMPARED = [without_encirclement(load_variant(name)) for name in ("tablut", "brandubh")] + [hnefatafl()]


def on_mailbox(position: Position) -> tuple[mailbox.Board, str]:
    """The position as the other engine holds it: rows of letters from the top, and the letters of the side to move."""
    letters = {ATTACKER: mailbox.ATTACKER, DEFENDER: mailbox.DEFENDER, KING: mailbox.KING}
    grid = position.board.grid
    rows = [[mailbox.EMPTY] * grid.width for _ in range(grid.height)]
    for square, piece in position.pieces():
        rows[grid.height - 1 - square.row][square.column] = letters[piece]
    return rows, mailbox.ATTACKERS if position.to_move is Side.ATTACKERS else mailbox.DEFENDERS


def as_mailbox_move(move: Move) -> mailbox.Move:
    """The move as the other engine writes it: rows from the top, and columns."""
    top = move.grid.height - 1
    return top - move.origin.row, move.origin.column, top - move.target.row, move.target.column


def unfinished_games(variant: Variant) -> st.SearchStrategy[Game]:
    """Games from the start and from random positions that are not over on the board."""
    found = games(variant, max_plies=100) | games(variant, max_plies=2, start=positions(variant))
    return found.filter(lambda game: game.variant.rules.outcome(game.position) is None)


@examples(100)
@given(st.sampled_from(COMPARED).flatmap(unfinished_games))
def test_another_engine_agrees_on_positions_of_random_games(game: Game) -> None:
    """Moves, captures, ends of games and counts agree with an engine that was written from the rules alone."""
    engine = mailbox.Mailbox(mailbox.GAMES[game.variant.name])
    board, side = on_mailbox(game.position)
    rules, position = game.variant.rules, game.position
    moves = rules.legal_moves(position)
    assert sorted(map(as_mailbox_move, moves)) == sorted(engine.moves(board, side))
    for move in moves:
        play = rules.play(position, move)
        taken, ended = engine.play(board, as_mailbox_move(move))
        assert (board, ended) == (on_mailbox(play.position)[0], play.outcome is not None)
        engine.take_back(board, as_mailbox_move(move), taken)
    assert PythonCounter(rules).count(position, 2, bulk=True) == engine.perft(board, side, 2)


# Counting with executors.


class Recording(ThreadPoolExecutor):
    """Threads that remember what they were given to do."""

    def __init__(self) -> None:
        super().__init__(2)
        self.given: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Remember the task."""
        self.given.append(super().submit(fn, *args, **kwargs))
        return self.given[-1]


@pytest.mark.parametrize("repetition", [False, True])
def test_threads_count_the_same(repetition: bool) -> None:
    """Work that is shared out among threads gives the same breakdown in the same order."""
    game = start("brandubh")
    with Recording() as executor:
        counts = divide(game, 3, executor=executor, repetition=repetition)
        assert list(counts.items()) == list(divide(game, 3, repetition=repetition).items())
        assert len(executor.given) == 40
        assert perft(game, 2, executor=executor, repetition=repetition) == 960


def test_processes_count_the_same() -> None:
    """Work can be sent to processes that start afresh, with the rules and the past of the game."""
    game = start("brandubh").play("d7-e7")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        assert divide(game, 3, executor=executor) == divide(game, 3)
        assert divide(game, 2, executor=executor, repetition=True) == divide(game, 2, repetition=True)


@pytest.mark.parametrize("repetition", [False, True])
def test_deep_trees_are_counted_in_parts(repetition: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The parts below a move are reported as they are counted, and add up."""
    monkeypatch.setattr(import_module("taflkit.counting"), "TASK_PLIES", 1)
    monkeypatch.setattr(import_module("taflkit.counting"), "COMPILED_PLIES", 0)
    heard: Counter[Move] = Counter()
    parts: Counter[Move] = Counter()

    def hear(move: Move, count: int) -> None:
        heard[move] += count
        parts[move] += 1

    with Recording() as executor:
        counts = divide(start("brandubh"), 3, executor=executor, repetition=repetition, on_count=hear)
    assert counts == heard
    assert sum(counts.values()) == 39512
    assert len(executor.given) == sum(parts.values()) == 960


def test_few_tasks_wait_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the first result is in, only so many tasks have been handed out, however many there will be."""
    monkeypatch.setattr(import_module("taflkit.counting"), "TASKS_AHEAD", 4)
    handed_out: list[int] = []
    with Recording() as executor:
        divide(
            start("brandubh"),
            2,
            executor=executor,
            on_count=lambda _move, _count: handed_out.append(len(executor.given)),
        )
    assert handed_out == [*range(4, 41), 40, 40, 40]


class Broken(Executor):
    """Does the first task, fails at the second, and never comes to the others."""

    def __init__(self) -> None:
        self.given: list[Future[int]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Do it or not."""
        future: Future[Any] = Future()
        if not self.given:
            future.set_result(fn(*args, **kwargs))
        elif len(self.given) == 1:
            future.set_exception(OSError("the other machine is gone"))
        self.given.append(future)
        return future


def test_an_error_cancels_what_waits() -> None:
    """When a task fails its error comes out, and tasks that have not begun are cancelled."""
    executor = Broken()
    with pytest.raises(OSError, match="the other machine is gone"):
        divide(start("brandubh"), 2, executor=executor)
    assert len(executor.given) == 40
    assert all(future.cancelled() for future in executor.given[2:])


def test_an_interruption_cancels_what_waits() -> None:
    """When the listener is interrupted, tasks that have not begun are cancelled."""

    def interrupt(move: Move, count: int) -> None:
        raise KeyboardInterrupt

    executor = Broken()
    with pytest.raises(KeyboardInterrupt):
        divide(start("brandubh"), 2, executor=executor, on_count=interrupt)
    assert all(future.cancelled() for future in executor.given[2:])
    assert not executor.given[0].cancelled()


def test_the_executor_stays_open() -> None:
    """After a count the user's executor takes other work."""
    with Recording() as executor:
        assert perft(start("brandubh"), 2, executor=executor) == 960
        assert executor.submit(len, "open").result() == 4
