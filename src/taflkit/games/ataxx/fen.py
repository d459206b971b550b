"""Positions of Ataxx as the field's programs write them: `x5o/7/7/7/7/7/o5x x 0 1`.

The rows from the top, with `x` for Red, who moves first, `o` for Blue, `-` for a block and digits for so many empty
squares; then the side to move, the count of what has been played since the last extend, and the number of the move.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Final

import attrs

from taflkit.errors import NotationError
from taflkit.games.ataxx.board import SIZE
from taflkit.games.ataxx.position import BLUE, RED, Position

#: Counts and numbers of moves have at most so many digits.
MAX_DIGITS: Final = 9

_PLAYERS: Final = {"x": RED, "o": BLUE}
_FIELDS: Final = ("seven rows", "the side to move, x or o", "a count", "the number of the move")


@attrs.frozen
class Fen:
    """What a FEN says."""

    position: Position
    """The board and the side to move."""
    count: int = 0
    """What has been played since the last extend: jumps or plies, as the limit of the game counts them."""
    number: int = 1
    """The number of the move, which grows after each move of Blue."""

    def __str__(self) -> str:
        """Write it."""
        position = self.position
        rows = []
        for row in range(SIZE - 1, -1, -1):
            letters = [_letter(position, row * SIZE + column) for column in range(SIZE)]
            runs = ((letter, len(list(run))) for letter, run in groupby(letters))
            rows.append("".join(letter * length if letter else str(length) for letter, length in runs))
        return f"{'/'.join(rows)} {'x' if position.to_move is RED else 'o'} {self.count} {self.number}"


def _letter(position: Position, square: int) -> str:
    """The letter for what is on a square, nothing for an empty one."""
    bit = 1 << square
    if position.red_mask & bit:
        return "x"
    if position.blue_mask & bit:
        return "o"
    return "-" if position.blocks_mask & bit else ""


def parse_fen(text: str) -> Fen:
    """Read a FEN: four fields with blanks between them.

    Raises:
        NotationError: A field is missing or wrong.
    """
    fields = list(re.finditer(r"\S+", text))
    if len(fields) < len(_FIELDS):
        raise NotationError(text, len(text) + 1, _FIELDS[len(fields)])
    if len(fields) > len(_FIELDS):
        raise NotationError(text, fields[len(_FIELDS)].start() + 1, "nothing more")
    rows, player, count, number = fields
    masks = _read_rows(text, rows)
    if player[0] not in _PLAYERS:
        raise NotationError(text, player.start() + 1, _FIELDS[1])
    position = Position.of(masks["x"], masks["o"], masks["-"], _PLAYERS[player[0]])
    return Fen(position, _read_number(text, count, 0), _read_number(text, number, 1))


def _read_rows(text: str, field: re.Match[str]) -> dict[str, int]:
    """The squares of each letter, as masks."""
    masks = {"x": 0, "o": 0, "-": 0}
    row, column = SIZE - 1, 0
    for place, letter in enumerate(field[0], field.start() + 1):
        if letter == "/":
            if column < SIZE:
                raise NotationError(text, place, f"{SIZE} squares in row {row + 1}")
            if row == 0:
                raise NotationError(text, place, "no row below row 1")
            row, column = row - 1, 0
            continue
        if letter in masks:
            width = 1
            masks[letter] |= 1 << row * SIZE + column
        elif "1" <= letter <= str(SIZE):
            width = int(letter)
        else:
            raise NotationError(text, place, f"x, o, -, / or a number from 1 to {SIZE}")
        column += width
        if column > SIZE:
            raise NotationError(text, place, f"{SIZE} squares in row {row + 1}")
    if row > 0 or column < SIZE:
        raise NotationError(text, field.end() + 1, f"{SIZE} rows of {SIZE} squares")
    return masks


def _read_number(text: str, field: re.Match[str], least: int) -> int:
    digits = field[0]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS and int(digits) >= least):
        raise NotationError(text, field.start() + 1, f"a number from {least} to {10**MAX_DIGITS - 1}")
    return int(digits)
