"""The dialect of tafl, which is that of Tablut: the general commands, and a limit on the number of moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import attrs

from taflkit.board import Move
from taflkit.game import Game
from taflkit.shell.announcements import Starred
from taflkit.shell.arguments import NUMBER
from taflkit.shell.commands import AUTO, EXTRAS, GAME, MANUAL, MOVE, NEW, RESIGN, SEED, SESSION, SET, STATUS
from taflkit.shell.dialect import Command, Dialect
from taflkit.shell.session import Session, Step


def _set_limit(session: Session[Game, Move], number: int) -> Step[Game, Move]:
    session.check_going_on()
    return attrs.evolve(session, game=session.game.with_limit(number)), ()


@attrs.frozen
class _MoveLimit:
    """The move limit of a game."""

    def describe(self, game: Game) -> Sequence[str]:
        """The limit in words."""
        return ("no move limit" if game.move_limit is None else f"move limit {game.move_limit}",)

    def commands(self, game: Game) -> Sequence[str]:
        """The command that sets the limit, if there is one."""
        return () if game.move_limit is None else (f"limit {game.move_limit}",)

    def keep(self, game: Game, earlier: Game) -> Game:
        """The earlier state with the limit of now."""
        return earlier.with_limit(game.move_limit)


def _short(move: Move) -> str:
    return move.short


LIMIT: Final = Command("limit", NUMBER, "A player who must make more than N moves in this game loses.", _set_limit)
TAFL: Final = Dialect(
    name="tafl",
    move=MOVE,
    commands=(NEW, SEED, AUTO, MANUAL, LIMIT, *GAME, RESIGN, *SESSION, SET, *EXTRAS, STATUS),
    announcements=Starred(),
    # Recognises a move by its beginning; the board parses the rest.
    move_pattern=re.compile(r"[a-z]\d{1,2}-\S*", re.ASCII | re.IGNORECASE),
    format_move=_short,
    settings=_MoveLimit(),
)
