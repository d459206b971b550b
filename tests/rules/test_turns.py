"""Turns: in berserk games the piece that has captured goes on."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from taflkit import IllegalMoveError, Outcome, Position, Reason, Side, Variant, format_position, game_from_text
from taflkit.rules import Berserk, Custodial, Enemies, KingReaches, RepetitionEnds
from tests.drawn import drawn
from tests.rules.boards import small, targets

CORNERS = {"corners": "corners"}


def berserk(**options: Any) -> Variant:
    """A game on seven by seven squares in which a piece that has captured must capture on."""
    return small(
        width=7,
        height=7,
        regions=CORNERS,
        captures=(Custodial(),),
        hostility=(Enemies(),),
        endings=(KingReaches("corners"),),
        turn=Berserk(**options),
    )


GOES_ON = """
    . . . . . . .
    . . A . . . .
    . . D . . . .
    . . . . . . .
    A D . . . A .
    . . . . . . .
    . . . K . . .
"""


def test_the_same_piece_must_go_on_capturing() -> None:
    """The attacker captures on b3 from c3, and must then capture on c5 from c4."""
    game = drawn(berserk(), "attackers", GOES_ON).play("f3-c")
    assert game.to_move is Side.ATTACKERS
    assert targets(game, "c3") == "c4"
    assert len(game.legal_moves) == 1
    assert game.turns == 0
    with pytest.raises(IllegalMoveError, match="c3"):
        game.play("a3-4")
    game = game.play("c3-4")
    assert game.to_move is Side.DEFENDERS
    assert game.turns == 1
    assert [str(m) for m in game.moves] == ["f3-c3", "c3-c4"]


def test_a_capture_that_goes_on_is_followed_by_moves_of_its_own_piece() -> None:
    """After f3-c3 there is one move, the next capture."""
    game = drawn(berserk(), "attackers", GOES_ON)
    after = [game.play(move) for move in game.legal_moves]
    assert [len(each.legal_moves) for each in after if each.to_move is Side.ATTACKERS] == [1]


def test_a_move_that_captures_nothing_ends_the_turn() -> None:
    """Without a capture the opponent is to move, whatever could be captured next."""
    assert drawn(berserk(), "attackers", GOES_ON).play("f3-4").to_move is Side.DEFENDERS


def test_a_king_may_go_on_to_his_escape() -> None:
    """With an escape area, a king who has captured may run on to it in the same turn; else he may not."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        A . . . . . .
        . . . . . . .
        . D A . K . .
    """
    assert drawn(berserk(), "defenders", picture).play("e1-d").to_move is Side.ATTACKERS
    game = drawn(berserk(escape="corners"), "defenders", picture).play("e1-d")
    assert game.to_move is Side.DEFENDERS
    assert targets(game, "d1") == "g1"
    end = game.play("d1-g").outcome
    assert end is not None
    assert end.reason is Reason.KING_ESCAPED


def test_a_king_who_can_do_both_chooses() -> None:
    """A king who can capture on and can escape may do either; without an escape area he must capture."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . D . . .
        . . . A . . .
        A . . . . . .
        . . . . . . .
        . D A . K . .
    """
    game = drawn(berserk(escape="corners"), "defenders", picture).play("e1-d")
    assert targets(game, "d1") == "d3 g1"
    assert targets(drawn(berserk(), "defenders", picture).play("e1-d"), "d1") == "d3"


def test_only_the_king_goes_on_to_the_escape() -> None:
    """A man who has captured does not go on to where the king could escape."""
    picture = """
        . . . . . . .
        . . . . . . .
        . K . . . . .
        . . . . . . .
        A D . A . . .
        . . . . . . .
        . . . . . . .
    """
    game = drawn(berserk(escape="edge"), "attackers", picture).play("d3-c")
    assert str(game.last) == "d3-c3xb3"
    assert game.to_move is Side.DEFENDERS


def test_a_position_in_the_middle_of_a_turn_is_another_position() -> None:
    """The piece that goes on is part of the position and of its text."""
    game = drawn(berserk(), "attackers", GOES_ON).play("f3-c")
    text = format_position(game)
    assert text.endswith("attackers@c3")
    assert game_from_text(text, game.variant).position == game.position
    assert game_from_text(text.partition("@")[0], game.variant).position != game.position


@attrs.frozen
class Past:
    """A game as a rule on repetition sees it: the position, and the one before."""

    position: Position
    previous: Past | None = None
    taken_mask: int = 0
    seen_before: bool = True
    turns: int = 0
    reversible: int = 1


@pytest.mark.parametrize("symmetric", [False, True])
def test_repetition_is_not_counted_within_a_turn(symmetric: bool) -> None:
    """A rule on repetition looks at positions when the turn is over, and at no others."""
    rule = RepetitionEnds(2, symmetric=symmetric)
    going = drawn(berserk(), "attackers", GOES_ON).play("f3-c").position
    over = attrs.evolve(going, going_on_mask=0)
    assert rule.repeated(Past(going, Past(going))) is None
    assert rule.repeated(Past(over, Past(going))) is None
    assert rule.repeated(Past(over, Past(over))) == Outcome(None, Reason.REPETITION)
