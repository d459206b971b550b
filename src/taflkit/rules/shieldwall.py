"""The shieldwall: a row of pieces on the edge that is captured as a whole."""

from __future__ import annotations

import attrs

from taflkit.board import Grid, Move, Position, Side, indices_of
from taflkit.rules.fields import AREA, PIECES, names, say_area, say_pieces
from taflkit.rules.lowering import Lowering
from taflkit.rules.protocols import Captor, Composition

SHORTEST = 2


@attrs.frozen
class Shieldwall:
    """Two or more pieces side by side on the edge are captured together when each has an enemy in front of it and the
    row is closed at both ends.

    An end is closed by an enemy, or by an empty square of the area `closed_by`. The move must close an end, unless
    `flanking` is off: then the move to the last square in front counts as well. Pieces that are not `victims`, as
    a rule the king, take part in the row and stay where they are.

    ```
    . A A . .
    A D D . A      on the edge: the right attacker moves one to the left, and both defenders are captured
    ```
    """  # noqa: D205 - the sentence needs its length

    victims: tuple[str, ...] = attrs.field(default=("men",), converter=names, metadata=PIECES)
    closed_by: tuple[str, ...] = attrs.field(default=(), converter=names, metadata=AREA)
    flanking: bool = True

    def captor(self, rules: Composition) -> Captor:
        """Walk along the edge from the square moved to."""
        grid = rules.board.grid
        closing = rules.board.geometry.area(*self.closed_by)
        fronts = _fronts(grid)

        def row_from(start: int, along: int, own: int, enemies: int) -> int:
            """The row of enemies that begins beside a square, if it is closed at its far end; else none."""
            row, square = 0, start + along
            while (front := fronts.get((square, along))) is not None and enemies >> square & 1:
                if not own & front:
                    return 0
                row |= 1 << square
                square += along
            if front is None or row.bit_count() < SHORTEST:
                return 0
            return row if (own | closing) >> square & 1 else 0

        def captured(after: Position, move: Move) -> int:
            if after.to_move is Side.ATTACKERS:
                own, enemies = after.defenders, after.attackers
            else:
                own, enemies = after.attackers, after.defenders
            if not move.around & enemies:
                return 0
            target = move.target_bit.bit_length() - 1
            taken = 0
            if move.target_bit & grid.edge:
                for along in (1, -1, grid.width, -grid.width):
                    taken |= row_from(target, along, own, enemies)
            elif not self.flanking:
                taken = closed_in_front(target, own, enemies)
            return taken & after.standing(*self.victims) if taken else 0

        def closed_in_front(target: int, own: int, enemies: int) -> int:
            """The row before which the square moved to was the last gap."""
            for (square, along), front in fronts.items():
                if front >> target & 1 and enemies >> square & 1:
                    start = square
                    while (start, along) in fronts and enemies >> start & 1:
                        start -= along
                    if (start, along) in fronts and (own | closing) >> start & 1:
                        row = row_from(start, along, own, enemies)
                        if row:
                            return row
            return 0

        return captured

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.shieldwall(self.victims, self.closed_by, self.flanking)

    def sentence(self) -> str:
        """Say the rule."""
        ends = f" or the empty {say_area(self.closed_by).removeprefix('the ')}" if self.closed_by else ""
        return (
            "Two or more pieces side by side on the edge, each with an enemy in front of it, are captured together "
            f"when both ends of the row are closed by enemies{ends}"
            f"{', by a move that closes an end' if self.flanking else ''}; only {say_pieces(self.victims)} are taken."
        )


def _fronts(grid: Grid) -> dict[tuple[int, int], int]:
    """For the squares of the edge and each direction along it: the square in front, of which corners have none."""
    found = {}
    for lines, step in ((grid.rows, 1), (grid.columns, grid.width)):
        for square in indices_of(lines[0] | lines[-1]):
            found[square, step] = found[square, -step] = grid.neighbours[square] & ~grid.edge
    return found
