"""The board of Qirkat: five by five points, and the lines between them.

A point is a number from 0 (a1) to 24 (e5), a set of points an `int` with a bit for each.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from taflkit.games.squares import SquareNames

SIZE: Final = 5
NAMES: Final = SquareNames(SIZE)
POINTS: Final = range(SIZE * SIZE)
BOARD_MASK: Final = (1 << SIZE * SIZE) - 1

_STRAIGHT: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL: Final = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def at(column: int, row: int) -> int | None:
    """The point in a column and a row, from 0, or `None` if it is off the board."""
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else None


def directions(point: int) -> tuple[tuple[int, int], ...]:
    """The directions of the lines through a point, as steps of columns and rows: diagonal ones on every other point."""
    row, column = divmod(point, SIZE)
    return _STRAIGHT + _DIAGONAL if (row + column) % 2 == 0 else _STRAIGHT


class Leap(NamedTuple):
    """A jump from a point over the one next to it along a line, to the one behind that."""

    over_mask: int
    """The point that is jumped over."""
    landing_mask: int
    """The point behind it."""
    landing: int
    """The point behind it, as a number."""


def _neighbours(point: int) -> tuple[int, ...]:
    row, column = divmod(point, SIZE)
    found = (at(column + right, row + up) for right, up in directions(point))
    return tuple(other for other in found if other is not None)


def _leaps(point: int) -> tuple[Leap, ...]:
    row, column = divmod(point, SIZE)
    leaps = []
    for right, up in directions(point):
        over, landing = at(column + right, row + up), at(column + 2 * right, row + 2 * up)
        if over is not None and landing is not None:
            leaps.append(Leap(1 << over, 1 << landing, landing))
    return tuple(leaps)


#: The points next to a point along a line.
NEIGHBOURS: Final = tuple(map(_neighbours, POINTS))
#: The jumps that the lines allow from a point.
LEAPS: Final = tuple(map(_leaps, POINTS))


class Direction(NamedTuple):
    """A direction of lines, for finding the steps or jumps of many pieces at once."""

    shift: int
    """By how many numbers the point next to a point is higher; less than 0 if it is lower."""
    steps_from: int
    """The points from which a line goes on in this direction."""
    leaps_from: int
    """The points from which it goes on twice."""


def _direction(right: int, up: int) -> Direction:
    def goes_on(point: int, times: int) -> bool:
        row, column = divmod(point, SIZE)
        return (right, up) in directions(point) and at(column + times * right, row + times * up) is not None

    steps, leaps = (sum(1 << point for point in POINTS if goes_on(point, times)) for times in (1, 2))
    return Direction(up * SIZE + right, steps, leaps)


#: Every direction, those to higher numbers first.
DIRECTIONS: Final = tuple(
    sorted((_direction(*way) for way in _STRAIGHT + _DIAGONAL), key=lambda direction: -direction.shift)
)
