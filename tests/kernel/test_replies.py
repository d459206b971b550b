"""Counting two plies at once, against making every move: the shortcuts of `native/replies.c` leave nothing out."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from taflkit import Game, Position, Variant, load_variant
from taflkit.kernel import installed
from taflkit.kernel.encoding import decode_position, encode_position
from taflkit.rules import Enemies, ExitFort, Reserved, Shieldwall, Surrounded
from tests.drawn import captured, drawn
from tests.kernel.compositions import compositions
from tests.kernel.scenes import SCENES
from tests.rules.boards import small
from tests.runners import kernel_of
from tests.variants import TAFL, each_of

pytestmark = pytest.mark.skipif(not installed(), reason=f"compiled kernel: {installed()}")


def wandered(variant: Variant, chance: random.Random) -> Position:
    """A position of a random game."""
    kernel, state = kernel_of(variant.rules), encode_position(variant.start)
    assert kernel is not None
    for _ in range(chance.randrange(40)):
        moves = kernel.moves(state)
        after, _, outcome = kernel.step(state, *chance.choice(moves)) if moves else (state, (), 1)
        if outcome:
            break
        state = after
    return decode_position(variant.board, state)


def check(variant: Variant, position: Position) -> None:
    """Both ways count as many answers."""
    kernel = kernel_of(variant.rules)
    assert kernel is not None
    made, counted = (kernel.perft(encode_position(position), 2, bulk=bulk) for bulk in (False, True))
    assert counted == made, f"{variant.name}\n{position}"


def check_however_turned(game: Game) -> None:
    """So they do of a position, turned and mirrored in every way."""
    for symmetry in game.variant.board.grid.symmetries:
        check(game.variant, game.position.transformed(symmetry))


@each_of(TAFL)
def test_as_many_answers_are_counted_as_there_are(name: str) -> None:
    """In games of every variant, and in positions where pieces stand close together."""
    variant, chance = load_variant(name), random.Random(name)
    for _ in range(25):
        for scene in (wandered, *SCENES):
            check(variant, scene(variant, chance))


@settings(
    max_examples=50,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(compositions(), st.integers(0, 2**32))
def test_so_they_are_whatever_is_composed(variant: Variant, number: int) -> None:
    """The same holds under random rules, however strange."""
    chance = random.Random(number)
    for _ in range(5):
        for scene in SCENES:
            check(variant, scene(variant, chance))


@pytest.mark.parametrize(
    ("move", "end", "front"), [("f5-f7", ".", "A"), ("e1-e6", "A", ".")], ids=["at its end", "in front"]
)
def test_rows_on_the_edge_are_taken(move: str, end: str, front: str) -> None:
    """A move at the end of a row on the edge, or in front of it, may take men and make room for a king among them."""
    variant = small(width=7, height=7, hostility=(Enemies(),), captures=(Shieldwall(flanking=False),))
    picture = f"""
        . . A K D {end} .
        . . . A {front} . .
        . . . . . A .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . A . .
    """
    game = drawn(variant, "attackers", picture)
    assert captured(game, move) == "e7"
    check_however_turned(game)


def test_men_are_surrounded() -> None:
    """Men who must be surrounded may be taken by a move beside them, whatever is behind them."""
    variant = small(hostility=(Enemies(),), captures=(Surrounded("men", sides=3),))
    picture = """
        . . . . .
        . . A . .
        . A D . .
        . . . . A
        K . . . .
    """
    game = drawn(variant, "attackers", picture)
    assert captured(game, "e2-c2") == "c3"
    check_however_turned(game)


def test_the_king_completes_his_fort() -> None:
    """The game may end where the king comes to the edge, without a goal there."""
    variant = small(width=7, height=7, hostility=(Enemies(),), endings=(ExitFort(),))
    picture = """
        . . D . . D .
        . . D . K D .
        . . . D D . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . . . . . A
    """
    game = drawn(variant, "defenders", picture)
    assert game.play("e6-e7").outcome is not None
    check_however_turned(game)


@pytest.mark.parametrize("stop", ["everyone", "attackers", "king"])
@pytest.mark.parametrize("cross", ["everyone", "attackers", "king"])
def test_who_stops_need_not_pass(stop: str, cross: str) -> None:
    """On lines with a throne where some may stop, and some pass, every move is counted."""
    variant = small(access=(Reserved("throne", stop=stop, cross=cross),))
    chance = random.Random(f"{stop} {cross}")
    for _ in range(100):
        check(variant, chance.choice(SCENES)(variant, chance))
