"""Records of games of any kind: the variant, the moves, the result, annotations and variations."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import attrs

from taflkit.errors import NotationError, TaflError, check_type, wrong_type
from taflkit.games import AnyKind, GameVariant, Player, find_kind, kind_of
from taflkit.games.history import start_of
from taflkit.records.annotations import Evaluation, check_clock, check_signs, take_commands
from taflkit.records.source import lines_alike

MAX_RECORDED_MOVES = 20_000
"""The moves of one record, so that a hostile file cannot take all memory."""
MAX_LIMIT = 1_000_000
"""The largest number of moves that a game may be limited to."""
MAX_MOVE = 200
"""The characters of a move; the longest of any board is shorter."""
WORD = re.compile(r"[^\s(){}\[\];$!?]+")
"""What a move looks like in a record, whatever the game."""


def clean_comment(comment: str) -> str:
    """Return a comment as records keep it, without blanks around."""
    return lines_alike(comment).strip()


def _without_empty(variations: Iterable[Iterable[RecordedMove]]) -> tuple[tuple[RecordedMove, ...], ...]:
    return tuple(variation for variation in map(tuple, variations) if variation)


@attrs.frozen
class RecordedMove:
    """A move of a record, as it was written down, with all that is said about it.

    The kind of game reads the text: `GameKind.spell_move` checks its form, and replaying the record checks the move.
    """

    text: str
    """The move: `d8-d6xc5xc6` in tafl, with its captures."""
    comment: str = attrs.field(default="", converter=clean_comment)
    """What the record says about the move. An evaluation and a clock in it become attributes of their own."""
    variations: tuple[tuple[RecordedMove, ...], ...] = attrs.field(default=(), converter=_without_empty)
    """Lines that might have been played instead, each from this move on."""
    signs: tuple[int, ...] = attrs.field(default=(), converter=check_signs)
    """The numbers of signs: 1 for `!`, 2 for `?`, 3 for `!!`, 4 for `??`, 5 for `!?`, 6 for `?!`, others as `$14`."""
    evaluation: Evaluation | None = None
    """How good the position after the move is."""
    clock: float | None = attrs.field(default=None, converter=check_clock)
    """The seconds left on the mover's clock after the move."""

    def __attrs_post_init__(self) -> None:
        check_type(self.text, str, "the text of a move, such as str(game.last)")
        check_type(self.evaluation, Evaluation | None, "an Evaluation")
        if len(self.text) > MAX_MOVE or WORD.fullmatch(self.text) is None:
            raise NotationError(self.text[:MAX_MOVE], 1, f"a move of one word, at most {MAX_MOVE} characters long")
        if "[%" in self.comment:
            comment, evaluation, clock = take_commands(self.comment, self.evaluation, self.clock)
            object.__setattr__(self, "comment", comment)
            object.__setattr__(self, "evaluation", evaluation)
            object.__setattr__(self, "clock", clock)

    def __str__(self) -> str:
        """Print the move alone."""
        return self.text


class Result(enum.Enum):
    """Who won, as records write it: the points of the first player first.

    The first of the two players is the first of `GameKind.players`: the attackers in tafl, Red in Ataxx, White in
    Qirkat.
    """

    FIRST = "1-0"
    """The first player won."""
    SECOND = "0-1"
    """The second player won."""
    DRAW = "1/2-1/2"
    """A draw."""
    UNKNOWN = "*"
    """The game was not finished, or the record does not say."""

    @classmethod
    def of(cls, game: Any) -> Result:
        """Return the result of a game of any kind; unknown while it goes on."""
        return cls.UNKNOWN if game.outcome is None else cls.won_by(kind_of(game), game.outcome.winner)

    @classmethod
    def won_by(cls, kind: AnyKind, winner: Player | None) -> Result:
        """Return the result of a game that a player of this kind has won, a draw for `None`."""
        if winner is None:
            return cls.DRAW
        return cls.FIRST if winner == kind.players[0] else cls.SECOND

    def winner(self, kind: AnyKind) -> Player | None:
        """The player of this kind of game who won, if one did."""
        return {Result.FIRST: kind.players[0], Result.SECOND: kind.players[1]}.get(self)


RESIGNED = "resigned"
"""The termination of a game in which a player resigned."""
TIMEOUT = "timeout"
"""The termination of a game in which a player ran out of time."""


def termination_of(reason: object) -> str:
    """Return how records write why a game ended on the board: `king-escaped`; empty if that is no enumeration."""
    return reason.name.lower().replace("_", "-") if isinstance(reason, enum.Enum) else ""


def termination_of_game(game: Any) -> str:
    """Return how records write why a game of any kind ended on the board; empty while it goes on."""
    return termination_of(getattr(game.outcome, "reason", None))


RESERVED = ("Variant", "Position", "Result", "Termination", "Limit", "Digest")
"""Tags that a record keeps in attributes of its own, or that its variant has."""

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def one_line(text: str) -> str:
    """Return a text without blanks around; one with several lines or control characters is refused."""
    if control := _CONTROL.search(text):
        raise NotationError(text, control.start() + 1, "a text on one line, without control characters")
    return text.strip()


def tag_name(name: str) -> str:
    """Return the name of a tag as records spell it: `Time-Control` for `time-control`."""
    if _TAG_NAME.fullmatch(name) is None:
        raise NotationError(name, 1, "the name of a tag: a letter, then letters, digits and hyphens")
    return name.title()


def _tags(tags: Mapping[str, str] | Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    pairs = tags.items() if isinstance(tags, Mapping) else tags
    found = tuple((tag_name(name), one_line(value)) for name, value in pairs)
    names = [name for name, _ in found]
    for name in names:
        if name in RESERVED:
            raise NotationError(name, 1, f"another tag: a record has an attribute for {name}")
        if names.count(name) > 1:
            raise NotationError(name, 1, "every tag only once")
    return found


def kind_of_variant(variant: object) -> AnyKind:
    """Return the kind of game of a variant, for which anything else is refused."""
    kind = find_kind(variant)
    if kind is None or not isinstance(variant, kind.variant_type):
        raise wrong_type("the Variant of a record", variant)
    return kind


def _line(line: Iterable[RecordedMove]) -> tuple[RecordedMove, ...]:
    return tuple(line)


def _without_examples(variant: Any) -> object:
    """What makes variants of records equal: the text of a record has all but the examples."""
    return attrs.evolve(variant, examples=()) if attrs.has(type(variant)) and variant.examples else variant


@attrs.frozen
class Record:
    """A game as it was written down. Only `game` and `replay` check it against the rules.

    Raises:
        NotationError: A move, the position or a tag cannot be read.
        TaflError: The variant is of no known kind, or its games have no limit.
    """

    variant: GameVariant = attrs.field(eq=_without_examples)
    """The variant that was played, of any kind of game."""
    line: tuple[RecordedMove, ...] = attrs.field(default=(), converter=_line)
    """What was played, with annotations and variations."""
    position: str = ""
    """The position before the first move, on one line as the kind of game writes it; empty for the variant's start."""
    result: Result = Result.UNKNOWN
    """Who won."""
    termination: str = attrs.field(default="", converter=one_line)
    """Why the game ended: `king-escaped` and the like, `resigned`, `timeout`, or any other words."""
    limit: int | None = None
    """The number of moves that each player had, if the game had such a limit."""
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_tags)
    """Names and values of all other facts: Attackers, Defenders, Date, Event or any other."""
    comment: str = attrs.field(default="", converter=clean_comment)
    """What is said before the first move."""

    def __attrs_post_init__(self) -> None:
        kind = kind_of_variant(self.variant)
        check_type(self.position, str, "the position of a record on one line")
        check_type(self.result, Result, "the Result of a record")
        if not all(isinstance(recorded, RecordedMove) for recorded in self.line):
            raise wrong_type("the moves of a record as RecordedMoves", self.line)
        line = spelled_line(kind, self.variant, self.line)
        if line is not self.line:
            object.__setattr__(self, "line", line)
        if self.position:
            object.__setattr__(self, "position", _spelled_position(kind, self.variant, self.position))
        if self.limit is not None:
            if type(self.limit) is not int or not 1 <= self.limit <= MAX_LIMIT:
                raise TaflError(f"the limit of a game is a number of moves from 1 to {MAX_LIMIT:,}, not {self.limit!r}")
            if not hasattr(kind.game_type, "with_limit"):
                raise TaflError(f"games of {kind.name} have no limit of moves")

    @classmethod
    def of(cls, game: Any, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> Record:
        """Return the record of a game.

        Args:
            game: The game, a `taflkit.games.RecordedGame` of any kind.
            tags: Facts about it, such as `{"Event": "Midsummer"}`.
        """
        kind = find_kind(game)
        if kind is None or not isinstance(game, kind.game_type):
            raise wrong_type("a Game", game)
        return cls(
            variant=kind.variant_of(game),
            line=[RecordedMove(text) for text in kind.written_moves(game)],
            position=kind.format_position(start_of(game)),
            result=Result.of(game),
            termination=termination_of_game(game),
            limit=getattr(game, "move_limit", None),
            tags=tags,
        )

    @property
    def kind(self) -> AnyKind:
        """The kind of game that was played."""
        return kind_of(self.variant)

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves that were played."""
        return tuple(recorded.text for recorded in self.line)

    @property
    def comments(self) -> dict[int, str]:
        """The comments, by the number of moves played before them."""
        said = enumerate([self.comment, *(recorded.comment for recorded in self.line)])
        return {ply: comment for ply, comment in said if comment}

    def tag(self, name: str) -> str:
        """Return the value of a tag; empty if there is none."""
        return dict(self.tags).get(tag_name(name), "")

    def start_game(self) -> Any:
        """Return the game before its first move."""
        kind = self.kind
        game = kind.parse_position(self.variant, self.position) if self.position else kind.start(self.variant)
        return game if self.limit is None else game.with_limit(self.limit)

    def game(self, ply: int | None = None) -> Any:
        """Replay the record and return the game.

        Args:
            ply: How many moves to replay; all if left out.

        Raises:
            IllegalMoveError: A move is illegal or took something else.
            TaflError: The record has fewer moves than `ply`.
        """
        from taflkit.records.replaying import replay

        return replay(self if ply is None else self.up_to(ply)).checked()

    def up_to(self, ply: int) -> Record:
        """Return the record of the first moves, whose result is not known.

        Raises:
            TaflError: The record has fewer moves.
        """
        if not 0 <= ply <= len(self.line):
            raise TaflError(f"the record has {len(self.line):,} plies, so none with the number {ply}")
        if ply == len(self.line):
            return self
        return attrs.evolve(self, line=self.line[:ply], result=Result.UNKNOWN, termination="")


def spelled_line(kind: AnyKind, variant: Any, line: tuple[RecordedMove, ...]) -> tuple[RecordedMove, ...]:
    """Return a line in the usual spelling; the line itself if it has it already.

    Raises:
        NotationError: A text is no move.
    """
    spell = partial(kind.spell_move, variant)
    if all(spell(recorded.text) == recorded.text and not recorded.variations for recorded in line):
        return line
    return tuple(
        attrs.evolve(
            recorded,
            text=spell(recorded.text),
            variations=[spelled_line(kind, variant, variation) for variation in recorded.variations],
        )
        for recorded in line
    )


def _spelled_position(kind: AnyKind, variant: Any, position: str) -> str:
    """Return a position in the usual spelling, empty if it is the variant's start."""
    text: str = kind.format_position(kind.parse_position(variant, one_line(position)))
    return "" if text == kind.format_position(kind.start(variant)) else text
