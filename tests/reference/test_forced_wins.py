"""Proven wins are found by the finder, the searchers and the default player."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit.kernel import installed
from taflkit.search import AlphaBeta, Automaton, MonteCarlo, Score, SearchLimit, Stop, WinFinder
from tests.reference.forced_wins import read_forced_wins

WITH_KERNEL = pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")


@pytest.mark.parametrize("moves", [1, 2, 3])
def test_reference_wins_are_found(reference: Path, moves: int) -> None:
    """Every eighth proven win within three moves is found by the win finder and by the default player."""
    cases = [case for case in read_forced_wins(reference / "forced-wins.txt") if case.moves == moves]
    assert cases
    for case in cases[::8]:
        found = WinFinder().find(case.game, moves)
        assert found.moves == moves, case.name
        assert found.best is not None
        assert found.best.short in case.first, case.name
        assert Automaton()(case.game, 0).short in case.first, case.name


@WITH_KERNEL
def test_a_win_in_four_is_not_hidden_by_reductions(reference: Path) -> None:
    """Every ninth proven win within four moves is found by the finder, by the search and by the default player."""
    cases = [case for case in read_forced_wins(reference / "forced-wins.txt") if case.moves <= 4]
    assert cases
    for case in cases[::9]:
        found = WinFinder().find(case.game, 4)
        assert found.moves == case.moves, case.name
        assert found.best is not None
        assert found.best.short in case.first, case.name
        end = case.game.play_all(found.line).outcome
        assert end is not None
        assert end.winner is case.game.to_move
        report = AlphaBeta().search(case.game, SearchLimit(depth=2 * case.moves - 1))
        assert report.score.win_in == 2 * case.moves - 1, case.name
        assert Automaton()(case.game, 0).short in case.first, case.name


@WITH_KERNEL
def test_short_forced_wins_are_found(reference: Path) -> None:
    """Every proven win within three moves is reported as such, with a line that ends with it."""
    cases = [case for case in read_forced_wins(reference / "forced-wins.txt") if case.moves <= 3]
    assert cases
    for case in cases[::7]:
        report = MonteCarlo(seed=1).search(case.game, SearchLimit(nodes=100_000))
        assert report.score == Score.win(2 * case.moves - 1), case.name
        assert report.stopped is Stop.DECIDED
        assert report.best is not None
        assert report.best.short in case.first, case.name
        end = case.game.play_all(report.line).outcome
        assert end is not None
        assert end.winner is case.game.to_move
