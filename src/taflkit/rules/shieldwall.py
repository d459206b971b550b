"""The shieldwall: rows of pieces on the edge that are captured together."""

from __future__ import annotations

import attrs

from taflkit.board import Grid, Move, Position, Side, indices_of
from taflkit.rules.capture import can_be_made_by, take_nobody
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_only, say_pieces
from taflkit.rules.protocols import Captor, Composition
from taflkit.rules.traits import CaptureTraits, CouldTake, Siege

#: How many pieces make a row that a shieldwall captures.
SHORTEST_ROW = 2


@attrs.frozen
class Shieldwall:
    """Two or more pieces side by side on the edge are captured together when each has an enemy in front of it and the
    row is closed at both ends.

    An end is closed by an enemy, or by an empty square of the area `closed_by`. The move must close an end, unless
    `flanking` is off: then the move to the last square in front counts as well. The pieces named by `by` capture so by
    moving; any enemy may stand in front of the row or at its end. Pieces that are not `victims`, as a rule the king,
    take part in the row and stay where they are.

    ```
    . A A . .
    A D D . A      on the edge: the right attacker moves one to the left, and both defenders are captured
    ```
    """  # noqa: D205 - the sentence needs its length

    victims: tuple[str, ...] = attrs.field(default=("men",), converter=names, metadata=PIECES)
    """The pieces of a row that are captured; others stay where they are."""
    closed_by: tuple[str, ...] = attrs.field(default=(), converter=names, metadata=AREA)
    """The squares that close an end of the row while they are empty."""
    flanking: bool = True
    """Whether the move must close an end of the row; if not, the move to the last square in front captures too."""
    by: tuple[str, ...] = attrs.field(default=("everyone",), converter=names, metadata=PIECES)
    """The pieces whose moves capture in this way."""

    @property
    def traits(self) -> CaptureTraits:
        """It takes rows of its victims, by a move to the edge if the move must close an end."""
        return CaptureTraits(victims=self.victims, only_edge_rows=self.flanking, could_take=self._could_take)

    def captor(self, rules: Composition) -> Captor:
        """Walk along the edge from the square moved to."""
        grid = rules.board.grid
        edge, closing = grid.edge_mask, rules.board.geometry.area_mask(*self.closed_by)
        fronts = _fronts(grid)

        def captured(after: Position, move: Move) -> int:
            # A row begins on the edge, beside the square moved to or behind it.
            if not move.beside_mask & edge or not after.pieces_mask(*self.by) & move.target_mask:
                return 0
            own, enemies = after.side_mask(after.to_move.other), after.side_mask(after.to_move)
            target = move.target_mask.bit_length() - 1
            taken = 0
            if move.target_mask & edge:
                for along in (1, -1, grid.width, -grid.width):
                    taken |= _row_from(target, along, fronts, own, enemies, own | closing)
            elif not self.flanking:
                taken = _row_behind(target, fronts, own, enemies, own | closing)
            return taken & after.pieces_mask(*self.victims) if taken else 0

        return captured

    def _could_take(self, rules: Composition, side: Side) -> CouldTake:
        """Rows of standing men whose fronts are reached, and whose ends are reached or closed by the area."""
        if not can_be_made_by(rules.board, self.by, side.other):
            return take_nobody
        grid, closing = rules.board.grid, rules.board.geometry.area_mask(*self.closed_by)
        fronts = _fronts(grid)

        def takeable(siege: Siege) -> int:
            found = 0
            closed = siege.reached | closing & ~siege.standing
            for start, along in fronts:
                if along > 0 and closed >> start & 1:
                    row = _row_from(start, along, fronts, siege.reached, siege.standing, closed)
                    ends = 1 << start | 1 << start + along * (row.bit_count() + 1)
                    if row and (ends & siege.reached or not self.flanking):
                        found |= row
            return found & siege.bare.pieces_mask(*self.victims)

        return takeable

    def sentence(self) -> str:
        """Describe the rule."""
        ends = f" or the empty {say_area(self.closed_by).removeprefix('the ')}" if self.closed_by else ""
        mover = "" if self.by == ("everyone",) else f" ({say_only(self.by)} can do so)"
        return (
            "Two or more pieces side by side on the edge, each with an enemy in front of it, are captured together "
            f"when both ends of the row are closed by enemies{ends}"
            f"{', by a move that closes an end' if self.flanking else ''}{mover}; "
            f"only {say_pieces(self.victims)} are taken."
        )


#: For the squares of the edge and each direction along it: the square in front, of which corners have none.
_Fronts = dict[tuple[int, int], int]


def _fronts(grid: Grid) -> _Fronts:
    found = {}
    for lines, step in ((grid.row_masks, 1), (grid.column_masks, grid.width)):
        for square in indices_of(lines[0] | lines[-1]):
            found[square, step] = found[square, -step] = grid.neighbour_masks[square] & ~grid.edge_mask
    return found


def _row_from(start: int, along: int, fronts: _Fronts, own: int, enemies: int, closed: int) -> int:
    """The row of enemies that begins beside a square, if it is closed at its far end; else none."""
    row, square = 0, start + along
    while (front := fronts.get((square, along))) is not None and enemies >> square & 1:
        if not own & front:
            return 0
        row |= 1 << square
        square += along
    if front is None or row.bit_count() < SHORTEST_ROW:
        return 0
    return row if closed >> square & 1 else 0


def _row_behind(target: int, fronts: _Fronts, own: int, enemies: int, closed: int) -> int:
    """The row before which the square moved to was the last gap."""
    for (square, along), front in fronts.items():
        if front >> target & 1 and enemies >> square & 1:
            start = square
            while (start, along) in fronts and enemies >> start & 1:
                start -= along
            if (start, along) in fronts and closed >> start & 1:
                row = _row_from(start, along, fronts, own, enemies, closed)
                if row:
                    return row
    return 0
