"""Turns: in berserk games the piece that has captured goes on."""

from __future__ import annotations

from typing import Any

import pytest

from taflkit import IllegalMoveError, Reason, Side, Variant, format_position, parse_position
from taflkit.rules import Berserk, Custodial, Enemies, KingReaches, RepetitionEnds, Verdict
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


def test_a_position_in_the_middle_of_a_turn_is_another_position() -> None:
    """The piece that goes on is part of the position and of its text."""
    game = drawn(berserk(), "attackers", GOES_ON).play("f3-c")
    text = format_position(game)
    assert text.endswith("attackers@c3")
    assert parse_position(text, game.variant).position == game.position
    assert parse_position(text.partition("@")[0], game.variant).position != game.position


def test_repetition_is_not_counted_within_a_turn() -> None:
    """A rule on repetition looks at the position when the turn is over."""
    rule = RepetitionEnds(2, Verdict.DRAW)
    game = drawn(berserk(), "attackers", GOES_ON).play("f3-c")
    assert rule.repeated(game) is None
