"""The terms of the evaluation, one fact each, and the table that they stand in."""

from __future__ import annotations

from types import ModuleType

import attrs
import pytest

from taflkit import load_variant
from taflkit.evaluation.table import MAX_THREATS, MAX_WEIGHT, SQUARES_A_MOVE, WEIGHTS
from taflkit.evaluation.terms import TERMS
from taflkit.kernel.constants import EXPECTED, differing
from taflkit.search.tafl import (
    Besiegers,
    Blockade,
    Enclosure,
    Escapes,
    Evaluation,
    Guards,
    Hunters,
    KingDistance,
    KingMobility,
    Material,
    OpenLines,
    Roaming,
    Stifled,
    Term,
    default_terms,
)
from taflkit.variant import Weights
from tests.drawn import drawn

#: In brandubh the king escapes to a corner, and the throne is in the middle.
ONE_WAY = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    K . . A . . .
    A . . . . . .
    . A . . . . .
    . . . . . . .
"""
TWO_WAYS = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    K . . A . . .
    . A . . . . .
    . . . . . . .
    . . . . . . .
"""
AT_HOME = """
    . . . . . . .
    . A . . . A .
    . . . A . . .
    . . A K D . .
    . . . . . . .
    . . . . . . .
    . . . . . . A
"""
ENCLOSED = """
    . . . . . . .
    . . . A . . .
    . . A D A . .
    . . A K A . .
    . . . A . . .
    . . . . . . .
    . . . . . . .
"""
POCKET = """
    . . . . . . .
    . . . A . . .
    . . A D A . .
    . . A K A . .
    . . . . . . A
    . . . . A . D
    . . . A . . A
"""


def worth(term: Term, picture: str) -> int:
    """What a term makes of a drawn board of brandubh, for the defenders."""
    game = drawn("brandubh", "defenders", picture)
    return Evaluation((term,)).evaluator(game.variant)(game.position)


@pytest.mark.parametrize(
    ("term", "picture", "value"),
    [
        pytest.param(Escapes(10, 100), AT_HOME, 0, id="a king who reaches no corner has no way"),
        pytest.param(Escapes(10, 100), ONE_WAY, 10, id="a king with a free line to one corner has one way"),
        pytest.param(Escapes(10, 100), TWO_WAYS, 100, id="with two free lines he has two"),
        pytest.param(KingMobility(1), AT_HOME, 3, id="a king between a man and an attacker moves along his column"),
        pytest.param(Besiegers(1), AT_HOME, -2, id="attackers beside the king count for the attackers"),
        pytest.param(Hunters(1), AT_HOME, -4, id="attackers two squares away hunt him"),
        pytest.param(Roaming(1), AT_HOME, 0, id="a king in the middle does not roam"),
        pytest.param(Roaming(1), ONE_WAY, 3, id="a king on the edge is three columns away"),
        pytest.param(Guards(1), AT_HOME, -9, id="rows and columns with an attacker are guarded"),
        pytest.param(OpenLines(1), ENCLOSED, 4, id="the four edges are open lines to the corners"),
        pytest.param(Enclosure(1, 50), ENCLOSED, -50, id="a king in a ring of attackers is enclosed"),
        pytest.param(Enclosure(1, 50), AT_HOME, 3, id="a corner with an attacker on it is no way out"),
        pytest.param(Blockade(1), AT_HOME, -2, id="attackers diagonally before a corner blockade it"),
        pytest.param(Stifled(1), AT_HOME, 0, id="eleven moves are enough on 49 squares"),
        pytest.param(Stifled(1), ENCLOSED, -8, id="defenders who cannot move lack one for every six squares"),
        pytest.param(Stifled(1), POCKET, -5, id="with three moves they lack five"),
        pytest.param(KingDistance(1, 0), AT_HOME, 1, id="from one square the king would reach a corner next"),
        pytest.param(KingDistance(0, 1), AT_HOME, 0, id="with an attacker in the other corner that is no fork"),
        pytest.param(KingDistance(0, 1), ONE_WAY.replace("A", "."), 1, id="two corners at once are a fork"),
        pytest.param(Material(100, 50), ENCLOSED, 50, id="two attackers were taken for three defenders"),
    ],
)
def test_a_term_counts_what_it_says(term: Term, picture: str, value: int) -> None:
    """Each term has the value that one counts on the board."""
    assert worth(term, picture) == value


def test_the_attackers_have_the_negative() -> None:
    """An evaluation is for the side to move."""
    game = drawn("brandubh", "attackers", TWO_WAYS)
    assert Evaluation((Escapes(10, 100),)).evaluator(game.variant)(game.position) == -100


def test_the_default_evaluation_has_every_weight_of_the_variant() -> None:
    """The default terms hold the weights of a variant's file, each under its own name."""
    weights = Weights(**{weight.name: number for number, weight in enumerate(WEIGHTS, 1)})
    held = {name: getattr(term, name) for term in default_terms(weights) for name in TERMS[type(term)]}
    assert held == attrs.asdict(weights)
    assert set(map(type, default_terms(weights))) == set(TERMS)


def test_weights_that_are_left_out_are_those_of_the_table() -> None:
    """A variant without `[evaluation]` has the defaults."""
    assert attrs.asdict(load_variant("brandubh").weights).keys() == {weight.name for weight in WEIGHTS}
    assert attrs.asdict(Weights()) == {weight.name: weight.default for weight in WEIGHTS}


@pytest.mark.parametrize(
    "other",
    [
        {"WEIGHTS": ("attacker",)},
        {"WEIGHTS": tuple(weight.name for weight in reversed(WEIGHTS))},
        {"MAX_WEIGHT": MAX_WEIGHT + 1},
        {"MAX_THREATS": MAX_THREATS - 1},
        {"SQUARES_A_MOVE": SQUARES_A_MOVE + 1},
    ],
    ids=str,
)
def test_a_kernel_of_another_version_is_refused(other: dict[str, object]) -> None:
    """A compiled module whose weights have other names, another order or other limits is not used."""
    native = ModuleType("native")
    vars(native).update(EXPECTED)
    assert differing(native) == []
    vars(native).update(other)
    assert differing(native) == [*other]
