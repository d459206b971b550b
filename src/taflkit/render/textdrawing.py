"""Drawing positions as text."""

from __future__ import annotations

from taflkit.board import Piece, Position, Side, Square
from taflkit.board.pieces import MAN_KIND
from taflkit.board.position import EMPTY
from taflkit.board.squares import LETTERS
from taflkit.game import Game
from taflkit.render.scene import LastMove, Scene, SquaresToShow

# The signs of men, of kings and of empty squares, where a terminal can show them.
_MEN = {Side.ATTACKERS: "●", Side.DEFENDERS: "○"}
_KING = "♔"
_NOTHING, _REGION = "·", "+"
# Codes of terminal colours: of the sixteen that users adapt to their background, those that can be read on white and
# on black.
_SIDES = {Side.ATTACKERS: "31", Side.DEFENDERS: "36"}
_KINGS, _FAINT, _REVERSED = "1;35", "2", "7"


def text(
    shown: Game | Position,
    *,
    unicode: bool = False,
    colour: bool = False,
    flipped: bool = False,
    last_move: LastMove = True,
    highlights: SquaresToShow = (),
) -> str:
    """Draw a game or a position as lines of text.

    Args:
        shown: The game or the position.
        unicode: Whether pieces are signs such as ● and ♔ and regions are marked; otherwise pieces are the letters that
            the variant has for them, and the whole text is ASCII.
        colour: Whether escape sequences colour the text, for a terminal.
        flipped: Whether the board is seen from the other side, with a1 at the top right.
        last_move: The move whose squares stand in brackets: `True` for that of the game, `False` for none, or a
            `Play`, a `Move` or a text such as `e5-e8`.
        highlights: Squares to put in parentheses, as a `SquareSet`, as `Square`s or as texts.

    Returns:
        The rows from the top with their numbers, and below them the letters of the columns.

    Raises:
        TaflError: A move or a square is wrong.
    """
    seen = Scene.of(shown, last_move=last_move, highlights=highlights, flipped=flipped)
    marked = _marked(seen)
    # Brackets need room on both sides of a square.
    wide = unicode or bool(marked)
    lines = []
    for row in seen.rows:
        squares = [Square(column, row) for column in seen.columns]
        signs = [_square(seen, square, marked.get(square), unicode, wide, colour) for square in squares]
        lines.append(f"{_coloured(f'{row + 1:2}', _FAINT, colour)} {('' if wide else ' ').join(signs)}".rstrip())
    letters = ("  " if wide else " ").join(LETTERS[column] for column in seen.columns)
    lines.append(f"{'    ' if wide else '   '}{_coloured(letters, _FAINT, colour)}")
    return "\n".join(lines)


def _marked(seen: Scene) -> dict[Square, str]:
    """Return the brackets around each square that is marked."""
    marked = dict.fromkeys(seen.highlights, "()")
    if seen.last_move is not None:
        marked |= dict.fromkeys((seen.last_move.origin, seen.last_move.target), "[]")
    return marked


def _square(seen: Scene, square: Square, brackets: str | None, unicode: bool, wide: bool, colour: bool) -> str:
    piece = seen.position[square]
    if piece is not None:
        sign, code = _sign(piece) if unicode else piece.letter, _KINGS if piece.is_king else _SIDES[piece.side]
    else:
        sign, code = _ground(seen, square) if unicode else EMPTY, _FAINT
    if brackets is not None:
        return _coloured(f"{brackets[0]}{sign}{brackets[1]}", f"{_REVERSED};{code}" if piece else _REVERSED, colour)
    return f" {_coloured(sign, code, colour)} " if wide else _coloured(sign, code, colour)


def _sign(piece: Piece) -> str:
    if piece.is_king:
        return _KING
    return _MEN[piece.side] if piece.kind == MAN_KIND else piece.letter


def _ground(seen: Scene, square: Square) -> str:
    bit = seen.grid.mask([square])
    return _REGION if any(mask & bit for _, mask in seen.position.board.geometry.regions) else _NOTHING


def _coloured(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text
