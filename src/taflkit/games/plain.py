"""`PlainKind` and `PlainGame`: bases for kinds of game of your own, which need little more than the rules.

The variant files of such a kind draw the start position and give examples. Players, outcomes and moves print as they
are called.
"""

from __future__ import annotations

import copyreg
from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import attrs

from taflkit.board import Square
from taflkit.board.moves import Moves
from taflkit.errors import GameOverError, IllegalMoveError, NotationError, PositionError, check_type, nearest
from taflkit.games.kind import Ended, MoveT, Player
from taflkit.games.knowledge import DEFAULT_EFFORT, Effort, Knowledge, PlainKnowledge
from taflkit.games.picture import BoardPicture, Look, Thing
from taflkit.games.played import PlayedGame, refused
from taflkit.variant.convert import CONVERTER
from taflkit.variant.description import DescriptionTable, key
from taflkit.variant.digest import digest_of
from taflkit.variant.examples import Example, ExampleKeys, build_example, failed_examples
from taflkit.variant.extends import Inheritance, build_last
from taflkit.variant.files import check_name
from taflkit.variant.jsonschema import file_schema
from taflkit.variant.pickling import PickledByName
from taflkit.variant.problems import place_below, problems_at
from taflkit.variant.tables import description_table
from taflkit.variant.toml import TomlTable

GameT = TypeVar("GameT", bound="PlainGame[Any]")

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
class PlainVariant(PickledByName):
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


class PlainGame(PlayedGame[MoveT]):
    """A game of a plain kind: the rows of a board and whose turn it is, with the past.

    A subclass says which moves there are, what they do and when the game is over, and may say why a move is illegal.
    One with more state than the board has a constructor, an `after` and a `key` of its own. A game never changes: its
    moves and its outcome are found once.
    """

    variant: PlainVariant
    """The variant that is played."""
    rows: Rows
    """The rows of the board from the top."""
    to_move: Player
    """The player whose turn it is."""
    previous: Self | None
    """The game before the last move, `None` at the start."""
    last: MoveT | None
    """The last move, `None` at the start."""
    ply: int
    """How many moves have been made."""

    def __init__(self, variant: PlainVariant, rows: Sequence[str], to_move: Player) -> None:
        """Begin a game.

        Args:
            variant: The variant.
            rows: The rows of the board from the top, one character for each square, `-` if it is empty.
            to_move: The player whose turn it is.
        """
        self.variant, self.rows, self.to_move = variant, tuple(rows), to_move
        self.previous, self.last, self.ply = None, None, 0

    @abstractmethod
    def find_moves(self) -> Iterable[MoveT]:
        """The moves of the player to move, if the game is not over."""

    @abstractmethod
    def find_outcome(self) -> Ended | None:
        """How the game ended, `None` while it goes on."""

    @abstractmethod
    def after(self, move: MoveT) -> Self:
        """The game that begins with the position after a legal move; its past is added to it."""

    def why_illegal(self, text: str) -> str:
        """Why what a player wrote is no legal move, as a clause such as `there is no piece on e5`."""
        return "it is no legal move here"

    @property
    def key(self) -> Hashable:
        """The board and the player to move."""
        return self.rows, str(self.to_move)

    @cached_property
    def outcome(self) -> Ended | None:
        """How the game ended, `None` while it goes on."""
        return self.find_outcome()

    @cached_property
    def _moves(self) -> tuple[MoveT, ...]:
        return () if self.outcome is not None else tuple(self.find_moves())

    @property
    def legal_moves(self) -> Moves[MoveT]:
        """The moves that `play` accepts: none when the game is over."""
        return Moves.read_by(self._moves, self.parse_move)

    def count_moves(self) -> int:
        """How many legal moves there are."""
        return len(self._moves)

    def play(self, move: MoveT | str) -> Self:
        """The game after a move, which is checked.

        Args:
            move: A move, or what it prints as; letter case does not matter.

        Raises:
            IllegalMoveError: The move is not legal; the error says why.
            GameOverError: The game is over.
        """
        if isinstance(move, str):
            return self.follow(self.parse_move(move))
        if move not in self._moves:
            raise self._refusal(str(move))
        return self.follow(move)

    def follow(self, move: MoveT) -> Self:
        """The game after a move that is known to be legal, because it came from `legal_moves`; nothing is checked."""
        game = self.after(move)
        game.previous, game.last, game.ply = self, move, self.ply + 1
        return game

    def parse_move(self, text: str) -> MoveT:
        """The legal move that prints so; letter case does not matter.

        Raises:
            IllegalMoveError: There is none; the error says why.
            GameOverError: The game is over.
        """
        check_type(text, str, "a move as a text")
        wanted = text.strip().lower()
        for move in self._moves:
            if str(move).lower() == wanted:
                return move
        raise self._refusal(text.strip())

    def _refusal(self, text: str) -> IllegalMoveError:
        if self.outcome is not None:
            return refused(self, text, f"the game is over, {self.outcome}", GameOverError)
        return refused(self, text, self.why_illegal(text))

    def moves_from(self, square: Square | str) -> tuple[MoveT, ...]:
        """The legal moves whose text begins with the square and a hyphen.

        Raises:
            NotationError: The text is no square.
        """
        origin = f"{Square.parse(str(square))}-"
        return tuple(move for move in self._moves if str(move).startswith(origin))

    def captures(self, move: MoveT | str) -> AbstractSet[Square]:
        """The squares whose pieces a legal move takes away: of their letters, there are fewer on the board after it.

        It raises what `play` raises.
        """
        after = self.play(move)
        fewer = {letter for letter in set("".join(self.rows)) if _count(after.rows, letter) < _count(self.rows, letter)}
        return frozenset(
            Square(column, len(self.rows) - 1 - row)
            for row, letters in enumerate(self.rows)
            for column, letter in enumerate(letters)
            if letter in fewer - {EMPTY} and after.rows[row][column] != letter
        )

    @property
    def position(self) -> str:
        """The position on one line: the rows from the top with slashes between them, and the player to move."""
        return f"{'/'.join(self.rows)} {str(self.to_move).lower()}"

    def _facts(self) -> tuple[object, ...]:
        return type(self), self.variant, self.key

    def __eq__(self, other: object) -> bool:
        """Same variant, and equal keys: the games go on alike, however they came about."""
        if not isinstance(other, PlainGame):
            return NotImplemented
        return self is other or self._facts() == other._facts()

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self.key)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the start and the moves, since the chain of games may be long."""
        if self.previous is not None:
            return _replay, (self.history()[0], self.moves)
        found = ("outcome", "_moves")
        state = {name: value for name, value in vars(self).items() if name not in found}
        return copyreg.__newobj__, (type(self),), state  # type: ignore[attr-defined]  # what `object` itself returns

    def __str__(self) -> str:
        """Draw the board, and say who is to move or how the game ended."""
        board = "\n".join(" ".join(row) for row in self.rows)
        return f"{board}\n{self.outcome or f'{self.to_move} to move'}"

    def __repr__(self) -> str:
        """Print on one line."""
        state = self.outcome or f"{self.to_move} to move"
        return f"<{type(self).__name__} {self.variant.name}, ply {self.ply}, {state}>"


def _count(rows: Rows, letter: str) -> int:
    return sum(row.count(letter) for row in rows)


def _replay(game: GameT, moves: Iterable[Any]) -> GameT:
    for move in moves:
        game = game.follow(move)
    return game


class PlainKind(Generic[GameT]):
    """A kind of game with everything but the game: a subclass says what the class attributes are.

    What it knows better, such as which boards there are or what searchers know of the game, a subclass overrides.
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

    def from_rows(self, variant: PlainVariant, rows: Rows, player: Player) -> GameT:
        """A game that begins with a board and a player to move.

        Raises:
            TaflError: There is no such position.
        """
        game: GameT = self.game_type(variant, rows, player)
        return game

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
        return failed_examples(variant.examples, lambda example: self.example_game(variant, example))

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
        """The variant that a game is played by."""
        return game.variant

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
        """The legal move that prints so."""
        return game.parse_move(text)

    def format_move(self, move: Any) -> str:
        """What a move prints as."""
        return str(move)

    def spell_move(self, variant: PlainVariant, text: str) -> str:
        """The text itself: only in a game there are moves to compare it with."""
        return text.strip()

    def written_moves(self, game: GameT) -> Sequence[str]:
        """What the moves print as."""
        return [self.format_move(move) for move in game.moves]

    def moves_from(self, game: GameT, square: str) -> Sequence[Any]:
        """The legal moves whose text begins with the square and a hyphen."""
        return game.moves_from(square)

    def format_position(self, game: GameT) -> str:
        """The rows from the top with slashes between them, and the player to move."""
        return game.position

    def parse_position(self, variant: PlainVariant, text: str) -> GameT:
        """A game that begins with a position on one line."""
        words = text.split()
        if len(words) != 2:
            raise NotationError(text, 1, "the rows from the top with slashes between them, a blank and a player")
        return self.set_up(variant, self._player(words[1]), words[0].split("/"))

    def dump_rows(self, game: GameT) -> Sequence[str]:
        """The rows from the top."""
        return game.rows

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
        return " ".join(game.rows)

    def picture(self, game: GameT) -> BoardPicture:
        """What is to be seen of a game."""
        rows = list(reversed(game.rows))
        legend = {letter: Thing(f"{look.value} piece", letter, look) for letter, look in self.looks.items()}
        state = f"{game.to_move} to move" if game.outcome is None else str(game.outcome)
        return BoardPicture(
            columns=len(rows[0]),
            rows=len(rows),
            title=f"{game.variant.title}, {state}",
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
