"""`KingReach`: where the kings can move to, cached."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from taflkit.board import Position, indices_of
from taflkit.rules import Rules

#: The number of cached lines for each square, which bounds the memory.
_MAX_LINES = 1 << 12


class KingReach:
    """Computes the squares that the kings can move to, as a mask.

    Results are cached by square and line, because evaluation and win finding ask for them in every position.
    """

    __slots__ = ("_known", "_last", "_lines", "_reach")

    def __init__(self, rules: Rules) -> None:
        """Take the king's movement from the rules."""
        grid = rules.board.grid
        self._reach = rules.reach_of(rules.board.pieces[rules.board.king_indices[0]])
        self._lines = [grid.row_masks[square.row] | grid.column_masks[square.column] for square in grid.squares]
        self._known: list[dict[int, int]] = [{} for _ in grid.squares]
        #: Several terms of an evaluation ask about the same position one after the other.
        self._last: tuple[Position | None, int] = (None, 0)

    @classmethod
    def of(cls, rules: Rules) -> KingReach:
        """Return the object that all users of some rules share."""
        found = _SHARED.get(rules)
        if found is None:
            found = _SHARED.setdefault(rules, cls(rules))
        return found

    def __call__(self, position: Position) -> int:
        """Return the squares that the kings of a position can move to."""
        last, found = self._last
        if position is last:
            return found
        found = 0
        for square in indices_of(position.kings_mask):
            found |= self.from_square(square, position.attacking_mask | position.defending_mask)
        self._last = position, found
        return found

    def from_square(self, square: int, occupied: int) -> int:
        """Return the squares that a king on a given square could move to."""
        occupied &= self._lines[square]
        known = self._known[square]
        found = known.get(occupied)
        if found is None:
            if len(known) >= _MAX_LINES:
                known.clear()
            found = known[occupied] = self._reach.from_square(square, occupied)
        return found


_SHARED: WeakKeyDictionary[Rules, KingReach] = WeakKeyDictionary()
