"""Single moves as records have them: `d8-d6xc5xc6`, the old `h1h3`, and OpenTafl's `Ne6^=e8xce7/d8`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache

import attrs

from taflkit.board import Grid, Move, Square, SquareSet
from taflkit.board.squares import LETTERS
from taflkit.errors import NotationError
from taflkit.rules import Play

#: No move is longer: a piece cannot take as many others as that.
LONGEST = 200

_SQUARE = r"[a-s]\d{1,2}"
_PIECE = "[tcnkmg]"
_FLAGS = re.ASCII | re.IGNORECASE
_MOVE = re.compile(
    rf"{_PIECE}?(?P<origin>{_SQUARE})(?:(?P<far>{_SQUARE})|(?P<kind>\^=|[-^=])(?P<target>{_SQUARE}|[a-s]|\d{{1,2}}))"
    rf"(?P<captures>(?:[x/]{_PIECE}?{_SQUARE})*)(?P<info>[-+]{{0,2}})",
    _FLAGS,
)
_CAPTURED = re.compile(rf"[x/]{_PIECE}?(?P<square>{_SQUARE})", _FLAGS)
#: The parts of a move in their order, and what to expect where one is missing.
_PARTS = (
    (re.compile(rf"{_PIECE}?{_SQUARE}", _FLAGS), "a move such as e5-e8"),
    (re.compile(rf"[-^=]|(?={_SQUARE})", _FLAGS), "a hyphen and the square to go to"),
    (re.compile(rf"=?(?:{_SQUARE}|[a-s]|\d{{1,2}})", _FLAGS), "a square, row or column to go to"),
    (re.compile(rf"(?:[x/]{_PIECE}?{_SQUARE})*", _FLAGS), ""),
    (re.compile(r"[x/]|[-+]{0,2}$", _FLAGS), "x and a square, or the end of the move"),
    (re.compile("(?!)"), "the square of a captured piece"),
)


def clean_comment(comment: str) -> str:
    """A comment as records keep it: lines end in one way, and there are no blanks around."""
    return comment.replace("\r\n", "\n").replace("\r", "\n").strip()


def _without_empty(variations: Iterable[tuple[RecordedMove, ...]]) -> tuple[tuple[RecordedMove, ...], ...]:
    return tuple(variation for variation in map(tuple, variations) if variation)


@attrs.frozen
class RecordedMove:
    """A move of a record, what the record says that it took, and what is said about it."""

    move: Move
    #: The squares of the pieces taken, as a mask; `None` where the record does not say, as old ones do not.
    taken: int | None = 0
    comment: str = attrs.field(default="", converter=clean_comment)
    #: Lines that might have been played instead, each from this move on.
    variations: tuple[tuple[RecordedMove, ...], ...] = attrs.field(default=(), converter=_without_empty)

    @classmethod
    def of(cls, play: Play) -> RecordedMove:
        """What a record has of a play."""
        return cls(play.move, play.taken)

    def __str__(self) -> str:
        """Print with what it took: `d8-d6xc5xc6`; without a hyphen, `h1h3`, if the record does not say."""
        return "".join([_written(self.move, self.taken is not None), *(f"x{square}" for square in self.captured)])

    @property
    def captured(self) -> SquareSet:
        """The squares of the pieces taken, as far as the record says."""
        return SquareSet(self.move.grid, self.taken or 0)


def _written(move: Move, hyphen: bool) -> str:
    return str(move) if hyphen else f"{move.origin}{move.target}"


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


@lru_cache(maxsize=1 << 14)
def parse_recorded(grid: Grid, text: str) -> RecordedMove:
    """Read a move in any of the ways that records have it; letters of pieces and signs of threats are passed over."""
    match = _MOVE.fullmatch(text) if len(text) <= LONGEST else None
    if match is None:
        raise _where_it_breaks(text)
    origin = _square(grid, text, match.start("origin"), match["origin"])
    at, target = (match.start("far"), match["far"]) if match["far"] else (match.start("target"), match["target"])
    if target.isdigit():
        target = f"{LETTERS[origin.column]}{target}"
    elif len(target) == 1:
        target = f"{target}{origin.row + 1}"
    move = _move(grid, text, origin, at, _square(grid, text, at, target))
    taken = 0
    for captured in _CAPTURED.finditer(match["captures"]):
        square = _square(grid, text, match.start("captures") + captured.start("square"), captured["square"])
        taken |= grid.mask([square])
    return RecordedMove(move, None if match["far"] and not taken else taken)


def _square(grid: Grid, text: str, at: int, name: str) -> Square:
    with suppress(NotationError):
        square = Square.parse(name)
        if square in grid:
            return square
    raise NotationError(text, at + 1, f"a square from a1 to {grid.squares[-1]}")


def _move(grid: Grid, text: str, origin: Square, at: int, target: Square) -> Move:
    if origin == target:
        raise NotationError(text, at + 1, f"another square than {origin}")
    return grid.move(origin, target)


def _where_it_breaks(text: str) -> NotationError:
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    at = 0
    for pattern, expected in _PARTS:
        match = pattern.match(text, at)
        if match is None:
            return NotationError(text, at + 1, expected)
        at = match.end()
    return NotationError(text, at + 1, "the end of the move")
