"""Boards as the rules see them: a grid of squares with its neighbours, rays, lines and symmetries, and named regions.

There is one `Grid` object for each size, so squares, moves and tables are shared by every variant
played on that size, and moves compare by identity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

import attrs

from taflkit.board.squares import LARGEST, LETTERS, SMALLEST, Move, Square, SquareSet, indices_of, union
from taflkit.errors import GeometryError, NotationError, nearest

EDGE = "edge"
EVERYWHERE = "everywhere"
BESIDE = "beside "
_DIRECTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))
#: A move or how it begins, and what is expected where its parts end.
_MOVE = re.compile(r"(?:([a-z]\d{1,2})(?:(-)([a-z]\d{1,2}|[a-z]|\d{1,2})?)?)?", re.ASCII | re.IGNORECASE)
_EXPECTED = ("a move such as e5-e8", "a hyphen", "a square, row or column to go to", "the end of the move")


class Symmetry:
    """One of the ways a board lies on itself: where each square, mask or move goes."""

    __slots__ = ("_to", "grid", "name")

    grid: Grid
    name: str
    _to: tuple[int, ...]

    def __init__(self, grid: Grid, name: str, to: tuple[int, ...]) -> None:
        """Hold the permutation of square indices."""
        for attribute, value in (("grid", grid), ("name", name), ("_to", to)):
            object.__setattr__(self, attribute, value)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a symmetry is a value."""
        raise AttributeError(f"a Symmetry cannot be changed: {name}")

    def square(self, square: Square) -> Square:
        """Where a square goes."""
        return self.grid.squares[self._to[self.grid.index(square)]]

    def mask(self, mask: int) -> int:
        """Where a set of squares goes."""
        moved = 0
        for index in indices_of(mask):
            moved |= 1 << self._to[index]
        return moved

    def move(self, move: Move) -> Move:
        """Where a move goes."""
        return self.grid.move(self.square(move.origin), self.square(move.target))

    def __repr__(self) -> str:
        """Print the name."""
        return f"<Symmetry {self.name} of {self.grid}>"


class Grid:
    """A rectangle of squares, made by `grid(width, height)`; square `i` is bit `1 << i`, a1 first, row by row."""

    def __init__(self, width: int, height: int) -> None:
        """Use `grid(width, height)` instead: it returns the one grid of that size."""
        self.width = width
        self.height = height
        self.squares = tuple(Square(column, row) for row in range(height) for column in range(width))
        count = len(self.squares)
        self.everywhere_mask = (1 << count) - 1
        #: A bit of its own for "off the board", so that the edge can be hostile in the same set algebra.
        self.outside_mask = 1 << count
        #: For each square, the squares in each of the four directions, nearest first.
        self.rays = tuple(tuple(self._ray(square, step) for step in _DIRECTIONS) for square in self.squares)
        self.neighbour_masks = tuple(sum(1 << ray[0] for ray in rays if ray) for rays in self.rays)
        #: As neighbours, with `outside` where a side of the square is the edge of the board.
        self.side_masks = tuple(
            around if all(rays) else around | self.outside_mask
            for around, rays in zip(self.neighbour_masks, self.rays, strict=True)
        )
        self.flank_masks = tuple(
            tuple((1 << ray[0], 1 << ray[1] if len(ray) > 1 else self.outside_mask) for ray in rays if ray)
            for rays in self.rays
        )
        self.row_masks = tuple(sum(1 << (row * width + c) for c in range(width)) for row in range(height))
        self.column_masks = tuple(sum(1 << (row * width + c) for row in range(height)) for c in range(width))
        self.line_masks = self.row_masks + self.column_masks
        self.edge_mask = self.row_masks[0] | self.row_masks[-1] | self.column_masks[0] | self.column_masks[-1]
        self.rows_from_top = tuple(range(row * width, (row + 1) * width) for row in reversed(range(height)))
        self._moves: dict[tuple[int, int], Move] = {}
        self._is_made = True

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: all games of this size share it."""
        if getattr(self, "_is_made", False):
            raise AttributeError(f"a Grid cannot be changed: {name}")
        object.__setattr__(self, name, value)

    def _ray(self, square: Square, step: tuple[int, int]) -> tuple[int, ...]:
        found = []
        column, row = square.column + step[0], square.row + step[1]
        while 0 <= column < self.width and 0 <= row < self.height:
            found.append(row * self.width + column)
            column, row = column + step[0], row + step[1]
        return tuple(found)

    def __reduce__(self) -> tuple[Callable[[int, int], Grid], tuple[int, int]]:
        """Pickle as the call that returns the one grid of this size."""
        return grid, (self.width, self.height)

    def __contains__(self, square: object) -> bool:
        """Whether the square is on this board."""
        return isinstance(square, Square) and square.column < self.width and square.row < self.height

    def __str__(self) -> str:
        """Print the size."""
        return f"{self.width}x{self.height}"

    def __repr__(self) -> str:
        """Print as the line that builds it."""
        return f"grid({self.width}, {self.height})"

    def index(self, square: Square) -> int:
        """The number of a square; a square that is not on the board is an error."""
        if square not in self:
            raise GeometryError(f"{square} is not on the {self} board, which ends at {self.squares[-1]}")
        return square.row * self.width + square.column

    def mask(self, squares: Iterable[Square | str]) -> int:
        """The set of the squares given, as a mask."""
        mask = 0
        for square in squares:
            mask |= 1 << self.index(Square.parse(square) if isinstance(square, str) else square)
        return mask

    def set(self, squares: Iterable[Square | str] = ()) -> SquareSet:
        """The set of the squares given."""
        return SquareSet(self, self.mask(squares))

    def spread(self, mask: int) -> int:
        """The squares of a set and those next to them."""
        width = self.width
        beyond_left = (mask & ~self.column_masks[0]) >> 1
        beyond_right = (mask & ~self.column_masks[-1]) << 1
        return (mask | mask >> width | mask << width | beyond_left | beyond_right) & self.everywhere_mask

    def flood(self, mask: int, within: int) -> int:
        """The squares `within` that hang together with a set of them."""
        while (grown := self.spread(mask) & within) != mask:
            mask = grown
        return mask

    def beside(self, mask: int) -> int:
        """The squares next to a set, those of the set itself not included."""
        return self.spread(mask) & ~mask

    def between(self, origin: Square, target: Square) -> tuple[int, ...]:
        """The squares strictly between two squares of one line, nearest to the origin first."""
        end = self.index(target)
        for ray in self.rays[self.index(origin)]:
            if end in ray:
                return ray[: ray.index(end)]
        return ()

    def move(self, origin: Square | str, target: Square | str) -> Move:
        """The one move from origin to target."""
        start, end = (self.index(Square.parse(s) if isinstance(s, str) else s) for s in (origin, target))
        return self.move_between(start, end)

    def move_between(self, origin: int, target: int) -> Move:
        """The one move between two square numbers."""
        try:
            return self._moves[origin, target]
        except KeyError:
            if origin == target:
                raise GeometryError(f"a move from {self.squares[origin]} must go to another square") from None
            return self._moves.setdefault((origin, target), Move(self, origin, target))

    def parse_move(self, text: str) -> Move:
        """Read a move: `b3-b6`, or the short form `b3-6`, `b3-f`; letter case does not matter."""
        match = _MOVE.match(text)
        assert match is not None  # It may be empty.
        if match.lastindex != 3 or match.end() != len(text):
            raise NotationError(text, match.end() + 1, _EXPECTED[match.lastindex or 0])
        origin = self.square_in(text, 1, match[1])
        to = match[3].lower()
        if to.isdigit():
            to = f"{LETTERS[origin.column]}{to}"
        elif len(to) == 1:
            to = f"{to}{origin.row + 1}"
        target = self.square_in(text, match.start(3) + 1, to)
        if origin == target:
            raise NotationError(text, match.start(3) + 1, f"another square than {origin}")
        return self.move(origin, target)

    def square_in(self, text: str, column: int, name: str) -> Square:
        """The square that is named in a longer text; an error says at which column of it the name stands."""
        try:
            square = Square.parse(name)
            self.index(square)
        except (NotationError, GeometryError):
            raise NotationError(text, column, f"a square from a1 to {self.squares[-1]}") from None
        return square

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The eight symmetries of a square board, the four of another rectangle; the identity is first."""
        right, top = self.width - 1, self.height - 1
        maps: dict[str, Callable[[int, int], tuple[int, int]]] = {
            "identity": lambda c, r: (c, r),
            "mirror columns": lambda c, r: (right - c, r),
            "mirror rows": lambda c, r: (c, top - r),
            "half turn": lambda c, r: (right - c, top - r),
        }
        if self.width == self.height:
            maps |= {
                "diagonal": lambda c, r: (r, c),
                "other diagonal": lambda c, r: (right - r, top - c),
                "quarter turn left": lambda c, r: (right - r, c),
                "quarter turn right": lambda c, r: (r, top - c),
            }
        return tuple(
            Symmetry(self, name, tuple(self.index(Square(*to(s.column, s.row))) for s in self.squares))
            for name, to in maps.items()
        )


_grids: dict[tuple[int, int], Grid] = {}


def grid(width: int, height: int) -> Grid:
    """The one grid of this size."""
    found = _grids.get((width, height))
    if found is None:
        for name, value in (("width", width), ("height", height)):
            if not SMALLEST <= value <= LARGEST:
                raise GeometryError(f"the {name} of a board is from {SMALLEST} to {LARGEST}, not {value}")
        # `setdefault` and not `functools.cache`, so that threads that ask at the same time get the same object.
        found = _grids.setdefault((width, height), Grid(width, height))
    return found


def _centre(board: Grid) -> int:
    columns, rows = (
        lines[(len(lines) - 1) // 2 : len(lines) // 2 + 1] for lines in (board.column_masks, board.row_masks)
    )
    return union(columns) & union(rows)


def _corners(board: Grid, size: int) -> int:
    columns, rows = (lines[:size] + lines[-size:] for lines in (board.column_masks, board.row_masks))
    return union(columns) & union(rows)


#: Regions that need not be listed square by square.
PRESETS: dict[str, Callable[[Grid], int]] = {
    "centre": _centre,
    "corners": lambda board: _corners(board, 1),
    "corners 2x2": lambda board: _corners(board, 2),
}


@attrs.frozen(cache_hash=True)
class Geometry:
    """A grid and its named regions, which share no square.

    Beyond the regions it is given, every geometry knows `edge` (the outermost squares, corners
    included), `everywhere`, and for each region the squares `beside` it: `beside throne`.

    ```
    >>> Geometry.build(9, 9, throne="centre").squares("beside throne")
    <SquareSet e4 d5 f5 e6>
    ```
    """

    grid: Grid
    regions: tuple[tuple[str, int], ...] = ()
    _areas: dict[str, int] = attrs.field(init=False, eq=False, repr=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        seen: dict[int, str] = {}
        for name, mask in self.regions:
            if name in (EDGE, EVERYWHERE) or name.startswith(BESIDE) or name != name.strip() or not name:
                raise GeometryError(f"a region cannot be called {name!r}: every board has that already")
            if name in self._areas:
                raise GeometryError(f"there are two regions called {name!r}")
            if not mask or mask & ~self.grid.everywhere_mask:
                raise GeometryError(f"the region {name!r} must have squares, all of them on the board")
            for other, taken in seen.items():
                if other & mask:
                    shared = " ".join(map(str, SquareSet(self.grid, other & mask)))
                    raise GeometryError(f"the regions {taken!r} and {name!r} overlap on {shared}")
            seen[mask] = name
            self._areas[name] = mask
            self._areas[BESIDE + name] = self.grid.beside(mask)
        self._areas[EDGE] = self.grid.edge_mask
        self._areas[EVERYWHERE] = self.grid.everywhere_mask

    @classmethod
    def build(cls, width: int, height: int, **regions: str | Iterable[Square | str]) -> Geometry:
        """A board of that size with the regions given by squares or as a preset such as `"centre"`."""
        return cls.from_regions(grid(width, height), regions)

    @classmethod
    def from_regions(cls, board: Grid, regions: Mapping[str, str | Iterable[Square | str]]) -> Geometry:
        """As `build`, for region names that are no Python names."""
        masks = []
        for name, squares in regions.items():
            if isinstance(squares, str):
                if squares not in PRESETS:
                    known = ", ".join(PRESETS)
                    raise GeometryError(f"region {name!r}: {squares!r} is not one of {known}; or list the squares")
                masks.append((name, PRESETS[squares](board)))
            else:
                masks.append((name, board.mask(squares)))
        return cls(board, tuple(masks))

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The symmetries of the grid that leave every region in its place."""
        return tuple(
            symmetry
            for symmetry in self.grid.symmetries
            if all(symmetry.mask(mask) == mask for _, mask in self.regions)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that `area_mask` understands."""
        return tuple(self._areas)

    def area_mask(self, *names: str) -> int:
        """The union of the areas named, as a mask."""
        mask = 0
        for name in names:
            try:
                mask |= self._areas[name]
            except KeyError:
                raise GeometryError(f"the board has no region {name!r}; {nearest(name, self._areas)}") from None
        return mask

    def squares(self, *names: str) -> SquareSet:
        """The union of the areas named."""
        return SquareSet(self.grid, self.area_mask(*names))
