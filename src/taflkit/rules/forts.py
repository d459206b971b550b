"""The exit fort: a king on the edge whom nobody can reach any more."""

from __future__ import annotations

import attrs

from taflkit.board import Grid, Position, Side, indices_of, union
from taflkit.rules.capture import victims_of
from taflkit.rules.lowering import Lowering
from taflkit.rules.outcome import Outcome, Reason
from taflkit.rules.protocols import Composition, Judge

_EXIT_FORT = Outcome(Side.DEFENDERS, Reason.EXIT_FORT)


@attrs.frozen
class ExitFort:
    """The defenders win when the king is on the edge, can move, and stands in a fort that cannot be broken.

    The fort is the room that the king can walk in. No attacker may stand beside it; and no defender of
    its wall may be one that attackers could ever capture from outside, whether between two of them or against a
    hostile square, such as an empty corner in the room.

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
        men = victims_of(rules, ("defenders",))[Side.DEFENDERS]

        def fort(before: Position | None, after: Position) -> Outcome | None:
            if not after.kings & shore or (before is not None and before.to_move is Side.ATTACKERS):
                return None
            hostile = [(after.sets[index], hostile_to(after)) for index, hostile_to in men]
            return _EXIT_FORT if _holds(grid, after, hostile) else None

        return fort

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.exit_fort()

    def sentence(self) -> str:
        """Say the rule."""
        return "The defenders win when the king is on the edge, can move, and is in a fort that cannot be broken."


def _holds(grid: Grid, position: Position, hostile: list[tuple[int, int]]) -> bool:
    """Whether the fort cannot be broken; `hostile` are the squares of each kind of men and what is hostile to them."""
    empty = grid.everywhere & ~(position.attackers | position.defenders)
    room = position.kings
    while (grown := grid.spread(room) & (empty | position.kings)) != room:
        room = grown
    beside = grid.spread(room)
    if room == position.kings or beside & position.attackers:
        return False
    wall = position.defenders & ~position.kings
    # Without a man who can be captured, others can be.
    while weak := union(
        1 << square
        for men, anvils in hostile
        for square in indices_of(wall & men)
        if _can_be_captured(grid, square, (wall | room | grid.outside) & ~anvils)
    ):
        if weak & beside:
            return False
        wall &= ~weak
    return True


def _can_be_captured(grid: Grid, square: int, safe: int) -> bool:
    """Whether both sides of a piece, in its row or in its column, could be hostile to it."""
    up, right, down, left = (1 << ray[0] if ray else grid.outside for ray in grid.rays[square])
    return not (up | down) & safe or not (left | right) & safe
