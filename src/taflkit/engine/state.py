"""What an engine keeps of a game: a position with its past."""

from __future__ import annotations

from typing import Protocol

from taflkit.board import Move, Position
from taflkit.rules import LegalMoves, Outcome, Play


class State(Protocol):
    """A position with its past, immutable; whoever runs the rules decides how it is stored.

    `Game` is the face of a state: it adds the variant, the games before it, and errors that explain themselves.
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
        """How many moves a player may make; who must make more loses."""

    @property
    def moves(self) -> LegalMoves:
        """The legal moves; none when the game is over."""

    def play(self, move: Move) -> State | None:
        """The state after a move; `None` if the move is not legal, is no move at all, or the game is over."""
