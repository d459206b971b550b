"""The turn: whether a piece that has captured goes on moving."""

from __future__ import annotations

import attrs

from taflkit.board import Move, Position
from taflkit.rules.fields import AREA, names, say_area
from taflkit.rules.protocols import Composition, GoesOn, MayMove


@attrs.frozen
class OneMove:
    """A turn is one move, whatever it captures.

    ```
    . . A .
    . . D .
    . . . .
    A D . A      the right attacker moves one to the left and captures: now the defenders move
    ```
    """

    def goes_on(self, rules: Composition) -> GoesOn | None:
        """Never."""
        return None

    def may_move(self, rules: Composition) -> MayMove | None:
        """No restriction."""
        return None

    def sentence(self) -> str:
        """Describe the rule."""
        return "The players move in turn."


@attrs.frozen
class Berserk:
    """A piece that has captured must go on capturing in the same turn as long as it can.

    With `escape`, a king who has captured may also go on to the area to which he escapes.

    ```
    . . A .
    . . D .
    . . . .      the right attacker moves one to the left and captures:
    A D . A      it must go on, by moving one up, and capture again
    ```
    """

    escape: tuple[str, ...] = attrs.field(default=(), converter=names, metadata=AREA)
    """Squares to which a king who has captured may move on in the same turn."""

    def goes_on(self, rules: Composition) -> GoesOn | None:
        """Whether the piece that has just captured has a further capture, or the king a way out."""
        may_move = self.may_move(rules)

        def goes_on(going: Position, taken: int) -> bool:
            return bool(taken) and any(may_move(going, move) for move in rules.geometric_moves(going))

        return goes_on

    def may_move(self, rules: Composition) -> MayMove:
        """Only captures, and the king's escape."""
        goal = rules.board.geometry.area_mask(*self.escape)

        def may_move(position: Position, move: Move) -> bool:
            if move.origin_mask & position.kings_mask and move.target_mask & goal:
                return True
            return rules.taken_by(position, move) != 0

        return may_move

    def sentence(self) -> str:
        """Describe the rule."""
        way = f"; the king may also go on to {say_area(self.escape)}" if self.escape else ""
        return f"A piece that has captured must go on in the same turn as long as it can capture again{way}."
