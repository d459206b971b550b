"""Squares and sets of squares."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import GeometryError, NotationError, Square, SquareSet
from taflkit.board import bits_of, grid, indices_of, union

bounded = settings(max_examples=80, deadline=None)
NINE = grid(9, 9)
masks = st.integers(0, NINE.everywhere_mask)


@pytest.mark.parametrize(
    ("text", "column", "row"), [("a1", 0, 0), ("e5", 4, 4), ("k11", 10, 10), ("s19", 18, 18), ("b10", 1, 9)]
)
def test_a_square_reads_and_prints_as_players_write_it(text: str, column: int, row: int) -> None:
    """A square is a letter for the column and a number for the row, from the bottom left."""
    assert Square.parse(text) == Square(column, row)
    assert str(Square(column, row)) == text


def test_letter_case_does_not_matter_in_a_square() -> None:
    """Capital letters name the same columns."""
    assert Square.parse("K11") == Square.parse("k11")


def test_a_square_prints_as_the_line_that_builds_it() -> None:
    """The representation of a square can be evaluated."""
    assert eval(repr(Square(4, 4))) == Square(4, 4)


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a square such as e5"),
        ("e", 1, "a square such as e5"),
        ("5e", 1, "a square such as e5"),
        ("e5 ", 1, "a square such as e5"),
        ("e123", 1, "a square such as e5"),
        ("e٣", 1, "a square such as e5"),
        ("\u212a5", 1, "a square such as e5"),  # the sign of the kelvin, whose small letter is k
        ("t1", 1, "a column from a to s"),
        ("e0", 2, "a row from 1 to 19"),
        ("e20", 2, "a row from 1 to 19"),
    ],
)
def test_what_is_no_square_is_refused(text: str, column: int, expected: str) -> None:
    """A text that is no square is an error that says where and what was expected."""
    with pytest.raises(NotationError) as caught:
        Square.parse(text)
    assert (caught.value.text, caught.value.column, caught.value.expected) == (text, column, expected)


@pytest.mark.parametrize(("column", "row"), [(-1, 0), (0, -1), (19, 0), (0, 19)])
def test_a_square_beyond_the_largest_board_cannot_be_made(column: int, row: int) -> None:
    """Columns and rows are counted from 0 to 18."""
    with pytest.raises(GeometryError, match=f"column {column}, row {row}"):
        Square(column, row)


def test_squares_sort_by_column_and_then_by_row() -> None:
    """The order of squares is that of their columns first."""
    squares = [Square.parse(text) for text in ("b1", "a10", "a2", "c1")]
    assert " ".join(map(str, sorted(squares))) == "a2 a10 b1 c1"


def test_a_square_is_a_value() -> None:
    """A square can be hashed, pickled and copied, and not changed."""
    square = Square.parse("e5")
    assert {square: 1}[Square.parse("E5")] == 1
    assert pickle.loads(pickle.dumps(square)) == copy.copy(square) == copy.deepcopy(square) == square
    with pytest.raises(AttributeError):
        square.row = 3  # type: ignore[misc]


@bounded
@given(masks)
def test_bits_and_indices_take_a_mask_apart(mask: int) -> None:
    """The bits of a mask are single, ascending, and make up the mask, and the indices are where they stand."""
    bits = list(bits_of(mask))
    assert all(bit.bit_count() == 1 for bit in bits)
    assert bits == sorted(bits)
    assert union(bits) == sum(bits) == mask
    assert [1 << index for index in indices_of(mask)] == bits


@bounded
@given(masks, masks)
def test_sets_of_squares_have_the_algebra_of_frozensets(left: int, right: int) -> None:
    """Every operator and comparison gives what it gives for frozensets of the same squares."""
    ours, theirs = SquareSet(NINE, left), SquareSet(NINE, right)
    plain, other = frozenset(ours), frozenset(theirs)
    assert ours | theirs == plain | other
    assert ours & theirs == plain & other
    assert ours - theirs == plain - other
    assert ours ^ theirs == plain ^ other
    assert (ours <= theirs) is (plain <= other)
    assert (ours < theirs) is (plain < other)
    assert (ours == theirs) is (plain == other)
    assert ours.isdisjoint(theirs) is plain.isdisjoint(other)
    assert len(ours) == len(plain)
    assert bool(ours) is bool(plain)
    assert all((square in ours) is (square in plain) for square in NINE.squares)


@bounded
@given(masks)
def test_the_results_of_operators_are_sets_of_squares_again(mask: int) -> None:
    """A union with a plain set is a set of squares of the same board, on either side of the operator."""
    ours = SquareSet(NINE, mask)
    for result in (ours | {Square(0, 0)}, {Square(0, 0)} | ours):
        assert isinstance(result, SquareSet)
        assert result.mask == mask | 1


@bounded
@given(masks)
def test_the_complement_is_the_rest_of_the_board(mask: int) -> None:
    """A set and its complement share nothing and fill the board."""
    ours = SquareSet(NINE, mask)
    assert len(~ours) + len(ours) == 81
    assert not ours & ~ours
    assert ~~ours == ours


@bounded
@given(masks)
def test_a_set_of_squares_is_a_value(mask: int) -> None:
    """Equal sets have equal hashes, also frozensets of the same squares, and pickling and copying keep a set."""
    ours = SquareSet(NINE, mask)
    assert hash(ours) == hash(frozenset(ours)) == hash(SquareSet(NINE, mask))
    assert pickle.loads(pickle.dumps(ours)) == copy.copy(ours) == copy.deepcopy(ours) == ours
    assert list(ours) == [NINE.squares[index] for index in indices_of(mask)]


def test_sets_of_squares_on_different_boards_compare_by_their_squares() -> None:
    """The same squares of another board make an equal set."""
    assert grid(9, 9).set(["a1", "e5"]) == grid(7, 11).set(["a1", "e5"])
    assert grid(9, 9).set(["a1", "b2"]) != grid(7, 11).set(["a1", "e5"])


def test_a_set_of_squares_is_not_equal_to_what_is_no_set() -> None:
    """A list of the same squares is no set."""
    assert NINE.set(["a1"]) != [Square(0, 0)]


def test_a_set_of_squares_cannot_be_changed() -> None:
    """Setting an attribute is refused."""
    with pytest.raises(AttributeError, match="mask"):
        NINE.set(["e5"]).mask = 0


def test_membership_takes_text_and_squares_of_any_board() -> None:
    """`in` takes a square or its name; a square beyond the board, or what is no square, is not in the set."""
    squares = NINE.set(["e5", "a1"])
    inside: list[object] = ["e5", "E5", Square.parse("a1")]
    outside: list[object] = ["e6", "s19", Square.parse("s19"), 5, "zz", "", None]
    assert all(square in squares for square in inside)
    assert not any(square in squares for square in outside)


def test_squares_beyond_the_board_cannot_be_in_a_set() -> None:
    """A mask with more bits than squares is refused, and so is a square off the board."""
    with pytest.raises(GeometryError, match="beyond the 9x9 board"):
        SquareSet(NINE, 1 << 81)
    with pytest.raises(GeometryError, match="j1 is not on the 9x9 board, which ends at i9"):
        NINE.set(["j1"])


def test_a_set_of_squares_prints_as_a_little_board() -> None:
    """The drawing has the top row first and an x for every square of the set."""
    drawn = str(grid(5, 6).set(["a1", "c3", "e6"]))
    assert drawn.splitlines() == [
        ". . . . x",
        ". . . . .",
        ". . . . .",
        ". . x . .",
        ". . . . .",
        "x . . . .",
    ]


def test_a_set_of_squares_lists_itself_on_one_line() -> None:
    """The representation names the squares from a1 along the rows."""
    assert repr(NINE.set(["e6", "b1", "a2"])) == "<SquareSet b1 a2 e6>"
    assert repr(NINE.set()) == "<SquareSet empty>"
