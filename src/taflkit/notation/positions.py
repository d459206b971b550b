"""Positions as one line of text: `tablut 3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 attackers`.

The variant, the rows from the top (the letters of the variant's pieces, numbers for empty squares) and the side to
move; where a piece must go on moving in the same turn, its square follows: `attackers@e5`.
"""

from __future__ import annotations

import re

import attrs

from taflkit.board import Board, Piece, Position, Side, Square
from taflkit.errors import GeometryError, NotationError, PositionError
from taflkit.game import Game, start
from taflkit.variant import Variant

#: No position is longer than the largest board written out, with a name in front.
LONGEST = 1000
_TOKEN = re.compile(r"\d+|.", re.ASCII)


def format_position(game: Game) -> str:
    """The position of a game as one line; the game's past is not part of it."""
    position = game.position
    side = str(position.to_move)
    if position.going_on:
        side += f"@{position.board.grid.squares[position.going_on.bit_length() - 1]}"
    return f"{game.variant.name} {format_rows(position)} {side}"


def format_rows(position: Position) -> str:
    """The rows of a position from the top, with numbers for empty squares."""
    return "/".join(re.sub(r"\.+", lambda empty: str(len(empty[0])), row) for row in position.picture.splitlines())


def parse_position(text: str, variant: Variant | None = None) -> Game:
    """A game that starts from the position of a line of text.

    The variant is looked up by its name, unless it is handed in; then the name may be left out.
    """
    if len(text) > LONGEST:
        raise NotationError(text, LONGEST + 1, f"no more than {LONGEST} characters")
    words = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
    if len(words) == 3:
        (name, column), *words = words
        if variant is None:
            variant = start(name).variant
        elif name != variant.name:
            raise NotationError(text, column, f"the variant {variant.name}")
    if len(words) != 2 or variant is None:
        raise NotationError(text, 1, "a variant, the rows from the top and the side to move, with spaces between")
    (rows, column), (side, side_column) = words
    to_move, going_on = _parse_side(text, side, side_column)
    position = parse_rows(variant.board, rows, to_move, text, column)
    if going_on is not None:
        try:
            position = attrs.evolve(position, going_on=variant.board.grid.mask([going_on]))
        except (PositionError, GeometryError) as error:
            expected = f"a piece of the side to move after the @ ({error})"
            raise NotationError(text, side_column, expected) from None
    return Game(variant, position)


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
        raise NotationError(text, column + len(name) + 1, error.expected) from None


def parse_rows(board: Board, rows: str, to_move: Side, text: str | None = None, column: int = 1) -> Position:
    """Read the rows of a position; errors speak of the whole `text` in which they stand at `column`."""
    text = rows if text is None else text
    width, height = board.grid.width, board.grid.height
    parts = rows.split("/")
    if len(parts) != height:
        raise NotationError(text, column, f"{height} rows, not {len(parts)},")
    pieces: dict[Square | str, Piece] = {}
    for row, part in zip(range(height - 1, -1, -1), parts, strict=True):
        at = 0
        for token in _TOKEN.finditer(part):
            if token[0].isdigit():
                at += int(token[0][:3])
                continue
            if at >= width:
                break
            try:
                pieces[Square(at, row)] = board.piece(token[0])
            except PositionError:
                letters = ", ".join(piece.letter for piece in board.pieces)
                raise NotationError(text, column + token.start(), f"a number or one of {letters}") from None
            at += 1
        if at != width:
            raise NotationError(text, column, f"{width} squares in row {row + 1} instead of {part!r}")
        column += len(part) + 1
    return board.position(pieces, to_move)
