"""Regions: the named areas of a board, such as the throne and the corners."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import attrs

from taflkit.board.grid import Grid, grid
from taflkit.board.squares import Square, SquareSet, union
from taflkit.board.symmetry import Symmetry
from taflkit.errors import GeometryError, nearest, wrong_type

EDGE = "edge"
"""The area of the outermost squares."""
EVERYWHERE = "everywhere"
"""The area of all squares."""
BESIDE = "beside "
"""Before the name of a region: the squares next to it."""


def _centre(board: Grid) -> int:
    columns, rows = (
        lines[(len(lines) - 1) // 2 : len(lines) // 2 + 1] for lines in (board.column_masks, board.row_masks)
    )
    return union(columns) & union(rows)


def _corners(board: Grid, size: int) -> int:
    columns, rows = (lines[:size] + lines[-size:] for lines in (board.column_masks, board.row_masks))
    return union(columns) & union(rows)


PRESETS: dict[str, Callable[[Grid], int]] = {
    "centre": _centre,
    "corners": lambda board: _corners(board, 1),
    "corners 2x2": lambda board: _corners(board, 2),
}
"""Regions that need not be listed square by square: the mask of each on a grid."""


@attrs.frozen(cache_hash=True)
class Geometry:
    """A grid and its named regions, which share no square.

    Beyond the regions it is given, every geometry knows `edge` (the outermost squares, corners
    included), `everywhere`, and for each region the squares `beside` it: `beside throne`.

    ```
    >>> Geometry.build(9, 9, throne="centre").squares("beside throne")
    <SquareSet e4 d5 f5 e6>
    ```

    Raises:
        GeometryError: A region has no squares or squares off the board, two overlap, or a name is taken.
    """

    grid: Grid
    """The squares of the board."""
    regions: tuple[tuple[str, int], ...] = ()
    """The name and the mask of each region."""
    _areas: dict[str, int] = attrs.field(init=False, eq=False, repr=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.grid, Grid):
            raise wrong_type("a grid (Geometry.build takes the width and the height)", self.grid)
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
        """Build the geometry of a board from its size and its regions.

        Args:
            width: The number of columns.
            height: The number of rows.
            **regions: The squares of each region, or the name of a preset: `centre`, `corners` or `corners 2x2`.

        Raises:
            NotationError: A text is not a square.
            GeometryError: A board cannot have this size or these regions.
        """
        return cls.from_regions(grid(width, height), regions)

    @classmethod
    def from_regions(cls, board: Grid, regions: Mapping[str, str | Iterable[Square | str]]) -> Geometry:
        """Build the geometry of a grid; unlike `build`, it takes any text as the name of a region."""
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
        """The symmetries of the grid that map every region onto itself."""
        return tuple(
            symmetry
            for symmetry in self.grid.symmetries
            if all(symmetry.mask(mask) == mask for _, mask in self.regions)
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that `squares` and `area_mask` take."""
        return tuple(self._areas)

    def area_mask(self, *names: str) -> int:
        """Return the union of the named areas as a mask; it raises what `squares` raises."""
        mask = 0
        for name in names:
            if not isinstance(name, str):
                raise wrong_type("the name of a region", name)
            try:
                mask |= self._areas[name]
            except KeyError:
                raise GeometryError(f"the board has no region {name!r}; {nearest(name, self._areas)}") from None
        return mask

    def squares(self, *names: str) -> SquareSet:
        """Return the union of the named areas.

        Raises:
            GeometryError: The board has no region of that name.
        """
        return SquareSet(self.grid, self.area_mask(*names))
