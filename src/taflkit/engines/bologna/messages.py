"""The messages of the contest: a length of four bytes, the most significant first, then JSON in UTF-8.

A state is `{"board": [["EMPTY", …], …], "turn": "WHITE"}` with rank 1 first; a move is
`{"from": "e4", "to": "f4", "turn": "WHITE"}`. White are the defenders, Black the attackers; letters may be of either
case.
"""

from __future__ import annotations

import json
from typing import Any, Final

from taflkit.board import Move, Piece, Position, Side, Square
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.records.contestlogs import CONTEST_VARIANT
from taflkit.variant import Variant
from taflkit.variant.catalogue import load_variant

WHITE_PORT: Final = 5800
"""Where the referee waits for White."""
BLACK_PORT: Final = 5801
"""Where the referee waits for Black."""
MAX_MESSAGE: Final = 64 * 1024
"""In bytes; a state has less than two thousand."""
LENGTH: Final = 4
"""The bytes of the length of a message."""
MAX_NAME: Final = 60
"""In characters; of a longer name only the beginning counts."""

_TURNS: Final = {Side.DEFENDERS: "WHITE", Side.ATTACKERS: "BLACK"}
_SIDES: Final = {turn: side for side, turn in _TURNS.items()}
_DRAW: Final = "DRAW"


class ContestError(TaflError):
    """A message that is none, or a peer that does not keep to the contest's protocol."""


def contest_variant() -> Variant:
    """The variant that is played in the contest."""
    return load_variant(CONTEST_VARIANT, Variant)


def side_named(word: str) -> Side:
    """The side that plays WHITE or BLACK.

    Raises:
        ContestError: The word is neither.
    """
    try:
        return _SIDES[word.strip().upper()]
    except KeyError:
        raise ContestError(f"a player is WHITE or BLACK, not {word!r}") from None


def colour(side: Side) -> str:
    """WHITE or BLACK."""
    return _TURNS[side]


def encode(value: object) -> bytes:
    """A message."""
    body = json.dumps(value, separators=(",", ":")).encode()
    return len(body).to_bytes(LENGTH, "big") + body


def body_length(head: bytes) -> int:
    """The length of the body of a message.

    Raises:
        ContestError: No message is that long.
    """
    length = int.from_bytes(head, "big")
    if length > MAX_MESSAGE:
        raise ContestError(f"a message of {length:,} bytes is announced, and no message has more than {MAX_MESSAGE:,}")
    return length


def decode(body: bytes) -> Any:
    """The value of the body of a message.

    Raises:
        ContestError: It is not JSON.
    """
    try:
        return json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError):
        raise ContestError(f"a message is JSON in UTF-8, not {body[:60]!r}") from None


def clean_name(value: object) -> str:
    """The name of a player, of letters and digits alone, since it becomes part of the name of a file.

    Raises:
        ContestError: The message is no text.
    """
    if not isinstance(value, str):
        raise ContestError("a player first sends its name as a JSON string")
    return "".join(char for char in value[:MAX_NAME] if char.isascii() and char.isalnum()) or "unnamed"


def format_state(game: Game, winner: Side | str | None = None) -> dict[str, object]:
    """A state as a value of JSON.

    Args:
        game: The game.
        winner: The side that won by a decision of the referee; what the rules say if left out.
    """
    position = game.position
    words = {piece.letter: _word(piece) for piece in position.board.pieces}
    board = [[words.get(letter, "EMPTY") for letter in row] for row in reversed(position.picture.splitlines())]
    middle = board[len(board) // 2]
    if middle[len(middle) // 2] == "EMPTY":
        middle[len(middle) // 2] = "THRONE"
    return {"board": board, "turn": turn_word(game, winner)}


def turn_word(game: Game, winner: Side | str | None = None) -> str:
    """Whose turn it is, or how the game ended: `WHITE`, `BLACKWIN`, `DRAW`."""
    if isinstance(winner, Side):
        return f"{_TURNS[winner]}WIN"
    if game.outcome is None:
        return _TURNS[game.to_move]
    return _DRAW if game.outcome.winner is None else f"{_TURNS[game.outcome.winner]}WIN"


def _word(piece: Piece) -> str:
    return "KING" if piece.is_king else _TURNS[piece.side]


def parse_state(value: Any, variant: Variant) -> tuple[Position, str]:
    """The position of a state, and its turn in capitals; the position has the defenders to move where nobody is.

    Raises:
        ContestError: The value is no state.
    """
    board = value.get("board") if isinstance(value, dict) else None
    turn = str(value.get("turn", "")).strip().upper() if isinstance(value, dict) else ""
    grid = variant.board.grid
    if not (isinstance(board, list) and len(board) == grid.height and all(_is_row(row, grid.width) for row in board)):
        raise ContestError(f"a state has a board of {grid.height} rows with {grid.width} words each")
    if turn not in (*_SIDES, *(f"{word}WIN" for word in _SIDES), _DRAW):
        raise ContestError(f"a turn is WHITE, BLACK, WHITEWIN, BLACKWIN or DRAW, not {turn!r}")
    by_word = {_word(piece): piece for piece in variant.board.pieces}
    pieces: dict[Square | str, Piece] = {}
    for row, words in enumerate(board):
        for column, word in enumerate(words):
            name = word.strip().upper()
            if name in by_word:
                pieces[grid.squares[row * grid.width + column]] = by_word[name]
            elif name not in ("EMPTY", "THRONE"):
                raise ContestError(f"a square is EMPTY, WHITE, BLACK, THRONE or KING, not {word!r}")
    return variant.board.position(pieces, _SIDES.get(turn, Side.DEFENDERS)), turn


def _is_row(row: object, width: int) -> bool:
    return isinstance(row, list) and len(row) == width and all(isinstance(word, str) for word in row)


def format_contest_move(move: Move, side: Side) -> dict[str, str]:
    """A move as a value of JSON."""
    return {"from": str(move.origin), "to": str(move.target), "turn": _TURNS[side]}


def parse_contest_move(value: Any, game: Game) -> Move:
    """The legal move that a value of JSON means; its turn is not believed.

    Raises:
        ContestError: The value is no move.
        TaflError: The move is not legal.
    """
    ends = [value.get(key) for key in ("from", "to")] if isinstance(value, dict) else []
    squares = [end.strip().lower() for end in ends if isinstance(end, str)]
    if [len(square) for square in squares] != [2, 2]:
        raise ContestError('a move is an object such as {"from": "e4", "to": "f4", "turn": "WHITE"}')
    return game.parse_move("-".join(squares))
