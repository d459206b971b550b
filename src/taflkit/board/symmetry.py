"""Symmetries of a grid: the reflections and rotations that map it onto itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from taflkit.board.moves import Move
from taflkit.board.squares import Square, indices_of

if TYPE_CHECKING:
    from taflkit.board.grid import Grid


class Symmetry:
    """A reflection or rotation of a grid. `grid.symmetries` has all of them."""

    __slots__ = ("grid", "images", "name")

    grid: Grid
    """The grid that it maps onto itself."""
    name: str
    """The name, such as `mirror rows` or `quarter turn left`."""
    images: tuple[int, ...]
    """For each square, by its number, the number of its image."""

    def __init__(self, grid: Grid, name: str, images: tuple[int, ...]) -> None:
        """Build a symmetry from its permutation of square numbers."""
        for attribute, value in (("grid", grid), ("name", name), ("images", images)):
            object.__setattr__(self, attribute, value)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a symmetry is immutable."""
        raise AttributeError(f"a Symmetry cannot be changed: {name}")

    def square(self, square: Square) -> Square:
        """Return the image of a square."""
        return self.grid.squares[self.images[self.grid.index(square)]]

    def mask(self, mask: int) -> int:
        """Return the image of a set of squares."""
        moved = 0
        for index in indices_of(mask):
            moved |= 1 << self.images[index]
        return moved

    def move(self, move: Move) -> Move:
        """Return the image of a move."""
        return self.grid.move(self.square(move.origin), self.square(move.target))

    def __repr__(self) -> str:
        """Print the name."""
        return f"<Symmetry {self.name} of {self.grid}>"


def symmetries_of(grid: Grid) -> tuple[Symmetry, ...]:
    """Return the eight symmetries of a square grid, or the four of another rectangle; the identity is first."""
    right, top = grid.width - 1, grid.height - 1
    images: dict[str, Callable[[int, int], tuple[int, int]]] = {
        "identity": lambda c, r: (c, r),
        "mirror columns": lambda c, r: (right - c, r),
        "mirror rows": lambda c, r: (c, top - r),
        "half turn": lambda c, r: (right - c, top - r),
    }
    if grid.width == grid.height:
        images |= {
            "diagonal": lambda c, r: (r, c),
            "other diagonal": lambda c, r: (right - r, top - c),
            "quarter turn left": lambda c, r: (right - r, c),
            "quarter turn right": lambda c, r: (r, top - c),
        }
    places = [(square.column, square.row) for square in grid.squares]
    number = {place: index for index, place in enumerate(places)}
    return tuple(
        Symmetry(grid, name, tuple([number[image(*place)] for place in places])) for name, image in images.items()
    )
