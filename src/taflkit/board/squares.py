"""Squares, and what is made of them: sets of squares, and moves from one to another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

import attrs

from taflkit.errors import GeometryError, NotationError

if TYPE_CHECKING:
    from taflkit.board.geometry import Grid

SMALLEST = 5
LARGEST = 19
LETTERS = "abcdefghijklmnopqrs"

_SQUARE = re.compile(r"([a-z])(\d{1,2})", re.ASCII | re.IGNORECASE)


@attrs.frozen(order=True, repr=False)
class Square:
    """A square by its column and row, both counted from zero at the bottom left; prints as `e5`."""

    column: int
    row: int

    def __attrs_post_init__(self) -> None:
        if not 0 <= self.column < LARGEST or not 0 <= self.row < LARGEST:
            raise GeometryError(f"no board has a square in column {self.column}, row {self.row}, counted from zero")

    @classmethod
    def parse(cls, text: str) -> Square:
        """Read `e5` or `K11`; whether the square is on a given board is for the board to say."""
        match = _SQUARE.fullmatch(text)
        if match is None:
            raise NotationError(text, 1, "a square such as e5")
        column = LETTERS.find(match[1].lower())
        if column < 0:
            raise NotationError(text, 1, f"a column from a to {LETTERS[-1]}")
        if not 1 <= int(match[2]) <= LARGEST:
            raise NotationError(text, 2, f"a row from 1 to {LARGEST}")
        return cls(column, int(match[2]) - 1)

    def __str__(self) -> str:
        """Print as players write it."""
        return f"{LETTERS[self.column]}{self.row + 1}"

    def __repr__(self) -> str:
        """Print as the line that builds it."""
        return f"Square.parse('{self}')"


def bits_of(mask: int) -> Iterator[int]:
    """Each single bit of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def indices_of(mask: int) -> Iterator[int]:
    """The index of each bit of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def union(masks: Iterable[int]) -> int:
    """The union of sets of squares."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


class SquareSet(AbstractSet[Square]):
    """A frozen set of the squares of one grid: one bit each of the plain int `mask`.

    It has the operators of `frozenset`, iterates from a1 along the rows, and prints as a little board.
    """

    __slots__ = ("grid", "mask")

    grid: Grid
    mask: int

    def __init__(self, grid: Grid, mask: int = 0) -> None:
        """Wrap a mask; bits beyond the board are refused."""
        if mask & ~grid.everywhere_mask:
            raise GeometryError(f"the mask {mask:#x} has squares beyond the {grid} board")
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a set of squares is a value."""
        raise AttributeError(f"a SquareSet cannot be changed: {name}")

    def __reduce__(self) -> tuple[type[SquareSet], tuple[Grid, int]]:
        """Pickle as the call that builds it."""
        return SquareSet, (self.grid, self.mask)

    def _from_iterable(self, squares: Iterable[Square]) -> SquareSet:  # type: ignore[override]
        # The abstract base class makes every result of an operator through this, of any elements; ours are squares.
        return SquareSet(self.grid, self.grid.mask(squares))

    def __contains__(self, square: object) -> bool:
        """Whether the square, given as a `Square` or as text, is in the set."""
        if isinstance(square, str):
            square = Square.parse(square)
        if not isinstance(square, Square) or square not in self.grid:
            return False
        return bool(self.mask >> self.grid.index(square) & 1)

    def __iter__(self) -> Iterator[Square]:
        """The squares from a1 along the rows."""
        return (self.grid.squares[index] for index in indices_of(self.mask))

    def __len__(self) -> int:
        """How many squares."""
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        """Equal to any set that holds the same squares."""
        if isinstance(other, SquareSet) and other.grid is self.grid:
            return self.mask == other.mask
        if not isinstance(other, AbstractSet):
            return NotImplemented
        return frozenset(self) == frozenset(other)

    def __hash__(self) -> int:
        """Agree with frozensets of the same squares, since those compare equal."""
        return hash(frozenset(self))

    def __invert__(self) -> SquareSet:
        """The other squares of the board."""
        return SquareSet(self.grid, self.grid.everywhere_mask & ~self.mask)

    def __str__(self) -> str:
        """Draw the board with an x on every square of the set."""
        return "\n".join(
            " ".join("x" if self.mask >> index & 1 else "." for index in row) for row in self.grid.rows_from_top
        )

    def __repr__(self) -> str:
        """List the squares."""
        return f"<SquareSet {' '.join(map(str, self)) or 'empty'}>"


def _rank(square: Square) -> int:
    """A number that sorts as squares do: by column, then row."""
    return square.column * LARGEST + square.row


class Move:
    """A piece goes from `origin` to `target`; prints as `e5-e8`.

    There is one object for each pair of squares of a grid (`grid.move(origin, target)`), so moves
    are cheap and compare by identity. The other attributes are what hot code needs at hand.
    """

    __slots__ = (
        "_around_mask",
        "_both_mask",
        "_flanks",
        "_lines",
        "_order",
        "grid",
        "number",
        "origin",
        "origin_mask",
        "target",
        "target_mask",
    )

    grid: Grid
    origin: Square
    target: Square
    #: The one-bit masks of both squares, and of the two together.
    origin_mask: int
    target_mask: int
    _both_mask: int
    #: The squares beside the target.
    _around_mask: int
    #: For each square beside the target: that square, and the one beyond it (`grid.outside` off the board).
    _flanks: tuple[tuple[int, int], ...]
    #: The numbers, in `grid.line_masks`, of the rows and columns that the move changes.
    _lines: tuple[int, ...]
    #: The numbers of both squares in one: that of the origin times the number of squares, plus that of the target.
    number: int
    #: A number that sorts as the squares do.
    _order: int

    def __init__(self, grid: Grid, origin: int, target: int) -> None:
        """Use `grid.move` instead: it returns the one move that there is."""
        values = {
            "grid": grid,
            "origin": grid.squares[origin],
            "target": grid.squares[target],
            "origin_mask": 1 << origin,
            "target_mask": 1 << target,
            "_both_mask": 1 << origin | 1 << target,
            "_around_mask": grid.neighbour_masks[target],
            "_flanks": grid.flank_masks[target],
            "_lines": tuple(n for n, line in enumerate(grid.line_masks) if line & (1 << origin | 1 << target)),
            "number": origin * len(grid.squares) + target,
            "_order": _rank(grid.squares[origin]) * LARGEST**2 + _rank(grid.squares[target]),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a move is a value."""
        raise AttributeError(f"a Move cannot be changed: {name}")

    def __reduce__(self) -> tuple[Callable[[Grid, Square, Square], Move], tuple[Grid, Square, Square]]:
        """Pickle as the look-up of the one move."""
        return type(self.grid).move, (self.grid, self.origin, self.target)

    def __lt__(self, other: Move) -> bool:
        """Sort as squares sort: by column, then row, of origin and then of target."""
        return self._order < other._order

    def __str__(self) -> str:
        """Print the long form, `e5-e8`."""
        return f"{self.origin}-{self.target}"

    def __repr__(self) -> str:
        """Print so that it is told from a text."""
        return f"<Move {self}>"

    @property
    def short(self) -> str:
        """The short form: the origin and the new row or column alone, `e5-8` or `e5-h`."""
        if self.origin.column == self.target.column:
            return f"{self.origin}-{self.target.row + 1}"
        if self.origin.row == self.target.row:
            return f"{self.origin}-{LETTERS[self.target.column]}"
        return str(self)
