"""The texts of the command language: names, boards as it draws them, positions as `set` takes them."""

from __future__ import annotations

import re

from taflkit.board import Board, Position, Side
from taflkit.game import Game
from taflkit.render import text
from taflkit.shell.commands import CommandError, quoted
from taflkit.variant import Variant

_EMPTY = "-"


def plain(text: str) -> str:
    """A text on one line, without the characters that have a meaning to readers of the output."""
    line = " ".join(text.split()).replace("*", "?").replace(">", "?").replace("===", "???")
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def player_name(game: Game, side: Side) -> str:
    """What a player is called."""
    return plain(game.variant.side_name(side)) or side.value


def state(game: Game) -> str:
    """Whose turn it is, or who won and why."""
    outcome = game.outcome
    if outcome is None:
        return f"{player_name(game, game.to_move)} to move"
    result = "a draw" if outcome.winner is None else f"{player_name(game, outcome.winner)} won"
    return f"the game is over: {result}, {outcome.reason.value}"


def dump(game: Game, legend: bool = False) -> str:
    """The board as other programs read it, with row numbers and column letters if asked for."""
    rows = _rows(game) if legend else [f"  {' '.join(row)}" for row in game.position.picture.splitlines()]
    return "\n".join(["===", *rows, "==="]).replace(".", _EMPTY)


def board(game: Game) -> str:
    """The board with its coordinates, the last move, and whose turn it is."""
    return "\n".join([*_rows(game), *_below(game)])


def unicode_board(game: Game) -> str:
    """The board for people, with both squares of the last move in brackets."""
    return "\n".join([text(game, unicode=True), *_below(game)])


def _rows(game: Game) -> list[str]:
    # A position prints itself like that, and below whose turn it is.
    return str(game.position).splitlines()[:-1]


def _below(game: Game) -> list[str]:
    return [*([] if game.last is None else [f"last move {game.last}"]), state(game)]


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
    needed, found = variant.start.kings_mask.bit_count(), position.kings_mask.bit_count()
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
