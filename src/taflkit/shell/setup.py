"""Positions as the command `set` takes them."""

from __future__ import annotations

import re

from taflkit.board import Board, Position, Side
from taflkit.shell.commands import CommandError, quoted
from taflkit.variant import Variant

_EMPTY = "-"


def write_rows(position: Position) -> str:
    """The rows of a position from the top, with spaces between."""
    return position.picture.replace(".", _EMPTY).replace("\n", " ")


def read_rows(variant: Variant, words: tuple[str, ...], to_move: Side) -> Position:
    """The position of rows given from the top, however spaces or slashes part them.

    Empty squares are `-`, `.` or a number of them; the letter case of the pieces does not matter where one letter
    stands for one piece only.
    """
    board = variant.board
    width, height = board.grid.width, board.grid.height
    parts = [_squares(board, part) for word in words for part in word.split("/")]
    if len(parts) == height:
        for number, part in zip(range(height, 0, -1), parts, strict=True):
            if len(part) != width:
                raise CommandError(f"row {number} has {width} squares, and here are {len(part)}")
    squares = "".join(parts)
    if len(squares) != width * height:
        raise CommandError(f"the board has {height} rows of {width} squares, and here are {len(squares)} squares")
    picture = "\n".join(squares[at : at + width] for at in range(0, len(squares), width))
    position = board.parse(picture, to_move)
    needed, found = variant.start.kings.bit_count(), position.kings.bit_count()
    if found != needed:
        raise CommandError(f"a position has {needed} king{'s' * (needed != 1)}, and here are {found}")
    return position


def _squares(board: Board, part: str) -> str:
    """The squares of a part of a row, a character each."""
    letters = {piece.letter for piece in board.pieces}
    spread = re.sub(r"\d+", lambda number: _EMPTY * _count(board, number[0]), part, flags=re.ASCII)
    return "".join(_letter(letters, letter) for letter in spread)


def _count(board: Board, digits: str) -> int:
    # No more digits are looked at than a number of squares can have.
    if len(digits) > 2 or int(digits) > board.grid.width:
        raise CommandError(f"a row has {board.grid.width} squares, not {digits[:20]}")
    return int(digits)


def _letter(letters: set[str], letter: str) -> str:
    if letter in (_EMPTY, "."):
        return "."
    for found in (letter, letter.swapcase()):
        if found in letters:
            return found
    raise CommandError(f"no piece is drawn as {quoted(letter)}; there are {', '.join(sorted(letters))}")
