"""The exit fort: a king on the edge behind a wall that cannot be broken."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from taflkit.board import Grid, Position, Side
from taflkit.rules.capture import could_take
from taflkit.rules.play import Outcome, Reason
from taflkit.rules.protocols import Composition, Judge
from taflkit.rules.traits import CouldTake, EndingTraits, Siege

_EXIT_FORT = Outcome(Side.DEFENDERS, Reason.EXIT_FORT)


def _shore(grid: Grid) -> int:
    """The edge without the corners."""
    corners = (grid.row_masks[0] | grid.row_masks[-1]) & (grid.column_masks[0] | grid.column_masks[-1])
    return grid.edge_mask & ~corners


@attrs.frozen
class ExitFort:
    """The defenders win when the king is on the edge, can move, and stands in a fort that cannot be broken.

    The fort is the room that the king can walk in. It cannot be broken if attackers who walk over empty squares never
    come beside it, though every man is removed whom they may capture, by the captures of the game, from squares that
    they can reach. A hostile square, such as an empty corner in the room, may help them; how pieces leap does not
    matter.

    ```
    . D D . .
    . D . D .
    . D K D .      on the edge: the king can move, and the wall holds
    ```
    """

    traits = EndingTraits(winner=Side.DEFENDERS, king_squares=lambda board: _shore(board.grid))

    def judge(self, rules: Composition) -> Judge:
        """Judge only positions after a defenders' move in which the king is on the edge."""
        shore = _shore(rules.board.grid)
        threats = [could_take(capture, rules, Side.DEFENDERS) for capture in (*rules.captures, *rules.king)]

        def fort(before: Position | None, after: Position) -> Outcome | None:
            if not after.kings_mask & shore or (before is not None and before.to_move is Side.ATTACKERS):
                return None
            return _EXIT_FORT if _holds(after, threats) else None

        return fort

    def sentence(self) -> str:
        """Describe the rule."""
        return "The defenders win when the king is on the edge, can move, and is in a fort that cannot be broken."


def _holds(position: Position, threats: Sequence[CouldTake]) -> bool:
    """Whether the kings' room cannot be broken into by captures that find their victims as `threats` do."""
    grid, kings = position.board.grid, position.kings_mask
    room = _room(position)
    if room in (0, kings):
        return False
    standing = position.defending_mask & ~kings
    while True:
        reached = grid.flood(position.attacking_mask, grid.everywhere_mask & ~(standing | kings))
        if grid.spread(reached) & room:
            return False
        siege = _siege(position, standing, reached)
        captured = 0
        for takeable in threats:
            captured |= takeable(siege)
        if not captured:
            return True
        # Attackers walk where the captured men stood, and others can be captured without them.
        standing &= ~captured


def _room(position: Position) -> int:
    """The squares that the kings can walk to, with their own; 0 if an attacker stands beside one of them."""
    spread, kings, attackers = position.board.grid.spread, position.kings_mask, position.attacking_mask
    free = kings | position.board.grid.everywhere_mask & ~(attackers | position.defending_mask)
    room = kings
    # Most rooms are open to attackers who are near, so each step of the flood looks for them.
    while not (around := spread(room)) & attackers:
        if around & free == room:
            return room
        room = around & free
    return 0


def _siege(position: Position, standing: int, reached: int) -> Siege:
    board = position.board
    bare = tuple(kind & (standing | position.kings_mask) for kind in position.kind_masks)
    held = (
        tuple(kind | reached if index == besieger else kind for index, kind in enumerate(bare))
        for besieger, piece in enumerate(board.pieces)
        if piece.side is Side.ATTACKERS
    )
    return Siege(
        standing,
        reached,
        Position(board, bare, Side.ATTACKERS),
        tuple(Position(board, kinds, Side.ATTACKERS) for kinds in held),
    )
