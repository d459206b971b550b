"""The moves of records, which read and print themselves: `d8-d6xc5xc6`, the old `h1h3`, OpenTafl's `Ne6^=e8xce7/d8`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

import attrs

from taflkit.board import Grid, Move, SquareSet
from taflkit.errors import NotationError, check_type
from taflkit.notation.source import lines_alike
from taflkit.rules import Play


def clean_comment(comment: str) -> str:
    """Return a comment as records keep it, without blanks around."""
    return lines_alike(comment).strip()


def _without_empty(variations: Iterable[tuple[RecordedMove, ...]]) -> tuple[tuple[RecordedMove, ...], ...]:
    return tuple(variation for variation in map(tuple, variations) if variation)


@attrs.frozen
class RecordedMove:
    """A move of a record, with its captures, its comment and its variations."""

    move: Move
    """The move."""
    taken_mask: int | None = 0
    """The squares of the pieces taken; `None` where the record does not say, as old ones do not."""
    comment: str = attrs.field(default="", converter=clean_comment)
    """What the record says about the move."""
    variations: tuple[tuple[RecordedMove, ...], ...] = attrs.field(default=(), converter=_without_empty)
    """Lines that might have been played instead, each from this move on."""

    def __attrs_post_init__(self) -> None:
        check_type(self.move, Move, "a Move, such as one of game.legal_moves")

    @classmethod
    def of(cls, play: Play) -> RecordedMove:
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


def turns_of(line: Iterable[RecordedMove]) -> Iterator[list[RecordedMove]]:
    """Iterate over the turns of a line.

    A move from the square where the move before it ended continues the same turn: no opponent can move that piece.
    """
    turn: list[RecordedMove] = []
    for recorded in line:
        if turn and recorded.move.origin != turn[-1].move.target:
            yield turn
            turn = []
        turn.append(recorded)
    if turn:
        yield turn


MAX_MOVE = 200
"""The characters of a move; no piece can take more others than fit into that."""
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
def parse_recorded(grid: Grid, text: str) -> RecordedMove:
    """Read a move in any notation that records use; letters of pieces and signs of threats are ignored.

    Raises:
        NotationError: The text is not a move on this grid.
    """
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
    return RecordedMove(move, None if match["far"] and not taken else taken)


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
