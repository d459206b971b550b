"""Tables of the moves along rows and columns.

A row or column of a board holds few different arrangements in the course of a game. Each line has a table from the
occupied squares and the movers among them to the tuple of their moves along it, filled as arrangements turn up.
Generating moves is then one look-up for each line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taflkit.board import Board, Grid, Move, Piece, Position, Side, indices_of, union
from taflkit.rules.protocols import Access, LineMovement

#: A table with this many arrangements is emptied, which bounds the memory on large boards.
MAX_ARRANGEMENTS = 1 << 12
#: The code, in the key of an arrangement, of a piece whose moves are not wanted.
BLOCKING = 1


class Reach:
    """Where one kind of piece can go from each square: the union of its movements without the closed squares."""

    __slots__ = ("_board", "_movements", "_piece", "crossable", "key", "stoppable")

    def __init__(
        self, board: Board, piece: Piece, movements: Sequence[LineMovement], accesses: Sequence[Access]
    ) -> None:
        """Compute the closed squares for every origin."""
        self._board = board
        self._piece = piece
        self._movements = movements
        everywhere = board.grid.everywhere_mask
        self.stoppable = []
        self.crossable = []
        for origin in range(len(board.grid.squares)):
            stop = cross = everywhere
            for access in accesses:
                stop &= ~access.closed_to_stop(board, piece, origin)
                cross &= ~access.closed_to_cross(board, piece, origin)
            self.stoppable.append(stop)
            self.crossable.append(cross)
        #: Equal for kinds of piece that move alike. Manners are comparable only within one movement.
        manners = tuple((id(m), m.manner(piece)) for m in movements)
        self.key = (manners, tuple(self.stoppable), tuple(self.crossable))

    def from_square(self, origin: int, occupied: int) -> int:
        """The squares a piece on `origin` can move to."""
        found = 0
        for movement in self._movements:
            found |= movement.reach(self._board, self._piece, origin, occupied, self.crossable[origin])
        return found & self.stoppable[origin] & ~occupied


class LineMoves(dict[int, tuple[Move, ...]]):
    """The moves along one line, by the key of an arrangement: see `LineTables`."""

    __slots__ = ("_grid", "_reaches", "_shifts", "_squares", "mask")

    def __init__(self, grid: Grid, squares: int, reaches: Mapping[int, Reach], shifts: Sequence[int]) -> None:
        """Start empty, for a line with these squares; codes of movers have a reach, and the planes are shifted so."""
        self._grid = grid
        self._squares = squares
        self._reaches = reaches
        self._shifts = shifts
        #: The part of a key that concerns this line.
        self.mask = union(squares << shift for shift in shifts)

    def __missing__(self, key: int) -> tuple[Move, ...]:
        occupied = union(key >> shift for shift in self._shifts) & self._squares
        moves: list[Move] = []
        for origin in indices_of(occupied):
            code = sum((key >> shift + origin & 1) << plane for plane, shift in enumerate(self._shifts))
            if code != BLOCKING:
                targets = self._reaches[code].from_square(origin, occupied) & self._squares
                moves += [self._grid.move_between(origin, target) for target in indices_of(targets)]
        if len(self) >= MAX_ARRANGEMENTS:
            self.clear()
        self[key] = found = tuple(moves)
        return found


class LineTables:
    """The tables of all lines of a board.

    In the key of an arrangement each square has a code: 0 if it is empty, `BLOCKING` for a piece that does not move
    now, and a code of their own for movers that move alike. A key consists of planes: the lowest has the lowest bits of
    the codes of all squares, and so on.
    """

    __slots__ = ("_factors", "_lines", "_planes")

    def __init__(self, board: Board, reaches: Sequence[Reach]) -> None:
        """Create empty tables.

        Args:
            board: The board.
            reaches: Where each of its kinds of piece can go.
        """
        codes = {key: code for code, key in enumerate(dict.fromkeys(reach.key for reach in reaches), BLOCKING + 1)}
        height = len(board.grid.squares)
        shifts = [plane * height for plane in range(max(codes.values()).bit_length())]
        #: For each side to move and each kind of piece, the factor from its squares to their part of a key.
        self._factors = {
            side: tuple(
                union(1 << shift for plane, shift in enumerate(shifts) if code >> plane & 1)
                for code in (
                    codes[reach.key] if piece.side is side else BLOCKING
                    for piece, reach in zip(board.pieces, reaches, strict=True)
                )
            )
            for side in Side
        }
        self._planes = union(1 << shift for shift in shifts)
        by_code = {codes[reach.key]: reach for reach in reaches}
        lines = [LineMoves(board.grid, squares, by_code, shifts) for squares in board.grid.line_masks]
        self._lines = tuple((line.mask, line) for line in lines)

    def moves(self, position: Position) -> list[tuple[Move, ...]]:
        """The moves of the side to move along each line on which it stands, in the order of `grid.line_masks`."""
        key = self._key(position)
        return [line[key & mask] for mask, line in self._lines]

    def has_moves(self, position: Position) -> bool:
        """Whether the side to move has any move along a line."""
        key = self._key(position)
        return any(line[key & mask] for mask, line in self._lines)

    def _key(self, position: Position) -> int:
        key, going_on = 0, position.going_on_mask
        for squares, factor in zip(position.kind_masks, self._factors[position.to_move], strict=True):
            key |= squares * factor
        if going_on:
            return key & going_on * self._planes | (position.occupied_mask ^ going_on) * BLOCKING
        return key
