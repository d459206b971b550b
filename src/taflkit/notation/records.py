"""Records of games: what was played under which rules, how it ended, and what is said about it."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Mapping

import attrs

from taflkit.board import Move, Position, Side
from taflkit.errors import NotationError, TaflError
from taflkit.game import Game
from taflkit.notation.recorded import RecordedMove, clean_comment
from taflkit.rules import Outcome, Reason
from taflkit.variant import Variant

#: What ends games beside the board, as `termination` has it.
RESIGNED = "resigned"
TIMEOUT = "timeout"
#: What a record says elsewhere than in its tags.
RESERVED = ("Variant", "Position", "Result", "Termination", "Limit")

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")

Tags = tuple[tuple[str, str], ...]


class Result(enum.Enum):
    """Who won, as records write it: the attackers' points first."""

    ATTACKERS = "1-0"
    DEFENDERS = "0-1"
    DRAW = "1/2-1/2"
    UNKNOWN = "*"

    @classmethod
    def of(cls, outcome: Outcome | None) -> Result:
        """The result of a game with that outcome; unknown while it goes on."""
        if outcome is None:
            return cls.UNKNOWN
        return cls.won_by(outcome.winner)

    @classmethod
    def won_by(cls, winner: Side | None) -> Result:
        """The result of a game that a side has won, or that nobody has."""
        return {Side.ATTACKERS: cls.ATTACKERS, Side.DEFENDERS: cls.DEFENDERS, None: cls.DRAW}[winner]

    @property
    def winner(self) -> Side | None:
        """The side that won, if one did."""
        return {Result.ATTACKERS: Side.ATTACKERS, Result.DEFENDERS: Side.DEFENDERS}.get(self)

    @property
    def said(self) -> str:
        """The result as a clause."""
        if self is Result.UNKNOWN:
            return "nobody is said to have won"
        return "a draw" if self is Result.DRAW else f"the {self.winner} win"


def termination_of(reason: Reason) -> str:
    """How records say why a game ended on the board: `king-escaped`."""
    return reason.name.lower().replace("_", "-")


#: What `termination` can say of the board.
TERMINATIONS: Mapping[str, Reason] = {termination_of(reason): reason for reason in Reason}


def one_line(text: str) -> str:
    """A text that fits on a line of a record; others are refused."""
    if control := _CONTROL.search(text):
        raise NotationError(text, control.start() + 1, "a text on one line, without control characters")
    return text.strip()


def tag_name(name: str) -> str:
    """A name of a tag as records spell it: `time-control` is `Time-Control`."""
    if _TAG_NAME.fullmatch(name) is None:
        raise NotationError(name, 1, "the name of a tag: a letter, then letters, digits and hyphens")
    return name.title()


def _tags(tags: Mapping[str, str] | Iterable[tuple[str, str]]) -> Tags:
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
    """A game as it was written down. Nothing of it is checked against the rules before `game` or `replay` does so."""

    variant: Variant
    start: Position
    #: What was played, with comments and variations.
    line: tuple[RecordedMove, ...] = attrs.field(default=(), converter=_line)
    result: Result = Result.UNKNOWN
    #: Why the game ended: `king-escaped` and the like, `resigned`, `timeout`, or any other words.
    termination: str = attrs.field(default="", converter=one_line)
    #: The number of moves that each player had, where the game had such a limit.
    limit: int | None = None
    #: Everything else that is known: Attackers, Defenders, Date, Event and whatever one likes.
    tags: Tags = attrs.field(default=(), converter=_tags)
    #: What is said before the first move.
    comment: str = attrs.field(default="", converter=clean_comment)

    def __attrs_post_init__(self) -> None:
        board = self.variant.board
        if self.start.board != board:
            raise TaflError(f"the position is not one of the variant {self.variant.name}: it has another board")
        if any(recorded.move.grid is not board.grid for recorded in self.line):
            raise TaflError(f"the moves are not moves on the {board.grid} board of {self.variant.name}")

    @classmethod
    def of(cls, game: Game, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> Record:
        """The record of a game."""
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
        """What is said about the position before the first move (0) and after each further one, where something is."""
        said = enumerate([self.comment, *(recorded.comment for recorded in self.line)])
        return {ply: comment for ply, comment in said if comment}

    def tag(self, name: str) -> str:
        """The text of a tag, empty if there is none."""
        return dict(self.tags).get(tag_name(name), "")

    def start_game(self) -> Game:
        """The game before its first move."""
        return Game(self.variant, self.start, move_limit=self.limit)

    def game(self) -> Game:
        """The game, replayed; a move that the rules refuse, or that took something else, is an `IllegalMoveError`."""
        from taflkit.notation.replaying import replay

        return replay(self).checked()

    def completed(self) -> Record:
        """The record with all that was captured, where it did not say; its moves must be legal."""
        return attrs.evolve(self, line=_completed(self.start_game(), self.line))


def _completed(game: Game, line: tuple[RecordedMove, ...]) -> tuple[RecordedMove, ...]:
    completed = []
    for recorded in line:
        variations = tuple(_completed(game, variation) for variation in recorded.variations)
        game = game.play(recorded.move)
        assert game.last is not None
        taken = game.last.taken if recorded.taken is None else recorded.taken
        completed.append(attrs.evolve(recorded, taken=taken, variations=variations))
    return tuple(completed)
