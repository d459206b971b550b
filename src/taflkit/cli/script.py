"""`taflkit script`: which test scripts run together, and whether they print what they should."""

from __future__ import annotations

import difflib
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit.cli.arguments import EXISTING_FILE, Seconds

if TYPE_CHECKING:
    from taflkit.cli.programs import Trace
    from taflkit.cli.scripts import Script


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
    from taflkit.cli.scripts import GAME_SECONDS, MOVE_SECONDS

    seconds = None
    if move_time is not None or game_time is not None:
        seconds = (move_time or MOVE_SECONDS, game_time or GAME_SECONDS)
    groups = _groups(files)
    end_by_signal()
    failed = 0
    for scripts in groups:
        started = time.monotonic()
        printed, problems = _run(scripts, programs, seconds, verbose)
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


def _run(
    scripts: Sequence[Script], commands: tuple[str, ...], seconds: tuple[float, float] | None, verbose: bool
) -> tuple[list[str], list[str]]:
    """Run a script, or two together: what was printed, and what is wrong, line by line."""
    from taflkit.cli.programs import Program, ProgramError, split_command
    from taflkit.cli.scripts import Run, RunError, run_together

    runs: list[Run] = []
    programs: list[Program] = []
    problems: list[str] = []
    with ExitStack() as stack:
        try:
            for number, script in enumerate(scripts):
                command = commands[min(number, len(commands) - 1)] if commands else script.command
                if command is None:
                    raise RunError(f"{script.path.name}: it names no program; say which with --program")
                trace = _trace(f"{number + 1} " if len(scripts) > 1 else "") if verbose else None
                program = Program(split_command(command, script.path.parent), trace)
                programs.append(stack.enter_context(program))
                runs.append(Run(script, program, seconds))
            run_together(runs)
        except (ProgramError, RunError) as error:
            problems.append(str(error))
    if problems:
        problems += [f"  on standard error: {line}" for program in programs for line in program.complaints]
    complete = not problems
    for run in runs:
        problems += _difference(run.script, run.printed, complete)
    return [text for run in runs for text in run.printed], problems


def _trace(who: str) -> Trace:
    return lambda sign, line: click.echo(f"{who}{sign} {line}", err=True)


def _groups(files: Sequence[Path]) -> list[list[Script]]:
    """The scripts that are run together: alone, or two that speak of one another."""
    from taflkit.cli.scripts import read_script

    scripts = {path: read_script(path) for path in files}
    groups: list[list[Script]] = []
    taken: set[Path] = set()
    for path, script in scripts.items():
        if path in taken:
            continue
        group = [script]
        other = _partner(path)
        if other is not None and (other in scripts or (script.is_remote and other.is_file())):
            group.append(scripts.get(other) or read_script(other))
            group.sort(key=lambda script: script.path.name)
        taken |= {script.path for script in group}
        groups.append(group)
    lonely = [group for group in groups if len(group) == 1 and group[0].is_remote]
    if len(lonely) == 2:  # Whatever they are called, they can only mean each other.
        groups = [group for group in groups if group not in lonely]
        groups.append([script for group in lonely for script in group])
    return groups


def _partner(path: Path) -> Path | None:
    """The other script of a pair, by its name."""
    for own, other in (("-1", "-2"), ("-2", "-1")):
        if path.stem.endswith(own):
            return path.with_name(path.stem.removesuffix(own) + other + path.suffix)
    return None


def _difference(script: Script, printed: Sequence[str], complete: bool) -> list[str]:
    """How what was printed differs from what should have been; only as far as it goes, if it is not complete."""
    expected = script.expected
    if expected is None:
        return []
    wanted, found = (_lines(text) for text in (expected, "\n".join(printed)))
    if not complete:
        wanted = wanted[: len(found)]
    if wanted == found:
        return []
    diff = difflib.unified_diff(wanted, found, script.path.with_suffix(".std").name, "printed", lineterm="", n=2)
    hint = []
    if _without_legend(wanted) == _without_legend(found):
        hint = ["Only row numbers and column letters differ: taflkit play prints them with --legend."]
    return [*diff, *hint]


def _lines(text: str) -> list[str]:
    """The lines that count: blank ones do not, nor does space at the end."""
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _without_legend(lines: Sequence[str]) -> list[str]:
    """The lines without row numbers and column letters."""
    rows = (line.split() for line in lines)
    return [
        " ".join(words[1:] if words[0].isdecimal() else words)
        for words in rows
        if words != [chr(ord("a") + column) for column in range(len(words))]
    ]
