"""A random sample of the changes that mutmut makes, and how many of it the tests notice.

    python -m tools.mutants run --size 120
    python -m tools.mutants score --size 120

All changes take many hours. A sample of each area takes far less, and the score says how far off it may be. The same
seed draws the same changes of the same code; the folder `mutants` must be there, which any run of mutmut makes.

`run` stands for `mutmut run $(python -m tools.mutants draw)`: it collects the tests once for all changes, and begins
with those that take least.
"""

from __future__ import annotations

import json
import math
import os
import random
import resource
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import click
import pytest

#: The areas that are changed, by the names of their modules.
AREAS = ("taflkit.rules.", "taflkit.game.", "taflkit.records.", "taflkit.shell.")
#: The exit codes by which mutmut records that a test failed, and that the tests did not end.
KILLED, TIMED_OUT = frozenset({1, 3, -11, -9}), frozenset({24, -24, 36, 152, 255})
#: The exit code by which mutmut records that no test reaches a change.
UNREACHED = 33
#: How many standard errors cover 95 of 100 samples.
Z = 1.96


def read_results(folder: Path) -> dict[str, int | None]:
    """What became of every change, by its name: the exit code of the tests, `None` if they were not run."""
    results: dict[str, int | None] = {}
    for path in sorted(folder.rglob("*.meta")):
        results |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return results


def draw(names: Mapping[str, object], size: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Draw so many changes of each area, or all where there are fewer; a larger sample has all of a smaller one."""
    for area in AREAS:
        shuffled = sorted(name for name in names if name.startswith(area))
        random.Random(f"{seed}/{area}").shuffle(shuffled)
        yield area, shuffled[:size]


def interval(noticed: int, tested: int) -> tuple[float, float]:
    """Wilson's interval around a share: all changes are in it 95 times out of 100."""
    share, spread = noticed / tested, Z * Z / tested
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * math.sqrt(share * (1 - share) / tested + spread / tested / 4) / (1 + spread)
    return middle - reach, middle + reach


def write_result(folder: Path, name: str, code: int) -> None:
    """Record what became of a change where mutmut does."""
    for path in folder.rglob("*.meta"):
        facts = json.loads(path.read_text(encoding="utf-8"))
        if name in facts["exit_code_by_key"]:
            facts["exit_code_by_key"][name] = code
            path.write_text(json.dumps(facts, indent=4), encoding="utf-8")


class _Trials:
    """A plugin of pytest that runs the tests on one change after the other, each in a process of its own."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = list(names)
        self._said = os.fdopen(os.dup(sys.stderr.fileno()), "w")  # pytest takes what is written to the other one.
        facts = json.loads(Path("mutmut-stats.json").read_text(encoding="utf-8"))
        self._reaching: dict[str, list[str]] = facts["tests_by_mangled_function_name"]
        self._seconds: dict[str, float] = facts["duration_by_test"]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Stop at the first test that fails, and name it."""
        if report.failed:
            click.echo(f"      {report.nodeid}", self._said)
            os._exit(1)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests that reach each change. That they pass without one has been seen when these were found."""
        items = {item.nodeid: item for item in session.items}
        for name in self._names:
            reaching = [test for test in self._reaching.get(name.rpartition("__mutmut_")[0], ()) if test in items]
            quickest = sorted(reaching, key=lambda test: self._seconds[test])
            code = self._run(name, [items[test] for test in quickest]) if quickest else UNREACHED
            click.echo(f"{code:4}  {name}", self._said)
            write_result(Path(), name, code)
        return True

    def _run(self, name: str, items: list[pytest.Item]) -> int:
        limit = 60 + 10 * math.ceil(sum(self._seconds[item.nodeid] for item in items))
        child = os.fork()
        if child == 0:
            items[0].config.pluginmanager.unregister(name="terminalreporter")
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
            os.environ["MUTANT_UNDER_TEST"] = name
            try:
                for item, following in zip(items, [*items[1:], None], strict=True):
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            except BaseException:  # noqa: BLE001 - whatever it is, the change is noticed
                os._exit(1)
            os._exit(0)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@click.group()
def main() -> None:
    """Test the tests with a random sample of changes."""


_folder = click.option("--folder", type=click.Path(path_type=Path, exists=True), default="mutants", show_default=True)
_size = click.option("--size", type=click.IntRange(1), default=120, help="How many changes of each area.")
_seed = click.option("--seed", default=1, help="Another number draws other changes.")


@main.command("draw")
@_folder
@_size
@_seed
def draw_command(folder: Path, size: int, seed: int) -> None:
    """Print the names of the sample, for `mutmut run`."""
    for _, names in draw(read_results(folder), size, seed):
        click.echo("\n".join(names))


@main.command()
@_folder
@_size
@_seed
@click.option("--area", "areas", type=click.Choice(AREAS), multiple=True, default=AREAS, help="Only this area.")
def run(folder: Path, size: int, seed: int, areas: tuple[str, ...]) -> None:
    """Run the tests on the sample."""
    os.chdir(folder)
    sys.path[:0] = [str(Path.cwd()), str(Path("src").resolve())]
    chosen = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    names = [name for area, drawn in draw(read_results(Path()), size, seed) if area in areas for name in drawn]
    options = ["--rootdir=.", "--tb=native", "--assert=plain", *chosen["pytest_add_cli_args"]]
    sys.exit(pytest.main([*options, *chosen["pytest_add_cli_args_test_selection"]], plugins=[_Trials(names)]))


@main.command()
@_folder
@_size
@_seed
def score(folder: Path, size: int, seed: int) -> None:
    """Print how many changes of the sample were noticed, and name the others."""
    results = read_results(folder)
    for area, names in draw(results, size, seed):
        tested = [name for name in names if results[name] is not None]
        slow = [name for name in tested if results[name] in TIMED_OUT]
        unnoticed = [name for name in tested if results[name] not in KILLED | TIMED_OUT]
        if not tested:
            click.echo(f"{area}* was not tested")
            continue
        low, high = interval(len(tested) - len(unnoticed), len(tested))
        click.echo(
            f"{area}*: {len(tested) - len(unnoticed)} of {len(tested)} noticed, {len(slow)} of them by running out of "
            f"time: {1 - len(unnoticed) / len(tested):.1%} ({low:.1%} to {high:.1%} of all)"
        )
        for name in unnoticed:
            click.echo(f"  {name}")


if __name__ == "__main__":
    main()
