"""Standings and differences in Elo points."""

from __future__ import annotations

import math

import pytest

from taflkit.match import Elo, Standing


class TestElo:
    """Differences in Elo points."""

    def test_no_games(self) -> None:
        """Without games nothing is known."""
        assert Standing(0, 0, 0).elo == Elo(None, None, None)
        assert str(Standing(0, 0, 0).elo) == "unknown"

    @pytest.mark.parametrize(
        ("won", "drawn", "lost", "points"),
        [(1, 0, 1, 0), (0, 5, 0, 0), (3, 0, 1, 190.8), (10, 0, 1, 400), (1, 2, 5, -190.8)],
    )
    def test_the_difference(self, won: int, drawn: int, lost: int, points: float) -> None:
        """Ten to one are four hundred points, a draw is half a game."""
        assert Standing(won, drawn, lost).elo.difference == pytest.approx(points, abs=0.1)

    def test_the_interval(self) -> None:
        """The interval is Wilson's: seven of ten lie between 0.397 and 0.892."""
        found = Standing(7, 0, 3).elo
        assert found.low == pytest.approx(400 * math.log10(0.39677 / 0.60323), abs=0.5)
        assert found.high == pytest.approx(400 * math.log10(0.89221 / 0.10779), abs=0.5)
        assert str(found) == "+147, 95 % between -73 and +367"

    def test_more_games_say_more(self) -> None:
        """The interval shrinks with the number of games."""
        widths = [
            (its.high or 0) - (its.low or 0)
            for its in (Standing(6, 0, 4).elo, Standing(60, 0, 40).elo, Standing(600, 0, 400).elo)
        ]
        assert widths == sorted(widths, reverse=True)

    def test_only_wins(self) -> None:
        """Who won everything is stronger by an unknown amount, which has a lower bound."""
        assert Standing(10, 0, 0).elo.difference is None
        assert Standing(10, 0, 0).elo.high is None
        assert str(Standing(10, 0, 0).elo) == "95 % above +166"
        assert str(Standing(0, 0, 10).elo) == "95 % below -166"

    def test_the_other_program(self) -> None:
        """What one wins the other loses."""
        its = Standing(5, 2, 1)
        assert its.points + its.other.points == its.games == 8
        assert its.elo.difference == pytest.approx(-(its.other.elo.difference or 0))
