"""Roles, moves and results of HTP, the text protocol of hnefatafl programs, which is made after that of Go programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from taflkit.board import Move, Side
from taflkit.errors import TaflError
from taflkit.game import Game

ROLES: Final = {Side.ATTACKERS: "attacker", Side.DEFENDERS: "defender"}
"""The sides as the protocol calls them."""
_SIDES: Final = {
    "attacker": Side.ATTACKERS,
    "attackers": Side.ATTACKERS,
    "black": Side.ATTACKERS,
    "defender": Side.DEFENDERS,
    "defenders": Side.DEFENDERS,
    "white": Side.DEFENDERS,
}


def parse_role(word: str) -> Side:
    """The side that a word means.

    Raises:
        TaflError: It means none.
    """
    try:
        return _SIDES[word.lower()]
    except KeyError:
        raise TaflError(f"a role is attacker or defender, not {word!r}") from None


def format_htp_move(move: Move, side: Side) -> str:
    """A move: `play attacker a4 b4`."""
    return f"play {ROLES[side]} {move.origin} {move.target}"


def parse_htp_move(game: Game, words: Sequence[str]) -> Move | None:
    """The legal move of words such as `play attacker a4 b4`; `play` and the role may be missing. `None` resigns.

    Raises:
        TaflError: The words are no move, or one that is not legal.
    """
    rest = [word for word in words if word]
    if rest[:1] == ["play"]:
        rest = rest[1:]
    if rest and rest[0].lower() in _SIDES:
        if parse_role(rest[0]) is not game.to_move:
            raise TaflError(f"it is the {ROLES[game.to_move]}'s turn")
        rest = rest[1:]
    if rest[:1] == ["resigns"]:
        return None
    if len(rest) != 2:
        raise TaflError("a move is play ROLE FROM TO, such as play attacker a4 b4")
    return game.parse_move(f"{rest[0]}-{rest[1]}".lower())


def status_of(game: Game) -> str:
    """How a game stands: `ongoing`, `draw`, `attacker_wins` or `defender_wins`."""
    if game.outcome is None:
        return "ongoing"
    return "draw" if game.outcome.winner is None else f"{ROLES[game.outcome.winner]}_wins"
