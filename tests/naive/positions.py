"""Random positions in which much can happen."""

from __future__ import annotations

import random
from collections.abc import Container, Iterator
from itertools import takewhile

from taflkit import Move, Piece, Position, Side, Square, Variant
from taflkit.board import Grid


def scattered(variant: Variant, chance: random.Random) -> Position:
    """Pieces thrown on a part of the board: more happens where they stand close together."""
    part = _part(variant, chance, shortest=3)
    fullness, attackers = chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.9)
    sides = {square: _side(attackers, chance) for square in part if chance.random() < fullness}
    return _manned(variant, sides, chance.choice(part), chance.choice(list(Side)), chance)


def walled(variant: Variant, chance: random.Random) -> tuple[Position, Move]:
    """A part of the board with pieces of one side and a wall of the other around it, and the move that completes it.

    By such moves whole rows are captured, forts are finished, rings are closed, and kings are surrounded.
    """
    squares, part = variant.board.grid.squares, _part(variant, chance, shortest=1)
    border = [square for square in squares if square not in part and _is_beside(square, part)]
    inside, wall = chance.sample(list(Side), 2)
    crowd, attackers = chance.choice([0, 0.5, 1, 1]), chance.choice([0.7, 1])
    sides = {square: _side(attackers, chance) for square in squares if square not in part and chance.random() < 0.1}
    sides |= {square: inside for square in part if chance.random() < crowd}
    sides |= dict.fromkeys(border, wall)
    if chance.randrange(2):
        sides[chance.choice(border)] = inside  # A man of the others in the wall, who is captured, or makes a gap.
    home = chance.choice(part if chance.randrange(2) else [s for s in sides if sides[s] is Side.DEFENDERS] or part)
    sides[home] = Side.DEFENDERS
    steps_back = [
        (back, square)
        for square in border
        if sides[square] is wall
        for back in _reach(variant.board.grid, square, sides)
        if back not in part
    ]
    if not steps_back:
        return walled(variant, chance)
    origin, target = chance.choice(steps_back)
    sides[origin] = sides.pop(target)
    position = _manned(variant, sides, origin if home == target else home, wall, chance)
    return position, variant.board.grid.move(origin, target)


def _part(variant: Variant, chance: random.Random, shortest: int) -> list[Square]:
    """The squares of some columns and rows that lie side by side, among them often one of the edge or of a region."""
    grid, areas = variant.board.grid, variant.board.geometry
    around = chance.choice(list(areas.squares(chance.choice(areas.names))))
    spans = []
    for length, middle in ((grid.width, around.column), (grid.height, around.row)):
        size = chance.randint(shortest, min(length - 1, shortest + 4))
        first = chance.randint(max(0, middle - size + 1), min(middle, length - size))
        spans.append(range(first, first + size))
    columns, rows = spans
    return [square for square in grid.squares if square.column in columns and square.row in rows]


def _is_beside(square: Square, part: list[Square]) -> bool:
    return any(abs(square.column - other.column) + abs(square.row - other.row) == 1 for other in part)


def _reach(grid: Grid, square: Square, taken: Container[Square]) -> Iterator[Square]:
    """The squares to which one can go from a square."""
    for ray in grid.rays[grid.index(square)]:
        yield from takewhile(lambda there: there not in taken, (grid.squares[number] for number in ray))


def _side(share_of_attackers: float, chance: random.Random) -> Side:
    return Side.ATTACKERS if chance.random() < share_of_attackers else Side.DEFENDERS


def _manned(
    variant: Variant, sides: dict[Square, Side], home: Square, to_move: Side, chance: random.Random
) -> Position:
    """The position with men of these sides, of any kind, and the king on a square of his own."""
    kinds = {
        side: [piece for piece in variant.board.pieces if piece.side is side and not piece.is_king] for side in Side
    }
    pieces: dict[Square | str, Piece] = {square: chance.choice(kinds[side]) for square, side in sides.items()}
    pieces[home] = next(piece for piece in variant.board.pieces if piece.is_king)
    return variant.board.position(pieces, to_move)
