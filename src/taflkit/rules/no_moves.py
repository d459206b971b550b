"""No moves: what happens when the side to move has no legal move."""

from __future__ import annotations

import attrs

from taflkit.board import Side
from taflkit.rules.play import Outcome, Reason


@attrs.frozen
class NoMovesLoses:
    """A side that has no legal move on its turn loses.

    ```
    . . K .
    D . . .
    A D . .      the attacker in the corner cannot move: on their turn the attackers have lost
    ```
    """

    def stuck(self, side: Side) -> Outcome:
        """The other side wins."""
        return Outcome(side.other, Reason.NO_MOVES)

    def sentence(self) -> str:
        """Describe the rule."""
        return "A side that has no legal move on its turn loses."


@attrs.frozen
class NoMovesDraws:
    """The game is a draw when the side to move has no legal move.

    ```
    . . K .
    D . . .
    A D . .      the attacker in the corner cannot move: on the attackers' turn the game is a draw
    ```
    """

    def stuck(self, side: Side) -> Outcome:
        """Nobody wins."""
        return Outcome(None, Reason.NO_MOVES)

    def sentence(self) -> str:
        """Describe the rule."""
        return "The game is a draw when the side to move has no legal move."
