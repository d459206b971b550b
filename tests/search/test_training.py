"""What evaluations are learned from: the positions of self-play, and what is expected of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit.kernel import installed

np = pytest.importorskip("numpy")

from tools.train.positions import STRAY, UNKNOWN, Positions, targets  # noqa: E402 - they need numpy
from tools.train.selfplay import Settings, play  # noqa: E402


def positions(*rows: tuple[int, int, int]) -> Positions:
    """Positions of which only the score, the result and the game matter."""
    empty = np.zeros(49, np.uint8)
    return Positions.from_rows([(empty, 0, [0], score, result, 0, game) for score, result, game in rows])


def test_trust_mixes_the_searches_to_come_with_the_result() -> None:
    """With half of the trust in what comes later, the result counts half at the end and a quarter a move before."""
    won = positions((0, 1, 0), (0, 1, 0))
    assert targets(won, 200, 0.5).tolist() == [0.625, 0.75]
    assert targets(won, 200, 1.0).tolist() == [1.0, 1.0]
    assert targets(won, 200, 0.0).tolist() == [0.5, 0.5]


def test_games_do_not_run_into_each_other() -> None:
    """What comes of one game says nothing about the game before it."""
    assert targets(positions((0, 1, 0), (0, -1, 1)), 200, 1.0).tolist() == [1.0, 0.0]


def test_beside_a_game_only_the_search_is_known() -> None:
    """A stray position is worth what its search said, and the game before it ends with its own result."""
    found = targets(positions((0, -1, 0), (0, STRAY, 0), (10**6, STRAY, 0), (0, 1, 1)), 200, 1.0)
    assert found.tolist() == pytest.approx([0.0, 0.5, 1.0, 1.0])


def test_without_a_search_only_the_result_is_known() -> None:
    """A position of a real game, which nobody searched, is worth what came of it."""
    assert targets(positions((UNKNOWN, -1, 0)), 200, 0.3).tolist() == [0.0]


@pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")
def test_self_play_keeps_positions_of_the_game_and_beside_it() -> None:
    """A game has rows in order with one result, then its strays; the same seed plays the same game."""
    settings = Settings("brandubh", Path(), "own", 200, None, 3)
    rows = list(play(settings, 0))
    found = Positions.from_rows(rows)
    strays = found.result == STRAY
    first_stray = int(strays.argmax())
    assert 0 < first_stray < len(rows)
    assert strays[first_stray:].all()
    assert len(set(found.result[:first_stray].tolist())) == 1
    assert (np.diff(found.ply[:first_stray]) > 0).all()
    assert ((found.board == 3).sum(1) == 1).all()
    assert ((found.board == 2).sum(1) <= 4).all()
    assert ((found.board == 1).sum(1) <= 8).all()
    again = Positions.from_rows(list(play(settings, 0)))
    assert (found.board == again.board).all()
    assert (found.score == again.score).all()
