"""How a game ended."""

from __future__ import annotations

import enum

import attrs

from taflkit.board import Side


class Reason(enum.Enum):
    """Why a game ended; the value is how to say it."""

    KING_ESCAPED = "the king escaped"
    KING_CAPTURED = "the king was captured"
    ENCIRCLED = "the defenders are encircled"
    REPETITION = "the position was repeated"
    NO_MOVES = "there is no legal move"
    MOVE_LIMIT = "the move limit was reached"
    EXIT_FORT = "the king is in an exit fort"
    NO_MEN = "all men were captured"
    OPEN_WAYS = "the king has open ways out"
    CAPTURELESS = "nothing was captured for too long"


@attrs.frozen
class Outcome:
    """Who won (`None` for a draw), and why."""

    winner: Side | None
    reason: Reason

    def __str__(self) -> str:
        """Say it in a few words."""
        return f"{f'the {self.winner} win' if self.winner else 'a draw'}: {self.reason.value}"


class Verdict(enum.Enum):
    """Whom an event such as a repetition favours; the value is how variant files say it."""

    DRAW = "draw"
    MOVER_LOSES = "mover-loses"
    MOVER_WINS = "mover-wins"
    ATTACKERS_LOSE = "attackers-lose"
    DEFENDERS_LOSE = "defenders-lose"

    def __repr__(self) -> str:
        """Print as the name in Python, so that a strategy prints as the line that builds it."""
        return f"Verdict.{self.name}"

    @property
    def said(self) -> str:
        """The verdict as a clause."""
        return {
            Verdict.DRAW: "the game is a draw",
            Verdict.MOVER_LOSES: "the side that made the last move loses",
            Verdict.MOVER_WINS: "the side that made the last move wins",
            Verdict.ATTACKERS_LOSE: "the attackers lose",
            Verdict.DEFENDERS_LOSE: "the defenders lose",
        }[self]

    def winner(self, mover: Side) -> Side | None:
        """The side that wins when `mover` made the last move."""
        return {
            Verdict.DRAW: None,
            Verdict.MOVER_LOSES: mover.other,
            Verdict.MOVER_WINS: mover,
            Verdict.ATTACKERS_LOSE: Side.DEFENDERS,
            Verdict.DEFENDERS_LOSE: Side.ATTACKERS,
        }[self]
