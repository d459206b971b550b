"""Positions as OpenTafl writes them: `/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`, the row of a1 first.

Small letters are attackers, capitals defenders: t a man, k the king, c a commander, n a knight, m a mercenary,
g a guard. In rules, `starti:` stands before a position that has its top row first.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Piece, Position, Side, Square
from taflkit.board.position import KING_KIND, MAN_KIND
from taflkit.errors import NotationError, PositionError

COMMANDER = "commander"
KNIGHT = "knight"
MERCENARY = "mercenary"
GUARD = "guard"

#: The kinds of piece in OpenTafl's order.
KINDS = {"t": MAN_KIND, "c": COMMANDER, "n": KNIGHT, "k": KING_KIND, "m": MERCENARY, "g": GUARD}
#: The piece that each letter stands for; all but plain men and the king are drawn with OpenTafl's own letters.
PIECES = MappingProxyType(
    {letter: Piece(Side.ATTACKERS, kind, letter) for letter, kind in KINDS.items()}
    | {letter.upper(): Piece(Side.DEFENDERS, kind, letter.upper()) for letter, kind in KINDS.items()}
    | {"t": ATTACKER, "T": DEFENDER, "K": KING}
)
_LETTERS = {piece: letter for letter, piece in PIECES.items()}
_TOKEN = re.compile(r"(?P<empty>[1-9]\d?)|.", re.ASCII | re.DOTALL)

#: No position is longer than the largest board written out.
LONGEST = 1000


def letter_of(piece: Piece) -> str:
    """OpenTafl's letter for a piece."""
    try:
        return _LETTERS[piece]
    except KeyError:
        raise PositionError(f"OpenTafl has no letter for a {piece}; it has {', '.join(KINDS.values())}") from None


def format_opentafl_position(position: Position, *, top_first: bool = False) -> str:
    """Write where the pieces stand, the row of a1 first unless told otherwise; whose turn it is is not written."""
    grid = position.board.grid
    rows = grid.rows_from_top if top_first else grid.rows_from_top[::-1]
    texts = []
    for row in rows:
        letters = [letter_of(piece) if (piece := position.piece_on(1 << square)) else "." for square in row]
        texts.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), "".join(letters)))
    return f"/{'/'.join(texts)}/"


def parse_opentafl_position(text: str, board: Board, to_move: Side, *, top_first: bool = False) -> Position:
    """Read where the pieces stand; the slashes at both ends may be left out, as some programs do."""
    pieces = read_pieces(text, board.grid.width, board.grid.height, top_first=top_first)
    for square, piece in pieces.items():
        if piece not in board.pieces:
            letters = ", ".join(_LETTERS[piece] for piece in board.pieces if piece in _LETTERS)
            column = text.find(_LETTERS[piece]) + 1
            raise NotationError(text, column, f"a number or one of {letters} (on {square})")
    return board.position(dict(pieces.items()), to_move)


def read_pieces(
    rows: str, width: int, height: int, *, top_first: bool = False, text: str | None = None, column: int = 1
) -> dict[Square, Piece]:
    """The pieces of a position on a board of a size; errors speak of the `text` in which it stands at `column`."""
    text = rows if text is None else text
    if len(rows) > LONGEST:
        raise NotationError(text, column + LONGEST, f"no more than {LONGEST} characters")
    if rows.startswith("/"):
        rows, column = rows[1:], column + 1
    parts = rows.removesuffix("/").split("/")
    pieces: dict[Square, Piece] = {}
    numbers = range(height - 1, -1, -1) if top_first else range(height)
    for row, part in zip(numbers, parts, strict=False):
        pieces |= _read_row(part, row, width, text, column)
        column += len(part) + 1
    if len(parts) != height:
        # Where rows are missing, the last slash is: it stands before `column`.
        raise NotationError(text, column if len(parts) > height else column - 1, f"{height} rows, not {len(parts)},")
    return pieces


def _read_row(part: str, row: int, width: int, text: str, column: int) -> dict[Square, Piece]:
    pieces: dict[Square, Piece] = {}
    at = 0
    for token in _TOKEN.finditer(part):
        here, left = column + token.start(), width - at
        if not left:
            raise NotationError(text, here, f"the end of row {row + 1}, which has {width} squares,")
        if token["empty"]:
            if int(token["empty"]) > left:
                raise NotationError(text, here, f"a number from 1 to {left}")
            at += int(token["empty"])
        elif token[0] in PIECES:
            pieces[Square(at, row)] = PIECES[token[0]]
            at += 1
        else:
            raise NotationError(text, here, f"a number or one of {', '.join(PIECES)}")
    if at != width:
        raise NotationError(text, column + len(part), f"{width} squares in row {row + 1}, not {at},")
    return pieces
