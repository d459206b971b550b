"""`PlayedGame`: what games other than tafl have in common, whatever their rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Self

from taflkit.board import Square
from taflkit.errors import IllegalMoveError, check_type
from taflkit.games.history import history_of, moves_of
from taflkit.games.kind import Ended, GameVariant, MoveT, Player
from taflkit.games.starting import format_position, game_from_text


class PlayedGame(ABC, Generic[MoveT]):
    """A game that knows its past: its moves, equality by what was played, how it is written, read and shown."""

    __slots__ = ()

    if TYPE_CHECKING:  # A subclass has these as fields or properties.

        @property
        def variant(self) -> GameVariant:
            """The variant that is played."""

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
        def legal_moves(self) -> Sequence[MoveT]:
            """The moves that `play` accepts."""

        @property
        def outcome(self) -> Ended | None:
            """How the game ended, `None` while it goes on."""

        @property
        def key(self) -> Hashable:
            """Equal for games that go on alike."""

        @property
        def to_move(self) -> Player:
            """The player whose turn it is."""

    @abstractmethod
    def play(self, move: MoveT | str) -> Self:
        """The game after a move, which is checked."""

    @abstractmethod
    def moves_from(self, square: Square | str) -> tuple[MoveT, ...]:
        """The legal moves of the piece on a square."""

    @abstractmethod
    def captures(self, move: MoveT | str) -> AbstractSet[Square]:
        """The squares of the pieces that a legal move captures."""

    @abstractmethod
    def _facts(self) -> tuple[object, ...]:
        """What makes the game what it is: the variant, the start and the moves."""

    @classmethod
    def from_text(cls, text: str, variant: str | Path | GameVariant | None = None) -> Self:
        """Begin a game with a position on one line, as `to_text` writes it.

        Args:
            text: The position. The name of the variant in front may be left out if `variant` is given.
            variant: The variant, its name or its file.

        Raises:
            NotationError: The text is not a position of the variant.
            VariantError: There is no such variant.
            TypeError: The variant is one of another kind of game.
        """
        game: Any = game_from_text(text, variant)
        check_type(game, cls, f"a position of a {cls.__name__}")
        made: Self = game
        return made

    def to_text(self) -> str:
        """Write the variant and the position on one line, without the history; `from_text` reads it back."""
        return format_position(self)

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

    def parse_move(self, text: str) -> MoveT:
        """Read a legal move; it raises what `play` raises."""
        check_type(text, str, "a move as a text")
        move = self.play(text).last
        assert move is not None
        return move

    @property
    def moves(self) -> tuple[MoveT, ...]:
        """The moves made, from the first."""
        return moves_of(self)

    def history(self) -> tuple[Self, ...]:
        """The game at every ply, from its start to this one."""
        return history_of(self)

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
