"""Tables of the moves along rows and columns.

A row or column of a board holds few different arrangements in the course of a game. Each line has a table from the
occupied squares and the movers among them to the tuple of their moves along it, filled as arrangements turn up.
Generating moves is then one look-up for each line.
"""

from __future__ import annotations

from collections.abc import Sequence

from taflkit.board import Board, Move, Piece, indices_of
from taflkit.rules.protocols import Access, LineMovement, stated

#: A table with this many arrangements is emptied, which bounds the memory on large boards.
MAX_ARRANGEMENTS = 1 << 12


class Reach:
    """Where one kind of piece can go from each square: the union of its movements without the closed squares."""

    __slots__ = ("_board", "_movements", "_piece", "crossable", "key", "stoppable", "stops_at_pieces")

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
        #: Whether only pieces in between keep such a piece from a square that it reaches on an empty board.
        self.stops_at_pieces = all(stated(movement, "stops_at_pieces") is True for movement in movements)
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

    __slots__ = ("_above", "_below", "_grid", "_origin", "_reach", "_squares")

    def __init__(self, board: Board, origin: int, squares: int, reach: Reach) -> None:
        """Start empty."""
        self._grid = board.grid
        self._origin = origin
        self._squares = squares
        self._below = squares & (1 << origin) - 1
        self._above = squares & -(2 << origin)
        self._reach = reach

    def along(self, occupied: int) -> tuple[Move, ...]:
        """The moves as far as the next pieces, if only these matter: there are few cases of that."""
        if not self._reach.stops_at_pieces:
            return self[occupied & self._squares]
        below, above = occupied & self._below, occupied & self._above
        return self[1 << below.bit_length() >> 1 | above & -above]

    def __missing__(self, occupied: int) -> tuple[Move, ...]:
        targets = self._reach.from_square(self._origin, occupied) & self._squares
        moves = tuple(self._grid.move_between(self._origin, target) for target in indices_of(targets))
        if len(self) >= MAX_ARRANGEMENTS:
            self.clear()
        self[occupied] = moves
        return moves


class LineMoves(dict[int, tuple[Move, ...]]):
    """The moves of all pieces of a kind along one line, by `occupied | movers << shift` restricted to it."""

    __slots__ = ("_near", "_shift", "_squares", "_walks", "mask")

    def __init__(self, squares: int, shift: int, walks: dict[int, Walk], *, near: bool) -> None:
        """Start empty.

        Args:
            squares: The squares of the line.
            shift: By how many bits the movers are shifted in a key.
            walks: Those of the line's squares, by their one-bit masks.
            near: Whether only the next pieces on both sides of a mover matter.
        """
        self._squares = squares
        self._shift = shift
        self._walks = walks
        self._near = near
        #: The part of a key that concerns this line.
        self.mask = squares | squares << shift

    def __missing__(self, key: int) -> tuple[Move, ...]:
        occupied, movers, walks = key & self._squares, key >> self._shift, self._walks
        moves: tuple[Move, ...] = ()
        below, here = 0, occupied & -occupied
        while here:
            occupied ^= here
            above = occupied & -occupied
            if here & movers:
                moves += walks[here][below | above if self._near else key & self._squares]
            below, here = here, above
        if len(self) >= MAX_ARRANGEMENTS:
            self.clear()
        self[key] = moves
        return moves


class LineTables:
    """The tables of one kind of piece."""

    __slots__ = ("_open", "_reach", "lines", "walks")

    def __init__(self, board: Board, reach: Reach) -> None:
        """Create empty tables for all lines and squares of the board."""
        grid, near = board.grid, reach.stops_at_pieces
        shift = grid.outside_mask.bit_length()
        walks: dict[int, list[Walk]] = {1 << square: [] for square in range(len(grid.squares))}
        lines = []
        for squares in grid.line_masks:
            along = {1 << origin: Walk(board, origin, squares, reach) for origin in indices_of(squares)}
            lines.append(LineMoves(squares, shift, along, near=near))
            for origin, walk in along.items():
                walks[origin].append(walk)
        #: Every line with the mask of its keys, in the order of `grid.lines`.
        self.lines = tuple((line.mask, line) for line in lines)
        #: For each square, as a one-bit mask, the walks along its row and its column.
        self.walks = {origin: (row, column) for origin, (row, column) in walks.items()}
        self._reach = reach
        # What is reached from squares on an empty board.
        self._open: dict[int, int] = {}

    def allows(self, move: Move, occupied: int) -> bool:
        """Whether a piece on the origin of a move may make it."""
        if not self._reach.stops_at_pieces:
            row, column = self.walks[move.origin_mask]
            return move in row.along(occupied) or move in column.along(occupied)
        reached = self._open.get(move.origin_mask)
        if reached is None:
            reached = self._open[move.origin_mask] = self._reach.from_square(move.origin_mask.bit_length() - 1, 0)
        return reached & move.target_mask != 0 and not occupied & move._path_mask
