"""OpenTafl's letters for pieces, and its positions: `/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`.

Small letters are attackers, capitals defenders. The row of a1 comes first, unless told otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Grid, Piece, Position, Side, Square
from taflkit.board.pieces import KING_KIND, MAN_KIND
from taflkit.board.position import MAX_POSITION
from taflkit.board.rows import read_pieces, with_numbers
from taflkit.errors import NotationError, PositionError, check_type

COMMANDER = "commander"
MERCENARY = "mercenary"
GUARD = "guard"
OPENTAFL_KINDS = {"t": MAN_KIND, "c": COMMANDER, "n": "knight", "k": KING_KIND, "m": MERCENARY, "g": GUARD}
"""OpenTafl's kinds of piece by their letters, in its order."""
OPENTAFL_PIECES: Mapping[str, Piece] = MappingProxyType(
    {letter: Piece(Side.ATTACKERS, kind, letter) for letter, kind in OPENTAFL_KINDS.items()}
    | {letter.upper(): Piece(Side.DEFENDERS, kind, letter.upper()) for letter, kind in OPENTAFL_KINDS.items()}
    | {"t": ATTACKER, "T": DEFENDER, "K": KING}
)
"""The pieces by OpenTafl's letters; all but plain men and the king are drawn with these letters too."""
_LETTERS = {piece: letter for letter, piece in OPENTAFL_PIECES.items()}
_TOKEN = re.compile(r"(?P<empty>[1-9]\d?)|.", re.ASCII | re.DOTALL)


def opentafl_letter(piece: Piece) -> str:
    """Return OpenTafl's letter for a piece.

    Raises:
        PositionError: OpenTafl has no such piece.
    """
    try:
        return _LETTERS[piece]
    except KeyError:
        kinds = ", ".join(OPENTAFL_KINDS.values())
        raise PositionError(f"OpenTafl has no letter for a {piece}; it has {kinds}") from None


def format_opentafl_position(position: Position, *, top_first: bool = False) -> str:
    """Write where the pieces stand; the side to move is not part of it.

    Args:
        position: The position.
        top_first: Whether the top row comes first.

    Raises:
        PositionError: OpenTafl has no letter for a piece.
    """
    check_type(position, Position, "a Position")
    rows = [
        "".join(opentafl_letter(piece) if (piece := position.piece_at_mask(1 << square)) else "." for square in row)
        for row in position.board.grid.rows_from_top
    ]
    return f"/{'/'.join(map(with_numbers, rows if top_first else rows[::-1]))}/"


def parse_opentafl_position(text: str, board: Board, to_move: Side, *, top_first: bool = False) -> Position:
    """Read where the pieces stand; the slashes at both ends may be left out, as some programs do.

    Args:
        text: The position.
        board: The board.
        to_move: The side to move, which the text does not say.
        top_first: Whether the top row comes first.

    Raises:
        NotationError: The text is not a position on this board.
    """
    check_type(text, str, "a position as a text")
    check_type(board, Board, "a Board, such as variant.board")
    pieces = read_opentafl_pieces(text, board.grid, text, top_first=top_first)
    for square, piece in pieces.items():
        if piece not in board.pieces:
            letters = ", ".join(_LETTERS[piece] for piece in board.pieces if piece in _LETTERS)
            column = text.find(_LETTERS[piece]) + 1
            raise NotationError(text, column, f"a number or one of {letters} (on {square})")
    return board.position(pieces, to_move)


def read_opentafl_pieces(
    rows: str, board: Grid, text: str, column: int = 1, *, top_first: bool
) -> dict[Square | str, Piece]:
    """Read the pieces of a position, which begins at a column of a longer text that errors refer to."""
    if len(rows) > MAX_POSITION:
        raise NotationError(text, column + MAX_POSITION, f"no more than {MAX_POSITION} characters")
    if rows.startswith("/"):
        rows, column = rows[1:], column + 1
    return read_pieces(rows.removesuffix("/"), board, OPENTAFL_PIECES, _TOKEN, text, column, top_first=top_first)
