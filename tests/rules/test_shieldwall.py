"""The shieldwall: a row on the edge is captured as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from taflkit import Piece, Side, Variant
from taflkit.rules import Custodial, Enemies, Shieldwall
from tests.drawn import captured, drawn
from tests.rules.boards import MEN_AND_KING, captured_however_turned, small

CORNERS = {"corners": "corners"}


def walled(**options: Any) -> Variant:
    """A game on seven by seven squares in which only shieldwalls capture."""
    return small(
        width=7,
        height=7,
        regions=CORNERS,
        captures=(Shieldwall(**options),),
        hostility=(Enemies(),),
    )


ROW = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . A
    . . A A . . .
    . A D D . . A
"""


def test_a_row_is_captured_when_its_last_end_is_closed() -> None:
    """Two defenders on the edge, each with an attacker in front, are taken when both ends are closed."""
    assert captured_however_turned(drawn(walled(), "attackers", ROW), "g1-e") == {"c1 d1"}


COMMANDER = Piece(Side.ATTACKERS, "commander", "C")


@pytest.mark.parametrize(("mover", "taken"), [("A", ""), ("C", "c1 d1")])
def test_only_those_named_close_a_row(mover: str, taken: str) -> None:
    """Where commanders alone capture so, an attacker closes the row in vain, and may yet stand around it."""
    variant = small(
        width=7,
        height=7,
        pieces=(*MEN_AND_KING, COMMANDER),
        captures=(Shieldwall(by="commander"),),
        hostility=(Enemies(),),
    )
    assert captured(drawn(variant, "attackers", ROW.replace("D D . . A", f"D D . . {mover}")), "g1-e") == taken


def test_one_piece_is_no_row() -> None:
    """A single defender on the edge is not taken by a shieldwall."""
    picture = ROW.replace("A A . . .", ". A . . .").replace("A D D", ". A D")
    assert captured(drawn(walled(), "attackers", picture), "g1-e") == ""


def test_a_gap_in_front_saves_the_row() -> None:
    """Where one piece of the row has no enemy in front, nothing is taken."""
    assert captured(drawn(walled(), "attackers", ROW.replace(". . A A", ". . A .")), "g1-e") == ""


def test_an_open_end_saves_the_row() -> None:
    """Where the far end of the row is open, nothing is taken, nor is anybody beyond the gap."""
    assert captured(drawn(walled(), "attackers", ROW.replace(". A D D", ". . D D")), "g1-e") == ""
    assert captured(drawn(walled(), "attackers", ROW.replace(". A D D", "D . D D")), "g1-e") == ""


def test_only_the_enemy_closes_an_end() -> None:
    """A row that ends in a piece of its own without an enemy in front is not closed."""
    assert captured(drawn(walled(), "attackers", ROW.replace(". A D D", ". D D D")), "g1-e") == ""


def test_a_move_that_closes_no_end_takes_nothing() -> None:
    """The move to the last square in front is not enough where flanking is asked for."""
    picture = ROW.replace(". . A A . . .", ". . A . . . A").replace("D D . . A", "D D A . .")
    assert captured(drawn(walled(), "attackers", picture), "g2-d") == ""
    assert captured_however_turned(drawn(walled(flanking=False), "attackers", picture), "g2-d") == {"c1 d1"}


def test_without_flanking_the_row_must_still_be_closed() -> None:
    """The last square in front does not capture a row with an open end."""
    picture = ROW.replace(". . A A . . .", ". . A . . . A")
    assert captured(drawn(walled(flanking=False), "attackers", picture), "g2-d") == ""


def test_only_the_move_into_the_last_gap_captures() -> None:
    """A row that is closed already is taken neither by a move elsewhere nor by one to the square behind its end."""
    picture = """
        . . . . . . .
        . . . . A . .
        . . . . . . .
        . . . . . . .
        . . . . . D .
        . . A A . D .
        . A D D A . .
    """
    game = drawn(walled(flanking=False), "attackers", picture)
    assert captured(game, "e6-3") == ""
    assert captured(game, "e6-2") == ""


@pytest.mark.parametrize("flanking", [True, False])
def test_nobody_outside_the_row_is_taken(flanking: bool) -> None:
    """Moves that close no row take nobody, a defender in the corner included."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . D . . A
        . . . . . . .
        . . . . . . A
        . . A . . . .
        D A D D . . A
    """
    game = drawn(walled(flanking=flanking), "attackers", picture)
    assert captured(game, "g1-e") == ""
    assert captured(game, "g3-f") == ""
    assert captured(game, "g5-e") == ""


CORNER = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . A A . . . .
    . D D . . A .
"""


def test_an_empty_corner_closes_an_end_where_the_rules_say_so() -> None:
    """The corner counts as an end if it is named, and is no end if it is not."""
    assert captured_however_turned(drawn(walled(closed_by="corners"), "attackers", CORNER), "f1-d") == {"b1 c1"}
    assert captured(drawn(walled(), "attackers", CORNER), "f1-d") == ""


def test_a_row_from_corner_to_corner() -> None:
    """Where empty corners close the ends and flanking is not asked for, a whole edge falls to the last man in front."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . A . . .
        . . . . . . .
        . A A . A A .
        . D D D D D .
    """
    cornered = walled(flanking=False, closed_by="corners")
    assert captured_however_turned(drawn(cornered, "attackers", picture), "d4-2") == {"b1 c1 d1 e1 f1"}
    assert captured(drawn(walled(closed_by="corners"), "attackers", picture), "d4-2") == ""
    assert captured(drawn(walled(flanking=False), "attackers", picture), "d4-2") == ""


def test_a_corner_with_an_own_piece_closes_nothing() -> None:
    """A corner on which a defender stands is not an empty corner."""
    picture = CORNER.replace(". D D", "D D D")
    assert captured(drawn(walled(closed_by="corners"), "attackers", picture), "f1-d") == ""


def test_the_king_in_the_row_survives() -> None:
    """The men of the row are taken and the king stays."""
    assert captured(drawn(walled(), "attackers", ROW.replace("D D", "D K")), "g1-e") == "c1"
    assert captured(drawn(walled(victims="everyone"), "attackers", ROW.replace("D D", "D K")), "g1-e") == "c1 d1"


@pytest.mark.parametrize("where", ["front", "end", "mover"])
def test_the_king_takes_part(where: str) -> None:
    """The king may stand in front of the row, close an end, or make the move."""
    picture = ROW.translate(str.maketrans("AD", "DA"))
    if where == "front":
        picture = picture.replace(". . D D", ". . K D")
    elif where == "end":
        picture = picture.replace(". D A A", ". K A A")
    else:
        picture = picture.replace("A A . . D", "A A . . K")
    assert captured(drawn(walled(), "defenders", picture), "g1-e") == "c1 d1"


def test_two_rows_fall_at_once() -> None:
    """A piece that comes between two rows captures both."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . A . . .
        . A A . A A .
        . D D . D D .
    """
    assert captured(drawn(walled(closed_by="corners"), "attackers", picture), "d3-1") == "b1 c1 e1 f1"


def test_away_from_the_edge_there_is_no_shieldwall() -> None:
    """The same row one square inside is safe."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . A A . . .
        . A D D . . A
        . . A A . . .
        . . . . . . .
    """
    assert captured(drawn(walled(), "attackers", picture), "g3-e") == ""


def test_a_line_that_leads_away_from_the_edge_is_no_row() -> None:
    """Only pieces that stand side by side along the edge are a row."""
    picture = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . A . . .
        . . A D A . .
        . . A D A . .
        . . . . . . A
    """
    assert captured_however_turned(drawn(walled(), "attackers", picture), "g1-d") == {""}


def test_custodial_and_shieldwall_add_up() -> None:
    """A move that closes a row and also catches another man takes all of them."""
    variant = small(width=7, height=7, regions=CORNERS, captures=(Custodial(), Shieldwall()), hostility=(Enemies(),))
    picture = ROW.replace(". . A A . . .", ". . A A D . .").replace(
        ". . . . . . A\n    . . A A", ". . . . A . .\n    . . A A"
    )
    assert captured(drawn(variant, "attackers", picture), "g1-e") == "c1 d1 e2"
