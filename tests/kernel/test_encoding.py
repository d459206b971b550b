"""Positions, games and outcomes as the kernel takes them."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import Game, Position, Reason, Side, load_variant, start
from taflkit.kernel.encoding import OUTCOMES, decode_position, encode_position, has_room_for
from taflkit.rules import Custodial, Enemies
from taflkit.testing import games
from tests.drawn import drawn
from tests.rules.boards import small
from tests.rules.test_limits import MERCENARIES
from tests.runners import line_of

PICTURE = """
    . . . . .
    . . . . .
    . . K . .
    . D . . .
    A . . . .
"""


def test_a_state_has_a_byte_for_each_square() -> None:
    """The kinds of piece from a1 along the rows, then whose turn it is, then who must go on."""
    position = drawn(small(), "attackers", PICTURE).position
    board = bytes([1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, *[0] * 12])
    assert encode_position(position) == board + b"\0\0\0"
    assert encode_position(attrs.evolve(position, to_move=Side.DEFENDERS)) == board + b"\1\0\0"
    assert encode_position(attrs.evolve(position, going_on_mask=1)) == board + b"\0\1\0"


def test_the_square_that_goes_on_may_have_a_large_number() -> None:
    """The last square of the largest board takes two bytes."""
    board = load_variant("tablut-19").board
    position = Position(board, (1 << 360, 0, 1), Side.ATTACKERS, going_on_mask=1 << 360)
    assert encode_position(position)[-3:] == bytes([0, 361 & 0xFF, 361 >> 8])
    assert decode_position(board, encode_position(position)) == position


@settings(deadline=None)  # Loading a variant takes its time, once.
@given(st.sampled_from(["tablut", "copenhagen", "berserk", "magpie"]).flatmap(lambda name: games(load_variant(name))))
def test_a_state_is_its_position(game: Game) -> None:
    """A position comes back from its state, with everything that it knows of itself."""
    position = game.position
    again = decode_position(position.board, encode_position(position))
    assert again == position
    assert hash(again) == hash(position)
    assert (again.attacking_mask, again.defending_mask, again.kings_mask) == (
        position.attacking_mask,
        position.defending_mask,
        position.kings_mask,
    )


def test_a_line_has_the_positions_that_may_come_back() -> None:
    """The states since pieces last left the board, oldest first, and what limits count."""
    game = start("tablut", move_limit=100)
    assert line_of(game) == (encode_position(game.position), 0, 0, 100)
    game = start("tablut").play_all(["i6-g", "e7-f", "g6-i"])
    states = [encode_position(there.position) for there in (game.previous.previous.previous, game.previous.previous)]  # type: ignore[union-attr]
    assert line_of(game)[0].startswith(b"".join(states))
    assert line_of(game)[1:] == (3, 3, 0)
    assert len(line_of(game)[0]) == 4 * (81 + 3)


def test_a_capture_begins_a_line_anew() -> None:
    """What stood on the board before pieces left it cannot come back."""
    variant = small(captures=(Custodial(),), hostility=(Enemies(),))
    picture = """
        A . . . .
        . D A . .
        . . K . .
        . . . . .
        . . . . .
    """
    game = drawn(variant, "attackers", picture).play("a5-4xb4")
    assert line_of(game) == (encode_position(game.position), 1, 0, 0)


def test_a_piece_that_changes_sides_was_captured() -> None:
    """It leaves no gap in the positions that may come back, but ends the plays without a capture."""
    variant = small(pieces=MERCENARIES, captures=(Custodial(),), hostility=(Enemies(),), turncoats="mercenary")
    picture = """
        A . . . .
        . . . . .
        D m . D K
        . . . . .
        . . . . .
    """
    game = drawn(variant, "attackers", picture).play_all(["a5-4", "d3-c", "a4-5"])
    states, turns, captureless, limit = line_of(game)
    assert (len(states), turns, captureless, limit) == (4 * (25 + 3), 3, 1, 0)


def test_outcomes_are_numbered_as_in_the_kernel() -> None:
    """Each reason comes three times, by winner; that they have the same order in C is checked with the constants."""
    for code, outcome in enumerate(OUTCOMES):
        if outcome is None:
            assert code == 0
        else:
            winner = {Side.ATTACKERS: 0, Side.DEFENDERS: 1, None: 2}[outcome.winner]
            assert code == list(Reason).index(outcome.reason) * 3 + winner + 1


@pytest.mark.parametrize("limit", [2**31, 10**30])
def test_a_limit_beyond_reach_is_as_good_as_the_largest(limit: int) -> None:
    """The kernel counts moves in 32 bits."""
    assert line_of(start("tablut", move_limit=limit))[3] == 2**31 - 1


def test_there_is_room_for_eight_kings() -> None:
    """A position with more of them is played in Python."""
    board = load_variant("tablut").board
    assert has_room_for(Position(board, (0, 0, 0xFF), Side.ATTACKERS))
    assert not has_room_for(Position(board, (0, 0, 0x1FF), Side.ATTACKERS))
