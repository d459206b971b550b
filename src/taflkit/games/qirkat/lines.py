"""Positions of Qirkat on one line: `white wwwww wwwww bb-ww bbbbb bbbbb`.

The player to move and the points row by row from row 1, as the command `set` has them; then the pieces that last went
sideways, such as `c2:left`, since they may not go back when they are next played.
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from taflkit.errors import NotationError
from taflkit.games.qirkat.board import NAMES
from taflkit.games.qirkat.position import Player, Position
from taflkit.games.squares import squares_in

_LEFT, _RIGHT = "left", "right"
_SIDEWAYS: Final = re.compile(r"\S+:\S*")


def format_line(position: Position) -> str:
    """Write a position on one line."""
    went = [f"{NAMES.name(point)}:{_LEFT}" for point in squares_in(position.went_left_mask)]
    went += [f"{NAMES.name(point)}:{_RIGHT}" for point in squares_in(position.went_right_mask)]
    return " ".join([position.to_move.value, position.rows, *went])


def parse_line(text: str) -> Position:
    """Read a position; letter case does not matter, and blanks between points may be left out.

    Raises:
        NotationError: The text is no position.
    """
    first = re.match(r"\s*(\S*)", text)
    assert first is not None
    try:
        to_move = Player(first[1].lower())
    except ValueError:
        raise NotationError(text, first.start(1) + 1, "white or black") from None
    # What is not a row is blanked out, so that errors in the rows name columns of the whole text.
    rest = " " * first.end() + text[first.end() :]
    rows = _SIDEWAYS.sub(lambda found: " " * len(found[0]), rest)
    try:
        position = Position.from_rows(rows, to_move)
    except NotationError as error:
        raise NotationError(text, error.column, error.expected) from None
    masks = {_LEFT: 0, _RIGHT: 0}
    for found in _SIDEWAYS.finditer(rest):
        name, _, way = found[0].partition(":")
        try:
            point = NAMES.parse(name)
        except NotationError as error:
            raise NotationError(text, found.start() + error.column, error.expected) from None
        if position.piece_at(point) is None or any(mask & 1 << point for mask in masks.values()):
            raise NotationError(text, found.start() + 1, "the point of a piece, once")
        if way.lower() not in masks:
            raise NotationError(text, found.start() + len(name) + 2, f"{_LEFT} or {_RIGHT}")
        masks[way.lower()] |= 1 << point
    return attrs.evolve(position, went_left_mask=masks[_LEFT], went_right_mask=masks[_RIGHT])
