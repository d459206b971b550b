"""Positions, moves and scores as UCI engines write them.

The tafl engines of the field write the rows from the top with `a`, `d` and `k`, then the side to move, `a` or `d`:
`3aaaaa3/5a5/11/… a`; a move is `a6b6`. Ataxx programs write `x5o/7/7/7/7/7/o5x x 0 1`, `f2` and `g1g3`. Our own texts
are read besides these, and written where these cannot express a position.
"""

from __future__ import annotations

import re
from typing import Any, Final

from taflkit.board import Position, Side
from taflkit.board.pieces import MAN_KIND
from taflkit.errors import NotationError
from taflkit.game import Game
from taflkit.games import GameVariant, Playable, Player, kind_of
from taflkit.games.ataxx import Move as AtaxxMove
from taflkit.records.positions import with_numbers
from taflkit.search import Score
from taflkit.search.scores import WIN
from taflkit.variant import Variant

#: How an engine says that it has no move.
NO_MOVE: Final = "(none)"
_NO_MOVES: Final = frozenset({NO_MOVE, "none", "0000", "null", "resign"})
_SIDES: Final = {"a": Side.ATTACKERS, "d": Side.DEFENDERS}
_JOINED: Final = re.compile(r"([a-zA-Z]\d{1,2})[-:]?([a-zA-Z]\d{1,2})")


def format_fen(game: Playable[Any]) -> str:
    """Write the position of a game as the field's engines do, or in our own form where theirs cannot express it."""
    if isinstance(game, Game) and (rows := _field_rows(game.position)) is not None:
        return f"{rows} {game.to_move.value[0]}"
    return kind_of(game).format_position(game)


def _field_rows(position: Position) -> str | None:
    """The rows in the letters of the field, `None` if a piece has no letter there, or goes on with its turn."""
    if position.going_on_mask:
        return None
    letters = {".": "."}
    for piece in position.board.pieces:
        if piece.is_king:
            letters[piece.letter] = "k"
        elif piece.kind == MAN_KIND:
            letters[piece.letter] = piece.side.value[0]
    picture = position.picture
    if not set(picture) - {"\n"} <= letters.keys():
        return None
    return "/".join(with_numbers("".join(letters[letter] for letter in row)) for row in picture.splitlines())


def parse_fen(variant: GameVariant, text: str) -> Playable[Any]:
    """A game that begins with a position as the field's engines write it, or as we do.

    Raises:
        NotationError: The text is no position of the variant.
    """
    words = text.split()
    if isinstance(variant, Variant) and len(words) == 2 and words[1] in _SIDES:
        return Game.from_text(f"{_own_rows(variant, text, words[0])} {_SIDES[words[1]]}", variant)
    game: Playable[Any] = kind_of(variant).parse_position(variant, text)
    return game


def _own_rows(variant: Variant, text: str, rows: str) -> str:
    """The rows of the field in the letters of a variant."""
    letters = {}
    for piece in variant.board.pieces:
        if piece.is_king:
            letters["k"] = piece.letter
        elif piece.kind == MAN_KIND:
            letters[piece.side.value[0]] = piece.letter
    for column, letter in enumerate(rows):
        if not (letter in letters or letter == "/" or (letter.isascii() and letter.isdigit())):
            raise NotationError(text, column + 1, f"a number or one of {', '.join(letters)}")
    return "".join(letters.get(letter, letter) for letter in rows)


def format_uci_move(move: Any, game: Playable[Any]) -> str:
    """Write a move of a game: `a6b6` in tafl, `f2` or `g1g3` in Ataxx."""
    if isinstance(move, AtaxxMove):
        return move.uai
    text = kind_of(game).format_move(move)
    return text.replace("-", "") if isinstance(game, Game) else text


def parse_uci_move(game: Playable[Any], text: str) -> Any:
    """Read a legal move, written as the field's engines write it or as we do.

    Raises:
        NotationError: The text is no move.
        IllegalMoveError: The move is not legal.
    """
    if isinstance(game, Game) and (joined := _JOINED.fullmatch(text)):
        text = f"{joined[1]}-{joined[2]}".lower()
    return kind_of(game).parse_move(game, text)


def has_first_clock(game: Playable[Any]) -> bool:
    """Whether the player to move is the one who begins games of the variant; `wtime` is that player's clock."""
    kind = kind_of(game)
    start: Playable[Any] = kind.start(kind.variant_of(game))
    return start.to_move == game.to_move


def is_no_move(text: str, game: Playable[Any]) -> bool:
    """Whether an engine says that it has no move: `(none)`, `0000`, or a move that goes nowhere, such as `a1a1`.

    In Ataxx `0000` is a pass where there is nothing else to do.
    """
    if text in _NO_MOVES:
        return not (text == "0000" and any(str(move) == "-" for move in game.legal_moves[:1]))
    joined = _JOINED.fullmatch(text)
    return joined is not None and joined[1].lower() == joined[2].lower()


def format_score(score: Score) -> str:
    """Write a score: `cp 25`, or `mate 3` and `mate -2` in moves."""
    if score.win_in is not None:
        return f"mate {(score.win_in + 1) // 2}"
    if score.loss_in is not None:
        return f"mate -{(score.loss_in + 1) // 2}" if score.loss_in else "mate 0"
    return f"cp {score.value}"


def parse_score(kind: str, value: str, side: Player) -> Score | None:
    """Read a score, `None` if it is none. A win in moves becomes one in plies, the last of them the winner's."""
    try:
        number = int(value)
    except ValueError:
        return None
    if kind == "cp":
        return Score(max(-WIN // 2, min(WIN // 2, number)), side)
    if kind == "mate":
        number = max(-1000, min(1000, number))
        return Score.win(2 * number - 1, side) if number > 0 else Score.loss(-2 * number, side)
    return None
