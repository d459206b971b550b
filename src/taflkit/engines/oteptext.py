"""Moves of OTEP, the engine protocol of OpenTafl: `a4-a1`; the steps of a turn are joined by `|`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from taflkit.board import Move, Side
from taflkit.errors import TaflError
from taflkit.game import Game

#: The numbers of errors.
RULES_NOT_SUPPORTED, WRONG_SIDE, NO_PIECE, ILLEGAL_MOVE = range(4)
#: The numbers of how a game ended: `finish 2` for the attackers.
OTHER_LEFT, DRAW, ATTACKERS_WIN, DEFENDERS_WIN = range(4)
_JOIN: Final = "|"


def parse_otep_side(word: str) -> Side:
    """The side of a word.

    Raises:
        TaflError: It is none.
    """
    try:
        return Side(word.lower())
    except ValueError:
        raise TaflError(f"a side is attackers or defenders, not {word!r}") from None


def format_turn(moves: Iterable[Move]) -> str:
    """The moves of a turn: one, or the steps of a berserk turn joined by `|`."""
    return _JOIN.join(map(str, moves))


def parse_turn(game: Game, text: str) -> list[Move]:
    """The moves of a turn, which are legal one after the other; what they capture may be written after them.

    Raises:
        TaflError: The text is no turn of the side to move.
    """
    moves = []
    for step in text.split(_JOIN):
        move = game.parse_move(step.strip().lower())
        moves.append(move)
        game = game.play(move)
    return moves


def finish_code(game: Game) -> int:
    """The number of how a game ended."""
    winner = None if game.outcome is None else game.outcome.winner
    return DRAW if winner is None else ATTACKERS_WIN if winner is Side.ATTACKERS else DEFENDERS_WIN
