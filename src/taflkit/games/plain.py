"""`PlainKind`: a base for kinds of game of your own, which needs little more than how a board is drawn.

The variant files of such a kind draw the start position and give examples. Its games have an attribute `variant`, and
its players print as they are called. Those that are `RecordedGame`s can be played on the command line too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import attrs

from taflkit.board import Square
from taflkit.errors import GameOverError, IllegalMoveError, NotationError, PositionError, nearest
from taflkit.games.kind import Playable, Player
from taflkit.games.knowledge import DEFAULT_EFFORT, Effort, Knowledge, PlainKnowledge
from taflkit.games.picture import BoardPicture, Look, Thing
from taflkit.variant.convert import CONVERTER
from taflkit.variant.description import DescriptionTable, key
from taflkit.variant.digest import digest_of
from taflkit.variant.examples import Example, ExampleKeys, build_example, failed_examples
from taflkit.variant.extends import Inheritance, build_last
from taflkit.variant.files import check_name
from taflkit.variant.jsonschema import file_schema
from taflkit.variant.problems import place_below, problems_at
from taflkit.variant.tables import description_table
from taflkit.variant.toml import TomlTable

GameT = TypeVar("GameT", bound=Playable[Any])

#: What is drawn for an empty square.
EMPTY = "-"
_INHERITANCE = Inheritance(keys=("start", "first"))

Rows = tuple[str, ...]
"""The rows of a board from the top, one character for each square."""


@attrs.frozen(kw_only=True)
class PlainExampleTable(ExampleKeys):
    """A fact that must hold under the rules of the file; the tests and `taflkit variants check` run it."""

    to_move: str | None = key("the player to move in `position`; the one who begins if left out", None)
    winner: str | None = key("who wins, if the game is over and not a draw", None)


@attrs.frozen(kw_only=True)
class PlainTable(DescriptionTable):
    """A variant file of a plain kind."""

    start: str = key("the start position, drawn: a line for each row, a letter for each piece, `-` for empty")
    first: str | None = key("the player who begins; the first of the two if left out", None)
    examples: tuple[PlainExampleTable, ...] = key("facts that must hold", ())


@attrs.frozen(kw_only=True)
class PlainVariant:
    """A variant of a plain kind of game; each kind has a subclass of its own."""

    name: str
    """The name by which it is loaded."""
    title: str
    """The name as printed."""
    start: Rows
    """The start position."""
    first: Player
    """The player who begins."""
    summary: str = ""
    """One or two sentences about the variant."""
    aliases: tuple[str, ...] = ()
    """Other names by which it is loaded."""
    sources: tuple[str, ...] = ()
    """Where the rules come from."""
    doubtful: tuple[str, ...] = ()
    """What is not certain about the rules."""
    featured: bool = False
    """Whether lists show it first."""
    examples: tuple[Example[tuple[Rows, Player]], ...] = ()
    """Facts that hold under the rules."""

    @property
    def digest(self) -> str | None:
        """What tells the class, the start position, who begins, and what a subclass adds from others."""
        cls = type(self)
        fields = {"start", "first"} | {field.name for field in attrs.fields(cls)} - _PLAIN_FIELDS
        facts = {name: getattr(self, name) for name in sorted(fields)}
        return digest_of(f"{cls.__module__}.{cls.__qualname__}", facts | {"first": str(self.first)})


_PLAIN_FIELDS = {field.name for field in attrs.fields(PlainVariant)}


class PlainKind(ABC, Generic[GameT]):
    """A kind of game with everything but the game: a subclass says what the class attributes are, and has two methods.

    What it does not know better, such as what searchers should know of the game, a subclass overrides.
    """

    name: ClassVar[str]
    """The name in variant files, and of the entry point."""
    game_type: ClassVar[type[Any]]
    """The class of its games."""
    variant_type: ClassVar[type[PlainVariant]]
    """The class of its variants, a subclass of `PlainVariant` without anything more."""
    players: ClassVar[tuple[Player, Player]]
    """The two players; the first begins."""
    looks: ClassVar[Mapping[str, Look]]
    """How pieces look, by their letters."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The rules in sentences."""
    dialect: ClassVar[str] = "general"
    """The dialect of its command language."""
    effort: ClassVar[Effort] = DEFAULT_EFFORT
    """How much the default player looks at before a move."""
    inheritance: ClassVar[Inheritance] = _INHERITANCE
    """The start and the player who begins are taken over."""

    @abstractmethod
    def rows(self, game: GameT) -> Sequence[str]:
        """The rows of a game's board from the top, one character for each square, `-` if it is empty."""

    @abstractmethod
    def from_rows(self, variant: Any, rows: Rows, player: Any) -> GameT:
        """A game that begins with a board and a player to move.

        Raises:
            TaflError: There is no such position.
        """

    def build(self, lineage: Sequence[tuple[Path, TomlTable]]) -> PlainVariant:
        """Build the variant of the last file of a lineage."""
        return build_last(lineage, self._build)

    def _build(self, file: Path, table: TomlTable) -> PlainVariant:
        read = CONVERTER.read(file, table, PlainTable)
        check_name(file, read.name)
        with problems_at(file, "first"):
            first = self.players[0] if read.first is None else self._player(read.first)
        start = _drawn(read.start)
        variant = self.variant_type(
            **read.description,
            start=start,
            first=first,
        )
        with problems_at(file, "start"):
            self.set_up(variant, first, start)
        examples = [
            self._example(file, place_below("examples", index), variant, example)
            for index, example in enumerate(read.examples)
        ]
        return attrs.evolve(variant, examples=tuple(examples))

    def _example(
        self, file: Path, place: str, variant: PlainVariant, table: PlainExampleTable
    ) -> Example[tuple[Rows, Player]]:
        rows = variant.start if table.position is None else _drawn(table.position)
        with problems_at(file, f"{place}.to_move"):
            player = variant.first if table.to_move is None else self._player(table.to_move)
        with problems_at(file, f"{place}.winner"):
            winner = None if table.winner is None else self._player(table.winner)
        with problems_at(file, f"{place}.position"):
            self.set_up(variant, player, rows)
        example = build_example(file, place, table, None, (rows, player), str, str)
        return attrs.evolve(example, winner=winner)

    def _player(self, word: str) -> Player:
        words = {str(player).lower(): player for player in self.players}
        if word.lower() not in words:
            raise NotationError(word, 1, f"a player ({nearest(word, words)})")
        return words[word.lower()]

    def schema(self) -> dict[str, object]:
        """The JSON Schema of its variant files."""
        return file_schema(PlainTable, self.inheritance)

    def board_size(self, variant: PlainVariant) -> tuple[int, int]:
        """The size of the start position."""
        return max(map(len, variant.start), default=0), len(variant.start)

    def example_game(self, variant: PlainVariant, example: Example[tuple[Rows, Player]]) -> GameT:
        """The game in which an example begins."""
        return self.from_rows(variant, *example.position)

    def failed_examples(self, variant: PlainVariant) -> list[str]:
        """A sentence for each example that does not hold."""
        return failed_examples(
            variant.examples, lambda example: self.example_game(variant, example), lambda game: (), self.parse_move
        )

    def explain(self, variant: PlainVariant) -> list[str]:
        """The size of the board, who begins, and the rules."""
        columns, rows = self.board_size(variant)
        return [f"The board has {columns} by {rows} squares.", f"{variant.first} moves first.", *self.rules]

    def variant_table(self, variant: PlainVariant) -> TomlTable:
        """The tables of a file that describes the variant."""
        start = "".join(f"{row}\n" for row in variant.start)
        return {**description_table(variant, self.name), "start": start, "first": str(variant.first).lower()}

    def start(self, variant: PlainVariant) -> GameT:
        """A new game."""
        return self.from_rows(variant, variant.start, variant.first)

    def variant_of(self, game: GameT) -> PlainVariant:
        """The attribute `variant` of a game."""
        found: PlainVariant = game.variant  # type: ignore[attr-defined]  # what a plain kind asks beyond Playable
        return found

    def player_name(self, variant: PlainVariant, player: Player) -> str:
        """What a player prints as."""
        return str(player)

    def player_words(self, variant: PlainVariant) -> Mapping[str, Player]:
        """The players by what they print as."""
        return {str(player).lower(): player for player in self.players}

    def format_reason(self, game: GameT) -> str:
        """Nothing: the outcome says who won."""
        return ""

    def knowledge(self, game: GameT, exact_past: bool) -> Knowledge[Any, Any]:
        """Nothing but what the game says."""
        return PlainKnowledge(exact_past)

    def parse_move(self, game: GameT, text: str) -> Any:
        """The legal move that is written so."""
        for move in game.legal_moves:
            if self.format_move(move).lower() == text.strip().lower():
                return move
        error: Any = IllegalMoveError
        reason = "it is no legal move here"
        if game.outcome is not None:
            error, reason = GameOverError, f"the game is over, {game.outcome}"
        raise error(text.strip(), reason, self.format_position(game), game)

    def format_move(self, move: Any) -> str:
        """What a move prints as."""
        return str(move)

    def spell_move(self, variant: PlainVariant, text: str) -> str:
        """The text itself: only in a game there are moves to compare it with."""
        return text.strip()

    def written_moves(self, game: GameT) -> Sequence[str]:
        """What the moves print as."""
        moves: Sequence[Any] = game.moves  # type: ignore[attr-defined]  # of a `RecordedGame`
        return [self.format_move(move) for move in moves]

    def moves_from(self, game: GameT, square: str) -> Sequence[Any]:
        """The legal moves whose text begins with the square and a hyphen."""
        origin = f"{Square.parse(square)}-"
        return [move for move in game.legal_moves if self.format_move(move).startswith(origin)]

    def format_position(self, game: GameT) -> str:
        """The rows from the top with slashes between them, and the player to move."""
        return f"{'/'.join(self.rows(game))} {str(game.to_move).lower()}"

    def parse_position(self, variant: PlainVariant, text: str) -> GameT:
        """A game that begins with a position on one line."""
        words = text.split()
        if len(words) != 2:
            raise NotationError(text, 1, "the rows from the top with slashes between them, a blank and a player")
        return self.set_up(variant, self._player(words[1]), words[0].split("/"))

    def dump_rows(self, game: GameT) -> Sequence[str]:
        """The rows from the top."""
        return self.rows(game)

    def set_up(self, variant: PlainVariant, player: Player, rows: Sequence[str]) -> GameT:
        """A game that begins with the rows of a position from the top."""
        columns, height = self.board_size(variant)
        if len({len(row) for row in variant.start}) != 1:
            raise PositionError("all rows of a board have the same length, and there is at least one")
        squares = "".join("".join(rows).split())
        if len(squares) != columns * height:
            raise PositionError(f"the board has {columns * height} squares, but {len(squares)} were given")
        for letter in squares:
            if letter != EMPTY and letter not in self.looks:
                raise PositionError(f"no piece is drawn as {letter!a}; the pieces are {', '.join(self.looks)}")
        drawn = tuple(squares[at : at + columns] for at in range(0, len(squares), columns))
        return self.from_rows(variant, drawn, player)

    def format_set_up(self, game: GameT) -> str:
        """The rows by which `set_up` brings a position back."""
        return " ".join(self.rows(game))

    def picture(self, game: GameT) -> BoardPicture:
        """What is to be seen of a game."""
        rows = list(reversed(self.rows(game)))
        legend = {letter: Thing(f"{look.value} piece", letter, look) for letter, look in self.looks.items()}
        state = f"{game.to_move} to move" if game.outcome is None else str(game.outcome)
        return BoardPicture(
            columns=len(rows[0]),
            rows=len(rows),
            title=f"{self.variant_of(game).title}, {state}",
            legend=tuple(legend.values()),
            things=tuple(
                (Square(column, row), legend[letter])
                for row, letters in enumerate(rows)
                for column, letter in enumerate(letters)
                if letter != EMPTY
            ),
            empty=EMPTY,
        )


def _drawn(picture: str) -> Rows:
    """The rows of a drawn board."""
    return tuple(row for line in picture.splitlines() if (row := "".join(line.split())))
