"""The compiled tree of `MonteCarlo`."""

from __future__ import annotations

import math
import random
import threading
from array import array
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Game, start
from taflkit.kernel import installed
from taflkit.rules import KingCaptured, RepetitionEnds, Slide
from taflkit.search import AlphaBeta, Cancel, MonteCarlo, Score, SearchLimit, Stop, WinFinder
from taflkit.search.tafl import TaflKnowledge
from tests.drawn import drawn
from tests.examples import examples
from tests.kernel.searches import HANGS, TWO_WAYS, search_of
from tests.rules.boards import small
from tests.runners import line_of
from tests.search.plain import random_game
from tests.variants import TAFL, each_of

pytestmark = pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")


def tree_of(game: Game, **given: Any) -> Any:
    """The kernel's tree of a game, without a win finder before it."""
    from taflkit.kernel._native import Tree

    search = search_of(game)
    arguments: dict[str, Any] = {
        "kernel": search.kernel,
        "line": line_of(game),
        "knowledge": search.knowledge,
        "table": search.table,
        "order": array("I", [move.number for move in game.legal_moves]).tobytes(),
        "megabytes": 1,
        "exploration": 0.2,
    }
    return Tree(**arguments | given)


@each_of(TAFL)
def test_every_variant_is_searched_by_the_kernel(name: str) -> None:
    """In the start position of any variant the kernel finds a line of legal moves."""
    game = start(name)
    report = MonteCarlo(seed=1, megabytes=1).search(game, SearchLimit(nodes=2000))
    assert report.engine == "kernel"
    assert report.nodes <= 2001
    assert report.stopped is Stop.NODES
    assert game.play_all(report.line).ply == len(report.line) > 0


@examples(30)
@given(
    name=st.sampled_from(TAFL),
    seed=st.integers(0, 10**6),
    plies=st.integers(0, 100),
    nodes=st.integers(1, 4000),
    lines=st.integers(1, 4),
)
def test_every_line_can_be_played(name: str, seed: int, plies: int, nodes: int, lines: int) -> None:
    """However little it may look at, the lines begin with different moves and can be played."""
    game = random_game(name, seed, plies=plies)
    reports = MonteCarlo(seed=seed, megabytes=1).search(game, SearchLimit(nodes=nodes), lines=lines).lines
    assert len({report.best for report in reports}) == len(reports) == min(lines, len(game.legal_moves))
    for report in reports:
        assert game.play_all(report.line).ply == game.ply + len(report.line)
        assert report.nodes <= nodes + 1


def test_the_tree_proves_wins_by_itself() -> None:
    """Where the choice is restricted no other search helps: the tree proves a win of two moves, and shows all of it."""
    game = drawn("tablut", "defenders", TWO_WAYS)
    moves = game.legal_moves[1:]
    found = MonteCarlo(seed=1).search(game, SearchLimit(nodes=300_000), moves=moves)
    assert (found.score.win_in, len(found.line), found.stopped) == (3, 3, Stop.DECIDED)
    end = game.play_all(found.line).outcome
    assert end is not None
    assert end.winner is game.to_move


@examples(30)
@given(
    name=st.sampled_from(["tablut", "brandubh", "copenhagen", "berserk"]),
    seed=st.integers(0, 10**6),
    men=st.integers(0, 3),
    plies=st.integers(0, 14),
    limited=st.booleans(),
)
def test_what_the_tree_proves_is_so(name: str, seed: int, men: int, plies: int, limited: bool) -> None:
    """A win that the tree proves is one, and a loss follows from every move, with repetitions and limits near."""
    game = random_game(name, seed, plies=plies, men=None if name == "berserk" else men)
    if limited:
        game = game.with_limit((game.turns + 1) // 2 + random.Random(seed).randint(1, 3))
    tree = tree_of(game)
    tree.grow(400, nodes=20_000)
    for squares, value in tree.lines(1):
        score = Score(value)
        line = search_of(game).moves_between(squares)
        assert game.play_all(line).ply == game.ply + len(line)
        if score.win_in is not None:
            assert has_win(game, (score.win_in + 1) // 2)
        elif score.loss_in is not None:
            assert all(is_lost_after(game, move, score.loss_in) for move in game.legal_moves)


def has_win(game: Game, moves: int) -> bool:
    """Whether the side to move wins by force within so many moves, by another searcher."""
    if game.variant.rules.goes_on:  # Plies are not moves where a piece may go on.
        moves *= 2
    return WinFinder().find(game, moves).moves is not None


def is_lost_after(game: Game, move: Any, plies: int) -> bool:
    """Whether the opponent of the side to move wins by force after a move."""
    after = game.play(move)
    if after.outcome is not None:
        return after.outcome.winner is game.to_move.other
    if after.to_move is game.to_move:
        return all(is_lost_after(after, next_move, plies) for next_move in after.legal_moves)
    return has_win(after, (plies + 1) // 2)


FOUR_WAYS = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . K . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    B . . . . . . . .
"""
ENCIRCLED_SOON = """
    . . . . . . . . . . .
    . . . . A A A . . . .
    . . . A . . . A . . .
    . . A . . . . . A . .
    . . A . . . . . A . .
    . . A . . K . . A . .
    . . A . . . . . A . .
    . . A . . . . . . . .
    . . . A . . . A . . .
    . . . . A A A . A . .
    . . . . . . . . . . .
"""


@pytest.mark.slow
def test_a_tree_that_was_stopped_anywhere_grows_on() -> None:
    """Of one move that loses to the encirclement: however few nodes a part of the search has, the next proves it."""
    game = drawn("copenhagen", "defenders", ENCIRCLED_SOON)
    know = TaflKnowledge(game.variant)
    slow = [move for move in game.legal_moves if know.quick_win(game.play(move)) is None]
    losing = next(move for move in slow if know.winning_move(game.play(move)) is not None)
    order = array("I", [losing.number]).tobytes()
    needed, _, decided = tree_of(game, order=order).grow(1000)
    assert decided
    for nodes in range(1, needed + 1):
        tree = tree_of(game, order=order)
        tree.grow(1000, nodes=nodes)
        assert tree.grow(1000)[2]


def test_all_ways_to_win_at_once_are_lines() -> None:
    """Asked for three lines where the king has four ways to the edge, it shows three of them."""
    game = drawn("tablut", "defenders", FOUR_WAYS)
    found = MonteCarlo(seed=1).search(game, SearchLimit(nodes=20_000), lines=3).lines
    assert [report.score.win_in for report in found] == [1, 1, 1]


@pytest.mark.parametrize("nodes", [1, 2, 3])
def test_a_win_at_once_needs_no_nodes(nodes: int) -> None:
    """However little it may look at, a win at once is played."""
    game = drawn("tablut", "defenders", FOUR_WAYS)
    assert MonteCarlo(seed=1).search(game, SearchLimit(nodes=nodes)).score.win_in == 1


def test_any_exploration_is_taken() -> None:
    """However large it is, it is bounded before the kernel gets it."""
    game = start("brandubh")
    for exploration in (0, 10**400, math.inf):
        report = MonteCarlo(seed=1, exploration=exploration).search(game, SearchLimit(nodes=500))
        assert report.best in game.legal_moves


def test_a_draw_by_repetition_is_proved() -> None:
    """If the only move brings a position back that draws by repetition, that is certain; without the past it loses."""
    rules: dict[str, Any] = {"movement": (Slide(distance=1),), "endings": (KingCaptured(),)}
    variant = small(**rules, repetition=RepetitionEnds(2, "draw"))
    first = drawn(variant, "defenders", "....K\n.....\nD....\nAD...\n.D...")
    repeating = first.play_all(["e5-e4", "a2-a1", "e4-e5"])
    assert [str(move) for move in repeating.legal_moves] == ["a1-a2"]
    report = MonteCarlo(seed=1).search(repeating, SearchLimit(nodes=2000))
    assert (report.engine, report.score.value, report.stopped) == ("kernel", 0, Stop.DECIDED)
    report = MonteCarlo(seed=1).search(Game(variant, repeating.position), SearchLimit(nodes=2000))
    assert report.score.loss_in is not None


def test_a_search_can_be_repeated() -> None:
    """The same seed and the same nodes give the same report to the last node; another seed may give another move."""
    game, limit = start("tablut"), SearchLimit(nodes=30_000)
    reports = [attrs.evolve(MonteCarlo(seed=5).search(game, limit), seconds=0.0) for _ in range(2)]
    assert reports[0] == reports[1]
    assert len({MonteCarlo(seed=seed).search(game, SearchLimit(nodes=300)).best for seed in range(12)}) > 1


def test_it_sees_more_than_the_evaluation() -> None:
    """Its score agrees with that of an alpha-beta search within half a man in the start position of Tablut."""
    game, limit = start("tablut"), SearchLimit(nodes=100_000)
    scores = [searcher.search(game, limit).score.value for searcher in (MonteCarlo(seed=1), AlphaBeta())]
    assert abs(scores[0] - scores[1]) < 50


@pytest.mark.parametrize("plies", [6, 12])
@pytest.mark.parametrize("seed", range(10))
def test_it_agrees_with_another_search(seed: int, plies: int) -> None:
    """Roughly: a window that is wrong way round lets it think itself lost by far in some of these positions.

    By how much a side is behind that both think lost does not matter.
    """
    game, limit = random_game("brandubh", seed, plies=plies), SearchLimit(nodes=60_000)
    scores = [searcher.search(game, limit).score.value for searcher in (MonteCarlo(seed=1), AlphaBeta())]
    assert abs(scores[0] - scores[1]) < 300 or max(scores) < -600


def test_a_depth_is_a_hundred_visits() -> None:
    """A search ends after a hundred visits for each unit of depth, and reports come at twice the visits each."""
    heard: list[Any] = []
    report = MonteCarlo(seed=1).search(start("brandubh"), SearchLimit(depth=4), on_report=heard.append)
    assert report.stopped is Stop.DEPTH
    assert len(heard) == 3
    assert heard[0].nodes < heard[1].nodes < heard[2].nodes == report.nodes


def test_a_search_can_be_cancelled() -> None:
    """A search without limits ends when it is cancelled, with a legal move."""
    game, cancel, found = start("copenhagen"), Cancel(), list[Any]()

    def search() -> None:
        limit = SearchLimit(seconds=math.inf)
        found.append(MonteCarlo().search(game, limit, on_report=lambda _: cancel(), cancel=cancel))

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    thread.join(HANGS)
    assert not thread.is_alive()
    assert found[0].stopped is Stop.CANCELLED
    assert found[0].best in game.legal_moves


def test_a_search_ends_in_time() -> None:
    """A limit of time ends a search, however much there would be to look at."""
    report = MonteCarlo().search(start("copenhagen"), SearchLimit(seconds=0.05))
    assert report.stopped is Stop.SECONDS
    assert report.best is not None


def test_a_full_tree_grows_no_more() -> None:
    """A tree keeps to its memory: when that is full it is still visited, and its lines can be played."""
    game = start("brandubh")
    tree = tree_of(game, exploration=3)
    visits, filled = 0, 0.0
    while filled < 0.999:
        visits += 500
        tree.grow(visits)
        before, filled = filled, tree.filled
        if before == filled:
            break
    assert 0.99 < filled <= 1
    assert tree.grow(visits + 20_000)[1:] == (0, False)
    assert 0.99 < tree.filled <= 1
    for squares, _ in tree.lines(5):
        assert game.play_all(search_of(game).moves_between(squares)).ply == len(squares)


def test_nothing_is_known_before_a_tree_has_grown() -> None:
    """A tree has no lines at first, nor after fewer nodes than there are moves."""
    tree = tree_of(start("tablut"))
    assert tree.lines(3) == []
    assert tree.grow(10, nodes=5) == (5, 1, False)
    assert tree.lines(3) == []
    assert tree.grow(10)[1:] == (0, False)
    assert len(tree.lines(3)) == 3


def test_one_thread_at_a_time_has_a_tree() -> None:
    """Who asks a tree that grows in another thread is refused; so is a second tree on the same worker of a table."""
    from taflkit.kernel._native import Control

    game, control = start("copenhagen"), Control()
    search = search_of(game)
    tree = tree_of(game, table=search.table)
    with pytest.raises(RuntimeError, match="another thread searches as worker 0 of this table"):
        tree_of(game, table=search.table)
    thread = threading.Thread(target=lambda: tree.grow(2**31 - 1, control=control), daemon=True)
    thread.start()
    try:
        while not control.nodes:
            pass
        with pytest.raises(RuntimeError, match="another thread uses this tree"):
            tree.grow(1)
        with pytest.raises(RuntimeError, match="another thread uses this tree"):
            tree.lines(1)
        with pytest.raises(RuntimeError, match="another thread uses this tree"):
            _ = tree.filled
    finally:
        control.stop()
        thread.join(HANGS)
    assert not thread.is_alive()
    assert tree.lines(1)


@pytest.mark.parametrize(
    ("given", "error", "problem"),
    [
        ({"kernel": None}, TypeError, "must be taflkit.kernel._native.Kernel"),
        ({"table": None}, TypeError, "table must be a Table"),
        ({"line": ()}, TypeError, "a line is"),
        ({"knowledge": b""}, TypeError, "knowledge must be a Knowledge"),
        ({"order": b""}, ValueError, "the moves to try must be legal moves, each once"),
        ({"order": bytes(8)}, ValueError, "the moves to try must be legal moves, each once"),
        ({"megabytes": 0}, ValueError, "megabytes must be from 1 to 65536, not 0"),
        ({"exploration": -0.1}, ValueError, "exploration must be from 0 to 1000000"),
        ({"exploration": math.nan}, ValueError, "exploration must be from 0 to 1000000"),
        ({"exploration": "much"}, TypeError, "must be real number"),
    ],
)
def test_what_is_wrong_is_refused(given: dict[str, Any], error: type[Exception], problem: str) -> None:
    """A tree checks what it is made of."""
    with pytest.raises(error, match=problem):
        tree_of(start("brandubh"), **given)


def test_a_tree_checks_what_it_is_asked() -> None:
    """So it does with limits and numbers of lines."""
    tree = tree_of(start("brandubh"))
    for visits in (-1, 2**31):
        with pytest.raises(ValueError, match="visits must be from 0 to 2147483647"):
            tree.grow(visits)
    with pytest.raises(ValueError, match="nodes must not be negative"):
        tree.grow(1, nodes=-1)
    with pytest.raises(ValueError, match="seconds must be a float of at least 0"):
        tree.grow(1, seconds=-1)
    with pytest.raises(TypeError, match="control must be a Control"):
        tree.grow(1, control=1)
    with pytest.raises(ValueError, match="lines must be from 1"):
        tree.lines(0)
