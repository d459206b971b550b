"""Records of games: what was played under which rules, how it ended, and what is said about it.

Their moves read and print themselves: `d8-d6xc5xc6`, the old `h1h3`, and OpenTafl's `Ne6^=e8xce7/d8`.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import attrs

from taflkit.board import Grid, Move, Position, Side, SquareSet
from taflkit.errors import NotationError, TaflError
from taflkit.game import Game
from taflkit.notation.source import lines_alike
from taflkit.rules import Outcome, Play, Reason
from taflkit.variant import Variant

#: Longer games have not been played, and the bound keeps a hostile file from taking all memory.
MOST_MOVES = 20_000


def _clean_comment(comment: str) -> str:
    """A comment as records keep it, without blanks around."""
    return lines_alike(comment).strip()


def _without_empty(variations: Iterable[tuple[RecordedMove, ...]]) -> tuple[tuple[RecordedMove, ...], ...]:
    return tuple(variation for variation in map(tuple, variations) if variation)


@attrs.frozen
class RecordedMove:
    """A move of a record, what the record says that it took, and what is said about it."""

    move: Move
    #: The squares of the pieces taken, as a mask; `None` where the record does not say, as old ones do not.
    taken: int | None = 0
    comment: str = attrs.field(default="", converter=_clean_comment)
    #: Lines that might have been played instead, each from this move on.
    variations: tuple[tuple[RecordedMove, ...], ...] = attrs.field(default=(), converter=_without_empty)

    @classmethod
    def of(cls, play: Play) -> RecordedMove:
        """What a record has of a play."""
        return cls(play.move, play.taken_mask)

    def __str__(self) -> str:
        """Print with what it took: `d8-d6xc5xc6`; without a hyphen, `h1h3`, if the record does not say."""
        move = f"{self.move.origin}{self.move.target}" if self.taken is None else str(self.move)
        return "".join([move, *(f"x{square}" for square in self.captured)])

    @property
    def captured(self) -> SquareSet:
        """The squares of the pieces taken, as far as the record says."""
        return SquareSet(self.move.grid, self.taken or 0)


def turns_of(line: Iterable[RecordedMove]) -> Iterator[list[RecordedMove]]:
    """The moves of a line turn by turn.

    A piece that moves on at once from where it has just arrived goes on with the same turn: no opponent can move it.
    """
    turn: list[RecordedMove] = []
    for recorded in line:
        if turn and recorded.move.origin != turn[-1].move.target:
            yield turn
            turn = []
        turn.append(recorded)
    if turn:
        yield turn


#: No move is longer: a piece cannot take as many others as that.
LONGEST_MOVE = 200
_SQUARE = r"[a-s]\d{1,2}"
_TARGET = rf"{_SQUARE}|[a-s]|\d{{1,2}}"
_PIECE = "[tcnkmg]?"
_HYPHEN = r"\^=|[-^=]"
_CAPTURES = rf"(?:[x/]{_PIECE}{_SQUARE})*"
_FLAGS = re.ASCII | re.IGNORECASE
_MOVE = re.compile(
    rf"{_PIECE}(?P<origin>{_SQUARE})(?:(?P<far>{_SQUARE})|(?:{_HYPHEN})(?P<target>{_TARGET}))"
    rf"(?P<captures>{_CAPTURES})[-+]{{0,2}}",
    _FLAGS,
)
_CAPTURED = re.compile(rf"[x/]{_PIECE}(?P<square>{_SQUARE})", _FLAGS)
#: The parts of a move in their order, and what to expect where one is missing.
_PARTS = (
    (rf"{_PIECE}{_SQUARE}", "a move such as e5-e8"),
    (rf"{_HYPHEN}|(?={_SQUARE})", "a hyphen and the square to go to"),
    (_TARGET, "a square, row or column to go to"),
    (_CAPTURES, ""),  # There may be none.
    ("[x/]", "x and a square, or the end of the move"),
)


@lru_cache(maxsize=1 << 14)
def parse_recorded(grid: Grid, text: str) -> RecordedMove:
    """Read a move in any of the ways that records have it; letters of pieces and signs of threats are passed over."""
    match = _MOVE.fullmatch(text) if len(text) <= LONGEST_MOVE else None
    if match is None:
        raise _where_it_breaks(text)
    to = "far" if match["far"] else "target"
    try:
        move = grid.parse_move(f"{match['origin']}-{match[to]}")
    except NotationError as error:
        raise NotationError(text, match.start("origin" if error.column == 1 else to) + 1, error.expected) from None
    taken = 0
    for captured in _CAPTURED.finditer(text, *match.span("captures")):
        taken |= grid.mask([grid.square_in(text, captured.start("square") + 1, captured["square"])])
    return RecordedMove(move, None if match["far"] and not taken else taken)


def _where_it_breaks(text: str) -> NotationError:
    """The error that a part of a move is missing."""
    text = text if len(text) <= LONGEST_MOVE else f"{text[:LONGEST_MOVE]}..."
    at = 0
    for pattern, expected in _PARTS:
        match = re.compile(pattern, _FLAGS).match(text, at)
        if match is None:
            return NotationError(text, at + 1, expected)
        at = match.end()
    return NotationError(text, at + 1, "the square of a captured piece")


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
        return {Side.ATTACKERS: cls.ATTACKERS, Side.DEFENDERS: cls.DEFENDERS, None: cls.DRAW}[outcome.winner]

    @property
    def winner(self) -> Side | None:
        """The side that won, if one did."""
        return {Result.ATTACKERS: Side.ATTACKERS, Result.DEFENDERS: Side.DEFENDERS}.get(self)


#: What ends games beside the board, as `termination` has it.
RESIGNED = "resigned"
TIMEOUT = "timeout"


def termination_of(reason: Reason) -> str:
    """How records say why a game ended on the board: `king-escaped`."""
    return reason.name.lower().replace("_", "-")


#: What `termination` can say of the board.
TERMINATIONS: Mapping[str, Reason] = {termination_of(reason): reason for reason in Reason}


#: What a record says elsewhere than in its tags.
RESERVED = ("Variant", "Position", "Result", "Termination", "Limit")

_TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,59}", re.ASCII)
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


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
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_tags)
    #: What is said before the first move.
    comment: str = attrs.field(default="", converter=_clean_comment)

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
        taken = game.last.taken_mask if recorded.taken is None else recorded.taken
        completed.append(attrs.evolve(recorded, taken=taken, variations=variations))
    return tuple(completed)
