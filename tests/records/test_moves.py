"""Moves as text: long, short, and with what they capture."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflkit
from taflkit import IllegalMoveError, Move, NotationError, start
from taflkit.board import Grid, grid
from taflkit.records import WrittenMove
from tests.drawn import drawn

grids = st.builds(grid, st.integers(5, 19), st.integers(5, 19))


@st.composite
def moves(draw: st.DrawFn) -> tuple[Grid, Move]:
    """Any move along a line of a board of any size."""
    board = draw(grids)
    origin = draw(st.integers(0, len(board.squares) - 1))
    target = draw(st.sampled_from([square for ray in board.rays[origin] for square in ray]))
    return board, board.move_between(origin, target)


@given(moves())
def test_a_move_that_is_written_is_read_back(drawn_move: tuple[Grid, Move]) -> None:
    """The long form, the short form and both in capitals are read as the very same move."""
    board, move = drawn_move
    for text in (str(move), move.short):
        assert board.parse_move(text) is move
        assert board.parse_move(text.upper()) is move
    assert len(move.short) < len(str(move))


@pytest.mark.parametrize(
    ("text", "long"),
    [
        ("b3-6", "b3-b6"),
        ("b3-f", "b3-f3"),
        ("b3-b6", "b3-b6"),
        ("B3-F", "b3-f3"),
        ("k11-1", "k11-k1"),
        ("a10-k", "a10-k10"),
    ],
)
def test_the_short_form_is_a_row_or_a_column(text: str, long: str) -> None:
    """A number is the new row, a letter the new column."""
    assert str(grid(11, 11).parse_move(text)) == long


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a move such as e5-e8"),
        ("hello", 1, "a move such as e5-e8"),
        ("e5", 3, "a hyphen"),
        ("e5e8", 3, "a hyphen"),
        ("e5\u2013e8", 3, "a hyphen"),
        ("e5-", 4, "a square, row or column to go to"),
        ("e5-?", 4, "a square, row or column to go to"),
        ("e5-e8 ", 6, "the end of the move"),
        ("e5-e8-e9", 6, "the end of the move"),
        ("e5-100", 6, "the end of the move"),
        ("z5-6", 1, "a square from a1 to i9"),
        ("s5-6", 1, "a square from a1 to i9"),
        ("e10-9", 1, "a square from a1 to i9"),
        ("e0-9", 1, "a square from a1 to i9"),
        ("e5-k", 4, "a square from a1 to i9"),
        ("e5-10", 4, "a square from a1 to i9"),
        ("e5-0", 4, "a square from a1 to i9"),
        ("e5-e5", 4, "another square than e5"),
        ("e5-5", 4, "another square than e5"),
        ("e5-e", 4, "another square than e5"),
        ("e" + "5" * 1000 + "-6", 4, "a hyphen"),
        ("e5-" + "6" * 1000, 6, "the end of the move"),
        ("\u06655-6", 1, "a move such as e5-e8"),
        ("e\u0665-6", 1, "a move such as e5-e8"),
    ],
)
def test_what_is_no_move_is_refused_with_column_and_expectation(text: str, column: int, expected: str) -> None:
    """Every error names the column where reading stopped and what would have been right there."""
    with pytest.raises(NotationError) as caught:
        grid(9, 9).parse_move(text)
    assert (caught.value.column, caught.value.expected) == (column, expected)


CAPTURE = """
    . . . . . . .
    . . . . . . .
    . A D . D A .
    . . . A . . K
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


@pytest.mark.parametrize("text", ["d4-d5", "d4-5", "d4-d5xc5xe5", "d4-5xe5xc5", "D4-D5XC5XE5", " d4-5 "])
def test_a_move_may_say_what_it_captures(text: str) -> None:
    """The squares captured may follow the move in any order, or be left out."""
    game = drawn("brandubh", "attackers", CAPTURE).play(text)
    assert str(game.last) == "d4-d5xc5xe5"


@pytest.mark.parametrize("text", ["d4-d5xc5", "d4-5xc5xe5xf5", "d4-4xc5", "d4-6xc5xe5"])
def test_a_move_that_captures_something_else_is_refused(text: str) -> None:
    """What a move claims to capture must be what it captures."""
    with pytest.raises((IllegalMoveError, NotationError)):
        drawn("brandubh", "attackers", CAPTURE).play(text)


def test_the_game_refuses_what_it_cannot_read() -> None:
    """`play` says where a text breaks, with the column in the whole text."""
    with pytest.raises(NotationError) as caught:
        taflkit.start("tablut").play("i6-gxq99")
    assert (caught.value.column, caught.value.expected) == (6, "a square from a1 to i9")


@given(st.text(max_size=12))
def test_any_text_is_a_move_or_a_notation_error(text: str) -> None:
    """Whatever is written, nothing but a `NotationError` comes of reading it as a move."""
    board = grid(9, 9)
    for line in (text, f"e5-{text}", f"{text}-e5"):
        try:
            move = board.parse_move(line)
        except NotationError as error:
            where = error.column
        else:
            assert board.parse_move(str(move)) is move
            continue
        assert 1 <= where <= len(line) + 1


def test_what_a_record_keeps_of_a_play() -> None:
    """The move and what it took."""
    game = start("brandubh").play("d1-c1")
    assert game.last is not None
    assert str(WrittenMove.of(game.last)) == str(game.last) == "d1-c1"
