"""A random sample of the changes that mutmut makes, and how many of it the tests notice.

    mutmut run $(python -m tools.mutants draw --size 120)
    python -m tools.mutants score --size 120

All changes take many hours. A sample of each area takes far less, and the score says how far off it may be. The same
seed draws the same changes of the same code; the folder `mutants` must be there, which any run of mutmut makes.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

#: The areas that are changed, by the names of their modules.
AREAS = ("taflkit.rules.", "taflkit.game.", "taflkit.notation.", "taflkit.shell.")
#: The exit codes by which mutmut records that a test failed, and that the tests did not end.
KILLED, TIMED_OUT = frozenset({1, 3, -11, -9}), frozenset({24, -24, 36, 152, 255})
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
