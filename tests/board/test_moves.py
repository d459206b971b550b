"""Moves: one object for each pair of squares, and how they are written."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import GeometryError, NotationError, Square
from taflkit.board import Grid, Move, grid, union

bounded = settings(max_examples=80, deadline=None)
NINE = grid(9, 9)
grids = st.builds(grid, st.integers(5, 19), st.integers(5, 19))


@st.composite
def moves(draw: st.DrawFn) -> Move:
    """Moves between any two squares of any board."""
    board = draw(grids)
    origin, target = draw(st.lists(st.sampled_from(board.squares), min_size=2, max_size=2, unique=True))
    return board.move(origin, target)


@bounded
@given(moves())
def test_there_is_one_move_for_each_pair_of_squares(move: Move) -> None:
    """Built again, copied or pickled, a move is the same object."""
    assert move.grid.move(move.origin, move.target) is move
    assert move.grid.move(str(move.origin), str(move.target)) is move
    assert move.grid.move_between(move.grid.index(move.origin), move.grid.index(move.target)) is move
    assert copy.copy(move) is move
    assert copy.deepcopy([move])[0] is move
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(move, protocol)) is move


def test_a_move_can_be_sent_to_another_process() -> None:
    """A move that was pickled here is the one move of its squares there."""
    code = (
        "import pickle, sys; from taflkit.board import grid;"
        "move = pickle.loads(sys.stdin.buffer.read()); print(move is grid(9, 9).move('e5', 'e8'))"
    )
    sent = pickle.dumps(NINE.move("e5", "e8"))
    answer = subprocess.run([sys.executable, "-c", code], input=sent, stdout=subprocess.PIPE, check=True)
    assert answer.stdout.strip() == b"True"


def test_moves_of_different_boards_are_different() -> None:
    """The same squares of another board make another move."""
    assert grid(9, 9).move("e5", "e6") != grid(11, 11).move("e5", "e6")


def test_a_move_cannot_be_changed() -> None:
    """Setting an attribute is refused."""
    with pytest.raises(AttributeError, match="target"):
        NINE.move("e5", "e8").target = Square.parse("e7")


def test_a_move_goes_to_another_square() -> None:
    """A move from a square to itself is refused."""
    with pytest.raises(GeometryError, match="a move from e5 must go to another square"):
        NINE.move("e5", "e5")


def test_moves_sort_by_origin_and_then_by_target() -> None:
    """Moves sort as their squares do: by column and then by row."""
    made = [NINE.move(*text.split("-")) for text in ("b1-a1", "a2-a1", "a1-b1", "a1-a3", "a1-a2")]
    assert " ".join(map(str, sorted(made))) == "a1-a2 a1-a3 a1-b1 a2-a1 b1-a1"


@bounded
@given(moves())
def test_a_move_has_what_captures_ask_for(move: Move) -> None:
    """A move has masks of its squares, of those between and beside them, and of each neighbour of its target."""
    board = move.grid
    assert (move.origin_mask, move.target_mask) == (board.mask([move.origin]), board.mask([move.target]))
    assert move.between_mask == union(1 << square for square in board.between(move.origin, move.target))
    assert move.beside_mask == board.beside(move.target_mask)
    assert [near for near, _ in move.flanks] == [1 << ray[0] for ray in board.rays[board.index(move.target)] if ray]


@bounded
@given(moves())
def test_every_way_of_writing_a_move_is_read_back(move: Move) -> None:
    """A move is read from its long form and its short form, in either letter case."""
    for text in (str(move), move.short):
        assert move.grid.parse_move(text) is Move.parse(text, move.grid) is move
        assert move.grid.parse_move(text.upper()) is move


@pytest.mark.parametrize(
    ("text", "long", "short"),
    [
        ("b3-6", "b3-b6", "b3-6"),
        ("b3-f", "b3-f3", "b3-f"),
        ("b3-b6", "b3-b6", "b3-6"),
        ("B3-F3", "b3-f3", "b3-f"),
        ("b3-c5", "b3-c5", "b3-c5"),
    ],
)
def test_a_move_is_written_long_or_short(text: str, long: str, short: str) -> None:
    """The short form gives the new row or column alone, where there is only one of them that is new."""
    move = NINE.parse_move(text)
    assert (str(move), move.short) == (long, short)
    assert repr(move) == f"<Move {long}>"


def test_moves_on_large_boards_have_two_figures() -> None:
    """Rows from ten on are read in both forms."""
    board = grid(19, 19)
    assert str(board.parse_move("k11-19")) == "k11-k19"
    assert str(board.parse_move("s19-a")) == "s19-a19"
    assert board.parse_move("k11-k10").short == "k11-10"


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a move such as e5-e8"),
        ("-", 1, "a move such as e5-e8"),
        ("5e-8", 1, "a move such as e5-e8"),
        ("e-8", 1, "a move such as e5-e8"),
        ("e5", 3, "a hyphen"),
        ("e5 e8", 3, "a hyphen"),
        ("e5e8", 3, "a hyphen"),
        ("e10x", 4, "a hyphen"),
        ("e5-", 4, "a square, row or column to go to"),
        ("e5--8", 4, "a square, row or column to go to"),
        ("e5-e8x", 6, "the end of the move"),
        ("e5-e123", 7, "the end of the move"),
        ("e5-8 ", 5, "the end of the move"),
        ("e5-ef", 5, "the end of the move"),
        ("z5-8", 1, "a square from a1 to i9"),
        ("e0-8", 1, "a square from a1 to i9"),
        ("j5-8", 1, "a square from a1 to i9"),
        ("e10-8", 1, "a square from a1 to i9"),
        ("e5-j", 4, "a square from a1 to i9"),
        ("e5-10", 4, "a square from a1 to i9"),
        ("e5-0", 4, "a square from a1 to i9"),
        ("e5-z", 4, "a square from a1 to i9"),
        ("e5-e5", 4, "another square than e5"),
        ("e5-5", 4, "another square than e5"),
        ("e5-e", 4, "another square than e5"),
    ],
)
def test_what_is_no_move_is_refused(text: str, column: int, expected: str) -> None:
    """A text that is no move is an error that says where reading stopped and what was expected there."""
    with pytest.raises(NotationError) as caught:
        NINE.parse_move(text)
    assert (caught.value.text, caught.value.column, caught.value.expected) == (text, column, expected)


@bounded
@given(grids, st.text(alphabet="aeis159-x ", max_size=8))
def test_any_text_is_a_move_or_an_error_about_itself(board: Grid, text: str) -> None:
    """Reading ends in a move of the board that prints alike, or in an error with a place in the text."""
    found: Move | NotationError
    try:
        found = board.parse_move(text)
    except NotationError as error:
        found = error
    if isinstance(found, Move):
        assert text in (str(found), found.short)
    else:
        assert found.text == text
        assert 1 <= found.column <= len(text) + 1
