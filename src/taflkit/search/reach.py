"""Where the king can move to, remembered line by line: evaluation and win finding ask for it in every position."""

from __future__ import annotations

from taflkit.board import Position, indices_of
from taflkit.rules import Rules

#: As in the rules' own tables: this bounds the memory.
_MOST = 1 << 12


class KingReach:
    """The squares that the kings can move to, as a mask, enemies and all that follows left aside."""

    __slots__ = ("_known", "_lines", "_reach")

    def __init__(self, rules: Rules) -> None:
        """Ask the rules how the king moves."""
        grid = rules.board.grid
        self._reach = rules.reach_of(rules.board.pieces[rules.board.king_indices[0]])
        self._lines = [grid.rows[square.row] | grid.columns[square.column] for square in grid.squares]
        self._known: list[dict[int, int]] = [{} for _ in grid.squares]

    def __call__(self, position: Position) -> int:
        """From where the kings stand."""
        kings = position.kings
        if not kings:
            return 0
        occupied = position.attackers | position.defenders
        if kings & kings - 1:
            found = 0
            for square in indices_of(kings):
                found |= self.from_square(square, occupied)
            return found
        return self.from_square(kings.bit_length() - 1, occupied)

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
