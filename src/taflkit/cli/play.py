"""`taflkit play`."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import click

from taflkit.cli.games import VariantType

_PLAYER = click.Choice(["auto", "manual"])


@click.command("play")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--variant", type=VariantType(), default="tablut", show_default=True, help="The game to play.")
@click.option("--strict", is_flag=True, help="Exit with status 1 at the first error.")
@click.option("--legend", is_flag=True, help="Dump the board with row numbers and column letters.")
@click.option("--black", type=_PLAYER, default="manual", show_default=True, help="Who plays the attackers.")
@click.option("--white", type=_PLAYER, default="auto", show_default=True, help="Who plays the defenders.")
@click.option("--nodes", type=click.IntRange(min=1), help="Positions an automated player looks at for a move.")
@click.option("--depth", type=click.IntRange(1, 99), help="How many moves ahead an automated player looks.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seeds the choices of automated players.")
@click.option("--log", type=click.Path(dir_okay=False, path_type=Path), help="Write every command obeyed to a file.")
@click.option("--board", is_flag=True, help="Draw the board after every move, on a terminal.")
@click.option("--display", is_flag=True, help="Open the graphical board; there is none yet.")
@click.pass_context
def command(
    ctx: click.Context,
    file: Path | None,
    variant: str,
    strict: bool,
    legend: bool,
    black: str,
    white: str,
    nodes: int | None,
    depth: int | None,
    seed: int,
    log: Path | None,
    board: bool,
    display: bool,
) -> None:
    r"""Play a game by commands, from the terminal or from FILE; `help` lists them.

    \b
    Examples:
      taflkit play
      taflkit play --variant brandubh --black auto
      taflkit play commands.txt --strict
    """
    if display:
        raise click.UsageError("there is no graphical board yet; play without --display.")
    # All of this is imported here because listing the commands must not import it.
    from taflkit.board import Side
    from taflkit.cli.driver import Driver, read_lines, typed_lines
    from taflkit.game import start
    from taflkit.search import Automaton, SearchLimit
    from taflkit.search.player import DEFAULT_NODES
    from taflkit.shell import Session

    limit = SearchLimit(depth=depth, nodes=nodes or (None if depth else DEFAULT_NODES))
    automated = {side for side, who in ((Side.ATTACKERS, black), (Side.DEFENDERS, white)) if who == "auto"}
    session = Session(start(variant), Automaton(limit), frozenset(automated), seed, legend)
    with nullcontext() if log is None else log.open("w", encoding="utf-8") as journal:
        driver = Driver(session, strict=strict, board=board, journal=journal)
        if file is not None:
            driver.run_file(str(file))
        elif sys.stdin.isatty():
            driver.run(typed_lines(driver))
        else:
            driver.run(read_lines(sys.stdin.buffer))
    ctx.exit(driver.status)
