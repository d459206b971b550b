"""Boards with named regions."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import Geometry, GeometryError, Square
from taflkit.board import Grid, grid

bounded = settings(max_examples=40, deadline=None)
grids = st.builds(grid, st.integers(5, 19), st.integers(5, 19))


def listed(geometry: Geometry, *names: str) -> str:
    """The squares of some areas, from a1 along the rows."""
    return " ".join(map(str, geometry.squares(*names)))


@pytest.mark.parametrize(
    ("width", "height", "centre"),
    [(5, 5, "c3"), (9, 9, "e5"), (19, 19, "j10"), (8, 9, "d5 e5"), (7, 8, "d4 d5"), (6, 6, "c3 d3 c4 d4")],
)
def test_the_centre_is_one_square_or_those_around_the_middle(width: int, height: int, centre: str) -> None:
    """A side with an even number of squares has two in the middle."""
    assert listed(Geometry.build(width, height, throne="centre"), "throne") == centre


@pytest.mark.parametrize(("width", "height", "corners"), [(5, 5, "a1 e1 a5 e5"), (7, 5, "a1 g1 a5 g5")])
def test_the_corners_are_the_four_outermost_squares(width: int, height: int, corners: str) -> None:
    """A rectangle has four corners."""
    assert listed(Geometry.build(width, height, corners="corners"), "corners") == corners


@bounded
@given(grids)
def test_wide_corners_are_two_by_two_squares(board: Grid) -> None:
    """Four squares in each corner make sixteen, which hold the plain corners."""
    geometry = Geometry.from_regions(board, {"corners": "corners 2x2"})
    assert len(geometry.squares("corners")) == 16
    assert Geometry.from_regions(board, {"corners": "corners"}).squares("corners") < geometry.squares("corners")


@bounded
@given(grids)
def test_every_board_knows_its_edge_and_everywhere(board: Grid) -> None:
    """Without any region a board has the areas `edge`, which goes all around, and `everywhere`."""
    geometry = Geometry(board)
    assert set(geometry.names) == {"edge", "everywhere"}
    assert len(geometry.squares("edge")) == 2 * (board.width + board.height) - 4
    assert len(geometry.squares("everywhere")) == board.width * board.height


def test_every_region_has_the_squares_beside_it() -> None:
    """Beside a region are the neighbours of its squares that are not in it."""
    geometry = Geometry.build(9, 9, throne="centre", camp=["a4", "a5", "a6", "b5"])
    assert listed(geometry, "beside throne") == "e4 d5 f5 e6"
    assert listed(geometry, "beside camp") == "a3 b4 c5 b6 a7"
    assert {"throne", "beside throne", "camp", "beside camp", "edge", "everywhere"} == set(geometry.names)


def test_several_areas_are_united() -> None:
    """An area of several names has the squares of all."""
    geometry = Geometry.build(9, 9, throne="centre", corners="corners")
    assert listed(geometry, "throne", "corners") == "a1 i1 e5 a9 i9"
    assert geometry.area_mask() == 0
    assert geometry.area_mask("throne", "beside throne") == geometry.grid.spread(geometry.area_mask("throne"))


def test_a_region_is_given_by_squares_or_their_names() -> None:
    """Squares, texts and sets of squares make the same region."""
    by_name = Geometry.build(9, 9, camp=["a4", "a5"])
    assert Geometry.build(9, 9, camp=[Square.parse("a5"), Square.parse("a4")]) == by_name
    assert Geometry.build(9, 9, camp=grid(9, 9).set(["a4", "a5"])) == by_name


def test_region_names_may_have_spaces() -> None:
    """Names that are no Python names are given in a mapping."""
    geometry = Geometry.from_regions(grid(9, 9), {"left camp": ["a5"]})
    assert listed(geometry, "left camp") == "a5"
    assert listed(geometry, "beside left camp") == "a4 b5 a6"


def test_regions_share_no_square() -> None:
    """Regions that overlap are refused, and the error names both and the squares."""
    with pytest.raises(GeometryError, match="the regions 'throne' and 'yard' overlap on e5"):
        Geometry.build(9, 9, throne="centre", camp=["a5"], yard=["e4", "e5"])
    with pytest.raises(GeometryError, match="overlap on e5"):
        Geometry.build(9, 9, throne="centre", other="centre")


@pytest.mark.parametrize("name", ["edge", "everywhere", "beside throne", "", " throne", "throne "])
def test_some_names_cannot_be_given_to_regions(name: str) -> None:
    """A region cannot take a name that every board has already, an empty one, or one with spaces around it."""
    with pytest.raises(GeometryError, match=f"a region cannot be called {name!r}"):
        Geometry.from_regions(grid(9, 9), {name: ["a1"]})


def test_a_name_is_given_once() -> None:
    """Two regions of one name are refused."""
    with pytest.raises(GeometryError, match="two regions called 'camp'"):
        Geometry(grid(9, 9), (("camp", 1), ("camp", 2)))


@pytest.mark.parametrize("mask", [0, 1 << 81, -1])
def test_a_region_has_squares_of_the_board(mask: int) -> None:
    """An empty region and one beyond the board are refused."""
    with pytest.raises(GeometryError, match="'camp' must have squares, all of them on the board"):
        Geometry(grid(9, 9), (("camp", mask),))


def test_a_region_off_the_board_is_refused() -> None:
    """A square that the board does not have is an error that says where the board ends."""
    with pytest.raises(GeometryError, match="j5 is not on the 9x9 board, which ends at i9"):
        Geometry.build(9, 9, camp=["a5", "j5"])


def test_an_unknown_preset_is_refused() -> None:
    """A region given by one word must be a preset; the error lists them."""
    with pytest.raises(GeometryError, match=r"region 'throne': 'center' is not one of centre, corners, corners 2x2"):
        Geometry.build(9, 9, throne="center")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("thron", "did you mean 'throne'?"), ("zzz", "there are throne, beside throne, edge, everywhere")],
)
def test_an_unknown_area_is_refused(name: str, hint: str) -> None:
    """The error suggests the nearest name, or lists all of them."""
    with pytest.raises(GeometryError) as caught:
        Geometry.build(9, 9, throne="centre").area_mask("edge", name)
    assert str(caught.value) == f"the board has no region {name!r}; {hint}"


@pytest.mark.parametrize(("width", "height"), [(4, 5), (5, 20)])
def test_a_geometry_has_the_limits_of_its_grid(width: int, height: int) -> None:
    """A board that is too small or too large is refused."""
    with pytest.raises(GeometryError, match="from 5 to 19"):
        Geometry.build(width, height)


@bounded
@given(grids, st.data())
def test_a_geometry_is_a_value(board: Grid, data: st.DataObject) -> None:
    """Geometries are equal if size and regions are, and stay equal when pickled and copied."""
    camp = data.draw(st.integers(1, board.everywhere_mask))
    geometry, same = Geometry(board, (("camp", camp),)), Geometry(board, (("camp", camp),))
    assert geometry == same
    assert hash(geometry) == hash(same)
    assert geometry != Geometry(board, (("yard", camp),))
    assert geometry != Geometry(board)
    for other in (pickle.loads(pickle.dumps(geometry)), copy.copy(geometry), copy.deepcopy(geometry)):
        assert other == geometry
        assert hash(other) == hash(geometry)
        assert other.area_mask("camp", "beside camp") == geometry.area_mask("camp", "beside camp")
        assert other.grid is board


def test_a_geometry_cannot_be_changed() -> None:
    """Setting an attribute is refused."""
    with pytest.raises(AttributeError):
        Geometry.build(9, 9).regions = ()  # type: ignore[misc]
