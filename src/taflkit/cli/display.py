"""`taflkit play --display`: the board in a browser."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from taflkit.cli.streams import OutputError, complain, give_up, prepare, say

if TYPE_CHECKING:
    from taflkit.games import MoveT
    from taflkit.shell import Session
    from taflkit.shell.session import GameT


def display(session: Session[GameT, MoveT], level: int | None, port: int, open_browser: bool) -> None:
    """Serve the board until Ctrl-C.

    Args:
        session: The game and its players.
        level: The level of automated players; `None` for the one that the board begins with.
        port: The port, 0 for any that is free.
        open_browser: Whether a browser is opened.

    Raises:
        click.UsageError: The extra `web` is not installed.
        TaflError: The port cannot be used.
    """
    try:
        from taflkit.web.serving import serve
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in ("starlette", "uvicorn"):
            raise
        raise click.UsageError(
            f"--display needs {missing}, which is not installed; pip install 'taflkit[web]' installs it."
        ) from None
    from taflkit.web.board import DEFAULT_LEVEL, Board

    def board() -> Board:
        chosen = DEFAULT_LEVEL if level is None else level
        return Board(session.game, automated=session.automated, level=chosen, seed=session.seed)

    prepare()
    try:
        serve(board, port=port, open_browser=open_browser, say=say)
    except OutputError as error:  # Nobody can read the address.
        give_up(sys.stdout)
        if error.reason:
            complain(f"cannot write to standard output: {error.reason}")
        raise click.exceptions.Exit(1) from None
