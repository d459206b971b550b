"""The kernel's numbers for outcomes."""

from __future__ import annotations

from taflkit.board import Side
from taflkit.rules import Outcome, Reason

#: Every outcome by its number: 0 while the game goes on, else one more than the reason times three plus the winner.
OUTCOMES: tuple[Outcome | None, ...] = (
    None,
    *(Outcome(winner, reason) for reason in Reason for winner in (Side.ATTACKERS, Side.DEFENDERS, None)),
)
