"""`MonteCarlo` in Python, and that the kernel's is the same."""

from __future__ import annotations

import math
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import start, variant_names
from taflkit.kernel import installed
from taflkit.kernel.limits import CHOICE_MARGIN, MAX_OPEN_SCORE, TREE_DEPTH, WINDOW
from taflkit.rules import Custodial, KingCaptured, Slide
from taflkit.search import AlphaBeta, MonteCarlo, SearchLimit, Stop
from taflkit.search.knowledge import knowledge_of
from taflkit.search.limits import Clock
from taflkit.search.montecarlo import _conclude, _narrowed, _Node, _PythonTree, _set_priors
from taflkit.search.scores import WIN
from tests.drawn import drawn
from tests.kernel.searches import TWO_WAYS
from tests.rules.boards import small
from tests.search.nim import Nim
from tests.search.plain import EITHER_WAY, random_game

PYTHON = MonteCarlo(seed=1, kernel=False)
#: Pieces go one square, so that positions have few moves; the king cannot escape.
WALKS = small(movement=(Slide(distance=1),), captures=(Custodial(),), endings=(KingCaptured(),))


@pytest.mark.parametrize("heap", range(1, 17))
def test_a_small_game_is_solved(heap: int) -> None:
    """The tree proves who wins and when, as a search of all lines does."""
    expected = AlphaBeta(reductions=False).search(Nim(heap), SearchLimit(depth=heap))
    report = PYTHON.search(Nim(heap), SearchLimit(nodes=5000))
    assert (report.score, report.stopped) == (expected.score, Stop.DECIDED)


@EITHER_WAY
def test_a_forced_win_is_proved(kernel: bool) -> None:
    """The king's two ways win in three plies, whichever move they begin with."""
    game = drawn("tablut", "defenders", TWO_WAYS)
    report = attrs.evolve(PYTHON, kernel=kernel).search(game, SearchLimit(nodes=20_000))
    assert (report.score.win_in, report.stopped) == (3, Stop.DECIDED)
    outcome = game.play_all(report.line).outcome
    assert outcome is not None
    assert outcome.winner is game.to_move


@pytest.mark.skipif(not installed(), reason="there is no kernel")
@settings(deadline=None, max_examples=25)
@given(name=st.sampled_from(variant_names("tafl")), seed=st.integers(0, 10**6), plies=st.integers(0, 40))
def test_a_tree_begins_in_the_kernel_as_in_python(name: str, seed: int, plies: int) -> None:
    """Before anything is searched, moves are ordered by the same evaluation, and wins at once are seen in both."""
    game = random_game(name, seed, plies=plies)
    limit = SearchLimit(nodes=len(game.legal_moves) + 1)
    if len(game.legal_moves) < 4:
        return
    found: list[list[Any]] = []
    for kernel in (True, False):
        reports = MonteCarlo(seed=seed, kernel=kernel).search(game, limit, lines=3).lines
        found.append([(report.score, report.score.is_exact or report.best) for report in reports])
    assert found[0] == found[1]


def test_the_same_seed_searches_alike() -> None:
    """In Python too, the same search finds the same, and a full tree is still visited."""
    game = start("brandubh")
    for searcher in (PYTHON, attrs.evolve(PYTHON, megabytes=1)):
        one, again = (attrs.evolve(searcher.search(game, SearchLimit(nodes=3000)), seconds=0.0) for _ in range(2))
        assert one == again
        assert one.nodes == 3000


#: Positions in which the searches of up to four plies find the same in the kernel as in Python: so few moves that no
#: search leaves any out. The depth is that of the limit, a hundred visits each.
SEARCHED_ALIKE = [
    ("attackers", "...../..A../...../...K./.....", 3),
    ("attackers", "....D/...../A.K../...../.....", 4),
    ("defenders", ".K.../...../...../...A./.....", 3),
    ("defenders", "...../...A./...../A..../.K...", 4),
    ("defenders", "...../...../....A/..D../....K", 1),
    ("defenders", "...../....K/...D./.A.../.....", 1),
    ("defenders", "...D./A..../...../...../.K...", 1),
    ("defenders", "...../A..../...D./...../..K..", 1),
    ("defenders", "..K.A/...../...../...A./....D", 1),
    ("attackers", "...../...K./.D..A/....A/.....", 1),
]


@pytest.mark.skipif(not installed(), reason="there is no kernel")
@pytest.mark.parametrize(("side", "picture", "depth"), SEARCHED_ALIKE)
def test_a_tree_grows_in_the_kernel_as_in_python(side: str, picture: str, depth: int) -> None:
    """After hundreds of visits all moves have the same order, the same scores and the same lines in both."""
    game = drawn(WALKS, side, picture.replace("/", "\n"))
    found = []
    for kernel in (True, False):
        searcher = MonteCarlo(seed=1, kernel=kernel)
        reports = searcher.search(game, SearchLimit(depth=depth), lines=len(game.legal_moves)).lines
        found.append([(report.score.value, report.line) for report in reports])
    assert found[0] == found[1]


FREE_MAN = """
    K . . . .
    . . . . .
    . . D A .
    . A . . .
    . . . . .
"""


@EITHER_WAY
def test_a_free_man_is_taken(kernel: bool) -> None:
    """The attackers take him and are ahead by more than a man; with the move the defenders are behind as far."""
    searcher = attrs.evolve(PYTHON, kernel=kernel)
    ahead = searcher.search(drawn(WALKS, "attackers", FREE_MAN), SearchLimit(depth=2))
    assert (str(ahead.best), ahead.stopped) == ("b2-b3", Stop.DEPTH)
    assert 100 < ahead.score.value < 200
    behind = searcher.search(drawn(WALKS, "defenders", FREE_MAN), SearchLimit(depth=2))
    assert -200 < behind.score.value < -100


def node(
    *children: _Node[int],
    worth: float = 0.0,
    visits: int = 1,
    result: int | None = None,
    plies: int = 1,
    same: bool = False,
    prior: float = 0.5,
) -> _Node[int]:
    """A position of a tree; the other player is to move in it unless it is the same."""
    made: _Node[int] = _Node(Nim(9), 1, same=same)
    made.children = list(children)
    made.worth, made.visits, made.prior = worth, visits, prior
    if result is not None:
        made.settle(result, plies)
    return made


def tree(game: Any, *, exploration: float = 0.2, megabytes: int = 4) -> _PythonTree[Any]:
    """The tree in Python of a game, without a win finder before it."""
    clock = Clock(SearchLimit(depth=1))
    return _PythonTree(game, knowledge_of(game), game.legal_moves, clock, exploration, megabytes, find_win=False)


def test_a_score_is_worth_the_opposite_to_who_moved_there() -> None:
    """A score of 100 for the player to move is worth a half to that player; values are scores again."""
    for same, worth, value in ((False, -0.5, -100), (True, 0.5, 100)):
        one = node(same=same)
        one.set_score(100)
        assert (one.worth, one.value) == (worth, value)
    assert node(worth=1.0).value == MAX_OPEN_SCORE
    assert node(result=-1, plies=4).value == 4 - WIN


def test_a_position_is_worth_its_best_known_move() -> None:
    """A move that has not been visited says nothing yet, and a loss nothing while others are open."""
    children = node(worth=0.25), node(worth=-0.5), node(worth=0.75, visits=0), node(result=-1)
    for same, worth in ((False, -0.25), (True, 0.25)):
        parent = node(*children, same=same)
        _conclude(parent)
        assert (parent.worth, parent.result) == (worth, None)
    parent = node(node(worth=0.75, visits=0))
    parent.score = 300
    _conclude(parent)
    assert parent.worth == -0.75


@pytest.mark.parametrize(
    ("moves", "result", "plies"),
    [
        ([(1, 5), (1, 3), (None, 0), (-1, 2)], -1, 4),
        ([(-1, 2), (-1, 6), (-1, 4)], 1, 7),
        ([(-1, 2), (0, 0)], 0, 0),
        ([(-1, 2), (0, 0), (1, 1)], -1, 2),
        ([(0, 0), (None, 0)], None, 0),
    ],
)
def test_results_are_concluded(moves: list[tuple[int | None, int]], result: int | None, plies: int) -> None:
    """The quickest win counts, else a draw, else the slowest loss; to who moved there it is the opposite."""
    parent = node(*(node(result=of_move, plies=after) for of_move, after in moves))
    _conclude(parent)
    assert parent.result == result
    if result is not None:
        assert (parent.plies, parent.worth) == (plies, result)


def test_the_most_promising_move_is_chosen() -> None:
    """Worth decides between moves that are known alike, probability and few visits between moves of the same worth."""
    grown = tree(Nim(9), exploration=0.5)

    def chosen(*children: _Node[int]) -> int:
        return children.index(grown._choose(node(*children, visits=16)))

    assert chosen(node(worth=0.1), node(worth=0.2), node(worth=-0.3)) == 1
    assert chosen(node(prior=0.2), node(prior=0.5), node(prior=0.3)) == 1
    assert chosen(node(visits=5), node(visits=7), node(visits=4)) == 2
    assert chosen(node(result=-1, prior=1.0, visits=0), node(worth=-0.9, prior=0.0)) == 1
    # The bonus is half the root of 16 visits: two, for a move of half the probability and one visit 0.5.
    assert chosen(node(worth=0.49, prior=0.0), node(prior=0.5)) == 1
    assert chosen(node(worth=0.51, prior=0.0), node(prior=0.5)) == 0


def test_the_quickest_win_and_the_slowest_loss_are_best() -> None:
    """Between them stand the moves that are open or drawn: the most visited first, then what is worth more."""
    ranked = [
        node(result=1, plies=3),
        node(result=1, plies=5),
        node(visits=9, worth=-0.5),
        node(visits=8, worth=0.5),
        node(visits=8, worth=0.25),
        node(visits=7, result=0),
        node(result=-1, plies=6),
        node(result=-1, plies=2),
    ]
    assert sorted(ranked, key=lambda one: one.rank) == ranked[::-1]


OPEN_WAYS = """
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


def test_what_the_rules_decide_at_once_is_certain() -> None:
    """The king who comes to the edge has won; attackers who leave him a way have lost, a ply later."""
    for side, certain in (("defenders", (1, 1)), ("attackers", (-1, 2))):
        grown = tree(drawn("tablut", side, OPEN_WAYS))
        grown.grow(0)
        children = grown._root.children
        assert {(child.result, child.plies) for child in children if child.result is not None} == {certain}
        assert grown.is_decided


def test_bounds_are_what_the_other_moves_leave() -> None:
    """A move is searched down to somewhat less than the best other move is worth, seen by who moves next."""
    chosen, other = node(worth=0.9), node(worth=0.5)
    parent = node(chosen, other, node(worth=0.2), node(worth=0.8, visits=0), node(result=-1))
    assert _narrowed(parent, chosen, -WIN, WIN) == (-WIN, CHOICE_MARGIN - 100)
    assert _narrowed(parent, other, -WIN, WIN) == (-WIN, CHOICE_MARGIN - 900)
    assert _narrowed(parent, chosen, 80, WIN) == (-WIN, -80)
    assert _narrowed(parent, chosen, -WIN, 20) == (-100 + CHOICE_MARGIN - 1, CHOICE_MARGIN - 100)
    again = node(worth=0.9, same=True)
    assert _narrowed(node(again, other), again, -WIN, WIN) == (100 - CHOICE_MARGIN, WIN)
    assert _narrowed(node(chosen), chosen, -7, 9) == (-9, 7)


def test_probable_moves_promise_much() -> None:
    """A move that promises 50 less is an eighth as probable; two fifths go to the best move of the last search."""
    good, bad, lost = node(), node(), node(result=-1, prior=0.0)
    good.set_score(-60)
    bad.set_score(-10)
    _set_priors([good, bad, lost], None)
    assert [one.prior for one in (good, bad, lost)] == pytest.approx([8 / 9, 1 / 9, 0])
    bad.move = 2
    _set_priors([good, bad, lost], 2)
    assert [one.prior for one in (good, bad, lost)] == pytest.approx([0.6 * 8 / 9, 0.4 + 0.6 / 9, 0])


class Answering:
    """A search that answers what it is given, and keeps what it was asked."""

    def __init__(self, *answers: int, ply: int) -> None:
        self.answers = list(answers)
        self.ply = ply
        self.asked: list[tuple[int, int, int]] = []

    def value(self, _: object, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The next answer."""
        assert ply == self.ply
        self.asked.append((depth, alpha, beta))
        return self.answers.pop(0)


@pytest.mark.parametrize(
    ("bounds", "answers", "windows", "score"),
    [
        ((-9000, 9000), [30], [(-30, 50)], 30),
        ((-9000, 9000), [60, 70], [(-30, 50), (-30, 220)], 70),
        ((-9000, 9000), [-40, -50], [(-30, 50), (-200, 50)], -50),
        ((-9000, 9000), [60, 230, 900, 4000], [(-30, 50), (-30, 220), (-30, 870), (-30, 9000)], 4000),
        ((-9000, 9000), [-40, -210, -900, -4000], [(-30, 50), (-200, 50), (-850, 50), (-9000, 50)], -4000),
        ((0, 20), [-5], [(0, 20)], -5),
        ((0, 20), [25], [(0, 20)], 25),
        ((100, 9000), [90], [(100, 140)], 10),
        ((-9000, -100), [-90], [(-140, -100)], 10),
    ],
)
def test_a_window_grows_up_to_the_bounds(
    bounds: tuple[int, int], answers: list[int], windows: list[tuple[int, int]], score: int
) -> None:
    """A search begins around the score so far, a ply deeper; what is beyond the bounds need not be known exactly."""
    assert WINDOW == 40
    grown, answering, one = tree(Nim(9)), Answering(*answers, ply=3), node()
    grown._search = answering  # type: ignore[assignment]
    one.score, one.depth = 10, 2
    assert grown._search_deeper(one, 3, *bounds) == score
    assert answering.asked == [(3, *window) for window in windows]


def test_a_visit_searches_within_the_bounds_of_its_walk() -> None:
    """Where another move is worth 100, a move is searched around somewhat less than that, not around its own score."""
    grown, answering = tree(Nim(9)), Answering(-80, ply=1)
    grown._search = answering  # type: ignore[assignment]
    probable, other = node(visits=0, prior=1.0), node(worth=0.5, visits=9, prior=0.0)
    grown._root.children, grown._root.visits = [probable, other], 10
    grown._visit()
    assert answering.asked == [(1, -100, -60)]
    assert (probable.visits, probable.depth, probable.score, probable.value) == (1, 1, -80, 80)
    assert (grown._root.visits, grown._root.worth) == (11, 0.5)


def test_a_position_is_searched_before_it_gets_children() -> None:
    """It is searched a ply deeper with each visit; its children have been searched a ply deep by then."""
    grown = tree(start("brandubh"))
    grown.grow(30)
    assert any(child.children for child in grown._root.children)
    for child in grown._root.children:
        assert child.depth == min(child.visits, TREE_DEPTH)
        assert bool(child.children) == (child.visits > TREE_DEPTH)
        assert all(1 <= grandchild.depth <= TREE_DEPTH for grandchild in child.children)


def test_a_table_takes_a_quarter_of_the_memory_of_the_tree() -> None:
    """So many megabytes bound the table of the searches too."""
    small_tree, large_tree = tree(Nim(30), megabytes=4), tree(Nim(30), megabytes=64)
    small_tree.grow(20)
    large_tree.grow(20)
    # Sixteen times as full, but for positions that share a place.
    assert small_tree._search.table_filled > 8 * large_tree._search.table_filled > 0


@pytest.mark.parametrize("exploration", [0, 10**400, math.inf])
def test_any_exploration_is_taken(exploration: float) -> None:
    """However large it is, it is bounded before the tree gets it."""
    game = start("brandubh")
    report = attrs.evolve(PYTHON, exploration=exploration).search(game, SearchLimit(nodes=500))
    assert report.best in game.legal_moves
