"""Moves: from one square to another."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Self, TypeVar

from taflkit.board.squares import LETTERS, MAX_SIZE, Square, union
from taflkit.errors import NotationError, TaflError, wrong_type

if TYPE_CHECKING:
    from taflkit.board.grid import Grid

MoveT = TypeVar("MoveT", bound=Hashable)

# Matches any beginning of a move, so that an error can say what is expected where the match ends.
_MOVE = re.compile(r"(?:([a-z]\d{1,2})(?:(-)([a-z]\d{1,2}|[a-z]|\d{1,2})?)?)?", re.ASCII | re.IGNORECASE)
_EXPECTED = ("a move such as e5-e8", "a hyphen", "a square, row or column to go to", "the end of the move")


def _rank(square: Square) -> int:
    """Return a number that sorts as squares do: by column, then row."""
    return square.column * MAX_SIZE + square.row


class Moves(tuple[MoveT, ...]):
    """The moves of a game, a tuple: a move may be looked up as its text too, which is in it where the game plays it."""

    _read: Callable[[str], object] | None = None

    @classmethod
    def read_by(cls, moves: Iterable[MoveT], read: Callable[[str], object]) -> Self:
        """Return moves that are looked up with what reads them and raises a `TaflError` if they are not legal."""
        made = cls(moves)
        made._read = read
        return made

    def __contains__(self, move: object) -> bool:
        """Whether a move, or the text of one, is among them."""
        if self._read is None or not isinstance(move, str):
            return super().__contains__(move)
        try:
            self._read(move)
        except TaflError:
            return False
        return True

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the game."""
        return type(self), (tuple(self),)


class Move:
    """A piece goes from `origin` to `target`; prints as `e5-e8`.

    There is one object for each pair of squares of a grid, so moves are cheap and compare by identity:
    `grid.move("e5", "e8")` or `Move.parse("e5-e8", grid)` returns it.
    """

    __slots__ = (
        "_order",
        "beside_mask",
        "between_mask",
        "flanks",
        "grid",
        "number",
        "origin",
        "origin_mask",
        "target",
        "target_mask",
    )

    grid: Grid
    """The grid that the move is on."""
    origin: Square
    """The square that the piece leaves."""
    target: Square
    """The square that the piece goes to."""
    origin_mask: int
    """The mask of `origin`, one bit."""
    target_mask: int
    """The mask of `target`, one bit."""
    number: int
    """The number of the move on its grid: index of the origin times number of squares, plus index of the target."""
    between_mask: int
    """The squares between `origin` and `target`; none if they are not on a line."""
    beside_mask: int
    """The squares beside `target`, up to four."""
    flanks: tuple[tuple[int, int], ...]
    """For each square beside `target`, the masks of it and of the square beyond, `grid.outside_mask` off the board."""
    # Sorts as the squares do.
    _order: int

    def __init__(self, grid: Grid, origin: int, target: int) -> None:
        """Use `grid.move` or `Move.parse` instead: they return the one object that stands for the move."""
        start, end = grid.squares[origin], grid.squares[target]
        values = {
            "grid": grid,
            "origin": start,
            "target": end,
            "origin_mask": 1 << origin,
            "target_mask": 1 << target,
            "between_mask": union([1 << n for n in grid.between(start, end)]),
            "beside_mask": grid.neighbour_masks[target],
            "flanks": grid._flank_masks[target],
            "number": origin * len(grid.squares) + target,
            "_order": _rank(start) * MAX_SIZE**2 + _rank(end),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def parse(cls, text: str, grid: Grid) -> Move:
        """Read a move: `b3-b6`, or in short `b3-6`, `b3-f`; letter case does not matter.

        Args:
            text: The move.
            grid: The grid that it is on, for example `game.variant.board.grid`.

        Raises:
            NotationError: The text is not a move on this grid.
        """
        if not isinstance(text, str):
            raise wrong_type("the text of a move such as 'e5-e8'", text)
        match = _MOVE.match(text)
        assert match is not None  # The pattern matches the empty text too.
        if match.lastindex != 3 or match.end() != len(text):
            raise NotationError(text, match.end() + 1, _EXPECTED[match.lastindex or 0])
        origin = grid.square_in(text, 1, match[1])
        to = match[3].lower()
        if to.isdigit():
            to = f"{LETTERS[origin.column]}{to}"
        elif len(to) == 1:
            to = f"{to}{origin.row + 1}"
        target = grid.square_in(text, match.start(3) + 1, to)
        if origin == target:
            raise NotationError(text, match.start(3) + 1, f"another square than {origin}")
        return grid.move(origin, target)

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a move is immutable."""
        raise AttributeError(f"a Move cannot be changed: {name}")

    def __reduce__(self) -> tuple[Callable[[Grid, Square, Square], Move], tuple[Grid, Square, Square]]:
        """Pickle as the call that returns the one object."""
        return type(self.grid).move, (self.grid, self.origin, self.target)

    if TYPE_CHECKING:  # Otherwise checkers take `"e5-e8" in game.legal_moves` for a comparison that is always false.

        def __eq__(self, other: object) -> bool:
            """Compare by identity."""

        def __hash__(self) -> int:
            """Hash the identity."""

    def __lt__(self, other: Move) -> bool:
        """Sort as squares sort: by column, then row, of origin and then of target."""
        if not isinstance(other, Move):
            return NotImplemented
        return self._order < other._order

    def __str__(self) -> str:
        """Print the long form, `e5-e8`."""
        return f"{self.origin}-{self.target}"

    def __repr__(self) -> str:
        """Print so that it cannot be mistaken for a text."""
        return f"<Move {self}>"

    @property
    def short(self) -> str:
        """The short form: the origin and only the new row or column, `e5-8` or `e5-h`."""
        if self.origin.column == self.target.column:
            return f"{self.origin}-{self.target.row + 1}"
        if self.origin.row == self.target.row:
            return f"{self.origin}-{LETTERS[self.target.column]}"
        return str(self)
