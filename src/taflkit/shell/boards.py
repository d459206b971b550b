"""Boards as the command language prints them: for other programs (`dump`) and for people (`board`)."""

from __future__ import annotations

from taflkit.game import Game
from taflkit.render import text
from taflkit.shell.rows import EMPTY_SQUARE
from taflkit.shell.wording import state


def dump(game: Game, legend: bool = False) -> str:
    """The board in the exact form that other programs read.

    Args:
        game: The game whose position is printed.
        legend: Whether row numbers and column letters are printed too.
    """
    rows = _rows(game) if legend else [f"  {' '.join(row)}" for row in game.position.picture.splitlines()]
    return "\n".join(["===", *rows, "==="]).replace(".", EMPTY_SQUARE)


def board(game: Game) -> str:
    """The board in letters, with coordinates, the last move, and whose turn it is."""
    return "\n".join([*_rows(game), *_below(game)])


def unicode_board(game: Game) -> str:
    """The board in Unicode symbols, with both squares of the last move in brackets."""
    return "\n".join([text(game, unicode=True), *_below(game)])


def _rows(game: Game) -> list[str]:
    # The last line of a printed position says whose turn it is.
    return str(game.position).splitlines()[:-1]


def _below(game: Game) -> list[str]:
    return [*([] if game.last is None else [f"last move {game.last}"]), state(game)]
