"""Jumps over enemies, and captures by them."""

from __future__ import annotations

from typing import Any

from taflkit import ATTACKER, DEFENDER, KING, Piece, Side, Variant
from taflkit.rules import Jump, JumpCapture, Reserved, Slide
from tests.drawn import captured, drawn
from tests.rules.boards import listed, small, targets

COMMANDER = Piece(Side.ATTACKERS, "commander", "C")
KNIGHT = Piece(Side.DEFENDERS, "knight", "N")
ALL = (ATTACKER, DEFENDER, KING, COMMANDER, KNIGHT)


def jumping(*movement: object, **strategies: Any) -> Variant:
    """A game on a small board with these movements; only men slide."""
    return small(pieces=ALL, movement=(Slide("man"), *movement), **strategies)


BOARD = """
    . . N . .
    . . D . .
    . D C A .
    . . D . .
    . . K . .
"""


def test_a_commander_leaps_over_an_ordinary_enemy() -> None:
    """He leaps over men of the enemy to free squares, not over his own, nor onto a piece."""
    assert targets(drawn(jumping(Jump("commander")), "attackers", BOARD), "c3") == "a3"


def test_only_the_pieces_named_leap() -> None:
    """A jump of the knights is no jump of the commanders."""
    assert targets(drawn(jumping(Jump("knight")), "attackers", BOARD), "c3") == ""


def test_who_can_be_leapt_over_is_said_by_name() -> None:
    """Kings, knights and commanders can be leapt over only where that is said."""
    picture = """
        . . . . .
        . . . . .
        . . C K .
        . . N . .
        . . . . .
    """
    assert targets(drawn(jumping(Jump("commander")), "attackers", picture), "c3") == ""
    assert targets(drawn(jumping(Jump("commander", over=("king", "knight"))), "attackers", picture), "c3") == "c1 e3"


def test_a_restricted_jump_starts_from_or_ends_on_the_area() -> None:
    """With an area, a leap counts that starts there or lands there."""
    picture = """
        . . A . .
        . . K . .
        . . . A .
        . . . . .
        . . . . .
    """
    variant = jumping(Jump("king", area="throne"))
    assert targets(drawn(variant, "defenders", picture), "c4") == ""
    on_throne = picture.replace("K", ".").replace(". . . A .", ". . K A .")
    assert targets(drawn(variant, "defenders", on_throne), "c3") == "e3"
    to_throne = picture.replace(". . K . .", ". . A . .").replace(
        ". . A . .\n        . . A", ". . K . .\n        . . A"
    )
    assert targets(drawn(variant, "defenders", to_throne), "c5") == "c3"


def test_a_restricted_jump_elsewhere() -> None:
    """With an area, a leap that neither starts there nor lands there is none."""
    picture = """
        . . . . .
        . K A . .
        . A . . .
        . . . . .
        . . . . .
    """
    assert targets(drawn(jumping(Jump("king", area="throne")), "defenders", picture), "b4") == ""
    assert targets(drawn(jumping(Jump("king")), "defenders", picture), "b4") == "b2 d4"


def test_targets_are_empty_squares() -> None:
    """Asked about a square, a jump names empty squares, and none for a piece that does not jump or for no piece."""
    variant = jumping()
    position = drawn(variant, "attackers", BOARD).position
    everywhere = variant.board.grid.everywhere_mask
    origins = {square: variant.board.grid.mask([square]).bit_length() - 1 for square in ("c3", "c4", "e1")}
    jump = Jump("commander")
    assert listed(variant, jump.targets(position, origins["c3"], everywhere)) == "a3"
    assert jump.targets(position, origins["c4"], everywhere) == 0
    assert jump.targets(position, origins["e1"], everywhere) == 0


def test_a_leap_may_not_land_where_one_may_not_stop() -> None:
    """A reserved square is closed to leaps too."""
    picture = """
        . . . . .
        . . . . .
        N A . . .
        . . . . .
        . . . . .
    """
    reserved = (Reserved("throne"),)
    assert targets(drawn(jumping(Jump("knight"), access=reserved), "defenders", picture), "a3") == ""
    assert targets(drawn(jumping(Jump("knight")), "defenders", picture), "a3") == "c3"


def test_pieces_that_also_slide_do_both() -> None:
    """A piece that slides and leaps has the moves of both."""
    picture = """
        . . . . .
        . . . . .
        . N A . .
        . . . . .
        . . . . .
    """
    variant = jumping(Jump("knight"), Slide("knight"))
    assert targets(drawn(variant, "defenders", picture), "b3") == "a3 b1 b2 b4 b5 d3"


def test_a_knight_captures_whom_it_leaps_over() -> None:
    """The man leapt over is taken, if the jumper is one that captures so."""
    picture = """
        . . . . .
        . . . . .
        . N A . .
        . C D . .
        x . . . .
    """
    for capturer, by_knight, by_commander in [("knight", "c3", ""), ("commander", "", "c2")]:
        variant = jumping(Jump("knight"), Jump("commander"), captures=(JumpCapture(capturer),))
        assert captured(drawn(variant, "defenders", picture.replace("x", "A")), "b3-d") == by_knight
        assert captured(drawn(variant, "attackers", picture.replace("x", "D")), "b2-d") == by_commander


def test_a_slide_of_two_squares_captures_nothing() -> None:
    """Only what is leapt over is taken, not what a move passes by."""
    picture = """
        . . . . .
        . . A . .
        . N . . .
        . . A . .
        A . . . .
    """
    variant = jumping(Slide("knight"), Jump("knight"), captures=(JumpCapture("knight"),))
    assert captured(drawn(variant, "defenders", picture), "b3-d") == ""
    assert captured(drawn(variant, "defenders", picture), "b3-c") == ""
