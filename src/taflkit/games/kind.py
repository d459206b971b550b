"""`Playable`: what any game of two players answers. `GameKind`: all that is asked about games of one kind."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from taflkit.variant.kinds import FileKind

if TYPE_CHECKING:
    from taflkit.board import Square
    from taflkit.games.knowledge import Effort, Knowledge
    from taflkit.games.picture import BoardPicture

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

    It does not change: `play` returns another state. A class needs no base class to be one. With methods `follow` and
    `count_moves` it is searched and counted faster, see `taflkit.games.traits`.
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


class RecordedGame(Playable[MoveT], Protocol[MoveT]):
    """What the games of every kind answer: `Playable`, moves as text, and how the game came about.

    `str` draws the board. `taflkit.testing.check_kind` checks that all of it is there and agrees.
    """

    @property
    def variant(self) -> GameVariant:
        """The variant that is played."""

    @property
    def previous(self) -> Self | None:
        """The game before the last move, `None` at the start."""

    @property
    def last(self) -> object | None:
        """What was played last, which prints as people read it; `None` at the start."""

    @property
    def moves(self) -> Sequence[MoveT]:
        """The moves made, from the first."""

    @property
    def ply(self) -> int:
        """How many moves have been made."""

    def history(self) -> Sequence[Self]:
        """The game at every ply, from its start to this one."""

    def play(self, move: MoveT | str, /) -> Self:
        """The game after a legal move, which may be given as its text.

        Raises:
            NotationError: The text is no move.
            IllegalMoveError: The move is not legal; the error says why.
        """

    def parse_move(self, text: str, /) -> MoveT:
        """Read a legal move; it raises what `play` raises. A text is in `legal_moves` where it can be read."""

    def moves_from(self, square: str, /) -> Sequence[MoveT]:
        """The legal moves of the piece on a square.

        Raises:
            NotationError: The text is no square.
        """

    def captures(self, move: MoveT | str, /) -> AbstractSet[Square]:
        """The squares whose pieces a legal move captures, or turns; it raises what `play` raises."""

    def to_text(self) -> str:
        """The variant and the position on one line, without the history."""

    @classmethod
    def from_text(cls, text: str, variant: Any = None, /) -> Self:
        """A game that begins with a position on one line; without a variant, the text names it.

        Raises:
            NotationError: The text is no position of the variant.
        """


RECORDED_NAMES = sorted(name for name in {*vars(Playable), *vars(RecordedGame)} if not name.startswith("_"))
"""The names of `RecordedGame`, which every game of a kind has."""

_NAMES = ("to_move", "legal_moves", "outcome", "key", "play")


def check_game(game: object) -> None:
    """Refuse what is no game.

    Raises:
        TypeError: if one of the names of `Playable` is missing.
    """
    # The class is asked first: to look at a property of the game itself would compute it.
    if isinstance(game, type) or not all(hasattr(type(game), name) or hasattr(game, name) for name in _NAMES):
        names = f"{', '.join(_NAMES[:-1])} and {_NAMES[-1]}"
        raise TypeError(f"expected a game, such as taflkit.start('tablut'), with {names}, not {game!r}")


class VariantExample(Protocol):
    """An example of a variant file: a fact that the move shows; `taflkit.variant.Example` is one."""

    @property
    def says(self) -> str:
        """The fact, as a sentence."""

    @property
    def before(self) -> tuple[str, ...]:
        """Moves that are played first."""

    @property
    def move(self) -> str:
        """The move that shows the rule."""

    @property
    def legal(self) -> bool:
        """Whether the move is legal."""


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

    @property
    def featured(self) -> bool:
        """Whether lists show it first."""

    @property
    def examples(self) -> Sequence[VariantExample]:
        """Facts that hold under the rules."""

    @property
    def digest(self) -> str | None:
        """What tells the rules and the start from others, a `taflkit.variant.digest.digest_of`; `None` if nothing."""


VariantT = TypeVar("VariantT", bound=GameVariant)
GameT = TypeVar("GameT")


class GameKind(FileKind, Protocol[VariantT, GameT, MoveT]):
    """A kind of game: all that is asked about a game beyond `Playable`.

    Kinds are found by name through the entry points of the group `taflkit.games`; a variant file names its kind with
    the key `game`. A kind needs no base class. Its variants are `GameVariant`s, its games `Playable`.
    """

    @property
    def game_type(self) -> type[GameT]:
        """The class of its games."""

    @property
    def variant_type(self) -> type[VariantT]:
        """The class of its variants."""

    @property
    def players(self) -> tuple[Player, Player]:
        """The two players, in the order in which they are listed. At first the second is automated."""

    @property
    def dialect(self) -> str:
        """The name of the dialect of its command language, see `taflkit.shell.dialects`; `general` serves any game."""

    # Variants and their files.

    def board_size(self, variant: VariantT, /) -> tuple[int, int]:
        """How many columns and rows the board has."""

    def example_game(self, variant: VariantT, example: Any, /) -> GameT:
        """The game in which an example of a variant begins, before any move is played."""

    def failed_examples(self, variant: VariantT, /) -> list[str]:
        """A sentence for each example of a variant that does not hold."""

    def explain(self, variant: VariantT, /) -> list[str]:
        """Sentences about the board, the pieces and the rules."""

    def variant_table(self, variant: VariantT, /) -> dict[str, Any]:
        """The tables of a file from which `build` builds the same variant; examples are left out.

        Raises:
            TaflError: No file can describe the variant.
        """

    # Games.

    def start(self, variant: VariantT, /) -> GameT:
        """A new game."""

    def variant_of(self, game: GameT, /) -> VariantT:
        """The variant that a game is played by."""

    def player_name(self, variant: VariantT, player: Player, /) -> str:
        """What a player is called, such as `White`."""

    def player_words(self, variant: VariantT, /) -> Mapping[str, Player]:
        """The players by every word that commands accept for them, in lower case.

        The last word of each player has no space in it, and means that player in every variant.
        """

    def format_reason(self, game: GameT, /) -> str:
        """Why a finished game ended, as a clause such as `the king escaped`; empty if there is nothing to say."""

    # Searching.

    def knowledge(self, game: GameT, exact_past: bool, /) -> Knowledge[GameT, MoveT]:
        """What searchers know of a game.

        Args:
            game: The game.
            exact_past: Whether states with different histories always count as different, as
                `taflkit.search.knowledge_of` explains it.
        """

    @property
    def effort(self) -> Effort:
        """How much the default player looks at before a move, where the search runs in Python."""

    # Text.

    def parse_move(self, game: GameT, text: str, /) -> MoveT:
        """Read a legal move.

        Raises:
            NotationError: The text is no move.
            IllegalMoveError: The move is not legal.
        """

    def format_move(self, move: MoveT, /) -> str:
        """A move in full, as records have it; `parse_move` reads it back."""

    def spell_move(self, variant: VariantT, text: str, /) -> str:
        """The usual spelling of a move in a record, read without a game: whether it is legal is not asked.

        Raises:
            NotationError: The text is no move on this board.
        """

    def written_moves(self, game: GameT, /) -> Sequence[str]:
        """The moves of a `RecordedGame` as records write them, in the spelling of `spell_move`."""

    def moves_from(self, game: GameT, square: str, /) -> Sequence[MoveT]:
        """The legal moves of the piece on a square.

        Raises:
            NotationError: The text is no square.
        """

    def format_position(self, game: GameT, /) -> str:
        """The position on one line, without the variant; `parse_position` reads it back."""

    def parse_position(self, variant: VariantT, text: str, /) -> GameT:
        """A game that begins with a position on one line.

        Raises:
            NotationError: The text is no position.
        """

    def picture(self, game: GameT, /) -> BoardPicture:
        """What is to be seen of a game: the board, what stands on it, and the last move."""

    def dump_rows(self, game: GameT, /) -> Sequence[str]:
        """The rows of the board from the top as the command `dump` prints them, one character for each square."""

    def set_up(self, variant: VariantT, player: Player, rows: Sequence[str], /) -> GameT:
        """A game that begins with the position of the command `set`, a player to move.

        Raises:
            TaflError: The rows are no position.
        """

    def format_set_up(self, game: GameT, /) -> str:
        """The rows by which the command `set` brings a position back."""
