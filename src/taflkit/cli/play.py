"""`taflkit play`."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from taflkit import TaflError
from taflkit.cli.arguments import (
    FileOrVariant,
    check_threads,
    complete_searcher,
    read_record_file,
    record_options,
    standard_input,
    threads_option,
    variant_option,
    with_threads,
)
from taflkit.cli.engines import engine_options, opened_player
from taflkit.cli.signals import INTERRUPTED
from taflkit.cli.streams import OutputError, ask, complain, give_up, is_terminal, read_lines
from taflkit.files import GZIP, begins_with, holds_something, reason_of, write_whole
from taflkit.search import MAX_LEVEL
from taflkit.shell.arguments import MAX_NUMBER_DIGITS

if TYPE_CHECKING:
    from taflkit.cli.driver import Driver
    from taflkit.cli.faces import Face
    from taflkit.games import MoveT, Player
    from taflkit.records import Record
    from taflkit.search import Automaton, SearcherMaker
    from taflkit.shell import Session
    from taflkit.shell.session import GameT

#: As many digits as the command `seed` takes.
_MAX_SEED = 10**MAX_NUMBER_DIGITS - 1
_PLAYER = click.Choice(["auto", "manual"])


@click.command()
@click.argument("source", required=False, metavar="[VARIANT|FILE]", type=FileOrVariant())
@variant_option
@click.option("--strict", is_flag=True, help="Exit with status 1 at the first error.")
@click.option("--legend", is_flag=True, help="Dump the board with row numbers and column letters.")
@click.option("--auto", "automated", multiple=True, metavar="PLAYER", help="Make a player automated; may be repeated.")
@click.option("--manual", multiple=True, metavar="PLAYER", help="Make a player manual; may be repeated.")
@click.option("--black", type=_PLAYER, help="Who plays black: in tafl the attackers, manual unless given.")
@click.option("--white", type=_PLAYER, help="Who plays white: in tafl the defenders, automated unless given.")
@click.option(
    "--searcher",
    metavar="PLAYER",
    shell_complete=complete_searcher,
    help="The searcher that chooses the moves of automated players, on its own; classic is alphabeta without the "
    "network of the variant.",
)
@click.option(
    "--level",
    type=click.IntRange(1, MAX_LEVEL),
    metavar="N",
    help="How well automated players play, from 1 for beginners to 10, the default.",
)
@record_options
@engine_options
@click.option("--nodes", type=click.IntRange(min=1), help="How many positions an automated player looks at for a move.")
@click.option("--depth", type=click.IntRange(1, 99), help="How many moves ahead an automated player looks.")
@threads_option(
    "How many threads the kernel searches with at level 10; with several, no game can be repeated, whatever the seed."
)
@click.option("--no-book", is_flag=True, help="Let automated players think from the first move, without a book.")
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
@click.option("--board/--no-board", default=None, help="Draw the board after every move; on a terminal it is drawn.")
@click.option("--display", is_flag=True, help="Play on a board in the browser, with analysis.")
@click.option("--port", type=click.IntRange(0, 65535), help="The port of --display; any free one if not given.")
@click.option("--no-open", is_flag=True, help="Let --display print its address only, and open no browser.")
@click.pass_context
def play(
    ctx: click.Context,
    source: Path | str | None,
    variant: str,
    strict: bool,
    legend: bool,
    automated: tuple[str, ...],
    manual: tuple[str, ...],
    black: str | None,
    white: str | None,
    searcher: str | None,
    engine: str | None,
    protocol: str,
    level: int | None,
    ply: int | None,
    number: int | None,
    nodes: int | None,
    depth: int | None,
    threads: int,
    no_book: bool,
    seed: int,
    log: Path | None,
    force: bool,
    board: bool | None,
    display: bool,
    port: int | None,
    no_open: bool,
) -> None:
    """Play a game by commands, from standard input or from FILE. The command `help` lists them.

    If FILE is a recorded game, that game goes on; `-` is standard input.

    The name of a VARIANT is the same as --variant, unless there is a file of that name. Unless told otherwise the
    second player is automated, and the first is not.

    \b
    Examples:
      taflkit play
      taflkit play brandubh --level 3
      taflkit play --variant brandubh --black auto
      taflkit play --variant ataxx --auto red --manual blue
      taflkit play copenhagen --threads 2
      taflkit play --display
      taflkit play commands.txt --strict
      taflkit play game.tafl --ply 12
      taflkit play --variant copenhagen --engine "bearing"
    """
    file = source if isinstance(source, Path) else None
    if isinstance(source, str):
        if ctx.get_parameter_source("variant") is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"{source!r} and --variant both name the game.")
        variant = source
    record = None if file is None else _read_record(file, number, ctx)
    if str(file) == "-":
        file = None  # Commands are read from standard input anyway.
    if record is None and (ply is not None or number is not None):
        raise click.UsageError("--ply and --game go with a recorded game.")
    _check_display(ctx, display, record is not None)
    if threads > 1 and level is not None and level < MAX_LEVEL:
        raise click.UsageError(
            f"--threads goes with level {MAX_LEVEL}: lower levels are defined by what one thread finds."
        )
    if log is not None and file is not None and os.path.realpath(log) == os.path.realpath(file):
        raise click.UsageError("--log would overwrite the commands that are to be read.")
    try:
        # Imported here so that listing the commands stays quick.
        from taflkit.cli.driver import called_of
        from taflkit.games.starting import start
        from taflkit.shell import Session

        with opened_player(searcher, engine, protocol) as make:
            player = _player(make, nodes, depth, threads, book=not no_book)
            session: Session[Any, Any] = Session(
                start(variant), player, seed=seed, legend=legend, called=called_of(variant)
            )
            if record is not None:
                from taflkit.shell.records import with_record

                session, _ = with_record(session, record, ply)
                file = None
            session = _with_players(session, automated, manual, black, white)
            if level is not None:
                session = session.with_level(level)
            if display:
                from taflkit.cli.display import display as show

                show(session, level, port or 0, not no_open)
                ctx.exit()
            with _journal(log, session, force) as journal:
                ctx.exit(_run(session, file, strict, board, journal, force))
    except KeyboardInterrupt:
        ctx.exit(INTERRUPTED)


#: What the board in the browser takes from the command line; the rest is chosen on the page.
_WITH_DISPLAY = {"variant", "automated", "manual", "black", "white", "level", "seed", "display", "port", "no_open"}
_WITH_DISPLAY |= {"ply", "number"}
_OF_DISPLAY = ("port", "no_open")


def _read_record(file: Path, number: int | None, ctx: click.Context) -> Record | None:
    """The recorded game of a file; `None` for a file of commands."""
    from taflkit.cli.driver import BEGINNING
    from taflkit.shell.records import is_recorded

    try:
        if str(file) == "-":
            stdin = standard_input(file)
            beginning = stdin.peek(BEGINNING)[:BEGINNING] if isinstance(stdin, io.BufferedReader) else b""
        elif file.is_file():
            with file.open("rb") as stream:
                beginning = stream.read(BEGINNING)
        else:
            return None  # Commands may come through a pipe.
    except OSError as error:
        raise TaflError(f"cannot read {file}: {reason_of(error)}") from None
    if not (beginning.startswith(GZIP) or is_recorded(beginning.decode("utf-8", "replace"))):
        return None
    chosen = ctx.get_parameter_source("variant") is ParameterSource.COMMANDLINE
    return read_record_file(file, number, [ctx.params["variant"]] if chosen else ())


def _check_display(ctx: click.Context, display: bool, recorded: bool) -> None:
    """Refuse options that would do nothing."""
    given = [name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    allowed = {*_WITH_DISPLAY, "source"} if recorded or isinstance(ctx.params["source"], str) else _WITH_DISPLAY
    wrong = [name for name in given if (name not in allowed if display else name in _OF_DISPLAY)]
    if wrong:
        word = "FILE" if wrong[0] == "source" else f"--{wrong[0].replace('_', '-')}"
        raise click.UsageError(f"{word} does not go with --display." if display else f"{word} needs --display.")


def _with_players(
    session: Session[GameT, MoveT],
    automated: tuple[str, ...],
    manual: tuple[str, ...],
    black: str | None,
    white: str | None,
) -> Session[GameT, MoveT]:
    """The session with the players that the options make automated or manual."""
    wishes = [(name, True) for name in automated] + [(name, False) for name in manual]
    wishes += [(name, who == "auto") for name, who in (("black", black), ("white", white)) if who is not None]
    wanted: dict[Player, bool] = {}
    for name, is_automated in wishes:
        player = session.player_called(name)
        if wanted.setdefault(player, is_automated) is not is_automated:
            raise click.UsageError(f"{session.name_of(player)} cannot be both automated and manual.")
        session = session.with_automated(player, is_automated)
    return session


def _player(
    make: SearcherMaker | None,
    nodes: int | None,
    depth: int | None,
    threads: int,
    *,
    book: bool,
) -> Automaton:
    from taflkit.search import Automaton, SearchLimit

    limit = SearchLimit(depth=depth, nodes=nodes) if depth or nodes else None
    if make is None:
        check_threads(threads)
        return Automaton(limit, threads=threads, book=book)
    if threads > 1:
        with_threads(make(0), threads)  # Refused here and not at its first move.
    return Automaton(limit, win_within=0, searcher=lambda seed: with_threads(make(seed), threads))


@contextmanager
def _journal(log: Path | None, session: Session[GameT, MoveT], force: bool) -> Iterator[IO[str] | None]:
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


def _open_log(log: Path, session: Session[GameT, MoveT], force: bool) -> IO[str]:
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
    session: Session[GameT, MoveT],
    file: Path | None,
    strict: bool,
    board: bool | None,
    journal: IO[str] | None,
    force: bool,
) -> int:
    """Run the session to its end, and return the exit status."""
    from taflkit.cli.driver import Driver

    try:
        if file is None and is_terminal(sys.stdin, sys.stdout):
            from taflkit.cli.terminal import play_at_terminal

            return play_at_terminal(session, boards=board is not False, strict=strict, journal=journal, force=force)
        driver = Driver(session, strict=strict, face=_face(board), journal=journal, force=force)
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


def _face(board: bool | None) -> Face:
    """How commands from a file or a pipe are answered: plainly, unless boards are wanted on a terminal."""
    if board and is_terminal(sys.stdout):
        from taflkit.cli.screen import Screen

        return Screen(boards=True)
    from taflkit.cli.faces import PlainFace

    return PlainFace()
