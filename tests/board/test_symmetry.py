"""The ways a board lies on itself."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import Square
from taflkit.board import Grid, Symmetry, grid, indices_of

bounded = settings(max_examples=40, deadline=None)
grids = st.builds(grid, st.integers(5, 12), st.integers(5, 12))


def images(symmetry: Symmetry) -> tuple[Square, ...]:
    """Where each square goes, which tells a symmetry from the others."""
    return tuple(map(symmetry.square, symmetry.grid.squares))


@bounded
@given(grids)
def test_the_symmetries_form_a_group(board: Grid) -> None:
    """There are eight on a square board and four on another; one after the other makes one of them again."""
    known = {images(symmetry) for symmetry in board.symmetries}
    assert len(known) == len(board.symmetries) == (8 if board.width == board.height else 4)
    assert images(board.symmetries[0]) == board.squares
    for first in board.symmetries:
        after = {tuple(second.square(square) for square in images(first)) for second in board.symmetries}
        assert after == known


@pytest.mark.parametrize(
    ("name", "image"),
    [
        ("identity", "b1"),
        ("mirror columns", "d1"),
        ("mirror rows", "b5"),
        ("half turn", "d5"),
        ("diagonal", "a2"),
        ("other diagonal", "e4"),
        ("quarter turn left", "e2"),
        ("quarter turn right", "a4"),
    ],
)
def test_a_symmetry_does_what_its_name_says(name: str, image: str) -> None:
    """On a board of five by five, b1 goes where the name of the symmetry says."""
    (symmetry,) = [symmetry for symmetry in grid(5, 5).symmetries if symmetry.name == name]
    assert str(symmetry.square(Square.parse("b1"))) == image
    assert repr(symmetry) == f"<Symmetry {name} of 5x5>"


@bounded
@given(grids, st.data())
def test_masks_and_moves_go_where_their_squares_go(board: Grid, data: st.DataObject) -> None:
    """The image of a set holds the images of its squares, that of a move joins the images of its ends."""
    symmetry = data.draw(st.sampled_from(board.symmetries))
    mask = data.draw(st.integers(0, board.everywhere_mask))
    assert symmetry.mask(mask) == board.mask(symmetry.square(board.squares[index]) for index in indices_of(mask))
    origin, target = data.draw(st.lists(st.sampled_from(board.squares), min_size=2, max_size=2, unique=True))
    move = symmetry.move(board.move(origin, target))
    assert (move.origin, move.target) == (symmetry.square(origin), symmetry.square(target))


@bounded
@given(grids, st.data())
def test_neighbours_stay_neighbours(board: Grid, data: st.DataObject) -> None:
    """A symmetry takes what is beside a set to what is beside its image."""
    symmetry = data.draw(st.sampled_from(board.symmetries))
    mask = data.draw(st.integers(0, board.everywhere_mask))
    assert symmetry.mask(board.beside(mask)) == board.beside(symmetry.mask(mask))
    assert symmetry.mask(board.edge_mask) == board.edge_mask
