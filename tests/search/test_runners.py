"""Compiled searches: the table that they take, and that what is kept is not mixed up."""

from __future__ import annotations

import math
import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import pytest

from taflkit import Variant, start
from taflkit.games.knowledge import Effort
from taflkit.kernel import installed
from taflkit.search import AlphaBeta, Evaluation, SearchLimit, WinFirst
from taflkit.search.limits import Clock
from taflkit.search.runners import table_megabytes
from taflkit.search.tafl import Evaluator, TaflKnowledge, default_terms
from taflkit.search.tafl.knowledge import TaflRunner
from taflkit.search.winfirst import default_effort
from taflkit.variant import Weights
from tests.search.plain import random_game

WITH_KERNEL = pytest.mark.skipif(not installed(), reason="there is no kernel")


@pytest.mark.parametrize(
    "limit", [SearchLimit(depth=9), SearchLimit(seconds=math.inf), SearchLimit(seconds=10**400, nodes=10**400)]
)
def test_a_long_search_takes_the_whole_table(limit: SearchLimit) -> None:
    """Without a limit of nodes or time, or with a large one, the table has the megabytes that it may have."""
    assert table_megabytes(Clock(limit), 64) == 64
    assert table_megabytes(Clock(limit), 1) == 1


@pytest.mark.parametrize(
    "limit", [SearchLimit(nodes=100), SearchLimit(seconds=0.001), SearchLimit(seconds=0.001, nodes=10**9)]
)
def test_a_short_search_takes_a_small_table(limit: SearchLimit) -> None:
    """A megabyte is enough for a hundred nodes or a millisecond."""
    assert table_megabytes(Clock(limit), 64) == 1


def test_threads_fill_a_table_sooner() -> None:
    """With the same time, eight threads get a larger table than one."""
    clock = Clock(SearchLimit(seconds=0.1))
    assert table_megabytes(clock, 1000) < table_megabytes(clock, 1000, threads=8) < 1000


def searched(searcher: Any, game: Any, nodes: int) -> Any:
    """The report of a search, without its time."""
    return attrs.evolve(searcher.search(game, SearchLimit(nodes=nodes)), seconds=0.0)


def jobs() -> list[tuple[Any, Any, int]]:
    """Searches of different variants, evaluations and lengths, among them two of the same game."""
    found: list[tuple[Any, Any, int]] = []
    for name in ("brandubh", "copenhagen", "tablut", "berserk"):
        game = random_game(name, 5, plies=6)
        heavy = Evaluation(default_terms(Weights(defender=90, king_move=40)))
        found += [
            (AlphaBeta(), game, 1000),
            (AlphaBeta(learned=False), game, 1000),
            (AlphaBeta(knowledge=TaflKnowledge(game.variant, heavy)), game, 700),
            (AlphaBeta(reductions=False), game, 300),
            (AlphaBeta(), game, 20_000),
            (WinFirst(Effort(nodes=600, win_within=2, win_nodes=300)), game, 900),
        ]
    return found


@WITH_KERNEL
def test_what_is_kept_between_searches_is_not_mixed_up() -> None:
    """Whatever was searched in between, a search finds what it found first, with as many nodes."""
    first = [searched(*job) for job in jobs()]
    assert len({report.nodes for report in first}) > 3
    for _ in range(2):
        assert [searched(*job) for job in reversed(jobs())][::-1] == first


@WITH_KERNEL
def test_threads_do_not_mix_up_what_is_kept() -> None:
    """Searches that run in several threads at once find what each of them finds alone."""
    first = [searched(*job) for job in jobs()]
    order = list(range(len(first))) * 2
    random.Random(1).shuffle(order)
    with ThreadPoolExecutor(4) as threads:
        again = list(threads.map(lambda number: searched(*jobs()[number]), order))
    assert again == [first[number] for number in order]


def test_a_search_within_a_search_has_a_table_of_its_own() -> None:
    """A search that is made while another one reports a depth changes nothing of it."""
    game, other = start("brandubh"), start("tablut")
    alone = searched(AlphaBeta(), game, 5000)
    inner: list[Any] = []

    def search_another(_: object) -> None:
        inner.append(searched(AlphaBeta(), other, 1000))

    report = AlphaBeta().search(game, SearchLimit(nodes=5000), on_report=search_another)
    assert attrs.evolve(report, seconds=0.0) == alone
    assert len(inner) > 1
    assert all(each == inner[0] for each in inner)


def test_the_effort_is_known_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asking how much the default player looks at begins no search."""
    game = start("tablut")
    expected = default_effort(game)
    monkeypatch.setattr(TaflRunner, "begin", None)
    assert default_effort(game) == expected
    assert default_effort(game, 3).nodes == (3 if installed() else 1) * expected.nodes


@WITH_KERNEL
def test_python_prepares_no_evaluation_where_the_kernel_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """The terms that Python adds up, and its network, are prepared when Python evaluates for the first time."""
    prepared: list[Evaluation] = []
    evaluator = Evaluation.evaluator

    def prepare(self: Evaluation, variant: Variant) -> Evaluator:
        prepared.append(self)
        return evaluator(self, variant)

    monkeypatch.setattr(Evaluation, "evaluator", prepare)
    game = start("brandubh")
    knowledge = TaflKnowledge(game.variant)
    AlphaBeta(knowledge=knowledge).search(game, SearchLimit(nodes=500))
    assert prepared == []
    knowledge.evaluate(game)
    knowledge.evaluate(game)
    assert len(prepared) == 1
