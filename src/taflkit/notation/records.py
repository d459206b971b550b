"""Records of games: the rules, the moves, the result, comments and variations."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Mapping

import attrs

from taflkit.board import Move, Position, Side
from taflkit.errors import NotationError, TaflError, check_type
from taflkit.game import Game
from taflkit.notation.recorded import RecordedMove, clean_comment
from taflkit.rules import Outcome, Reason
from taflkit.variant import Variant

MAX_RECORDED_MOVES = 20_000
"""The moves of one record, so that a hostile file cannot take all memory."""


class Result(enum.Enum):
    """Who won, as records write it: the attackers' points first."""

    ATTACKERS = "1-0"
    """The attackers won."""
    DEFENDERS = "0-1"
    """The defenders won."""
    DRAW = "1/2-1/2"
    """A draw."""
    UNKNOWN = "*"
    """The game was not finished, or the record does not say."""

    @classmethod
    def of(cls, outcome: Outcome | None) -> Result:
        """Return the result of a game with an outcome; unknown for `None`."""
        if outcome is None:
            return cls.UNKNOWN
        return {Side.ATTACKERS: cls.ATTACKERS, Side.DEFENDERS: cls.DEFENDERS, None: cls.DRAW}[outcome.winner]

    @property
    def winner(self) -> Side | None:
        """The side that won, if one did."""
        return {Result.ATTACKERS: Side.ATTACKERS, Result.DEFENDERS: Side.DEFENDERS}.get(self)


RESIGNED = "resigned"
"""The termination of a game in which a player resigned."""
TIMEOUT = "timeout"
"""The termination of a game in which a player ran out of time."""


def termination_of(reason: Reason) -> str:
    """Return how records write why a game ended on the board: `king-escaped`."""
    return reason.name.lower().replace("_", "-")


TERMINATIONS: Mapping[str, Reason] = {termination_of(reason): reason for reason in Reason}
"""The reasons for which a game ends on the board, by how records write them."""

RESERVED = ("Variant", "Position", "Result", "Termination", "Limit")
"""Tags that a record keeps in attributes of its own."""

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


def _line(line: Iterable[RecordedMove]) -> tuple[RecordedMove, ...]:
    return tuple(line)


@attrs.frozen
class Record:
    """A game as it was written down. Only `game` and `replay` check it against the rules."""

    variant: Variant
    """The variant that was played."""
    start: Position
    """The position before the first move."""
    line: tuple[RecordedMove, ...] = attrs.field(default=(), converter=_line)
    """What was played, with comments and variations."""
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
        check_type(self.variant, Variant, "the Variant of a record")
        check_type(self.start, Position, "the start Position of a record")
        check_type(self.result, Result, "the Result of a record")
        for recorded in self.line:
            check_type(recorded, RecordedMove, "the moves of a record as RecordedMoves")
        board = self.variant.board
        if self.start.board != board:
            raise TaflError(f"the position is not one of the variant {self.variant.name}: it has another board")
        if any(recorded.move.grid is not board.grid for recorded in self.line):
            raise TaflError(f"the moves are not moves on the {board.grid} board of {self.variant.name}")

    @classmethod
    def of(cls, game: Game, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> Record:
        """Return the record of a game.

        Args:
            game: The game.
            tags: Facts about it, such as `{"Event": "Midsummer"}`.
        """
        check_type(game, Game, "a Game")
        return cls(
            variant=game.variant,
            start=game.start,
            line=[RecordedMove.of(play) for play in game.plays()][::-1],
            result=Result.of(game.outcome),
            termination="" if game.outcome is None else termination_of(game.outcome.reason),
            limit=game.move_limit,
            tags=tags,
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that were played."""
        return tuple(recorded.move for recorded in self.line)

    @property
    def comments(self) -> dict[int, str]:
        """The comments, by the number of moves played before them."""
        said = enumerate([self.comment, *(recorded.comment for recorded in self.line)])
        return {ply: comment for ply, comment in said if comment}

    def tag(self, name: str) -> str:
        """Return the value of a tag; empty if there is none."""
        return dict(self.tags).get(tag_name(name), "")

    def start_game(self) -> Game:
        """Return the game before its first move."""
        return Game(self.variant, self.start, move_limit=self.limit)

    def game(self) -> Game:
        """Replay the record and return the game.

        Raises:
            IllegalMoveError: A move is illegal or took something else.
        """
        from taflkit.notation.replaying import replay

        return replay(self).checked()

    def completed(self) -> Record:
        """Return the record with the captures that it does not mention.

        Raises:
            IllegalMoveError: A move is illegal.
        """
        return attrs.evolve(self, line=_completed(self.start_game(), self.line))


def _completed(game: Game, line: tuple[RecordedMove, ...]) -> tuple[RecordedMove, ...]:
    completed = []
    for recorded in line:
        variations = tuple(_completed(game, variation) for variation in recorded.variations)
        game = game.play(recorded.move)
        assert game.last is not None
        taken = game.last.taken_mask if recorded.taken_mask is None else recorded.taken_mask
        completed.append(attrs.evolve(recorded, taken_mask=taken, variations=variations))
    return tuple(completed)
