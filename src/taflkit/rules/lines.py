"""Tables of the moves along rows and columns.

A row or column of a board holds few different arrangements in the course of a game. Each line has a table from the
occupied squares and the movers among them to the tuple of their moves along it, filled as arrangements turn up.
Generating moves is then one look-up for each line.
"""

from __future__ import annotations

from collections.abc import Sequence

from taflkit.board import Board, Move, Piece, indices_of
from taflkit.rules.protocols import Access, LineMovement

#: A table with this many arrangements is emptied, which bounds the memory on large boards.
MAX_ARRANGEMENTS = 1 << 12


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


class Walk(dict[int, tuple[Move, ...]]):
    """The moves of a piece on one square along one line, by the occupied squares of that line."""

    __slots__ = ("_grid", "_origin", "_reach", "_squares")

    def __init__(self, board: Board, origin: int, squares: int, reach: Reach) -> None:
        """Start empty."""
        self._grid = board.grid
        self._origin = origin
        self._squares = squares
        self._reach = reach

    def __missing__(self, occupied: int) -> tuple[Move, ...]:
        targets = self._reach.from_square(self._origin, occupied) & self._squares
        moves = tuple(self._grid.move_between(self._origin, target) for target in indices_of(targets))
        if len(self) >= MAX_ARRANGEMENTS:
            self.clear()
        self[occupied] = moves
        return moves


class LineMoves(dict[int, tuple[Move, ...]]):
    """The moves of all pieces of a kind along one line, by `occupied | movers << shift` restricted to it."""

    __slots__ = ("_shift", "_squares", "_walks", "mask")

    def __init__(self, squares: int, shift: int, walks: dict[int, Walk]) -> None:
        """Start empty; `walks` are those of the line's squares by their number."""
        self._squares = squares
        self._shift = shift
        self._walks = walks
        #: The part of a key that concerns this line.
        self.mask = squares | squares << shift

    def __missing__(self, key: int) -> tuple[Move, ...]:
        occupied = key & self._squares
        moves: tuple[Move, ...] = ()
        for origin in indices_of(key >> self._shift):
            moves += self._walks[origin][occupied]
        if len(self) >= MAX_ARRANGEMENTS:
            self.clear()
        self[key] = moves
        return moves


class LineTables:
    """The tables of one kind of piece."""

    __slots__ = ("lines", "walks")

    def __init__(self, board: Board, reach: Reach) -> None:
        """Create empty tables for all lines and squares of the board."""
        grid = board.grid
        shift = grid.outside_mask.bit_length()
        walks: dict[int, list[tuple[int, Walk]]] = {square: [] for square in range(len(grid.squares))}
        lines = []
        for squares in grid.line_masks:
            along = {origin: Walk(board, origin, squares, reach) for origin in indices_of(squares)}
            lines.append(LineMoves(squares, shift, along))
            for origin, walk in along.items():
                walks[origin].append((squares, walk))
        #: Every line with the mask of its keys, in the order of `grid.lines`.
        self.lines = tuple((line.mask, line) for line in lines)
        #: For each square, as a one-bit mask, the walks along its row and its column with the squares of each.
        self.walks = {1 << square: tuple(pairs) for square, pairs in walks.items()}
