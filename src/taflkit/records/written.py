"""How records write the moves of tafl: `d8-d6xc5xc6`, the old `h1h3`, OpenTafl's `Ne6^=e8xce7/d8`."""

from __future__ import annotations

import re
from functools import lru_cache

import attrs

from taflkit.board import Grid, Move, SquareSet
from taflkit.errors import NotationError, check_type
from taflkit.game import Game
from taflkit.records.recorded import MAX_MOVE, RecordedMove
from taflkit.records.records import Record
from taflkit.rules import Play


@attrs.frozen
class WrittenMove:
    """A move of tafl with the captures that a record mentions."""

    move: Move
    """The move."""
    taken_mask: int | None = 0
    """The squares of the pieces taken; `None` where the record does not say, as old ones do not."""

    def __attrs_post_init__(self) -> None:
        check_type(self.move, Move, "a Move, such as one of game.legal_moves")

    @classmethod
    def of(cls, play: Play) -> WrittenMove:
        """Return what a record keeps of a play."""
        return cls(play.move, play.taken_mask)

    def __str__(self) -> str:
        """Print with what it took: `d8-d6xc5xc6`; without a hyphen, `h1h3`, if the record does not say."""
        move = f"{self.move.origin}{self.move.target}" if self.taken_mask is None else str(self.move)
        return "".join([move, *(f"x{square}" for square in self.captured)])

    @property
    def captured(self) -> SquareSet:
        """The squares of the pieces taken, as far as the record says."""
        return SquareSet(self.move.grid, self.taken_mask or 0)


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
# The parts of a move in their order, and what to expect where one is missing.
_PARTS = (
    (rf"{_PIECE}{_SQUARE}", "a move such as e5-e8"),
    (rf"{_HYPHEN}|(?={_SQUARE})", "a hyphen and the square to go to"),
    (_TARGET, "a square, row or column to go to"),
    (_CAPTURES, ""),  # There may be none.
    ("[x/]", "x and a square, or the end of the move"),
)


@lru_cache(maxsize=1 << 14)
def parse_written(grid: Grid, text: str) -> WrittenMove:
    """Read a move in any notation that records use; letters of pieces and signs of threats are ignored.

    Raises:
        NotationError: The text is not a move on this grid.
    """
    check_type(text, str, "the text of a move such as 'e5-e8'")
    match = _MOVE.fullmatch(text) if len(text) <= MAX_MOVE else None
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
    return WrittenMove(move, None if match["far"] and not taken else taken)


@lru_cache(maxsize=1 << 14)
def spell_written(grid: Grid, text: str) -> str:
    """Return the usual spelling of a move in any notation that records use.

    Raises:
        NotationError: The text is not a move on this grid.
    """
    return str(parse_written(grid, text))


def continues_turn(grid: Grid, before: str, text: str) -> bool:
    """Whether a move continues the turn of the one before: it starts where that one ended.

    No opponent can move that piece.
    """
    return parse_written(grid, text).move.origin == parse_written(grid, before).move.target


def with_captures(record: Record) -> Record:
    """Return the record of a tafl game with the captures that it does not mention.

    Raises:
        IllegalMoveError: A move is illegal.
    """
    check_type(record, Record, "a Record (Record.of makes one of a game)")
    return attrs.evolve(record, line=_with_captures(record.start_game(), record.line))


def _with_captures(game: Game, line: tuple[RecordedMove, ...]) -> tuple[RecordedMove, ...]:
    found = []
    for recorded in line:
        variations = tuple(_with_captures(game, variation) for variation in recorded.variations)
        written = parse_written(game.variant.board.grid, recorded.text)
        game = game.play(written.move)
        assert game.last is not None
        text = str(game.last) if written.taken_mask is None else recorded.text
        found.append(attrs.evolve(recorded, text=text, variations=variations))
    return tuple(found)


def _where_it_breaks(text: str) -> NotationError:
    """Return the error that a part of a move is missing."""
    text = text if len(text) <= MAX_MOVE else f"{text[:MAX_MOVE]}..."
    at = 0
    for pattern, expected in _PARTS:
        match = re.compile(pattern, _FLAGS).match(text, at)
        if match is None:
            return NotationError(text, at + 1, expected)
        at = match.end()
    return NotationError(text, at + 1, "the square of a captured piece")
