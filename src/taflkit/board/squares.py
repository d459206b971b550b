"""Squares and sets of squares.

Fast code works on plain ints instead of sets: a mask has the bit `1 << i` for square number `i` of a grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

import attrs

from taflkit.errors import GeometryError, NotationError, wrong_type

if TYPE_CHECKING:
    from taflkit.board.grid import Grid

MIN_SIZE = 5
"""The smallest number of rows and columns of a board."""
MAX_SIZE = 19
"""The largest number of rows and columns of a board."""
LETTERS = "abcdefghijklmnopqrs"
"""The letters of the columns, from the left."""


@attrs.frozen(order=True, repr=False)
class Square:
    """A square, given by its column and row; prints as `e5`. `Square.parse("e5")` reads it from text.

    Raises:
        TypeError: The column or the row is not an int.
        GeometryError: No board has such a column or row.
    """

    column: int
    """The number of the column, from 0 at the left."""
    row: int
    """The number of the row, from 0 at the bottom."""

    def __attrs_post_init__(self) -> None:
        for number in (self.column, self.row):
            if not isinstance(number, int):
                raise wrong_type("the column and the row of a square as numbers (Square.parse reads text)", number)
            if not 0 <= number < MAX_SIZE:
                raise GeometryError(f"no board has a square in column {self.column}, row {self.row}, counted from 0")

    @classmethod
    def parse(cls, text: str) -> Square:
        """Read a square such as `e5` or `K11`. It need not be on any given board: a grid checks that.

        Raises:
            NotationError: The text is not a square.
        """
        if not isinstance(text, str):
            raise wrong_type("the text of a square such as 'e5'", text)
        letter, digits = text[:1], text[1:]
        if not (text.isascii() and letter.isalpha() and digits.isdigit() and len(digits) <= 2):
            raise NotationError(text, 1, "a square such as e5")
        column = LETTERS.find(letter.lower())
        if column < 0:
            raise NotationError(text, 1, f"a column from a to {LETTERS[-1]}")
        if not 1 <= int(digits) <= MAX_SIZE:
            raise NotationError(text, 2, f"a row from 1 to {MAX_SIZE}")
        return cls(column, int(digits) - 1)

    def __str__(self) -> str:
        """Print as players write it."""
        return f"{LETTERS[self.column]}{self.row + 1}"

    def __repr__(self) -> str:
        """Print as the expression that builds it."""
        return f"Square.parse('{self}')"


def parse_if_text(square: object) -> object:
    """Return the square that a text names, `None` for a text that names none, and anything else as it is."""
    if not isinstance(square, str):
        return square
    try:
        return Square.parse(square)
    except NotationError:
        return None


def bits_of(mask: int) -> Iterator[int]:
    """Iterate over the single bits of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def indices_of(mask: int) -> Iterator[int]:
    """Iterate over the numbers of the squares of a mask, lowest first."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def union(masks: Iterable[int]) -> int:
    """Return the union of several masks."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


class SquareSet(AbstractSet[Square]):
    """An immutable set of squares of one grid.

    It has the operators of `frozenset`, iterates from a1 along the rows, and prints as a small board. `in` also takes
    the text of a square: `"e5" in squares`.

    Raises:
        TypeError: `grid` is not a grid, or `mask` is not an int.
        GeometryError: The mask has squares beyond the board.
    """

    __slots__ = ("grid", "mask")

    grid: Grid
    """The grid whose squares these are."""
    mask: int
    """The set as an int: bit `1 << i` for square number `i`."""

    def __init__(self, grid: Grid, mask: int = 0) -> None:
        """Build the set of a mask; `grid.set(["e5", "e6"])` builds one from squares or texts."""
        everywhere = getattr(grid, "everywhere_mask", None)
        if everywhere is None:
            raise wrong_type("a grid, such as game.variant.board.grid", grid)
        if not isinstance(mask, int):
            raise wrong_type("a mask (grid.set builds a set from squares)", mask)
        if mask & ~everywhere:
            raise GeometryError(f"the mask {mask:#x} has squares beyond the {grid} board")
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "mask", mask)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a set of squares is immutable."""
        raise AttributeError(f"a SquareSet cannot be changed: {name}")

    def __reduce__(self) -> tuple[type[SquareSet], tuple[Grid, int]]:
        """Pickle as the call that builds it."""
        return SquareSet, (self.grid, self.mask)

    def _from_iterable(self, squares: Iterable[Square]) -> SquareSet:  # type: ignore[override]
        # The abstract base class builds the result of every operator with this, from any elements; ours are squares.
        return SquareSet(self.grid, self.grid.mask(squares))

    def __contains__(self, square: object) -> bool:
        """Whether the square, given as a `Square` or as text, is in the set."""
        square = parse_if_text(square)
        return isinstance(square, Square) and square in self.grid and bool(self.mask >> self.grid.index(square) & 1)

    def __iter__(self) -> Iterator[Square]:
        """Iterate from a1 along the rows."""
        return (self.grid.squares[index] for index in indices_of(self.mask))

    def __len__(self) -> int:
        """Count the squares."""
        return self.mask.bit_count()

    def __eq__(self, other: object) -> bool:
        """Equal to any set that holds the same squares."""
        if isinstance(other, SquareSet) and other.grid is self.grid:
            return self.mask == other.mask
        if not isinstance(other, AbstractSet):
            return NotImplemented
        return frozenset(self) == frozenset(other)

    def __hash__(self) -> int:
        """Hash as a frozenset of the same squares, which compares equal."""
        return hash(frozenset(self))

    def __invert__(self) -> SquareSet:
        """Return the other squares of the board."""
        return SquareSet(self.grid, self.grid.everywhere_mask & ~self.mask)

    def __str__(self) -> str:
        """Draw the board with an x on every square of the set."""
        return "\n".join(
            " ".join("x" if self.mask >> index & 1 else "." for index in row) for row in self.grid.rows_from_top
        )

    def __repr__(self) -> str:
        """List the squares."""
        return f"<SquareSet {' '.join(map(str, self)) or 'empty'}>"
