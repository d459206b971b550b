"""The bare grid: neighbours, rays, lines and what lies between."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import GeometryError, Square, SquareSet
from taflkit.board import Grid, grid, indices_of

bounded = settings(max_examples=40, deadline=None)
SIZES = [(5, 5), (5, 19), (19, 5), (7, 8), (9, 9), (11, 11), (19, 19)]
grids = st.builds(grid, st.integers(5, 19), st.integers(5, 19))


def names(board: Grid, mask: int) -> str:
    """The squares of a mask, listed."""
    return " ".join(map(str, SquareSet(board, mask)))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_board_has_all_its_squares_row_by_row(width: int, height: int) -> None:
    """The squares run from a1 along the rows to the last square, and each has its place as number."""
    board = grid(width, height)
    assert len(board.squares) == width * height
    assert str(board.squares[0]) == "a1"
    assert board.squares[1] == Square(1, 0)
    assert board.squares[-1] == Square(width - 1, height - 1)
    assert [board.index(square) for square in board.squares] == list(range(width * height))
    assert board.everywhere_mask.bit_count() == width * height
    assert not board.outside_mask & board.everywhere_mask


@pytest.mark.parametrize(
    ("width", "height", "wrong"), [(4, 9, "width"), (20, 9, "width"), (9, 4, "height"), (9, 20, "height"), (0, 5, "w")]
)
def test_a_board_has_from_five_to_nineteen_rows_and_columns(width: int, height: int, wrong: str) -> None:
    """Another size is refused, and the error says which number is wrong."""
    with pytest.raises(GeometryError, match=f"the {wrong}.* of a board is from 5 to 19"):
        grid(width, height)


def test_there_is_one_grid_for_each_size() -> None:
    """However a grid is asked for, copied or pickled, it is the same object."""
    board = grid(9, 7)
    assert grid(width=9, height=7) is board
    assert grid(9, height=7) is board
    assert grid(7, 9) is not board
    assert copy.copy(board) is copy.deepcopy(board) is pickle.loads(pickle.dumps(board)) is board


def test_threads_that_ask_at_the_same_time_get_one_grid() -> None:
    """A grid that several threads ask for first is still one object."""
    together = Barrier(4)

    def ask(size: int) -> Grid:
        together.wait(10)
        return grid(size, 17)

    with ThreadPoolExecutor(4) as threads:
        for size in range(5, 20):
            assert len(set(threads.map(ask, [size] * 4))) == 1


def test_a_grid_prints_its_size() -> None:
    """A grid prints as its size, and as the line that builds it."""
    assert str(grid(9, 7)) == "9x7"
    assert eval(repr(grid(9, 7))) is grid(9, 7)


def test_squares_beyond_a_board_are_not_on_it() -> None:
    """Only the squares of its own columns and rows are on a board."""
    board = grid(9, 7)
    assert Square.parse("i7") in board
    assert Square.parse("i8") not in board
    assert Square.parse("j7") not in board
    assert "i7" in board
    assert "zz" not in board
    assert 7 not in board
    with pytest.raises(GeometryError, match="i8 is not on the 9x7 board, which ends at i7"):
        board.index(Square.parse("i8"))


def test_rays_run_to_the_edge_nearest_square_first() -> None:
    """From a square there are four rays: up, right, down and left."""
    board = grid(6, 5)
    rays = [[str(board.squares[index]) for index in ray] for ray in board.rays[board.index(Square.parse("c2"))]]
    assert rays == [["c3", "c4", "c5"], ["d2", "e2", "f2"], ["c1"], ["b2", "a2"]]


@bounded
@given(grids)
def test_rays_cover_the_row_and_the_column(board: Grid) -> None:
    """The rays of a square make up its row and column without the square itself."""
    for index, square in enumerate(board.squares):
        seen = sum(1 << other for ray in board.rays[index] for other in ray)
        assert seen == (board.row_masks[square.row] | board.column_masks[square.column]) & ~(1 << index)


@pytest.mark.parametrize(
    ("square", "around"), [("a1", "b1 a2"), ("c1", "b1 d1 c2"), ("f5", "f4 e5"), ("c3", "c2 b3 d3 c4")]
)
def test_neighbours_are_the_squares_beside_a_square(square: str, around: str) -> None:
    """A square in the middle has four neighbours, on the edge three, in a corner two."""
    board = grid(6, 5)
    assert names(board, board.neighbour_masks[board.index(Square.parse(square))]) == around


@bounded
@given(grids)
def test_to_be_neighbours_is_mutual(board: Grid) -> None:
    """Each neighbour of a square has that square as its own neighbour."""
    for index, around in enumerate(board.neighbour_masks):
        assert all(board.neighbour_masks[other] >> index & 1 for other in indices_of(around))


def test_flanks_pair_each_neighbour_with_the_square_beyond_it() -> None:
    """Beyond a neighbour on the edge is the outside."""
    board = grid(5, 5)
    flanks = board._flank_masks[board.index(Square.parse("b3"))]
    found = {names(board, near): names(board, far) if far != board.outside_mask else "outside" for near, far in flanks}
    assert found == {"b4": "b5", "c3": "d3", "b2": "b1", "a3": "outside"}


@bounded
@given(grids)
def test_rows_and_columns_divide_the_board(board: Grid) -> None:
    """The rows share no square and make up the board, and so do the columns; the lines are both."""
    assert sum(board.row_masks) == sum(board.column_masks) == board.everywhere_mask
    assert [row.bit_count() for row in board.row_masks] == [board.width] * board.height
    assert [column.bit_count() for column in board.column_masks] == [board.height] * board.width
    assert board.line_masks == board.row_masks + board.column_masks


@bounded
@given(grids)
def test_the_edge_is_where_a_neighbour_is_missing(board: Grid) -> None:
    """A square is on the edge if it has fewer than four neighbours."""
    for index, around in enumerate(board.neighbour_masks):
        assert bool(board.edge_mask >> index & 1) is (around.bit_count() < 4)


@pytest.mark.parametrize(
    ("origin", "target", "between"),
    [
        ("b3", "b6", "b4 b5"),
        ("b6", "b3", "b5 b4"),
        ("f2", "b2", "e2 d2 c2"),
        ("b2", "c2", ""),
        ("b2", "c4", ""),
        ("b2", "b2", ""),
    ],
)
def test_between_lists_the_squares_passed_over(origin: str, target: str, between: str) -> None:
    """Between two squares of a line lie those that a piece passes, the first one first."""
    board = grid(6, 7)
    found = board.between(Square.parse(origin), Square.parse(target))
    assert " ".join(str(board.squares[index]) for index in found) == between


@bounded
@given(grids, st.data())
def test_a_set_spreads_to_its_neighbours(board: Grid, data: st.DataObject) -> None:
    """A set spreads to itself and the neighbours of its squares; those that are new are beside it."""
    mask = data.draw(st.integers(0, board.everywhere_mask))
    spread = mask
    for index in indices_of(mask):
        spread |= board.neighbour_masks[index]
    assert board.spread(mask) == spread
    assert board.beside(mask) == spread & ~mask


def test_a_flood_fills_what_hangs_together() -> None:
    """From a square the flood goes along rows and columns, never across a corner, and stops at the shore."""
    board = grid(6, 5)
    within = board.mask(["a1", "b1", "b2", "c3", "d3", "f5"])
    assert names(board, board.flood(board.mask(["b2"]), within)) == "a1 b1 b2"
    assert names(board, board.flood(board.mask(["c3", "f5"]), within)) == "c3 d3 f5"
    assert board.flood(0, within) == 0


def test_masks_and_sets_are_made_of_squares_or_their_names() -> None:
    """A mask is built from squares and texts alike."""
    board = grid(9, 9)
    assert board.mask(["a1", Square.parse("b1")]) == 0b11
    assert board.set(["e5", "E5"]) == {Square.parse("e5")}


def test_rows_from_the_top_are_the_lines_of_a_picture() -> None:
    """The first of them holds the numbers of the squares of the highest row, from the left."""
    board = grid(5, 6)
    assert [str(board.squares[index]) for index in board.rows_from_top[0]] == ["a6", "b6", "c6", "d6", "e6"]
    assert [str(board.squares[index]) for index in board.rows_from_top[-1]] == ["a1", "b1", "c1", "d1", "e1"]
    assert len(board.rows_from_top) == 6
