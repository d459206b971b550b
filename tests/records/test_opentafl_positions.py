"""Positions as OpenTafl writes them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import Board, Geometry, NotationError, Piece, Position, PositionError, Side, load_variant
from taflkit.board import grid
from taflkit.records import format_opentafl_position, parse_opentafl_position
from taflkit.records.opentafl.positions import OPENTAFL_PIECES

BRANDUBH = load_variant("brandubh").board


@st.composite
def any_position(draw: st.DrawFn) -> Position:
    """A position of any of OpenTafl's pieces on a board of any size."""
    board = Board(Geometry(grid(draw(st.integers(5, 19)), draw(st.integers(5, 19)))), tuple(OPENTAFL_PIECES.values()))
    squares = draw(st.lists(st.sampled_from(board.grid.squares), unique=True, max_size=40))
    pieces = {square: draw(st.sampled_from(board.pieces)) for square in squares}
    return board.position(dict(pieces.items()), draw(st.sampled_from(Side)))


@given(any_position(), st.booleans())
@settings(deadline=None, max_examples=60)
def test_a_position_that_is_written_is_read_back(position: Position, top_first: bool) -> None:
    """Both orders of the rows are read back, with all kinds of piece, on boards of every size."""
    text = format_opentafl_position(position, top_first=top_first)
    assert parse_opentafl_position(text, position.board, position.to_move, top_first=top_first) == position
    assert parse_opentafl_position(text.strip("/"), position.board, position.to_move, top_first=top_first) == position
    rows = text.strip("/").split("/")
    assert format_opentafl_position(position, top_first=not top_first) == f"/{'/'.join(rows[::-1])}/"


def test_the_first_row_is_that_of_a1() -> None:
    """OpenTafl counts rows from the bottom; small letters are attackers, numbers may have two digits."""
    board = load_variant("copenhagen").board
    text = "/K10/11/11/11/11/11/11/11/11/11/10t/"
    position = parse_opentafl_position(text, board, Side.ATTACKERS)
    assert position["a1"] is not None
    assert position["a1"].is_king
    assert str(position["k11"]) == "attacker"
    top = parse_opentafl_position(text, board, Side.ATTACKERS, top_first=True)
    assert str(top["a11"]) == "king"
    assert format_opentafl_position(position) == text


def test_the_start_of_a_known_game() -> None:
    """OpenTafl writes the start of brandubh so."""
    start = load_variant("brandubh").start
    assert format_opentafl_position(start) == "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
    assert parse_opentafl_position("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", BRANDUBH, Side.ATTACKERS) == start


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "7 squares in row 1, not 0,"),
        ("/7/7/", 5, "7 rows, not 2,"),
        ("/7/7/7/7/7/7/7/7/", 16, "7 rows, not 8,"),
        ("/8/7/7/7/7/7/7/", 2, "a number from 1 to 7"),
        ("/07/7/7/7/7/7/7/", 2, "a number or one of t, c, n, k, m, g, T, C, N, K, M, G"),
        ("/3t4/7/7/7/7/7/7/", 4, "a number from 1 to 3"),
        ("/7t/7/7/7/7/7/7/", 3, "the end of row 1, which has 7 squares,"),
        ("/6/7/7/7/7/7/7/", 3, "7 squares in row 1, not 6,"),
        ("/3x3/7/7/7/7/7/7/", 3, "a number or one of t, c, n, k, m, g, T, C, N, K, M, G"),
        ("/3c3/7/7/7/7/7/7/", 3, "a number or one of t, T, K (on d1)"),
        ("/" * 100_000, 1001, "no more than 1000 characters"),
    ],
)
def test_what_is_no_position_says_where(text: str, column: int, expected: str) -> None:
    """An error has the column where reading stopped and what would have been right."""
    with pytest.raises(NotationError) as caught:
        parse_opentafl_position(text, BRANDUBH, Side.ATTACKERS)
    assert (caught.value.text, caught.value.column, caught.value.expected) == (text, column, expected)


def test_pieces_that_opentafl_does_not_have() -> None:
    """A kind of piece that has no letter cannot be written."""
    dragon = Piece(Side.ATTACKERS, "dragon", "d")
    board = Board(Geometry(grid(5, 5)), (dragon,))
    with pytest.raises(PositionError, match="no letter for a attacking dragon"):
        format_opentafl_position(board.position({"a1": dragon}, Side.ATTACKERS))
