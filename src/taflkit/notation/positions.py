"""Positions as one line of text: `tablut 3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 attackers`.

The variant, the rows from the top (the letters of the variant's pieces, numbers for empty squares) and the side to
move; where a piece must go on moving in the same turn, its square follows: `attackers@e5`.

OpenTafl writes `/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/`, the row of a1 first. Small letters are attackers, capitals
defenders: t a man, k the king, c a commander, n a knight, m a mercenary, g a guard. In its rules, `starti:` stands
before a position that has its top row first.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

import attrs

from taflkit.board import ATTACKER, DEFENDER, KING, Board, Grid, Piece, Position, Side, Square
from taflkit.board.position import KING_KIND, MAN_KIND
from taflkit.errors import GeometryError, NotationError, PositionError, VariantError
from taflkit.game import Game
from taflkit.variant import Variant

#: No position is longer than the largest board written out, with a name in front.
LONGEST = 1000
_TOKEN = re.compile(r"(?P<empty>\d+)|.", re.ASCII)

COMMANDER = "commander"
MERCENARY = "mercenary"
GUARD = "guard"
#: OpenTafl's kinds of piece in its order.
OPENTAFL_KINDS = {"t": MAN_KIND, "c": COMMANDER, "n": "knight", "k": KING_KIND, "m": MERCENARY, "g": GUARD}
#: The piece that each of its letters stands for; all but plain men and the king are drawn with these letters too.
OPENTAFL_PIECES = MappingProxyType(
    {letter: Piece(Side.ATTACKERS, kind, letter) for letter, kind in OPENTAFL_KINDS.items()}
    | {letter.upper(): Piece(Side.DEFENDERS, kind, letter.upper()) for letter, kind in OPENTAFL_KINDS.items()}
    | {"t": ATTACKER, "T": DEFENDER, "K": KING}
)
_OPENTAFL_LETTERS = {piece: letter for letter, piece in OPENTAFL_PIECES.items()}
_OPENTAFL_TOKEN = re.compile(r"(?P<empty>[1-9]\d?)|.", re.ASCII | re.DOTALL)


def format_position(game: Game) -> str:
    """The position of a game as one line; the game's past is not part of it."""
    return f"{game.variant.name} {format_rows(game.position)} {format_side(game.position)}"


def format_side(position: Position) -> str:
    """The side to move, with the square of the piece that must go on, if one must."""
    side = str(position.to_move)
    if position.going_on:
        side += f"@{position.board.grid.squares[position.going_on.bit_length() - 1]}"
    return side


def format_rows(position: Position) -> str:
    """The rows of a position from the top, with numbers for empty squares."""
    return "/".join(map(_with_numbers, position.picture.splitlines()))


def _with_numbers(row: str) -> str:
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), row)


def parse_position(text: str, variant: Variant | None = None) -> Game:
    """A game that starts from the position of a line of text.

    The variant is looked up by its name, unless it is handed in; then the name may be left out.
    """
    if len(text) > LONGEST:
        raise NotationError(text, LONGEST + 1, f"no more than {LONGEST} characters")
    words = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
    if len(words) > 3:
        raise NotationError(text, words[3][1], "the end of the text")
    if len(words) == 3:
        (name, column), *words = words
        if variant is None:
            variant = named_variant(name, text, column)
        elif name.lower() != variant.name:
            raise NotationError(text, column, f"the variant {variant.name}")
    if len(words) != 2 or variant is None:
        raise NotationError(text, 1, "a variant, the rows from the top and the side to move, with spaces between")
    (rows, column), (side, side_column) = words
    to_move, going_on = _parse_side(text, side, side_column)
    position = parse_rows(variant.board, rows, to_move, text, column)
    if going_on is None:
        return Game(variant, position)
    column = side_column + side.index("@") + 1
    try:
        position = attrs.evolve(position, going_on=variant.board.grid.mask([going_on]))
    except (PositionError, GeometryError):
        raise NotationError(text, column, f"the square of a piece of the {to_move}") from None
    try:
        return Game(variant, position)
    except PositionError:
        raise NotationError(text, column, "the square of a piece that must go on under these rules") from None


def named_variant(name: str, text: str | None = None, column: int = 1) -> Variant:
    """The variant of that name, which stands in a text; a text from anywhere cannot make us open a file by its path."""
    from taflkit.variant.catalogue import find_variant, load_variant

    try:
        path = find_variant(name)
    except VariantError as error:
        text = name if text is None else text
        raise NotationError(text, column, f"the name of a variant ({error.problems[0]})") from None
    return load_variant(path)


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
    """Read the rows of a position; errors speak of the whole `text` in which they stand at `column`."""
    letters = {piece.letter: piece for piece in board.pieces}
    pieces = _read_rows(rows, board.grid, letters, _TOKEN, rows if text is None else text, column, top_first=True)
    return board.position(pieces, to_move)


def _read_rows(
    rows: str,
    grid: Grid,
    letters: Mapping[str, Piece],
    tokens: re.Pattern[str],
    text: str,
    column: int,
    *,
    top_first: bool,
) -> dict[Square | str, Piece]:
    """The pieces of rows in which there are these letters, and numbers as the pattern has them."""
    width, height = grid.width, grid.height
    pieces: dict[Square | str, Piece] = {}
    parts = rows.split("/")
    for row, part in zip(range(height)[:: -1 if top_first else 1], parts, strict=False):
        at = 0
        for token in tokens.finditer(part):
            here, left = column + token.start(), width - at
            if not left:
                raise NotationError(text, here, f"the end of row {row + 1}, which has {width} squares,")
            # No more digits are looked at than a number of squares can have.
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
        # Where rows are missing, the last slash is: it stands before `column`.
        raise NotationError(text, column if len(parts) > height else column - 1, f"{height} rows, not {len(parts)},")
    return pieces


def opentafl_letter(piece: Piece) -> str:
    """OpenTafl's letter for a piece."""
    try:
        return _OPENTAFL_LETTERS[piece]
    except KeyError:
        kinds = ", ".join(OPENTAFL_KINDS.values())
        raise PositionError(f"OpenTafl has no letter for a {piece}; it has {kinds}") from None


def format_opentafl_position(position: Position, *, top_first: bool = False) -> str:
    """Write where the pieces stand, the row of a1 first unless told otherwise; whose turn it is is not written."""
    rows = [
        "".join(opentafl_letter(piece) if (piece := position.piece_on(1 << square)) else "." for square in row)
        for row in position.board.grid.rows_from_top
    ]
    return f"/{'/'.join(map(_with_numbers, rows if top_first else rows[::-1]))}/"


def parse_opentafl_position(text: str, board: Board, to_move: Side, *, top_first: bool = False) -> Position:
    """Read where the pieces stand; the slashes at both ends may be left out, as some programs do."""
    pieces = read_opentafl_pieces(text, board.grid, text, top_first=top_first)
    for square, piece in pieces.items():
        if piece not in board.pieces:
            letters = ", ".join(_OPENTAFL_LETTERS[piece] for piece in board.pieces if piece in _OPENTAFL_LETTERS)
            column = text.find(_OPENTAFL_LETTERS[piece]) + 1
            raise NotationError(text, column, f"a number or one of {letters} (on {square})")
    return board.position(pieces, to_move)


def read_opentafl_pieces(
    rows: str, grid: Grid, text: str, column: int = 1, *, top_first: bool
) -> dict[Square | str, Piece]:
    """The pieces of a position on a board; errors speak of the `text` in which it stands at `column`."""
    if len(rows) > LONGEST:
        raise NotationError(text, column + LONGEST, f"no more than {LONGEST} characters")
    if rows.startswith("/"):
        rows, column = rows[1:], column + 1
    return _read_rows(rows.removesuffix("/"), grid, OPENTAFL_PIECES, _OPENTAFL_TOKEN, text, column, top_first=top_first)
