"""The board of Ataxx: which squares lie next to a square, and which a jump away.

A square is a number from 0 (a1) to 48 (g7), a set of squares an `int` with a bit for each. Tables are indexed by the
bit of a square, since that is what loops over a set of squares have at hand.
"""

from __future__ import annotations

from typing import Final

from taflkit.games.squares import SquareNames

SIZE: Final = 7
NAMES: Final = SquareNames(SIZE)
SQUARES: Final = range(SIZE * SIZE)
BOARD_MASK: Final = (1 << SIZE * SIZE) - 1


def distance(one: int, other: int) -> int:
    """How many columns or rows two squares are apart, whichever is more."""
    (row, column), (other_row, other_column) = divmod(one, SIZE), divmod(other, SIZE)
    return max(abs(row - other_row), abs(column - other_column))


def _at_distance(steps: int) -> dict[int, int]:
    return {1 << square: sum(1 << other for other in SQUARES if distance(square, other) == steps) for square in SQUARES}


#: The squares next to a square, where it can be extended to; by the bit of the square.
NEAR_MASKS: Final = _at_distance(1)
#: The squares that a piece can jump to; by the bit of the square.
JUMP_MASKS: Final = _at_distance(2)

_NOT_FIRST_COLUMN: Final = sum(1 << square for square in SQUARES if square % SIZE != 0)
_NOT_LAST_COLUMN: Final = sum(1 << square for square in SQUARES if square % SIZE != SIZE - 1)


def spread(mask: int) -> int:
    """The squares of a set together with those next to them; bits above the board may be set."""
    mask |= (mask & _NOT_LAST_COLUMN) << 1 | (mask & _NOT_FIRST_COLUMN) >> 1
    return mask | mask << SIZE | mask >> SIZE


def reflections(square: int) -> int:
    """A square and its reflections in the middle row and the middle column: one, two or four squares, as a mask."""
    row, column = divmod(square, SIZE)
    return sum(1 << r * SIZE + c for r in {row, SIZE - 1 - row} for c in {column, SIZE - 1 - column})
