"""Positions as text: `3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 attackers`.

The rows from the top (the letters of the board's pieces, numbers for empty squares) and the side to move; where a piece
must continue its turn, its square follows: `attackers@e5`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from taflkit.board.grid import Grid
from taflkit.board.pieces import Piece, Side
from taflkit.board.position import EMPTY, Board, Position, check_length
from taflkit.board.squares import MAX_SIZE, Square
from taflkit.errors import GeometryError, NotationError, PositionError, check_type

_TOKEN = re.compile(r"(?P<empty>\d+)|.", re.ASCII)
# Digits that are no number of squares of a row, or are not written as usual.
_NO_NUMBER = re.compile(r"[02-9]\d|1\d\d", re.ASCII)
# Numbers of empty squares and as many dots, the largest first.
_EMPTY_SQUARES = tuple((str(count), EMPTY * count) for count in range(MAX_SIZE, 0, -1))


def format_side(position: Position) -> str:
    """Write the side to move, with the square of the piece that must continue its turn, if there is one."""
    side = str(position.to_move)
    if position.going_on_mask:
        side += f"@{position.board.grid.squares[position.going_on_mask.bit_length() - 1]}"
    return side


def format_rows(position: Position) -> str:
    """Write the rows of a position from the top, with numbers for empty squares."""
    check_type(position, Position, "a Position")
    return with_numbers(position.picture.replace("\n", "/"))


def with_numbers(rows: str) -> str:
    """Replace the dots of rows by their numbers."""
    for number, squares in _EMPTY_SQUARES:
        rows = rows.replace(squares, number)
    return rows


def split_position(text: str) -> list[tuple[str, int]]:
    """Return the words of a position on one line, each with its column from 1: a name or none, the rows, the side.

    Raises:
        NotationError: There are fewer or more words.
    """
    check_type(text, str, "a position as a text")
    check_length(text)
    words = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
    if len(words) > 3:
        raise NotationError(text, words[3][1], "the end of the text")
    if len(words) < 2:
        raise NotationError(text, 1, "a variant, the rows from the top and the side to move, with spaces between")
    return words


def read_position(board: Board, text: str) -> Position:
    """Read a position on one line, whatever the name in front.

    Raises:
        NotationError: The text is not a position on the board; the error says where.
    """
    *_, (rows, column), (side, side_column) = split_position(text)
    to_move, going_on = _parse_side(text, side, side_column)
    position = parse_rows(board, rows, to_move, text, column)
    if going_on is None:
        return position
    try:
        return attrs.evolve(position, going_on_mask=board.grid.mask([going_on]))
    except (PositionError, GeometryError):
        column = side_column + side.index("@") + 1
        raise NotationError(text, column, f"the square of a piece of the {to_move}") from None


def _parse_side(text: str, word: str, column: int) -> tuple[Side, Square | None]:
    name, at, square = word.partition("@")
    try:
        side = Side(name.lower())
    except ValueError:
        raise NotationError(text, column, "attackers or defenders") from None
    if not at:
        return side, None
    try:
        return side, Square.parse(square)
    except NotationError as error:
        raise NotationError(text, column + len(name) + error.column, error.expected) from None


def parse_rows(board: Board, rows: str, to_move: Side, text: str | None = None, column: int = 1) -> Position:
    """Read the rows of a position.

    Args:
        board: The board.
        rows: The rows from the top, with slashes between.
        to_move: The side to move.
        text: The whole text of which the rows are a part, for errors.
        column: The column of that text, from 1, where the rows begin.

    Raises:
        NotationError: The rows do not fit the board.
    """
    check_type(board, Board, "a Board, such as variant.board")
    check_type(rows, str, "the rows of a position as a text")
    letters = {piece.letter: piece for piece in board.pieces}
    drawn = _draw(rows, board.grid)
    if drawn is not None and {*drawn} <= {EMPTY, *letters}:
        return board.read_letters(drawn, to_move)
    # Token by token, to say what is wrong where.
    pieces = read_pieces(rows, board.grid, letters, _TOKEN, rows if text is None else text, column, top_first=True)
    return board.position(pieces, to_move)


def _draw(rows: str, grid: Grid) -> str | None:
    """Return the squares of rows from a1, with a dot for each empty one; `None` if they do not fill the board."""
    if EMPTY in rows or _NO_NUMBER.search(rows):
        return None
    for number, squares in _EMPTY_SQUARES:
        rows = rows.replace(number, squares)
    lines = rows.split("/")
    if len(lines) != grid.height or {*map(len, lines)} != {grid.width}:
        return None
    return "".join(reversed(lines))


def read_pieces(
    rows: str,
    grid: Grid,
    letters: Mapping[str, Piece],
    tokens: re.Pattern[str],
    text: str,
    column: int,
    *,
    top_first: bool,
) -> dict[Square | str, Piece]:
    """Read rows of these letters, and of numbers for empty squares as the pattern has them."""
    width, height = grid.width, grid.height
    pieces: dict[Square | str, Piece] = {}
    parts = rows.split("/")
    for row, part in zip(range(height)[:: -1 if top_first else 1], parts, strict=False):
        at = 0
        for token in tokens.finditer(part):
            here, left = column + token.start(), width - at
            if not left:
                raise NotationError(text, here, f"the end of row {row + 1}, which has {width} squares,")
            # A number of squares has two digits at most; more would only take time.
            count = int(token["empty"][:3]) if token["empty"] else 1
            if not 1 <= count <= left:
                raise NotationError(text, here, f"a number from 1 to {left}")
            if not token["empty"]:
                if token[0] not in letters:
                    raise NotationError(text, here, f"a number or one of {', '.join(letters)}")
                pieces[Square(at, row)] = letters[token[0]]
            at += count
        column += len(part)
        if at != width:
            raise NotationError(text, column, f"{width} squares in row {row + 1}, not {at},")
        column += 1
    if len(parts) != height:
        # `column` is one beyond the last row, as if a slash followed it.
        raise NotationError(text, column if len(parts) > height else column - 1, f"{height} rows, not {len(parts)},")
    return pieces
