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
    Look.ATTACKER: "1;31",
    Look.DEFENDER: "1;36",
    Look.KING: "1;35",
    Look.RED: "1;31",
    Look.BLUE: "1;36",
    Look.WHITE: "1;36",
    Look.BLACK: "1;31",
    Look.BLOCK: "35",
}
_FAINT, _BOLD = "2", "1"


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


def legend(shown: Playable[Any] | Position, *, unicode: bool = False) -> tuple[str, ...]:
    """What the signs of a drawing mean, such as `● attacker`.

    Args:
        shown: The game, of any kind, or a position of tafl.
        unicode: Whether pieces are signs, as in `text`.
    """
    picture = Scene.of(shown).picture
    standing = {thing for _, thing in picture.things}
    signs = [
        f"{_sign(thing) if unicode else thing.letter} {thing.name}" for thing in picture.legend if thing in standing
    ]
    regions = [name.replace("-", " ") for name, squares in picture.regions if squares]
    if unicode and regions:
        signs.append(f"{_REGION} {' or '.join(regions)}")
    if unicode and picture.last_squares:
        signs.append("[ ] last move")
    return tuple(signs)


def _marked(seen: Scene) -> dict[Square, str]:
    """The brackets around each square that is marked."""
    return dict.fromkeys(seen.highlights, "()") | dict.fromkeys(seen.picture.last_squares, "[]")


def _square(
    seen: Scene, square: Square, thing: Thing | None, brackets: str | None, unicode: bool, wide: bool, colour: bool
) -> str:
    if thing is not None:
        sign, code = _sign(thing) if unicode else thing.letter, _CODES[thing.look]
    else:
        sign = _ground(seen, square) if unicode else seen.picture.empty
        code = _BOLD if sign == _REGION else _FAINT
    if brackets is not None:
        left, right = (_coloured(bracket, _BOLD, colour) for bracket in brackets)
        return f"{left}{_coloured(sign, code, colour)}{right}"
    return f" {_coloured(sign, code, colour)} " if wide else _coloured(sign, code, colour)


def _sign(thing: Thing) -> str:
    return thing.letter if thing.lettered else _SIGNS[thing.look]


def _ground(seen: Scene, square: Square) -> str:
    return _REGION if any(square in squares for _, squares in seen.picture.regions) else _NOTHING


def _coloured(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
