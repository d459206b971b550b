"""Limits on the length of a game."""

from __future__ import annotations

import attrs

from taflkit.rules.outcome import Outcome, Reason, Verdict
from taflkit.rules.protocols import History


@attrs.frozen
class CapturelessLimit:
    """The game ends when so many plays in a row have captured nothing."""

    plays: int = attrs.field(validator=attrs.validators.ge(1))
    result: Verdict = attrs.field(default=Verdict.DRAW, converter=Verdict)

    def reached(self, history: History) -> Outcome | None:
        """Look at the last so many plays."""
        if history.reversible < self.plays or history.previous is None:
            return None
        there: History | None = history
        for _ in range(self.plays):
            # A piece that changed sides was captured, though nothing left the board.
            if there is None or there.last is None or there.last.taken:
                return None
            there = there.previous
        return Outcome(self.result.winner(history.previous.position.to_move), Reason.CAPTURELESS)

    def sentence(self) -> str:
        """Say the rule."""
        return f"After {self.plays} plays without a capture, {self.result.said}."


@attrs.frozen
class TurnLimit:
    """The game ends after so many turns of both players together."""

    turns: int = attrs.field(validator=attrs.validators.ge(1))
    result: Verdict = attrs.field(default=Verdict.DRAW, converter=Verdict)

    def reached(self, history: History) -> Outcome | None:
        """Count the turns."""
        if history.turns < self.turns or history.previous is None:
            return None
        return Outcome(self.result.winner(history.previous.position.to_move), Reason.MOVE_LIMIT)

    def sentence(self) -> str:
        """Say the rule."""
        return f"After {self.turns} turns, {self.result.said}."
