"""Positions of tafl as the command `set` writes them: the rows from the top, `-` for empty squares."""

from __future__ import annotations

import re
from collections.abc import Sequence

from taflkit.board import Board, Position, Side
from taflkit.board.position import EMPTY
from taflkit.errors import PositionError
from taflkit.variant import Variant

EMPTY_SQUARE = "-"


def dump_rows(position: Position) -> list[str]:
    """The rows of a position from the top, one character for each square."""
    return position.picture.replace(EMPTY, EMPTY_SQUARE).splitlines()


def parse_set_rows(variant: Variant, words: Sequence[str], to_move: Side) -> Position:
    """The position that rows describe, from the top, separated by spaces or slashes.

    Empty squares are `-`, `.` or a number of them. Letter case matters only where both cases of a letter are pieces.

    Raises:
        PositionError: The rows do not fit the board, use an unknown letter, or have a wrong number of kings.
    """
    board = variant.board
    width, height = board.grid.width, board.grid.height
    parts = [_squares(board, part) for word in words for part in word.split("/")]
    if len(parts) == height:
        for number, part in zip(range(height, 0, -1), parts, strict=True):
            if len(part) != width:
                raise PositionError(f"row {number} has {width} squares, not {len(part)}")
    squares = "".join(parts)
    if len(squares) != width * height:
        raise PositionError(f"the board has {height} rows of {width} squares, but {len(squares)} squares were given")
    picture = "\n".join(squares[at : at + width] for at in range(0, len(squares), width))
    position = board.parse(picture, to_move)
    needed, found = variant.start.kings_mask.bit_count(), position.kings_mask.bit_count()
    if found != needed:
        raise PositionError(f"a position has {needed} king{'s' * (needed != 1)}, not {found}")
    return position


def _squares(board: Board, part: str) -> str:
    """The squares of a part of a row, one character each."""
    letters = {piece.letter for piece in board.pieces}
    spread = re.sub(r"\d+", lambda number: EMPTY_SQUARE * _count(board, number[0]), part, flags=re.ASCII)
    return "".join(_letter(letters, letter) for letter in spread)


def _count(board: Board, digits: str) -> int:
    # Check the length first: converting thousands of digits is slow, and Python refuses it.
    if len(digits) > 2 or int(digits) > board.grid.width:
        raise PositionError(f"a row has {board.grid.width} squares, not {digits[:20]}")
    return int(digits)


def _letter(letters: set[str], letter: str) -> str:
    if letter in (EMPTY_SQUARE, EMPTY):
        return EMPTY
    for found in (letter, letter.swapcase()):
        if found in letters:
            return found
    raise PositionError(f"no piece is drawn as {letter!a}; the pieces are {', '.join(sorted(letters))}")
