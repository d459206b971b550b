"""Drawing positions as text."""

from __future__ import annotations

from typing import Any

from taflkit.board import Position, Square
from taflkit.board.squares import LETTERS
from taflkit.games import Playable
from taflkit.games.picture import Look, Thing
from taflkit.render.scene import LastMove, Scene, SquaresToShow

#: The signs of what stands on squares and of empty squares, where a terminal can show them.
_SIGNS = {
    Look.ATTACKER: "●",
    Look.DEFENDER: "○",
    Look.KING: "♔",
    Look.RED: "●",
    Look.BLUE: "○",
    Look.WHITE: "○",
    Look.BLACK: "●",
    Look.BLOCK: "■",
}
_NOTHING, _REGION = "·", "+"
#: Colours by the numbers that terminals know: of the sixteen that people choose to suit their background, those that
#: can be read on white and on black.
_CODES = {
    Look.ATTACKER: "31",
    Look.DEFENDER: "36",
    Look.KING: "1;35",
    Look.RED: "31",
    Look.BLUE: "36",
    Look.WHITE: "36",
    Look.BLACK: "31",
    Look.BLOCK: "35",
}
_FAINT, _REVERSED = "2", "7"


def text(
    shown: Playable[Any] | Position,
    *,
    unicode: bool = False,
    colour: bool = False,
    flipped: bool = False,
    last_move: LastMove = True,
    highlights: SquaresToShow = (),
) -> str:
    """Draw a game or a position as lines of text.

    Args:
        shown: The game, of any kind, or a position of tafl.
        unicode: Whether pieces are signs such as ● and ♔ and regions are marked; otherwise pieces are the letters that
            the variant has for them, and the whole text is ASCII.
        colour: Whether escape sequences colour the text, for a terminal.
        flipped: Whether the board is seen from the other side, with a1 at the top right.
        last_move: The move whose squares stand in brackets: `True` for that of the game, `False` for none, or a move or
            a text such as `e5-e8`.
        highlights: SquaresToShow to put in parentheses, as a `SquareSet`, as `Square`s or as texts.

    Returns:
        The rows from the top with their numbers, and below them the letters of the columns.

    Raises:
        TaflError: A move or a square is wrong.
    """
    seen = Scene.of(shown, last_move=last_move, highlights=highlights, flipped=flipped)
    marked, things = _marked(seen), dict(seen.picture.things)
    # Brackets need room on both sides of a square; a plain board without them is as narrow as it prints itself.
    wide = unicode or bool(marked)
    lines = []
    for row in seen.rows:
        squares = [Square(column, row) for column in seen.columns]
        signs = [
            _square(seen, square, things.get(square), marked.get(square), unicode, wide, colour) for square in squares
        ]
        lines.append(f"{_coloured(f'{row + 1:2}', _FAINT, colour)} {('' if wide else ' ').join(signs)}".rstrip())
    letters = ("  " if wide else " ").join(LETTERS[column] for column in seen.columns)
    lines.append(f"{'    ' if wide else '   '}{_coloured(letters, _FAINT, colour)}")
    return "\n".join(lines)


def _marked(seen: Scene) -> dict[Square, str]:
    """The brackets around each square that is marked."""
    return dict.fromkeys(seen.highlights, "()") | dict.fromkeys(seen.picture.last_squares, "[]")


def _square(
    seen: Scene, square: Square, thing: Thing | None, brackets: str | None, unicode: bool, wide: bool, colour: bool
) -> str:
    if thing is not None:
        sign, code = _sign(thing) if unicode else thing.letter, _CODES[thing.look]
    else:
        sign, code = _ground(seen, square) if unicode else seen.picture.empty, _FAINT
    if brackets is not None:
        return _coloured(f"{brackets[0]}{sign}{brackets[1]}", f"{_REVERSED};{code}" if thing else _REVERSED, colour)
    return f" {_coloured(sign, code, colour)} " if wide else _coloured(sign, code, colour)


def _sign(thing: Thing) -> str:
    return thing.letter if thing.lettered else _SIGNS[thing.look]


def _ground(seen: Scene, square: Square) -> str:
    return _REGION if any(square in squares for _, squares in seen.picture.regions) else _NOTHING


def _coloured(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
