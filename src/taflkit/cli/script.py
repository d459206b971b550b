"""`taflkit script`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from taflkit.cli.arguments import EXISTING_FILE, Seconds
from taflkit.cli.signals import exit_on_signals
from taflkit.cli.streams import echo


@click.command()
@click.argument("files", nargs=-1, required=True, type=EXISTING_FILE)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="CMD",
    help="The program to start, instead of the one that the script names; twice for two different programs.",
)
@click.option("--move-time", type=Seconds(), help="Seconds for a move, instead of what the script sets.")
@click.option(
    "--game-time", type=Seconds(), help="Seconds for one side's moves in a game, instead of what the script sets."
)
@click.option("--quiet", is_flag=True, help="Do not print boards and winners.")
@click.option("--verbose", is_flag=True, help="Print every line sent and received, on standard error.")
@click.pass_context
def script(
    ctx: click.Context,
    files: tuple[Path, ...],
    programs: tuple[str, ...],
    move_time: float | None,
    game_time: float | None,
    quiet: bool,
    verbose: bool,
) -> None:
    """Run test scripts of the command language.

    Boards, and the winners that a script asks for, are printed and compared with the file of the same name that ends
    in .std. Scripts NAME-1.in and NAME-2.in run two programs against each other. In command lines, {python} stands
    for the Python interpreter and {here} for the directory of the script.

    \b
    Examples:
      taflkit script captures.in
      taflkit script tests/*.in --program "taflkit play --legend"
      taflkit script game-1.in game-2.in --program "taflkit play" --program ./other-program
    """
    if len(programs) > 2:
        raise click.UsageError("a script is run by one program or by two: give --program once or twice.")
    # Imported here so that listing the commands stays quick.
    from taflkit.match import group_scripts, run_scripts
    from taflkit.match.script_runs import GAME_SECONDS, MOVE_SECONDS

    seconds = None
    if move_time is not None or game_time is not None:
        seconds = (move_time or MOVE_SECONDS, game_time or GAME_SECONDS)
    groups = group_scripts(files)
    failed = 0
    with exit_on_signals():
        for scripts in groups:
            started = time.monotonic()
            report = run_scripts(scripts, programs, seconds, _trace if verbose else None)
            if not quiet:
                for text in report.printed:
                    echo(text)
            names = " ".join(script.path.name for script in scripts)
            verdict = "FAILED" if report.problems else "passed"
            echo(f"{verdict}  {names}  {time.monotonic() - started:.1f} s", err=True)
            for problem in report.problems:
                echo(problem, err=True)
            failed += bool(report.problems)
    if len(groups) > 1:
        echo(f"{len(groups) - failed} of {len(groups)} passed", err=True)
    if failed:
        ctx.exit(1)


def _trace(sign: str, line: str) -> None:
    echo(f"{sign} {line}", err=True)
