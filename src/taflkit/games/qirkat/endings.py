"""How a game of Qirkat ends: somebody cannot move."""

from __future__ import annotations

import enum

import attrs

from taflkit.games.qirkat.position import Player


class Reason(enum.Enum):
    """Why a game ended; the value is how to say it."""

    NO_MOVES = "the opponent cannot move"
    NO_PIECES = "the opponent has no pieces"


@attrs.frozen
class Outcome:
    """Who won, and why; there are no draws."""

    winner: Player
    """The winner."""
    reason: Reason
    """Why the opponent has lost."""

    def __str__(self) -> str:
        """Say it in a few words: `White wins: the opponent cannot move`."""
        return f"{self.winner} wins: {self.reason.value}"
