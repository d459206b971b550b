"""Limits: when a game has gone on for too long."""

from __future__ import annotations

import attrs

from taflkit.rules.fields import whole
from taflkit.rules.play import Outcome, Reason, Verdict
from taflkit.rules.protocols import History
from taflkit.rules.traits import GameLimitTraits


@attrs.frozen
class CapturelessLimit:
    """The game ends when so many plays in a row have captured nothing.

    `plays` counts those of both players; `result` says who wins then, as a rule nobody.

    ```
    A . . . K      where 2 plays are too many: the attacker moves, the king moves, and the game is a draw
    ```
    """

    plays: int = attrs.field(validator=[whole, attrs.validators.ge(1)])
    """After how many moves in a row without a capture, of both players together, the game ends."""
    result: Verdict = attrs.field(default=Verdict.DRAW, converter=Verdict)
    """Who wins then."""

    traits = GameLimitTraits(only_counts=True)

    def reached(self, history: History) -> Outcome | None:
        """Look at the last so many plays."""
        if history.reversible < self.plays:
            return None
        there: History | None = history
        for _ in range(self.plays):
            assert there is not None
            # A piece that changed sides was captured, though nothing left the board.
            if there.taken_mask:
                return None
            there = there.previous
        assert history.previous is not None
        return Outcome(self.result.winner(history.previous.position.to_move), Reason.CAPTURELESS)

    def sentence(self) -> str:
        """Describe the rule."""
        return f"After {self.plays} plays without a capture, {self.result.said}."


@attrs.frozen
class TurnLimit:
    """The game ends after so many turns of both players together.

    `turns` counts them from the start of the game, whatever is captured; `result` says who wins then, as a rule nobody.

    ```
    A D . A K      where the limit is 1 turn: the right attacker moves one to the left and captures,
                   and the game is a draw all the same
    ```
    """

    turns: int = attrs.field(validator=[whole, attrs.validators.ge(1)])
    """After how many turns, of both players together, the game ends."""
    result: Verdict = attrs.field(default=Verdict.DRAW, converter=Verdict)
    """Who wins then."""

    traits = GameLimitTraits(only_counts=True)

    def reached(self, history: History) -> Outcome | None:
        """Count the turns."""
        if history.turns < self.turns or history.previous is None:
            return None
        return Outcome(self.result.winner(history.previous.position.to_move), Reason.MOVE_LIMIT)

    def sentence(self) -> str:
        """Describe the rule."""
        return f"After {self.turns} turns, {self.result.said}."
