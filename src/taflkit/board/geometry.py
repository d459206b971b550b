"""A board as the rules see it: a grid and its named regions."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping

import attrs

from taflkit.board.grid import Grid, Symmetry, grid
from taflkit.board.squares import Square, SquareSet
from taflkit.errors import GeometryError

EDGE = "edge"
EVERYWHERE = "everywhere"
BESIDE = "beside "


def _centre(board: Grid) -> int:
    columns = {(board.width - 1) // 2, board.width // 2}
    rows = {(board.height - 1) // 2, board.height // 2}
    return board.mask(Square(column, row) for column in columns for row in rows)


def _corners(board: Grid, size: int) -> int:
    columns = [c for c in range(board.width) if min(c, board.width - 1 - c) < size]
    rows = [r for r in range(board.height) if min(r, board.height - 1 - r) < size]
    return board.mask(Square(column, row) for column in columns for row in rows)


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
            if not mask or mask & ~self.grid.everywhere:
                raise GeometryError(f"the region {name!r} must have squares, all of them on the board")
            for other, taken in seen.items():
                if other & mask:
                    shared = " ".join(map(str, SquareSet(self.grid, other & mask)))
                    raise GeometryError(f"the regions {taken!r} and {name!r} overlap on {shared}")
            seen[mask] = name
            self._areas[name] = mask
            self._areas[BESIDE + name] = self.grid.beside(mask)
        self._areas[EDGE] = self.grid.edge
        self._areas[EVERYWHERE] = self.grid.everywhere

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
        """Every name that `area` understands."""
        return tuple(self._areas)

    def area(self, *names: str) -> int:
        """The union of the areas named, as a mask."""
        mask = 0
        for name in names:
            try:
                mask |= self._areas[name]
            except KeyError:
                near = difflib.get_close_matches(name, self._areas, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(self._areas)}"
                raise GeometryError(f"the board has no region {name!r}; {hint}") from None
        return mask

    def squares(self, *names: str) -> SquareSet:
        """The union of the areas named."""
        return SquareSet(self.grid, self.area(*names))
