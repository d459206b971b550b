"""The exit fort: a king on the edge whom nobody can reach any more."""

from __future__ import annotations

import attrs

from taflkit.board import Grid, Position, Side, indices_of
from taflkit.rules.outcome import Outcome, Reason
from taflkit.rules.protocols import Composition, Judge

_EXIT_FORT = Outcome(Side.DEFENDERS, Reason.EXIT_FORT)


@attrs.frozen
class ExitFort:
    """The defenders win when the king is on the edge, can move, and stands in a fort that cannot be broken.

    The fort is the room that the king can walk in. No attacker may stand beside it; and no defender of
    its wall may be one that attackers could ever capture from outside.

    ```
    . D D . .
    . D . D .
    . D K D .      on the edge: the king can move, and the wall holds
    ```
    """

    def judge(self, rules: Composition) -> Judge:
        """Look only after a defenders' move that leaves the king on the edge."""
        grid = rules.board.grid
        corners = (grid.rows[0] | grid.rows[-1]) & (grid.columns[0] | grid.columns[-1])
        shore = grid.edge & ~corners

        def fort(before: Position | None, after: Position) -> Outcome | None:
            if not after.kings & shore or (before is not None and before.to_move is Side.ATTACKERS):
                return None
            return _EXIT_FORT if _holds(grid, after) else None

        return fort

    def sentence(self) -> str:
        """Say the rule."""
        return "The defenders win when the king is on the edge, can move, and is in a fort that cannot be broken."


def _holds(grid: Grid, position: Position) -> bool:
    empty = grid.everywhere & ~(position.attackers | position.defenders)
    room = position.kings
    while (grown := grid.spread(room) & (empty | position.kings)) != room:
        room = grown
    beside = grid.spread(room)
    if room == position.kings or beside & position.attackers:
        return False
    wall = position.defenders & ~position.kings
    while True:
        weak = 0
        for square in indices_of(wall):
            if _can_be_captured(grid, square, wall | room):
                weak |= 1 << square
        if not weak:
            return True
        if weak & beside:
            return False
        wall &= ~weak


def _can_be_captured(grid: Grid, square: int, safe: int) -> bool:
    """Whether attackers could stand on both sides of a piece, in its row or in its column."""
    up, right, down, left = grid.rays[square]
    return any(
        one and other and not (safe >> one[0] & 1 or safe >> other[0] & 1) for one, other in ((up, down), (left, right))
    )
