"""Boards, outcomes and other texts of the command language."""

from __future__ import annotations

from taflkit.board import Side
from taflkit.board.squares import LETTERS
from taflkit.game import Game
from taflkit.render import text


def plain(text: str) -> str:
    """A text on one line, without the characters that have a meaning to readers of the output."""
    line = " ".join(text.split()).replace("*", "?").replace(">", "?").replace("===", "???")
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def player_name(game: Game, side: Side) -> str:
    """What a player is called."""
    return plain(game.variant.side_name(side)) or side.value


def ending(game: Game) -> str:
    """Who won and why, or that nobody has."""
    outcome = game.outcome
    if outcome is None:
        return "the game goes on"
    result = "a draw" if outcome.winner is None else f"{player_name(game, outcome.winner)} won"
    return f"{result}, {outcome.reason.value}"


def dump(game: Game, legend: bool = False) -> str:
    """The board as other programs read it, with row numbers and column letters if asked for."""
    return "\n".join(["===", *_rows(game, "-", legend), "==="])


def board(game: Game) -> str:
    """The board with its coordinates, the last move, and whose turn it is."""
    return "\n".join([*_rows(game, ".", legend=True), *_below(game)])


def _rows(game: Game, empty: str, legend: bool) -> list[str]:
    rows = [" ".join(row.replace(".", empty)) for row in game.position.picture.splitlines()]
    if not legend:
        return [f"  {row}" for row in rows]
    numbers = range(len(rows), 0, -1)
    lines = [f"{number:2} {row}" for number, row in zip(numbers, rows, strict=True)]
    return [*lines, f"   {' '.join(LETTERS[: game.variant.board.grid.width])}"]


def _below(game: Game) -> list[str]:
    last = [] if game.last is None else [f"last move {game.last}"]
    if game.outcome is not None:
        return [*last, f"the game is over: {ending(game)}"]
    return [*last, f"{player_name(game, game.to_move)} to move"]


def unicode_board(game: Game) -> str:
    """The board for people, with both squares of the last move in brackets."""
    return "\n".join([text(game, unicode=True), *_below(game)])
