"""How a game of Ataxx ends: the outcome, and the limit on play without an extend."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from taflkit.games.ataxx.moves import Move, MoveKind
from taflkit.games.ataxx.position import Player
from taflkit.variant.description import key


class Reason(enum.Enum):
    """Why a game ended; the value is how to say it."""

    NO_MOVES = "neither side can move"
    NO_PIECES = "a side has no pieces"
    NO_EXTENDS = "nobody has extended for too long"


@attrs.frozen
class Outcome:
    """Who won, and why the game ended; the side with more pieces wins, whatever ended the game."""

    winner: Player | None
    """The winner, `None` for a draw."""
    reason: Reason
    """Why the game ended."""

    def __str__(self) -> str:
        """Say it in a few words: `Red wins: neither side can move`."""
        return f"{f'{self.winner} wins' if self.winner else 'Draw'}: {self.reason.value}"


class Counted(enum.Enum):
    """What a limit counts since the last extend; the value is its name in files."""

    JUMPS = "jumps"
    """Jumps alone: passes neither count nor interrupt."""
    PLIES = "plies"
    """Jumps and passes."""


@attrs.frozen
class ExtendLimit:
    """The game ends when this much has been played in a row without an extend."""

    maximum: int = key(
        "the count at which the game is over", validator=[attrs.validators.instance_of(int), attrs.validators.ge(1)]
    )
    """The count at which the game is over."""
    counted: Counted = key(
        "what is counted: jumps alone, or passes too", Counted.JUMPS, validator=attrs.validators.instance_of(Counted)
    )
    """What is counted."""

    def after(self, count: int, move: Move) -> int:
        """The count after a move."""
        if move.kind is MoveKind.EXTEND:
            return 0
        if move.kind is MoveKind.PASS and self.counted is Counted.JUMPS:
            return count
        return count + 1


#: The rule of the board game: 25 jumps in a row.
JUMPS_25: Final = ExtendLimit(25, Counted.JUMPS)
#: The rule of the programs that speak UAI: 100 plies in a row.
PLIES_100: Final = ExtendLimit(100, Counted.PLIES)
