"""The table of the evaluation's weights.

`WEIGHTS` is the one place where a weight has its name, its default and what it counts; its place in the table is its
number in the compiled kernel, which exports its own names to be compared. The keys of variant files, their
documentation and JSON Schema follow from the table. The terms that compute the weights in Python stand in
`taflkit.evaluation.terms`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from taflkit.board import Grid

#: Weights are within this of 0: the kernel has no room for larger ones.
MAX_WEIGHT = 10_000
#: There are at most this many kings; most variants have one.
MAX_KINGS = 8
#: More threats of the king count no more.
MAX_THREATS = 4
#: Defenders are stifled if they have fewer moves than one for so many squares.
SQUARES_A_MOVE = 6


def _one(grid: Grid) -> int:
    return 1


def _squares(grid: Grid) -> int:
    return len(grid.squares)


def _men(grid: Grid) -> int:
    """Compared with the start position, so that a board full of men may count twice."""
    return 2 * len(grid.squares)


def _lines(grid: Grid) -> int:
    return len(grid.line_masks)


def _moves(grid: Grid) -> int:
    return len(grid.squares) // SQUARES_A_MOVE


def _threats(grid: Grid) -> int:
    return MAX_THREATS


def _beside_kings(grid: Grid) -> int:
    return 4 * MAX_KINGS


def _away(grid: Grid) -> int:
    return 4 * MAX_KINGS * len(grid.line_masks)


class Weight(NamedTuple):
    """A row of the table."""

    name: str
    """The key in variant files, the field of the term, and the kernel's name."""

    default: int
    """Its value in variants that do not set it."""

    counts: str
    """What it is multiplied with, in words."""

    at_most: Callable[[Grid], int]
    """A bound on how often it can count on a board."""


#: In the kernel's order.
WEIGHTS: tuple[Weight, ...] = (
    Weight("attacker", 100, "an attacker on the board", _men),
    Weight("defender", 50, "a defender on the board, the king not counted", _men),
    Weight("open_way", 130, "one way by which the king can escape with his next move", _one),
    Weight("open_ways", 650, "two or more such ways", _one),
    Weight("king_move", 4, "each square that the king can move to", _squares),
    Weight(
        "threat",
        8,
        f"each square, up to {MAX_THREATS}, from which the king could escape if he moved there first",
        _threats,
    ),
    Weight("fork", 30, "such a square with two or more ways", _one),
    Weight("besieger", 0, "each attacker beside the king, for the attackers", _beside_kings),
    Weight("hunter", 10, "each attacker within two squares of the king, for the attackers", _squares),
    Weight("roaming", -9, "each row and column that the king is away from the middle", _away),
    Weight("open_line", 2, "each empty row or column that ends on a square of escape", _lines),
    Weight("guard", 5, "each row and column that has an attacker, for the attackers", _lines),
    Weight("way_out", 0, "each square of escape that the king could walk to if his men made way", _squares),
    Weight("enclosed", 0, "no such square, for the attackers", _one),
    Weight("stifled", 0, "each move the defenders lack to have one for every six squares, for the attackers", _moves),
    Weight("blockade", 25, "each attacker diagonally before a corner of escape, for the attackers", _squares),
)
