"""Standings, scores of pairs and differences in Elo points."""

from __future__ import annotations

import math
import random
from itertools import islice

import pytest

from taflkit.match import Elo, PairCounts, Standing
from taflkit.match.statistics import elo_of_score, score_of_elo
from tests.match.simulated import pair_points


class TestElo:
    """Differences in Elo points."""

    def test_no_games(self) -> None:
        """Without games nothing is known."""
        assert PairCounts().elo == Elo(None, None, None)
        assert str(PairCounts().elo) == "unknown"
        assert PairCounts().superiority == 0.5

    @pytest.mark.parametrize(
        ("counts", "points"),
        [((0, 0, 1, 0, 0), 0), ((0, 0, 1, 0, 1), 190.8), ((2, 0, 2, 0, 0), -190.8), ((1, 0, 0, 0, 10), 400)],
    )
    def test_the_difference(self, counts: tuple[int, ...], points: float) -> None:
        """Three points of four are 191 Elo points, ten of eleven are four hundred."""
        assert PairCounts(counts).elo.difference == pytest.approx(points, abs=0.1)

    def test_scores_and_differences_are_each_other_s_inverse(self) -> None:
        """A score has its difference, and that difference the score."""
        for score in (0.01, 0.3, 0.5, 0.99):
            assert score_of_elo(elo_of_score(score) or 0.0) == pytest.approx(score)

    def test_more_pairs_say_more(self) -> None:
        """The interval shrinks with the number of pairs."""
        widths = [
            (its.high or 0) - (its.low or 0)
            for its in (PairCounts((4 * n, 0, 3 * n, 0, 5 * n)).elo for n in (1, 10, 100))
        ]
        assert widths == sorted(widths, reverse=True)

    def test_only_wins(self) -> None:
        """Who won everything is stronger by an unknown amount, which has a lower bound."""
        its = PairCounts((0, 0, 0, 0, 10)).elo
        assert its.difference is None
        assert its.high is None
        assert its.low is not None
        assert its.low > 100
        assert str(its).startswith("95 % above +")
        assert str(PairCounts((10, 0, 0, 0, 0)).elo) == str(its).replace("above +", "below -")

    def test_the_opponent(self) -> None:
        """What one wins the other loses."""
        its = PairCounts((1, 2, 3, 4, 5))
        assert its.other.elo.difference == pytest.approx(-(its.elo.difference or 0))
        assert its.superiority + its.other.superiority == pytest.approx(1)
        assert Standing(5, 2, 1).points + Standing(5, 2, 1).other.points == 8

    @pytest.mark.parametrize("counts", [(1, 2, 3), (1, 2, 3, 4, -5), (0.5, 0, 0, 0, 0)])
    def test_other_counts_are_refused(self, counts: tuple[int, ...]) -> None:
        """Counts are five whole numbers."""
        with pytest.raises(ValueError, match="five numbers of pairs"):
            PairCounts(counts)


class TestErrors:
    """Errors are those of pairs, not of single games."""

    def test_where_one_side_always_wins_nothing_is_uncertain(self) -> None:
        """A thousand pairs that end one to one leave less than two Elo points; as single games they would leave 15."""
        its = PairCounts((0, 0, 1000, 0, 0)).elo
        assert its.difference == 0
        assert its.high is not None
        assert its.high < 2
        alone = 1.96 * math.sqrt(0.25 / 2000)
        assert elo_of_score(0.5 + alone) == pytest.approx(15, abs=1)

    @pytest.mark.slow
    @pytest.mark.parametrize("bias", [0.0, 2.0, 6.0])
    @pytest.mark.parametrize("elo", [0.0, 100.0])
    @pytest.mark.parametrize("pairs", [10, 60])
    def test_intervals_hold_the_truth_as_often_as_they_say(self, bias: float, elo: float, pairs: int) -> None:
        """Of a thousand simulated matches at least 93 of 100 have the true difference in their interval."""
        points = pair_points(elo, bias, random.Random(pairs))
        held = 0
        for _ in range(1000):
            found = list(islice(points, pairs))
            its = PairCounts([found.count(half) for half in range(5)]).elo
            held += (its.low is None or its.low <= elo) and (its.high is None or elo <= its.high)
        assert held >= 930
