"""`State`: a position with its history, as a runner stores it."""

from __future__ import annotations

from typing import Protocol

from taflkit.board import Move, Position
from taflkit.rules import LegalMoves, Outcome, Play


class State(Protocol):
    """A position with its history. It is immutable; each runner has a class of its own for it.

    `Game` wraps a state: it adds the variant, the previous games, and errors that explain why a move is illegal.
    """

    @property
    def position(self) -> Position:
        """The position reached."""

    @property
    def last(self) -> Play | None:
        """What the last move did; `None` at the start."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, history included; `None` while it goes on."""

    @property
    def ply(self) -> int:
        """How many moves have been played."""

    @property
    def turns(self) -> int:
        """How many turns have been taken."""

    @property
    def reversible(self) -> int:
        """How many moves have been played since pieces last left the board."""

    @property
    def captureless(self) -> int:
        """How many moves have been played since pieces were last captured, whether or not they left the board."""

    @property
    def seen_before(self) -> bool:
        """Whether the position may have occurred before; if false, it has not."""

    @property
    def move_limit(self) -> int | None:
        """How many moves a player may make, `None` for any number; a player who must make more loses."""

    @property
    def moves(self) -> LegalMoves:
        """The legal moves; none when the game is over."""

    def play(self, move: Move) -> State | None:
        """Return the state after a move; `None` if it is not a legal `Move`, or the game is over."""
