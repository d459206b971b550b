"""Grids: the squares of a board with their neighbours, rays, lines and moves.

There is one `Grid` object for each size, so squares, moves and tables are shared by every variant
played on that size, and moves compare by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property

from taflkit.board.moves import Move
from taflkit.board.squares import MAX_SIZE, MIN_SIZE, Square, SquareSet, parse_if_text
from taflkit.board.symmetry import Symmetry, symmetries_of
from taflkit.errors import GeometryError, NotationError, check_type, wrong_type


class Grid:
    """A rectangle of squares, returned by `grid(width, height)`.

    Squares are numbered from a1 along the rows; in masks, square number `i` is the bit `1 << i`.
    """

    def __init__(self, width: int, height: int) -> None:
        """Use `grid(width, height)` instead: it returns the one grid of that size."""
        self.width = width
        """The number of columns."""
        self.height = height
        """The number of rows."""
        self.squares = tuple(Square(column, row) for row in range(height) for column in range(width))
        """All squares, in the order of their numbers."""
        count = len(self.squares)
        self.everywhere_mask = (1 << count) - 1
        """All squares."""
        self.outside_mask = 1 << count
        """A bit that stands for "off the board", so that rules can make the edge hostile like any square."""
        self.rays = tuple(map(self._rays, range(count)))
        """For each square, the numbers of the squares up, right, down and left of it, nearest first."""
        self.neighbour_masks = tuple(sum(1 << ray[0] for ray in rays if ray) for rays in self.rays)
        """For each square, the squares next to it."""
        # For each square and each square next to it: the bit of the latter and that of the one beyond.
        self._flank_masks = tuple(
            tuple((1 << ray[0], 1 << ray[1] if len(ray) > 1 else self.outside_mask) for ray in rays if ray)
            for rays in self.rays
        )
        self.row_masks = tuple(sum(1 << (row * width + c) for c in range(width)) for row in range(height))
        """The squares of each row, from the bottom."""
        self.column_masks = tuple(sum(1 << (row * width + c) for row in range(height)) for c in range(width))
        """The squares of each column, from the left."""
        self._right_of_first = self.everywhere_mask & ~self.column_masks[0]
        self._left_of_last = self.everywhere_mask & ~self.column_masks[-1]
        self.line_masks = self.row_masks + self.column_masks
        """The squares of each row and then of each column."""
        self.edge_mask = self.row_masks[0] | self.row_masks[-1] | self.column_masks[0] | self.column_masks[-1]
        """The outermost squares, corners included."""
        self.rows_from_top = tuple(range(row * width, (row + 1) * width) for row in reversed(range(height)))
        """The numbers of the squares of each row from the top, as boards are drawn."""
        self._moves: dict[tuple[int, int], Move] = {}
        # The texts of moves that have been read: there are few, and records have many of them.
        self._texts: dict[str, Move] = {}
        self._is_built = True

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: all games of this size share it."""
        if getattr(self, "_is_built", False):
            raise AttributeError(f"a Grid cannot be changed: {name}")
        object.__setattr__(self, name, value)

    def _rays(self, number: int) -> tuple[tuple[int, ...], ...]:
        row = number // self.width * self.width
        return (
            tuple(range(number + self.width, self.width * self.height, self.width)),
            tuple(range(number + 1, row + self.width)),
            tuple(range(number - self.width, -1, -self.width)),
            tuple(range(number - 1, row - 1, -1)),
        )

    def __reduce__(self) -> tuple[Callable[[int, int], Grid], tuple[int, int]]:
        """Pickle as the call that returns the one grid of this size."""
        return grid, (self.width, self.height)

    def __contains__(self, square: object) -> bool:
        """Whether the square, given as a `Square` or as text, is on this board."""
        square = parse_if_text(square)
        return isinstance(square, Square) and square.column < self.width and square.row < self.height

    def __str__(self) -> str:
        """Print the size."""
        return f"{self.width}x{self.height}"

    def __repr__(self) -> str:
        """Print as the expression that builds it."""
        return f"grid({self.width}, {self.height})"

    def index(self, square: Square) -> int:
        """Return the number of a square.

        Raises:
            GeometryError: The square is not on the board.
        """
        if not isinstance(square, Square):
            raise wrong_type("a Square", square)
        if square.column >= self.width or square.row >= self.height:
            raise GeometryError(f"{square} is not on the {self} board, which ends at {self.squares[-1]}")
        return square.row * self.width + square.column

    def mask(self, squares: Iterable[Square | str]) -> int:
        """Return the mask of some squares, given as `Square`s or texts.

        Raises:
            NotationError: A text is not a square.
            GeometryError: A square is not on the board.
        """
        if isinstance(squares, str) or not isinstance(squares, Iterable):
            raise wrong_type("several squares, such as ['e5', 'e6']", squares)
        mask = 0
        for square in squares:
            mask |= 1 << self.index(Square.parse(square) if isinstance(square, str) else square)
        return mask

    def set(self, squares: Iterable[Square | str] = ()) -> SquareSet:
        """Return the set of some squares, given as `Square`s or texts; it raises what `mask` raises."""
        return SquareSet(self, self.mask(squares))

    def spread(self, mask: int) -> int:
        """Return the squares of a set and those next to them."""
        width = self.width
        to_left, to_right = (mask & self._right_of_first) >> 1, (mask & self._left_of_last) << 1
        return mask | mask >> width | mask << width & self.everywhere_mask | to_left | to_right

    def flood(self, mask: int, within: int) -> int:
        """Return the squares of `within` that are connected, through `within`, to a set of them."""
        while (grown := self.spread(mask) & within) != mask:
            mask = grown
        return mask

    def beside(self, mask: int) -> int:
        """Return the squares next to a set, without those of the set itself."""
        return self.spread(mask) & ~mask

    def between(self, origin: Square, target: Square) -> tuple[int, ...]:
        """Return the numbers of the squares between two squares of one line, from the origin on; none otherwise."""
        end = self.index(target)
        for ray in self.rays[self.index(origin)]:
            if end in ray:
                return ray[: ray.index(end)]
        return ()

    def move(self, origin: Square | str, target: Square | str) -> Move:
        """Return the move from one square to another.

        Raises:
            NotationError: A text is not a square.
            GeometryError: A square is not on the board, or both are the same.
        """
        start, end = (self.index(Square.parse(s) if isinstance(s, str) else s) for s in (origin, target))
        return self.move_between(start, end)

    def move_between(self, origin: int, target: int) -> Move:
        """Return the move between two squares given by their numbers."""
        try:
            return self._moves[origin, target]
        except KeyError:
            if origin == target:
                raise GeometryError(f"a move from {self.squares[origin]} must go to another square") from None
            return self._moves.setdefault((origin, target), Move(self, origin, target))

    def parse_move(self, text: str) -> Move:
        """Read a move on this grid: see `Move.parse`."""
        check_type(text, str, "the text of a move such as 'e5-e8'")
        move = self._texts.get(text)
        if move is None:
            move = Move.parse(text, self)
            if len(self._texts) < MAX_TEXTS:
                self._texts[text] = move
        return move

    def square_in(self, text: str, column: int, name: str) -> Square:
        """Read the square that stands at a column, from 1, of a longer text.

        Raises:
            NotationError: It is not a square of this board; the error has the whole text and the column.
        """
        try:
            square = Square.parse(name)
            self.index(square)
        except (NotationError, GeometryError):
            raise NotationError(text, column, f"a square from a1 to {self.squares[-1]}") from None
        return square

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight symmetries of a square board, or the four of another rectangle; the identity is first."""
        return symmetries_of(self)


#: So many texts of moves are remembered for a grid: those of the largest boards, long and short.
MAX_TEXTS = 1 << 16

_grids: dict[tuple[int, int], Grid] = {}


def grid(width: int, height: int) -> Grid:
    """Return the one grid of a size.

    Raises:
        GeometryError: A board cannot have this size.
    """
    for name, value in (("width", width), ("height", height)):
        if not isinstance(value, int):
            raise wrong_type(f"the {name} of a board as a number", value)
        if not MIN_SIZE <= value <= MAX_SIZE:
            raise GeometryError(f"the {name} of a board is from {MIN_SIZE} to {MAX_SIZE}, not {value}")
    found = _grids.get((width, height))
    # `setdefault` and not `functools.cache`, so that threads that ask at the same time get the same object.
    return found or _grids.setdefault((width, height), Grid(width, height))
