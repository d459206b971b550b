"""The dialect of tafl, which is that of Tablut: the general commands, and a limit on the number of moves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import attrs

from taflkit.board import Move
from taflkit.game import Game
from taflkit.shell.announcements import Starred
from taflkit.shell.commands import (
    Auto,
    Dump,
    Manual,
    New,
    PlayMove,
    Redo,
    Resign,
    Seed,
    SetLimit,
    SetUp,
    Status,
    Undo,
)
from taflkit.shell.dialect import Dialect, Usage
from taflkit.shell.dialects.shared import EXTRAS, SESSION

if TYPE_CHECKING:
    from taflkit.shell.replies import Reply
    from taflkit.shell.session import Session


def _set_limit(session: Session[Game, Move], command: SetLimit) -> tuple[Session[Game, Move], tuple[Reply, ...]]:
    session.check_going_on()
    return attrs.evolve(session, game=session.game.with_limit(command.number)), ()


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


TAFL: Final = Dialect(
    name="tafl",
    usages=(
        Usage(New),
        Usage(PlayMove),
        Usage(Seed),
        Usage(Auto),
        Usage(Manual),
        Usage(SetLimit, handler=_set_limit),
        Usage(Dump),
        Usage(Undo),
        Usage(Redo),
        Usage(Resign),
        *SESSION,
        Usage(SetUp),
        *EXTRAS,
        Usage(Status),
    ),
    announcements=Starred(),
    # Recognises a move by its beginning; the board parses the rest.
    move=re.compile(r"[a-z]\d{1,2}-\S*", re.ASCII | re.IGNORECASE),
    format_move=_short,
    settings=_MoveLimit(),
)
