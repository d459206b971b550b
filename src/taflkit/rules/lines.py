"""Tables of the moves along rows and columns.

A row or column of a board holds few different arrangements in the course of a game. Each line has a table from the
occupied squares and the movers among them to the tuple of their moves along it, filled as arrangements turn up.
Generating moves is then one look-up for each line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taflkit.board import Board, Move, Piece, indices_of, union
from taflkit.rules.protocols import Access, LineMovement, stated

#: A table with this many arrangements is emptied, which bounds the memory on large boards.
MAX_ARRANGEMENTS = 1 << 12
#: The code, in the key of an arrangement, of a piece whose moves are not wanted.
BLOCKING = 1


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
    """The moves of a piece on one square along one line, by the occupied squares of that line.

    If such pieces stop at others, the squares of the next pieces on both sides are enough: there are few cases of that.
    """

    __slots__ = ("_board", "_origin", "_reach", "_squares")

    def __init__(self, board: Board, origin: int, squares: int, reach: Reach) -> None:
        """Start empty."""
        self._board = board
        self._origin = origin
        self._squares = squares
        self._reach = reach

    def __missing__(self, occupied: int) -> tuple[Move, ...]:
        targets = self._reach.from_square(self._origin, occupied) & self._squares
        move_between = self._board.grid.move_between
        moves = tuple(move_between(self._origin, target) for target in indices_of(targets))
        if len(self) >= MAX_ARRANGEMENTS:
            self.clear()
        self[occupied] = moves
        return moves


class Manner:
    """How some kinds of piece move that move alike."""

    __slots__ = ("_possible", "code", "reach")

    def __init__(self, reach: Reach, code: int) -> None:
        """Take the code of such pieces in keys: see `LineTables`."""
        self.reach = reach
        self.code = code
        # Whether a move can be made on an empty board.
        self._possible: dict[Move, bool] = {}

    def allows(self, move: Move, occupied: int) -> bool:
        """Whether a piece on the origin of a move may make it."""
        if not self.reach.stops_at_pieces:
            # The line of the move decides, as in the tables.
            lines = (move.grid.line_masks[number] for number in move._lines)
            return any(self._reaches(move, occupied & line) for line in lines if not move._both_mask & ~line)
        possible = self._possible.get(move)
        if possible is None:
            possible = self._possible[move] = self._reaches(move, 0)
        return possible and not occupied & move._path_mask

    def _reaches(self, move: Move, occupied: int) -> bool:
        return self.reach.from_square(move.origin_mask.bit_length() - 1, occupied) & move.target_mask != 0


class LineMoves(dict[int, tuple[Move, ...]]):
    """The moves of some pieces along one line, by the key of an arrangement: see `LineTables`."""

    __slots__ = ("_shifts", "_squares", "_walks", "mask")

    def __init__(self, board: Board, squares: int, manners: Sequence[Manner], shifts: Sequence[int]) -> None:
        """Start empty, for a line with these squares; the planes of keys are shifted so."""
        self._squares = squares
        self._shifts = shifts
        origins = [*indices_of(squares)]
        self._walks = {
            manner.code: (manner, {1 << origin: Walk(board, origin, squares, manner.reach) for origin in origins})
            for manner in manners
        }
        #: The part of a key that concerns this line.
        self.mask = union(squares << shift for shift in shifts)

    def walks(self) -> Iterator[Walk]:
        """Iterate over the walks of all manners from all squares of the line."""
        for _, walks in self._walks.values():
            yield from walks.values()

    def __missing__(self, key: int) -> tuple[Move, ...]:
        planes = [key >> shift & self._squares for shift in self._shifts]
        occupied = left = union(planes)
        moves: tuple[Move, ...] = ()
        below, here = 0, left & -left
        while here:
            left ^= here
            above = left & -left
            code = sum(1 << n for n, plane in enumerate(planes) if plane & here)
            if code != BLOCKING:
                manner, walks = self._walks[code]
                moves += walks[here][below | above if manner.reach.stops_at_pieces else occupied]
            below, here = here, above
        if len(self) >= MAX_ARRANGEMENTS:
            self.clear()
        self[key] = moves
        return moves


class LineTables:
    """The tables of all lines of a board.

    In the key of an arrangement each square has a code: 0 if it is empty, `BLOCKING` for a piece whose moves are not
    wanted, and a code for each manner of moving. A key consists of planes: the lowest has the lowest bits of the codes
    of all squares, and so on. A set of squares times one of `factors` is the key of pieces of that kind on them.
    """

    __slots__ = ("factors", "lines", "manners")

    def __init__(self, board: Board, reaches: Sequence[Reach | None]) -> None:
        """Create empty tables.

        Args:
            board: The board.
            reaches: For each kind of piece where it can go, `None` for kinds that do not move along lines only.
        """
        shared: dict[object, Manner] = {}
        for reach in reaches:
            if reach is not None and reach.key not in shared:
                shared[reach.key] = Manner(reach, BLOCKING + 1 + len(shared))
        #: How each kind of piece moves, `None` for kinds that do not move along lines only.
        self.manners = tuple(None if reach is None else shared[reach.key] for reach in reaches)
        height = board.grid.outside_mask.bit_length()
        shifts = [n * height for n in range((BLOCKING + len(shared)).bit_length())]
        #: For each kind of piece the factor from its squares to their part of a key.
        self.factors = tuple(
            sum(1 << shift for n, shift in enumerate(shifts) if (manner.code if manner else BLOCKING) >> n & 1)
            for manner in self.manners
        )
        lines = [LineMoves(board, squares, [*shared.values()], shifts) for squares in board.grid.line_masks]
        #: Every line with the mask of its keys, in the order of `grid.line_masks`.
        self.lines = tuple((line.mask, line) for line in lines)
