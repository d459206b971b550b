"""`Playable`: what any game of two players answers. Searchers ask nothing else."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

MoveT = TypeVar("MoveT", bound=Hashable)
"""The type of a game's moves."""


class Player(Protocol):
    """One of the two players, such as a `taflkit.Side`."""

    @property
    def other(self) -> Player:
        """The opponent."""


class Ended(Protocol):
    """How a game ended, such as a `taflkit.Outcome`."""

    @property
    def winner(self) -> Player | None:
        """The player who won, `None` for a draw."""


class Playable(Protocol[MoveT]):
    """A state of a game of two players; `taflkit.Game` is one.

    It does not change: `play` returns another state. A class needs no base class to be one.
    """

    @property
    def to_move(self) -> Player:
        """The player whose turn it is."""

    @property
    def legal_moves(self) -> Sequence[MoveT]:
        """The legal moves; none when the game is over."""

    @property
    def outcome(self) -> Ended | None:
        """How the game ended, `None` while it goes on."""

    @property
    def key(self) -> Hashable:
        """Equal for states with the same position and player to move, whatever their history."""

    def play(self, move: MoveT, /) -> Playable[MoveT]:
        """The state after a legal move."""


_NAMES = ("to_move", "legal_moves", "outcome", "key", "play")


def check_game(game: object) -> None:
    """Refuse what is no game.

    Raises:
        TypeError: if one of the names of `Playable` is missing.
    """
    # The class is asked first: to look at a property of the game itself would compute it.
    if isinstance(game, type) or not all(hasattr(type(game), name) or hasattr(game, name) for name in _NAMES):
        raise TypeError(f"expected a game, with {', '.join(_NAMES[:-1])} and {_NAMES[-1]}, not {game!r}")
