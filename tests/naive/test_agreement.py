"""taflkit and the naive engine play alike: the same moves, the same captures, the same ends of games."""

from __future__ import annotations

import random

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Game, Position, Variant, load_variant
from taflkit.rules import Slide
from tests.examples import examples
from tests.kernel.compositions import compositions
from tests.naive.board import UnknownRuleError
from tests.naive.comparing import check_game, check_move, check_position
from tests.naive.engine import Engine
from tests.naive.positions import scattered, walled
from tests.variants import TAFL, each_of


@each_of(TAFL)
def test_both_play_the_same_games(name: str) -> None:
    """In a random game from the start both know the same moves, and agree on what each one takes and who has won."""
    variant = load_variant(name)
    check_game(Game(variant, variant.start), Engine(variant), random.Random(name), plies=40)


@each_of(TAFL)
def test_both_see_the_same_in_random_positions(name: str) -> None:
    """Of every move in positions with pieces close together, both say the same."""
    variant, chance = load_variant(name), random.Random(name)
    engine = Engine(variant)
    compared = 0
    while compared < 100:
        position = scattered(variant, chance)
        if variant.rules.outcome(position) is None:
            compared += check_position(variant, engine, position)


@each_of(TAFL)
def test_both_say_the_same_of_moves_that_complete_a_wall(name: str) -> None:
    """Both know what is captured, or who wins, when one side closes in the other."""
    check_walls(load_variant(name), random.Random(name), positions=40)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["brandubh", "copenhagen", "tablut"])
def test_both_say_the_same_of_many_moves_that_complete_a_wall(name: str) -> None:
    """With more of them come those that are rare: shieldwalls, exit forts, men captured against their own king."""
    check_walls(load_variant(name), random.Random(name), positions=1000)


def check_walls(variant: Variant, chance: random.Random, positions: int) -> None:
    """Compare what the two say of moves that complete walls."""
    engine = Engine(variant)
    for _ in range(positions):
        position, move = walled(variant, chance)
        if variant.rules.outcome(position) is None:
            check_move(variant, engine, position, move)


@examples(25)
@given(compositions(), st.integers(0, 2**32))
def test_both_agree_on_rules_that_are_made_up(variant: Variant, seed: int) -> None:
    """Also where rules meet that no variant brings together, both play a game and see positions alike."""
    engine, chance = Engine(variant), random.Random(seed)
    check_game(Game(variant, variant.start), engine, chance, plies=20)
    position = scattered(variant, chance)
    if variant.rules.outcome(position) is None:
        check_position(variant, engine, position)
    check_walls(variant, chance, positions=5)


@attrs.frozen
class Flight:
    """Pieces may go to any empty square."""

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """Everywhere."""
        return position.board.grid.everywhere_mask & ~position.occupied_mask


def test_a_rule_that_the_naive_engine_does_not_know_is_an_error() -> None:
    """It does not play a game of which it knows a part of the rules only."""
    tablut = load_variant("tablut")
    flying = attrs.evolve(tablut, rules=attrs.evolve(tablut.rules, movement=(Slide(), Flight())))
    engine = Engine(flying)
    with pytest.raises(UnknownRuleError, match="Flight"):
        engine.moves(engine.start)
