"""How balanced variants are."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from taflkit import load_variant
from taflkit.match import measure_balance
from taflkit.match.balance import Share

BRANDUBH = load_variant("brandubh")


def test_games_are_counted_once_each() -> None:
    """Wins, draws, lengths and endings add up to the games, and the same seed gives the same games anywhere."""
    found = measure_balance(BRANDUBH, 12, player="random", seed=4)
    assert sum(found.won) + found.drawn == found.games == len(found.lengths) == sum(found.endings.values()) == 12
    assert found.openings == 12
    assert found.lengths[0] <= found.median_length <= found.lengths[-1]
    assert found.drawn == 0
    moves_of_wins = sum((mean or 0) * won for mean, won in zip(found.mean_win_lengths, found.won, strict=True))
    assert moves_of_wins == pytest.approx(sum(found.lengths))
    with ThreadPoolExecutor(2) as executor:
        assert measure_balance(BRANDUBH, 12, player="random", seed=4, executor=executor) == found


def test_openings_are_used_again() -> None:
    """Where there are fewer openings than games, they are played again with other seeds."""
    found = measure_balance(BRANDUBH, 6, player="random", opening_plies=0)
    assert (found.openings, found.games) == (1, 6)
    assert len(set(found.lengths)) > 1
    with pytest.raises(ValueError, match="at least one game"):
        measure_balance(BRANDUBH, 0)


def test_a_side_without_wins_has_no_mean() -> None:
    """The mean length of wins is that of the one game for its winner, and nothing for the other."""
    found = measure_balance(BRANDUBH, 1, player="random", seed=4)
    assert dict(zip(found.won, found.mean_win_lengths, strict=True)) == {1: found.lengths[0], 0: None}


def test_the_interval_of_a_share() -> None:
    """The interval is Wilson's: seven of ten lie between 0.397 and 0.892."""
    share = Share.of(7, 10)
    assert share.value == 0.7
    assert share.low == pytest.approx(0.39677, abs=1e-4)
    assert share.high == pytest.approx(0.89221, abs=1e-4)
    assert str(share) == "70.0 % (39.7 % to 89.2 %)"
