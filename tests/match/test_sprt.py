"""The sequential test of strength."""

from __future__ import annotations

import random

import pytest

from taflkit import start
from taflkit.match import Match, PairCounts, Sprt, Verdict
from tests.match.simulated import pair_points


def decide(sprt: Sprt, elo: float, bias: float, chance: random.Random) -> Verdict:
    """Play simulated pairs until the test is decided."""
    counts = [0] * 5
    for points in pair_points(elo, bias, chance):
        counts[points] += 1
        verdict = sprt.verdict(PairCounts(counts))
        if verdict is not None:
            return verdict
    raise AssertionError("the pairs have no end")


@pytest.mark.slow
@pytest.mark.parametrize("bias", [0.0, 2.0, 6.0], ids=["balanced", "unbalanced", "one side always wins"])
@pytest.mark.parametrize("true_elo", [0.0, 60.0])
def test_errors_are_as_rare_as_asked_for(bias: float, true_elo: float) -> None:
    """In a thousand matches of players of known strength the wrong statement is accepted in 5 of 100 at most.

    The bound of the test is two standard deviations of a thousand trials wider.
    """
    sprt, chance = Sprt(0, 60), random.Random(int(10 * bias + true_elo))
    verdicts = [decide(sprt, true_elo, bias, chance) for _ in range(1000)]
    assert verdicts.count(Verdict.WEAKER if true_elo else Verdict.STRONGER) <= 64


def test_rare_wins_are_waited_for() -> None:
    """Pairs that end one to one say little as long as there are few of them."""
    sprt = Sprt(0, 5)
    assert sprt.verdict(PairCounts((0, 0, 50, 0, 0))) is None
    assert sprt.verdict(PairCounts((0, 0, 5000, 0, 0))) is Verdict.WEAKER


def test_the_ratio_follows_the_score() -> None:
    """The ratio rises with every pair won, and is the negative for the opponent and the opposite statements."""
    sprt = Sprt(-10, 10)
    ratios = [sprt.ratio(PairCounts((5, 0, 5, 0, won))) for won in range(4, 9)]
    assert ratios == sorted(ratios)
    counts = PairCounts((1, 2, 3, 4, 9))
    assert sprt.ratio(counts) == pytest.approx(-sprt.ratio(counts.other))
    assert sprt.ratio(PairCounts()) == 0


def test_a_match_ends_when_the_test_is_decided() -> None:
    """A match of very different players is over after few pairs, and a test has two entrants."""
    match = Match(("alphabeta:depth=1", "random"), start("brandubh"))
    results = list(match.play(50, sprt=Sprt(0, 300)))
    assert len(results) < 30
    assert Sprt(0, 300).verdict(PairCounts.of(results)) is Verdict.STRONGER
    assert Sprt(0, 300).verdict(PairCounts.of(results[:-1])) is None
    with pytest.raises(ValueError, match="an SPRT has two entrants, not 3"):
        next(Match(("random", "random", "random"), start("brandubh")).play(1, sprt=Sprt(0, 5)))


@pytest.mark.parametrize(
    "arguments", [(5, 5), (9, 3), (0, float("inf")), (0, 5, 0.0), (0, 5, 0.05, 0.6), (0, float("nan"))]
)
def test_wrong_tests_are_refused(arguments: tuple[float, ...]) -> None:
    """The first difference is below the second, and errors are rare."""
    with pytest.raises(ValueError, match="must be"):
        Sprt(*arguments)
