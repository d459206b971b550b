"""`MonteCarlo` in Python, and that the kernel's is the same."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import start, variant_names
from taflkit.kernel import installed
from taflkit.search import AlphaBeta, MonteCarlo, SearchLimit, Stop
from tests.drawn import drawn
from tests.kernel.searches import TWO_WAYS
from tests.search.nim import Nim
from tests.search.plain import random_game

PYTHON = MonteCarlo(seed=1, kernel=False)


@pytest.mark.parametrize("heap", range(1, 17))
def test_a_small_game_is_solved(heap: int) -> None:
    """The tree proves who wins and when, as a search of all lines does."""
    expected = AlphaBeta(reductions=False).search(Nim(heap), SearchLimit(depth=heap))
    report = PYTHON.search(Nim(heap), SearchLimit(nodes=5000))
    assert (report.score, report.stopped) == (expected.score, Stop.DECIDED)


@pytest.mark.parametrize("kernel", [True, False])
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
