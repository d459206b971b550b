"""Running test scripts and judging what they print."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import attrs
import click

from taflkit.cli.programs import Program, ProgramError, Trace, split_command
from taflkit.cli.runs import Run, RunError, run_together
from taflkit.cli.scripts import Script, read_script


@attrs.frozen
class Runner:
    """How scripts are run."""

    #: The commands that start the programs, instead of what the scripts say: none, one, or one for each.
    programs: tuple[str, ...] = ()
    #: For a move, and for one side's moves in a game, instead of what the scripts say.
    seconds: tuple[float, float] | None = None
    verbose: bool = False

    def run(self, scripts: Sequence[Script]) -> tuple[list[str], list[str]]:
        """Run a script, or two together: what was printed, and what is wrong, line by line."""
        runs: list[Run] = []
        programs: list[Program] = []
        problems: list[str] = []
        with ExitStack() as stack:
            try:
                for number, script in enumerate(scripts):
                    command = split_command(self._command(number, script), script.path.parent)
                    who = f"{number + 1} " if len(scripts) > 1 else ""
                    programs.append(stack.enter_context(Program(command, _trace(who) if self.verbose else None)))
                    runs.append(Run(script, programs[-1], self.seconds))
                run_together(runs)
            except (ProgramError, RunError) as error:
                problems.append(str(error))
        if problems:
            problems += [f"  on standard error: {line}" for program in programs for line in program.complaints]
        complete = not problems
        for run in runs:
            problems += difference(run.script, run.printed, complete)
        return [text for run in runs for text in run.printed], problems

    def _command(self, number: int, script: Script) -> str:
        if self.programs:
            return self.programs[min(number, len(self.programs) - 1)]
        if script.command is None:
            raise RunError(f"{script.path.name}: it names no program; say which with --program")
        return script.command


def _trace(who: str) -> Trace:
    return lambda sign, line: click.echo(f"{who}{sign} {line}", err=True)


def group_scripts(files: Sequence[Path]) -> list[list[Script]]:
    """The scripts that are run together: alone, or two that speak of one another."""
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


def difference(script: Script, printed: Sequence[str], complete: bool) -> list[str]:
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
