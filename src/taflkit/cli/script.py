"""`taflkit script`."""

from __future__ import annotations

import time
from pathlib import Path

import click

from taflkit.cli.arguments import EXISTING_FILE, Seconds


@click.command()
@click.argument("files", nargs=-1, required=True, type=EXISTING_FILE)
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="CMD",
    help="Start this instead of what the scripts say; twice for two different programs.",
)
@click.option("--move-time", type=Seconds(), help="Seconds for a move, whatever the scripts say.")
@click.option("--game-time", type=Seconds(), help="Seconds for one side's moves in a game, whatever the scripts say.")
@click.option("--quiet", is_flag=True, help="Do not print boards and wins.")
@click.option("--verbose", is_flag=True, help="Show every line sent and received, on standard error.")
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

    Boards and the wins that a script asks for are printed, and compared with the file of the same name that ends in
    .std. Scripts NAME-1.in and NAME-2.in run two programs against each other. In commands {python} stands for the
    Python interpreter, {here} for the directory of the script.

    \b
    Examples:
      taflkit script captures.in
      taflkit script tests/*.in --program "taflkit play --legend"
      taflkit script game-1.in game-2.in --program "taflkit play" --program ./other-program
    """
    if len(programs) > 2:
        raise click.UsageError("a script is run by one program or by two: give --program once or twice.")
    # All of this is imported here because listing the commands must not import it.
    from taflkit.cli.programs import end_by_signal
    from taflkit.cli.runner import Runner, group_scripts
    from taflkit.cli.runs import GAME_SECONDS, MOVE_SECONDS

    seconds = None
    if move_time is not None or game_time is not None:
        seconds = (move_time or MOVE_SECONDS, game_time or GAME_SECONDS)
    runner = Runner(programs, seconds, verbose)
    groups = group_scripts(files)
    end_by_signal()
    failed = 0
    for scripts in groups:
        started = time.monotonic()
        printed, problems = runner.run(scripts)
        if not quiet:
            for text in printed:
                click.echo(text)
        names = " ".join(script.path.name for script in scripts)
        verdict = "FAILED" if problems else "passed"
        click.echo(f"{verdict}  {names}  {time.monotonic() - started:.1f} s", err=True)
        for problem in problems:
            click.echo(problem, err=True)
        failed += bool(problems)
    if len(groups) > 1:
        click.echo(f"{len(groups) - failed} of {len(groups)} passed", err=True)
    if failed:
        ctx.exit(1)
