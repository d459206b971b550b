"""`taflkit play`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from taflkit import TaflError
from taflkit.cli.arguments import EXISTING_FILE, complete_searcher, variant_option
from taflkit.cli.signals import INTERRUPTED
from taflkit.cli.streams import OutputError, ask, can_show, complain, give_up, is_terminal, prepare, read_lines
from taflkit.files import begins_with, holds_something, reason_of, write_whole

if TYPE_CHECKING:
    from taflkit.cli.driver import Driver
    from taflkit.search import Automaton
    from taflkit.shell import Session

#: As many digits as the command `seed` takes.
_MAX_SEED = 10**20 - 1
_PLAYER = click.Choice(["auto", "manual"])


@click.command()
@click.argument("file", required=False, type=EXISTING_FILE)
@variant_option
@click.option("--strict", is_flag=True, help="Exit with status 1 at the first error.")
@click.option("--legend", is_flag=True, help="Dump the board with row numbers and column letters.")
@click.option("--auto", "automated", multiple=True, metavar="PLAYER", help="Make a player automated; may be repeated.")
@click.option("--manual", multiple=True, metavar="PLAYER", help="Make a player manual; may be repeated.")
@click.option("--black", type=_PLAYER, help="Who plays black: in tafl the attackers, manual unless given.")
@click.option("--white", type=_PLAYER, help="Who plays white: in tafl the defenders, automated unless given.")
@click.option(
    "--searcher",
    metavar="NAME",
    shell_complete=complete_searcher,
    help="The searcher that chooses the moves of automated players, on its own.",
)
@click.option("--nodes", type=click.IntRange(min=1), help="How many positions an automated player looks at for a move.")
@click.option("--depth", type=click.IntRange(1, 99), help="How many moves ahead an automated player looks.")
@click.option(
    "--seed",
    type=click.IntRange(-_MAX_SEED, _MAX_SEED),
    metavar="N",
    default=0,
    show_default=True,
    help="Seeds the choices of automated players.",
)
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the commands, and the answers as comments, to a file that can be played again.",
)
@click.option("--force", is_flag=True, help="Let --log and the command save overwrite any file.")
@click.option("--board", is_flag=True, help="Draw the board after every move, on a terminal.")
@click.option("--display", is_flag=True, help="Open the graphical board; there is none yet.")
@click.pass_context
def play(
    ctx: click.Context,
    file: Path | None,
    variant: str,
    strict: bool,
    legend: bool,
    automated: tuple[str, ...],
    manual: tuple[str, ...],
    black: str | None,
    white: str | None,
    searcher: str | None,
    nodes: int | None,
    depth: int | None,
    seed: int,
    log: Path | None,
    force: bool,
    board: bool,
    display: bool,
) -> None:
    """Play a game by commands, from standard input or from FILE. The command `help` lists them.

    Unless told otherwise the second player is automated, and the first is not.

    \b
    Examples:
      taflkit play
      taflkit play --variant brandubh --black auto
      taflkit play --variant ataxx --auto red --manual blue
      taflkit play commands.txt --strict
    """
    if display:
        raise click.UsageError("there is no graphical board yet; play without --display.")
    if log is not None and file is not None and os.path.realpath(log) == os.path.realpath(file):
        raise click.UsageError("--log would overwrite the commands that are to be read.")
    try:
        # Imported here so that listing the commands stays quick.
        from taflkit.cli.driver import called_of
        from taflkit.games import start
        from taflkit.shell import Session

        session: Session[Any, Any] = Session(
            start(variant), _player(searcher, nodes, depth), seed=seed, legend=legend, called=called_of(variant)
        )
        session = _with_players(session, automated, manual, black, white)
        with _journal(log, session, force) as journal:
            ctx.exit(_run(session, file, strict, board, journal, force))
    except KeyboardInterrupt:
        ctx.exit(INTERRUPTED)


def _with_players(
    session: Session[Any, Any],
    automated: tuple[str, ...],
    manual: tuple[str, ...],
    black: str | None,
    white: str | None,
) -> Session[Any, Any]:
    """The session with the players that the options make automated or manual."""
    wishes = [(name, True) for name in automated] + [(name, False) for name in manual]
    wishes += [(name, who == "auto") for name, who in (("black", black), ("white", white)) if who is not None]
    wanted: dict[Any, bool] = {}
    for name, is_automated in wishes:
        player = session.player_called(name)
        if wanted.setdefault(player, is_automated) is not is_automated:
            raise click.UsageError(f"{session.name_of(player)} cannot be both automated and manual.")
        session = session.with_automated(player, is_automated)
    return session


def _player(searcher: str | None, nodes: int | None, depth: int | None) -> Automaton:
    from taflkit.search import Automaton, SearchLimit, searcher_named

    limit = SearchLimit(depth=depth, nodes=nodes) if depth or nodes else None
    if searcher is None:
        return Automaton(limit)
    return Automaton(limit, win_within=0, searcher=searcher_named(searcher))


@contextmanager
def _journal(log: Path | None, session: Session[Any, Any], force: bool) -> Iterator[IO[str] | None]:
    """The open log, with the commands that set up the session at its beginning; `None` without one."""
    if log is None:
        yield None
        return
    try:
        journal = _open_log(log, session, force)
    except (OSError, ValueError) as error:
        raise TaflError(f"cannot write the log {log}: {reason_of(error)}") from None
    try:
        yield journal
    finally:
        with suppress(OSError):  # The driver has already reported that the log cannot be written.
            journal.close()


def _open_log(log: Path, session: Session[Any, Any], force: bool) -> IO[str]:
    from taflkit.cli.driver import MARK, overwrite_question

    if not force and holds_something(log) and not begins_with(log, MARK.encode()):
        question = overwrite_question(click.format_filename(log))
        if not is_terminal(sys.stdin, sys.stdout):
            raise TaflError(f"{log} was not written by taflkit; use another name, or --force to overwrite it")
        if not ask(question):
            raise TaflError(f"{log} is left as it was")
    beginning = f"{MARK}the log of a session; taflkit play repeats it\n{session.script()}"
    is_whole = log.is_file() or not log.exists()
    if is_whole:
        # An old log is replaced as soon as the new one has begun, and stays whole until then.
        write_whole(log, beginning.encode("utf-8", "surrogateescape"))
    journal = log.open("a", encoding="utf-8", errors="surrogateescape", newline="\n")
    if not is_whole:
        try:
            journal.write(beginning)
            journal.flush()
        except OSError:
            with suppress(OSError):
                journal.close()
            raise
    return journal


def _run(
    session: Session[Any, Any], file: Path | None, strict: bool, board: bool, journal: IO[str] | None, force: bool
) -> int:
    """Run the session to its end, and return the exit status."""
    from taflkit.cli.driver import Driver
    from taflkit.cli.signals import Interrupts
    from taflkit.cli.terminal import typed_lines

    prepare()
    draw = _draw if board and is_terminal(sys.stdout) else None
    try:
        if file is None and is_terminal(sys.stdin, sys.stdout):
            with Interrupts() as interrupts:

                def confirm(question: str) -> bool:
                    with interrupts.heard():
                        return ask(question)

                driver = Driver(
                    session,
                    strict=strict,
                    draw=draw,
                    journal=journal,
                    hearing=interrupts.heard,
                    confirm=confirm,
                    force=force,
                )
                with closing(typed_lines(driver, interrupts)) as lines:
                    driver.run(lines)
        else:
            driver = Driver(session, strict=strict, draw=draw, journal=journal, force=force)
            _read(driver, file)
        return driver.status
    except OutputError as error:
        give_up(sys.stdout)
        if error.reason:
            complain(f"cannot write to standard output: {error.reason}")
        return 1
    except OSError as error:
        complain(f"cannot read the commands: {error.strerror or error}")
        return 1


def _read(driver: Driver, file: Path | None) -> None:
    if file is not None:
        with file.open("rb") as stream:
            driver.run(read_lines(stream), file)
    elif sys.stdin is None:
        driver.run(())
    else:
        driver.run(read_lines(sys.stdin.buffer))


def _draw(session: Session[Any, Any]) -> str:
    """The board in Unicode symbols, or in letters where the terminal lacks them."""
    from taflkit.shell import unicode_board
    from taflkit.shell.boards import board

    picture = unicode_board(session.game, session.kind)
    return picture if can_show(picture) else board(session.game, session.kind)
