"""The board: which squares there are, what they are called, which pieces stand on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

import attrs

from taflkit import Position, SquareSet, Variant

#: Column and row, both from zero; the row at the bottom is row zero.
Spot = tuple[int, int]
Turning = Callable[[Spot], Spot]

ATTACKERS, DEFENDERS = "attackers", "defenders"
KING = "king"
DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))


class Piece(NamedTuple):
    """A piece: whose it is, and of which kind."""

    side: str
    kind: str


#: The pieces by where they stand; a square that is not in it is empty, or is not on the board.
Board = Mapping[Spot, Piece]


class Move(NamedTuple):
    """From where to where."""

    origin: Spot
    target: Spot

    def __str__(self) -> str:
        """Print as players write it."""
        return "-".join(f"{chr(ord('a') + column)}{row + 1}" for column, row in self)


@attrs.frozen
class Situation:
    """The pieces, the side to move, and the square of the piece that must go on in the same turn, if one must."""

    board: Board
    to_move: str
    going_on: Spot | None = None


class UnknownRuleError(Exception):
    """The variant has a rule of which this engine knows nothing, so that it cannot play the game."""

    def __init__(self, rule: object) -> None:
        super().__init__(f"no such rule is known here: {rule!r}")


@cache
def is_called(piece: Piece, names: tuple[str, ...]) -> bool:
    """Whether any of the names used in the rules means this piece."""
    own_names = {"everyone", piece.kind}
    if piece.kind != KING:
        own_names |= {"men", piece.side}
    return any(name in own_names for name in names)


def other_side(side: str) -> str:
    """The opponent."""
    return DEFENDERS if side == ATTACKERS else ATTACKERS


def next_to(spot: Spot, direction: tuple[int, int]) -> Spot:
    """The next square in a direction, which may be off the board."""
    return spot[0] + direction[0], spot[1] + direction[1]


def around(spot: Spot) -> list[Spot]:
    """The four squares beside a square, also those off the board."""
    return [next_to(spot, direction) for direction in DIRECTIONS]


def are_neighbours(one: Spot, other: Spot) -> bool:
    """Whether two squares lie side by side."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def connected(beginnings: Iterable[Spot], within: Callable[[Spot], bool]) -> set[Spot]:
    """What can be walked to from some squares, step by step, over squares of a certain sort; the beginnings count."""
    found = set(beginnings)
    to_visit = list(found)
    while to_visit:
        for spot in around(to_visit.pop()):
            if spot not in found and within(spot):
                found.add(spot)
                to_visit.append(spot)
    return found


class Ground:
    """The squares of the board and the names of its areas."""

    def __init__(self, width: int, height: int, regions: Mapping[str, frozenset[Spot]]) -> None:
        self.width, self.height = width, height
        self.regions = regions
        self.squares = frozenset((column, row) for column in range(width) for row in range(height))
        self.areas = dict(regions)
        for name, region in regions.items():
            self.areas[f"beside {name}"] = frozenset(
                spot for spot in self.squares - region if any(side in region for side in around(spot))
            )
        self.areas["everywhere"] = self.squares
        self.areas["edge"] = frozenset(spot for spot in self.squares if not self.squares.issuperset(around(spot)))

    def area(self, names: Iterable[str]) -> frozenset[Spot]:
        """The squares of several areas together."""
        return frozenset(spot for name in names for spot in self.areas[name])

    @property
    def symmetries(self) -> Iterator[Turning]:
        """The ways to turn and mirror the board that bring every region onto itself."""
        for turning in self._turnings():
            if all({turning(spot) for spot in region} == region for region in self.regions.values()):
                yield turning

    def _turnings(self) -> Iterator[Turning]:
        right, top = self.width - 1, self.height - 1
        yield lambda spot: spot
        yield lambda spot: (right - spot[0], spot[1])
        yield lambda spot: (spot[0], top - spot[1])
        yield lambda spot: (right - spot[0], top - spot[1])
        if right == top:
            yield lambda spot: (spot[1], spot[0])
            yield lambda spot: (right - spot[1], spot[0])
            yield lambda spot: (spot[1], right - spot[0])
            yield lambda spot: (right - spot[1], right - spot[0])


def read_ground(variant: Variant) -> Ground:
    """The board of a variant."""
    grid = variant.board.grid
    regions = {
        name: frozenset((square.column, square.row) for square in SquareSet(grid, mask))
        for name, mask in variant.board.geometry.regions
    }
    return Ground(grid.width, grid.height, regions)


def read_situation(position: Position) -> Situation:
    """A position of taflkit's as it is held here."""
    board = {(square.column, square.row): Piece(piece.side.value, piece.kind) for square, piece in position.pieces()}
    going_on = [(square.column, square.row) for square in SquareSet(position.board.grid, position.going_on_mask)]
    return Situation(board, position.to_move.value, going_on[0] if going_on else None)
