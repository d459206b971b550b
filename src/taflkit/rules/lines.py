"""Tables of the moves along rows and columns.

A row or column of a board holds few different arrangements in the course of a game. Each line has a table from the
occupied squares and the movers among them to the tuple of their moves along it, filled as arrangements turn up.
Generating moves is then one look-up for each line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from taflkit.board import Board, Grid, Move, Piece, indices_of, union
from taflkit.rules.protocols import Access, LineMovement, stated

#: A table with this many arrangements is emptied, which bounds the memory on large boards.
MAX_ARRANGEMENTS = 1 << 12
#: The code, in the key of an arrangement, of a piece whose moves are not wanted.
BLOCKING = 1
#: The bit that all other pieces have in their codes: one plane of a key has all of them.
OWN = 2


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

    def allows(self, move: Move, occupied: int) -> bool:
        """Whether a piece on the origin of a move can make it among these pieces."""
        return self.from_square(move.origin_mask.bit_length() - 1, occupied) & move.target_mask != 0


class Walk:
    """The moves of a piece from one square along one line."""

    __slots__ = ("_farthest", "_grid", "_origin", "_reach", "_squares", "_targets")

    def __init__(self, grid: Grid, origin: int, squares: int, reach: Reach) -> None:
        """Take the squares of the line."""
        self._grid = grid
        self._origin = origin
        self._squares = squares
        self._reach = reach
        #: The moves on an empty line, by target, and their targets, once somebody has asked.
        self._farthest: tuple[Move, ...] | None = None
        self._targets: list[int] = []

    def moves(self, occupied: int, below: int, above: int) -> tuple[Move, ...]:
        """The moves between other pieces.

        Args:
            occupied: The occupied squares of the line.
            below: The next of them below the piece, 0 if there is none.
            above: The next of them above the piece, `grid.outside_mask` if there is none.
        """
        if not self._reach.stops_at_pieces:
            return self._find(occupied)
        if self._farthest is None:
            # Everything off the line is in the way: what lies there need not be looked at.
            self._farthest = self._find(self._grid.everywhere_mask ^ self._squares)
            self._targets = [move.target_mask for move in self._farthest]
        return self._farthest[bisect_right(self._targets, below) : bisect_left(self._targets, above)]

    def _find(self, occupied: int) -> tuple[Move, ...]:
        targets = self._reach.from_square(self._origin, occupied) & self._squares
        return tuple([self._grid.move_between(self._origin, target) for target in indices_of(targets)])


class FreePathMoves(dict[Move, bool]):
    """The moves for which a kind of piece needs a free path and nothing else; false for others, found when asked."""

    __slots__ = ("_reach",)

    def __init__(self, reach: Reach) -> None:
        """Start empty."""
        self._reach = reach

    def __missing__(self, move: Move) -> bool:
        reach = self._reach
        found = reach.stops_at_pieces and reach.allows(move, 0)
        self[move] = found
        return found


class Manner:
    """How some kinds of piece move that move alike."""

    __slots__ = ("code", "needs_free_path", "reach")

    def __init__(self, reach: Reach, code: int) -> None:
        """Take the code of such pieces in keys: see `LineTables`."""
        self.reach = reach
        self.code = code
        self.needs_free_path = FreePathMoves(reach)

    def factor(self, shifts: Sequence[int]) -> int:
        """The factor from the squares of such pieces to their part of a key whose planes are shifted so."""
        return union(1 << shift for n, shift in enumerate(shifts) if self.code >> n & 1)

    def allows(self, move: Move, occupied: int) -> bool:
        """Whether a piece on the origin of a move may make it."""
        if self.reach.stops_at_pieces:
            return self.needs_free_path[move] and not occupied & move._path_mask
        # The line of the move decides, as in the tables.
        lines = (move.grid.line_masks[number] for number in move._lines)
        return any(self.reach.allows(move, occupied & line) for line in lines if not move._both_mask & ~line)


class LineMoves(dict[int, tuple[Move, ...]]):
    """The moves of some pieces along one line, by the key of an arrangement: see `LineTables`."""

    __slots__ = ("_grid", "_manners", "_planes", "_shifts", "_squares", "_walks", "mask")

    def __init__(self, grid: Grid, squares: int, manners: Sequence[Manner], shifts: Sequence[int]) -> None:
        """Start empty, for a line with these squares; the planes of keys are shifted so."""
        self._grid = grid
        self._squares = squares
        self._manners = manners
        self._shifts = shifts
        #: The factor from a square to its part of a key with all planes.
        self._planes = union(1 << shift for shift in shifts)
        #: The part of a key that concerns this line.
        self.mask = squares * self._planes
        #: Made when they are first needed: where the kernel runs the rules, they never are.
        self._walks: dict[int, Walk] = {}

    def _prepared(self) -> dict[int, Walk]:
        """The walks of each manner from each square, by what such a piece there adds to a key."""
        if not self._walks:
            for manner in self._manners:
                factor = manner.factor(self._shifts)
                for origin in indices_of(self._squares):
                    self._walks[factor << origin] = Walk(self._grid, origin, self._squares, manner.reach)
        return self._walks

    def __missing__(self, key: int) -> tuple[Move, ...]:
        occupied = 0
        for shift in self._shifts:
            occupied |= key >> shift
        occupied &= self._squares
        moves: tuple[Move, ...] = ()
        walks, planes, outside = self._prepared(), self._planes, self._grid.outside_mask
        below, left = 0, occupied
        while left:
            here = left & -left
            left ^= here
            walk = walks.get(key & here * planes)
            if walk is not None:
                moves += walk.moves(occupied, below, left & -left or outside)
            below = here
        if len(self) >= MAX_ARRANGEMENTS:
            self.clear()
        self[key] = moves
        return moves


class LineTables:
    """The tables of all lines of a board.

    In the key of an arrangement each square has a code: 0 if it is empty, `BLOCKING` for a piece whose moves are not
    wanted, and a code with the bit `OWN` for each manner of moving. A key consists of planes: the lowest has the lowest
    bits of the codes of all squares, and so on. A set of squares times one of `factors` is the key of pieces of that
    kind on them.
    """

    __slots__ = ("factors", "lines", "manners", "other_planes", "own_plane")

    def __init__(self, grid: Grid, reaches: Sequence[Reach]) -> None:
        """Create empty tables.

        Args:
            grid: The squares of the board.
            reaches: Where each kind of piece can go.
        """
        shared: dict[object, Manner] = {}
        for reach in reaches:
            if reach.key not in shared:
                count = len(shared)
                shared[reach.key] = Manner(reach, OWN | count & BLOCKING | count >> 1 << 2)
        #: How each kind of piece moves along lines.
        self.manners = tuple(shared[reach.key] for reach in reaches)
        height = grid.outside_mask.bit_length()
        shifts = [n * height for n in range(max(manner.code for manner in self.manners).bit_length())]
        #: The shift of the plane of `OWN`, and for each kind of piece those of the other planes in which it stands.
        self.own_plane = shifts[1]
        self.other_planes = tuple(
            tuple(shift for n, shift in enumerate(shifts) if (manner.code ^ OWN) >> n & 1) for manner in self.manners
        )
        #: For each kind of piece the factor from its squares to their part of a key.
        self.factors = tuple(manner.factor(shifts) for manner in self.manners)
        lines = [LineMoves(grid, squares, [*shared.values()], shifts) for squares in grid.line_masks]
        #: Every line with the mask of its keys, in the order of `grid.line_masks`.
        self.lines = tuple((line.mask, line) for line in lines)
