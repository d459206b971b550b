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

    def winner(self, mover: Side) -> Side | None:
        """The side that wins when `mover` made the last move."""
        return {
            Verdict.DRAW: None,
            Verdict.MOVER_LOSES: mover.other,
            Verdict.MOVER_WINS: mover,
            Verdict.ATTACKERS_LOSE: Side.DEFENDERS,
            Verdict.DEFENDERS_LOSE: Side.ATTACKERS,
        }[self]
