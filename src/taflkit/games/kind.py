"""`Playable`: what any game of two players answers. `GameKind`: all that is asked about games of one kind."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from taflkit.variant.extends import Inheritance
from taflkit.variant.toml import TomlTable

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
        """Equal for states that go on alike: the position, the player to move, and what else decides how it goes on.

        What a `taflkit.search.Knowledge` of the game tells by `past` need not be in it.
        """

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


class GameVariant(Protocol):
    """What the variants of every kind have in common; `taflkit.Variant` is one."""

    @property
    def name(self) -> str:
        """The name by which it is loaded."""

    @property
    def title(self) -> str:
        """The name as printed."""

    @property
    def summary(self) -> str:
        """One or two sentences about the variant."""

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other names by which it is loaded."""

    @property
    def sources(self) -> tuple[str, ...]:
        """Where the rules come from."""

    @property
    def doubtful(self) -> tuple[str, ...]:
        """What is not certain about the rules."""


VariantT = TypeVar("VariantT", bound=GameVariant)
GameT = TypeVar("GameT")


class GameKind(Protocol[VariantT, GameT, MoveT]):
    """A kind of game: all that is asked about a game beyond `Playable`.

    Kinds are found by name through the entry points of the group `taflkit.games`; a variant file names its kind with
    the key `game`. A kind needs no base class.
    """

    @property
    def name(self) -> str:
        """The name in variant files, such as `tafl`."""

    @property
    def game_type(self) -> type[GameT]:
        """The class of its games."""

    @property
    def players(self) -> tuple[Player, Player]:
        """The two players, in the order in which they are listed."""

    # Variants and their files.

    @property
    def inheritance(self) -> Inheritance:
        """How its variant files inherit from each other."""

    def build(self, lineage: Sequence[tuple[Path, TomlTable]], /) -> VariantT:
        """Build the variant of the last file of a lineage.

        Raises:
            VariantError: A file is wrong.
        """

    def schema(self) -> dict[str, object]:
        """The JSON Schema of its variant files."""

    def failed_examples(self, variant: VariantT, /) -> list[str]:
        """A sentence for each example of a variant that does not hold."""

    def explain(self, variant: VariantT, /) -> list[str]:
        """Sentences about the board, the pieces and the rules."""

    # Games.

    def start(self, variant: VariantT, /) -> GameT:
        """A new game."""

    def variant_of(self, game: GameT, /) -> VariantT:
        """The variant that a game is played by."""

    def player_name(self, variant: VariantT, player: Player, /) -> str:
        """What a player is called, such as `White`."""

    def player_words(self, variant: VariantT, /) -> Mapping[str, Player]:
        """The players by every word that commands accept for them, in lower case."""

    # Text.

    def parse_move(self, game: GameT, text: str, /) -> MoveT:
        """Read a legal move.

        Raises:
            NotationError: The text is no move.
            IllegalMoveError: The move is not legal.
        """

    def format_move(self, move: MoveT, /) -> str:
        """A move as players write it; `parse_move` reads it back."""

    def format_position(self, game: GameT, /) -> str:
        """The position on one line, without the variant; `parse_position` reads it back."""

    def parse_position(self, variant: VariantT, text: str, /) -> GameT:
        """A game that begins with a position on one line.

        Raises:
            NotationError: The text is no position.
        """

    def dump_rows(self, game: GameT, /) -> Sequence[str]:
        """The rows of the board from the top as the command `dump` prints them, one character for each square."""

    def set_up(self, variant: VariantT, player: Player, rows: Sequence[str], /) -> GameT:
        """A game that begins with the position of the command `set`, a player to move.

        Raises:
            TaflError: The rows are no position.
        """

    def format_set_up(self, game: GameT, /) -> str:
        """The rows by which the command `set` brings a position back."""
