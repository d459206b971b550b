"""Random positions in which much happens."""

from __future__ import annotations

import random

from taflkit import Position, Side, Variant
from taflkit.board import bits_of, indices_of, union

MAX_KINGS = 3


def scattered(variant: Variant, chance: random.Random) -> Position:
    """Pieces thrown on a part of the board: more happens where they stand close together."""
    grid = variant.board.grid
    spans = []
    for lines in (grid.column_masks, grid.row_masks):
        length = chance.randint(2, len(lines))
        first = chance.choice([0, len(lines) - length, chance.randint(0, len(lines) - length)])
        spans.append(union(lines[first : first + length]))
    density, share = chance.uniform(0.1, 0.9), chance.random()
    attackers = defenders = 0
    for bit in bits_of(spans[0] & spans[1]):
        if chance.random() < density:
            if chance.random() < share:
                attackers |= bit
            else:
                defenders |= bit
    return manned(variant, chance, attackers, defenders, chance.randrange(len(grid.squares)))


def ringed(variant: Variant, chance: random.Random) -> Position:
    """Defenders in a ring of attackers that has a gap or two, and more attackers about."""
    grid = variant.board.grid
    left, right = sorted(chance.sample(range(grid.width), 2))
    bottom, top = sorted(chance.sample(range(grid.height), 2))
    ring = inside = 0
    for index, square in enumerate(grid.squares):
        across, along = square.column in (left, right), square.row in (bottom, top)
        if left <= square.column <= right and bottom <= square.row <= top:
            if across or along:
                # A ring need not be closed at its corners.
                ring |= 1 << index if not (across and along) or chance.randrange(3) == 0 else 0
            elif chance.randrange(4) == 0:
                inside |= 1 << index
    for _ in range(chance.randint(0, 2)):
        ring &= ~(1 << chance.randrange(len(grid.squares)))
    for _ in range(chance.randint(1, 4)):
        ring |= 1 << chance.randrange(len(grid.squares)) & ~inside
    king = chance.choice(range(len(grid.squares)) if not inside else list(indices_of(inside)))
    return manned(variant, chance, ring, inside, king)


def fortified(variant: Variant, chance: random.Random) -> Position:
    """A king on the edge with his men around him, and attackers further away."""
    grid = variant.board.grid
    king = chance.choice(list(indices_of(grid.edge_mask)))
    near = 1 << king
    for _ in range(chance.randint(1, 3)):
        near = grid.spread(near)
    density = chance.uniform(0.3, 0.8)
    defenders = union(bit for bit in bits_of(near) if chance.random() < density)
    attackers = union(bit for bit in bits_of(grid.everywhere_mask & ~near) if chance.random() < 0.2)
    return manned(variant, chance, attackers, defenders, king)


def manned(variant: Variant, chance: random.Random, attackers: int, defenders: int, king: int) -> Position:
    """Men of random kinds on the squares of each side, as a rule one king, and either side to move."""
    pieces = variant.board.pieces
    sets = [0] * len(pieces)
    for side, squares in ((Side.ATTACKERS, attackers), (Side.DEFENDERS, defenders)):
        kinds = [index for index, piece in enumerate(pieces) if piece.side is side and not piece.is_king]
        if len(kinds) == 1:
            sets[kinds[0]] = squares
            continue
        for bit in bits_of(squares):
            sets[chance.choice(kinds)] |= bit
    throne = [1 << king, *(1 << chance.randrange(len(variant.board.grid.squares)) for _ in range(MAX_KINGS - 1))]
    for bit in throne[: chance.choice([0, 1, 1, 1, 1, 1, MAX_KINGS])]:
        sets = [squares & ~bit for squares in sets]
        sets[chance.choice(variant.board.king_indices)] |= bit
    return Position(variant.board, tuple(sets), chance.choice(list(Side)))


#: How to set up a position.
SCENES = (scattered, scattered, ringed, fortified)
