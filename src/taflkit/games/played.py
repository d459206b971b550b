"""`PlayedGame`: what the games of Ataxx and Qirkat have in common, whatever their rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

from taflkit.errors import IllegalMoveError
from taflkit.games.history import moves_of

MoveT = TypeVar("MoveT")


class PlayedGame(ABC, Generic[MoveT]):
    """A game that knows its past: its moves, equality by what was played, and how it is shown."""

    __slots__ = ()

    if TYPE_CHECKING:  # A subclass has these as fields or properties.

        @property
        def position(self) -> Any:
            """The position reached."""

        @property
        def previous(self) -> Self | None:
            """The game before the last move, `None` at the start."""

        @property
        def last(self) -> MoveT | None:
            """The last move, `None` at the start."""

        @property
        def outcome(self) -> object | None:
            """How the game ended, `None` while it goes on."""

        @property
        def to_move(self) -> object:
            """The player whose turn it is."""

    @abstractmethod
    def play(self, move: MoveT | str) -> Self:
        """The game after a move, which is checked."""

    @abstractmethod
    def _facts(self) -> tuple[object, ...]:
        """What makes the game what it is: the variant, the start and the moves."""

    def play_all(self, moves: Iterable[MoveT | str]) -> Self:
        """The game after several moves, each checked; it raises what `play` raises."""
        if isinstance(moves, str):
            raise TypeError(f"play_all takes several moves, for example {moves.split()!r}, not one text {moves!r}")
        if not isinstance(moves, Iterable):
            raise TypeError(f"play_all takes several moves, not {moves!r}")
        game = self
        for move in moves:
            game = game.play(move)
        return game

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """The moves made, from the first."""
        return moves_of(self)

    def __eq__(self, other: object) -> bool:
        """Same variant, same start, same moves."""
        if not isinstance(other, PlayedGame):
            return NotImplemented
        return self is other or self._facts() == other._facts()

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self.position)

    def __str__(self) -> str:
        """Draw the board, and say who is to move or how the game ended."""
        return f"{self.position.picture}\n{self.outcome or f'{self.to_move} to move'}"

    def _repr_svg_(self) -> str:
        # Notebooks ask for this. Drawing knows games and not the other way round, except here.
        from taflkit.render import notebook_svg

        game: Any = self
        return notebook_svg(game)


def refused(game: Any, move: Any, reason: str, error: type[IllegalMoveError] = IllegalMoveError) -> IllegalMoveError:
    """The error for a move that a game refuses, with its facts."""
    # Untyped, because the types of the error's facts are those of tafl.
    return error(move, reason, game.position, game)
