"""Moves as action numbers, and the symmetries of a board as index tables.

The number of an action depends on the size of the board alone, so that all variants of one size share a numbering:

    action = (origin * 4 + direction) * distances + distance - 1

`origin` is the number of the square, from 0 at a1 along the rows; `direction` is 0 for up (towards higher rows), 1 for
right, 2 for down, 3 for left; `distance` is how many squares the piece goes, up to `distances`, one less than the
longer side of the board. A jump over a piece is a move of distance 2. Numbers that would lead off the board belong to
no move and are never legal.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any, SupportsIndex, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from taflkit.board import Move, Symmetry
from taflkit.board.grid import Grid
from taflkit.errors import TaflError, wrong_type
from taflkit.variant import Variant

DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""The directions in their order, as steps in columns and rows: up, right, down, left."""

_Scalar = TypeVar("_Scalar", bound=np.generic)


@attrs.frozen(eq=False)
class ActionTable:
    """The numbering of the moves on boards of one size; `action_table(grid)` returns it."""

    grid: Grid
    """The squares of the board."""

    @property
    def distances(self) -> int:
        """The largest distance: one less than the longer side of the board."""
        return max(self.grid.width, self.grid.height) - 1

    @property
    def per_square(self) -> int:
        """How many numbers the moves from one square have: a policy is `height x width x per_square`."""
        return len(DIRECTIONS) * self.distances

    @property
    def size(self) -> int:
        """How many action numbers there are, those that lead off the board included."""
        return len(self.grid.squares) * self.per_square

    @cached_property
    def origins(self) -> NDArray[np.int16]:
        """The number of the square that each action leaves."""
        return _read_only(np.repeat(np.arange(len(self.grid.squares), dtype=np.int16), self.per_square))

    @cached_property
    def targets(self) -> NDArray[np.int16]:
        """The number of the square that each action goes to; -1 off the board."""
        targets = np.full((len(self.grid.squares), len(DIRECTIONS), self.distances), -1, dtype=np.int16)
        for origin, rays in enumerate(self.grid.rays):
            for direction, ray in enumerate(rays):
                targets[origin, direction, : len(ray)] = ray
        return _read_only(targets.reshape(-1))

    @cached_property
    def by_move(self) -> tuple[int, ...]:
        """The action of each move by its `number` on the grid; -1 for moves along no row or column."""
        squares = len(self.grid.squares)
        table = [-1] * squares**2
        for action, (origin, target) in enumerate(zip(self.origins.tolist(), self.targets.tolist(), strict=True)):
            if target >= 0:
                table[origin * squares + target] = action
        return tuple(table)

    def encode(self, move: Move) -> int:
        """Return the number of a move.

        Raises:
            TypeError: It is not a `Move`.
            TaflError: It is a move on another board, or along no row or column.
        """
        if not isinstance(move, Move):
            raise wrong_type("a Move, such as game.parse_move('e5-e8')", move)
        if move.grid is not self.grid:
            raise TaflError(f"{move} is a move on a board of {move.grid}, and these actions are those of {self.grid}")
        action = self.by_move[move.number]
        if action < 0:
            raise TaflError(f"{move} goes along no row or column, so that it has no action number")
        return action

    def decode(self, action: SupportsIndex) -> Move:
        """Return the move of a number.

        Raises:
            TypeError: It is not a whole number.
            TaflError: No move has that number.
        """
        try:
            number = int(action.__index__())
        except (AttributeError, TypeError):
            raise wrong_type("the number of an action", action) from None
        if not 0 <= number < self.size:
            raise TaflError(f"actions on a board of {self.grid} are numbered from 0 to {self.size - 1}, not {number}")
        target = int(self.targets[number])
        if target < 0:
            origin = self.grid.squares[number // self.per_square]
            raise TaflError(f"action {number} would lead from {origin} off the board of {self.grid}")
        return self.grid.move_between(number // self.per_square, target)


@attrs.frozen(eq=False)
class BoardSymmetry:
    """A reflection or rotation as index tables, for arrays whose last axes are squares or actions.

    Both tables gather: the image of an array is `array[..., table]`.
    """

    symmetry: Symmetry
    """The symmetry of the grid."""
    squares: NDArray[np.int32]
    """For each square, the square whose content comes to it."""
    actions: NDArray[np.int32]
    """For each action, the action whose entry comes to it."""
    _images: NDArray[np.int32] = attrs.field(repr=False)

    def planes(self, planes: NDArray[_Scalar]) -> NDArray[_Scalar]:
        """Return the image of observation planes of the shape `(..., height, width)`."""
        grid = self.symmetry.grid
        flat = planes.reshape(*planes.shape[:-2], grid.height * grid.width)
        image: NDArray[_Scalar] = flat[..., self.squares].reshape(planes.shape)
        return image

    def policy(self, policy: NDArray[_Scalar]) -> NDArray[_Scalar]:
        """Return the image of masks or policies of the shape `(..., actions)`."""
        image: NDArray[_Scalar] = policy[..., self.actions]
        return image

    def action(self, action: int) -> int:
        """Return the image of one action."""
        return int(self._images[action])


@lru_cache(maxsize=32)
def action_table(grid: Grid) -> ActionTable:
    """Return the numbering of the moves on a board: `action_table(variant.board.grid)`."""
    if not isinstance(grid, Grid):
        raise wrong_type("a grid, such as variant.board.grid", grid)
    return ActionTable(grid)


def symmetry_tables(variant: Variant) -> tuple[BoardSymmetry, ...]:
    """Return the symmetries of a variant's board as index tables: those that map every region onto itself.

    There are eight of them on most boards; the identity is first. Playing commutes with all of them.
    """
    if not isinstance(variant, Variant):
        raise wrong_type("a Variant, such as taflkit.load_variant('tablut')", variant)
    return tuple(_tables(symmetry) for symmetry in variant.board.geometry.symmetries)


def _tables(symmetry: Symmetry) -> BoardSymmetry:
    grid = symmetry.grid
    table = action_table(grid)
    squares = np.array([grid.index(symmetry.square(square)) for square in grid.squares], dtype=np.int32)
    # A symmetry maps every step along a row or column onto another one: seen from a square inside the board.
    inside = grid.squares[grid.width + 1]
    turned = []
    for columns, rows in DIRECTIONS:
        there = attrs.evolve(inside, column=inside.column + columns, row=inside.row + rows)
        image, start = symmetry.square(there), symmetry.square(inside)
        turned.append(DIRECTIONS.index((image.column - start.column, image.row - start.row)))
    shape = (len(grid.squares), len(DIRECTIONS), table.distances)
    origin, direction, distance = np.indices(shape, dtype=np.int32)
    images = ((squares[origin] * len(DIRECTIONS) + np.array(turned, dtype=np.int32)[direction]) * table.distances) + (
        distance
    )
    flat = images.reshape(-1).astype(np.int32)
    return BoardSymmetry(symmetry, _read_only(_inverse(squares)), _read_only(_inverse(flat)), _read_only(flat))


def _inverse(permutation: NDArray[np.int32]) -> NDArray[np.int32]:
    inverse = np.empty_like(permutation)
    inverse[permutation] = np.arange(len(permutation), dtype=np.int32)
    return inverse


def _read_only(array: NDArray[Any]) -> NDArray[Any]:
    array.flags.writeable = False
    return array
