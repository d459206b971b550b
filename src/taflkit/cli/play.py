"""The commands that play games: `taflkit play` by what it is told, `taflkit match` between two programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from taflkit import Game, TaflError, start
from taflkit.cli.arguments import EXISTING_FILE, Seconds, VariantType, jobs_option, json_option
from taflkit.cli.streams import (
    INTERRUPTED,
    OutputError,
    can_show,
    complain,
    echo_json,
    give_up,
    is_terminal,
    prepare,
    progress,
    read_lines,
)

if TYPE_CHECKING:
    from taflkit.cli.driver import Driver
    from taflkit.shell import Player, Session

#: What is played unless a game is named.
DEFAULT_VARIANT = "tablut"
#: As many digits as the command `seed` takes.
_LARGEST_SEED = 10**20 - 1
_PLAYER = click.Choice(["auto", "manual"])
_variant_option = click.option(
    "--variant", type=VariantType(), default=DEFAULT_VARIANT, show_default=True, help="The game to play."
)


def _searchers(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names that begin so, for completion."""
    from taflkit.search import searcher_names

    return [name for name in searcher_names() if name.startswith(incomplete.lower())]


@click.command()
@click.argument("file", required=False, type=EXISTING_FILE)
@_variant_option
@click.option("--strict", is_flag=True, help="Exit with status 1 at the first error.")
@click.option("--legend", is_flag=True, help="Dump the board with row numbers and column letters.")
@click.option("--black", type=_PLAYER, default="manual", show_default=True, help="Who plays black, the attackers.")
@click.option("--white", type=_PLAYER, default="auto", show_default=True, help="Who plays white, the defenders.")
@click.option(
    "--searcher",
    metavar="NAME",
    shell_complete=_searchers,
    help="The searcher that alone picks the moves of automated players.",
)
@click.option("--nodes", type=click.IntRange(min=1), help="Positions an automated player looks at for a move.")
@click.option("--depth", type=click.IntRange(1, 99), help="How many moves ahead an automated player looks.")
@click.option(
    "--seed",
    type=click.IntRange(-_LARGEST_SEED, _LARGEST_SEED),
    metavar="N",
    default=0,
    show_default=True,
    help="Seeds the choices of automated players.",
)
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what is obeyed and answered to a file that can itself be played.",
)
@click.option("--board", is_flag=True, help="Draw the board after every move, on a terminal.")
@click.option("--display", is_flag=True, help="Open the graphical board; there is none yet.")
@click.pass_context
def play(
    ctx: click.Context,
    file: Path | None,
    variant: str,
    strict: bool,
    legend: bool,
    black: str,
    white: str,
    searcher: str | None,
    nodes: int | None,
    depth: int | None,
    seed: int,
    log: Path | None,
    board: bool,
    display: bool,
) -> None:
    """Play a game by commands, from the terminal or from FILE; `help` lists them.

    \b
    Examples:
      taflkit play
      taflkit play --variant brandubh --black auto
      taflkit play commands.txt --strict
    """
    if display:
        raise click.UsageError("there is no graphical board yet; play without --display.")
    if log is not None and file is not None and log.resolve() == file.resolve():
        raise click.UsageError("--log would overwrite the commands that are to be read.")
    try:
        # All of this is imported here because listing the commands must not import it.
        from taflkit.cli.driver import called_of
        from taflkit.shell import Session

        session = Session(
            start(variant), _player(searcher, nodes, depth), frozenset(), seed, legend, called_of(variant)
        )
        for name, who in (("black", black), ("white", white)):
            session = session.with_automated(session.player_called(name), who == "auto")
        with _journal(log, session) as journal:
            ctx.exit(_run(session, file, strict, board, journal))
    except KeyboardInterrupt:
        ctx.exit(INTERRUPTED)


def _player(searcher: str | None, nodes: int | None, depth: int | None) -> Player:
    from taflkit.search import DEFAULT_NODES, Automaton, SearchLimit, searcher_named

    limit = SearchLimit(depth=depth, nodes=nodes) if depth or nodes else None
    if searcher is None:
        return Automaton(limit)
    return Automaton(limit or SearchLimit(nodes=DEFAULT_NODES), win_within=0, searcher=searcher_named(searcher))


@contextmanager
def _journal(log: Path | None, session: Session) -> Iterator[IO[str] | None]:
    """The log, begun with the commands that lead to where the session starts."""
    if log is None:
        yield None
        return
    try:
        journal = log.open("w", encoding="utf-8", errors="surrogateescape", newline="\n")
    except OSError as error:
        raise TaflError(f"cannot write the log {log}: {error.strerror}") from None
    try:
        try:
            journal.write(session.script())
            journal.flush()
        except OSError as error:
            raise TaflError(f"cannot write the log {log}: {error.strerror}") from None
        yield journal
    finally:
        with suppress(OSError):  # What could not be written has been reported.
            journal.close()


def _run(session: Session, file: Path | None, strict: bool, board: bool, journal: IO[str] | None) -> int:
    """Drive the session to its end, and return the status with which to exit."""
    from taflkit.cli.driver import Driver, Interrupts, typed_lines

    prepare()
    draw = _draw if board and is_terminal(sys.stdout) else None
    try:
        if file is None and is_terminal(sys.stdin, sys.stdout):
            with Interrupts() as interrupts:
                driver = Driver(session, strict=strict, draw=draw, journal=journal, hearing=interrupts.heard)
                with closing(typed_lines(driver, interrupts)) as lines:
                    driver.run(lines)
        else:
            driver = Driver(session, strict=strict, draw=draw, journal=journal)
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


def _draw(game: Game) -> str:
    """The board for people, in signs that the terminal can show."""
    from taflkit.shell import unicode_board
    from taflkit.shell.text import board

    picture = unicode_board(game)
    return picture if can_show(picture) else board(game)


@click.command()
@click.argument("first", metavar="CMD")
@click.argument("second", metavar="CMD")
@click.option("--games", type=click.IntRange(1, 100_000), default=2, show_default=True, help="How many games to play.")
@_variant_option
@click.option(
    "--openings",
    type=EXISTING_FILE,
    help="A file of games to begin with, one a line: moves from the start, or a position.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32), default=1, show_default=True, help="The seed of the first games."
)
@click.option("--plies", type=click.IntRange(1, 10_000), default=500, show_default=True, help="Longer games are draws.")
@click.option("--move-time", type=Seconds(), default=60.0, show_default=True, help="Seconds for a move.")
@jobs_option("Games played at a time.")
@json_option
def match(
    first: str,
    second: str,
    games: int,
    variant: str,
    openings: Path | None,
    seed: int,
    plies: int,
    move_time: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Let two programs play each other, by turns on either side, and say which is stronger.

    Both speak the command language of `taflkit play`. Each opening and each seed serves for two games, with sides
    changed. A program that ends, hangs or makes an illegal move loses that game.

    \b
    Examples:
      taflkit match "taflkit play" "taflkit play --nodes 2000" --games 10
      taflkit match "taflkit play --depth 2" ./other-program --openings openings.txt --json
    """
    # All of this is imported here because listing the commands must not import it.
    from taflkit.cli.matches import Match, as_table, read_openings, table_lines
    from taflkit.cli.programs import end_by_signal, split_command

    begin = start(variant)
    planned = Match(
        (split_command(first), split_command(second)),
        (begin,) if openings is None else read_openings(openings, begin.variant),
        None if variant == DEFAULT_VARIANT else f"variant {variant}",
        seed,
        plies,
        move_time,
    )
    end_by_signal()
    results = []
    # A bar and the results would be in each other's way on the same terminal.
    with progress(games, as_json or not is_terminal(sys.stdout)) as on_games:
        for result in planned.play_all(games, jobs):
            results.append(result)
            if not as_json:
                click.echo(str(result))
            on_games(len(results))
    if as_json:
        echo_json(as_table((first, second), results))
    else:
        click.echo("\n".join(table_lines((first, second), results)))
