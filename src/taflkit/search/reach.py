"""Where the king can move to, remembered line by line: evaluation and win finding ask for it in every position."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from taflkit.board import Position, indices_of
from taflkit.rules import Rules

#: As in the rules' own tables: this bounds the memory.
_MOST = 1 << 12


class KingReach:
    """The squares that the kings can move to, as a mask, enemies and all that follows left aside."""

    __slots__ = ("_known", "_last", "_lines", "_reach")

    def __init__(self, rules: Rules) -> None:
        """Ask the rules how the king moves."""
        grid = rules.board.grid
        self._reach = rules.reach_of(rules.board.pieces[rules.board.king_indices[0]])
        self._lines = [grid.rows[square.row] | grid.columns[square.column] for square in grid.squares]
        self._known: list[dict[int, int]] = [{} for _ in grid.squares]
        #: Several terms of an evaluation ask about one position in a row.
        self._last: tuple[Position | None, int] = (None, 0)

    @classmethod
    def of(cls, rules: Rules) -> KingReach:
        """One object for all who ask about the same rules."""
        found = _SHARED.get(rules)
        if found is None:
            found = _SHARED.setdefault(rules, cls(rules))
        return found

    def __call__(self, position: Position) -> int:
        """From where the kings stand."""
        last, found = self._last
        if position is last:
            return found
        found = 0
        for square in indices_of(position.kings):
            found |= self.from_square(square, position.attackers | position.defenders)
        self._last = position, found
        return found

    def from_square(self, square: int, occupied: int) -> int:
        """From a given square."""
        occupied &= self._lines[square]
        known = self._known[square]
        found = known.get(occupied)
        if found is None:
            if len(known) >= _MOST:
                known.clear()
            found = known[occupied] = self._reach.from_square(square, occupied)
        return found


_SHARED: WeakKeyDictionary[Rules, KingReach] = WeakKeyDictionary()
