"""Count the lines of play of variants in two ways that share no code, and write down where they agree.

One way is taflkit's own count, which takes many moves at once: in the compiled kernel or, with TAFLKIT_KERNEL=0, in
Python. The other plays the lines one by one with the naive engine. A variant on which they differ is not written down:
the first move below which they differ is named instead.
"""

from __future__ import annotations

import sys
import time
import tomllib
from pathlib import Path

import click

from taflkit import Variant, load_variant, start
from taflkit.counting import divide
from taflkit.variant.catalogue import variant_files
from tests.naive import counting
from tests.naive.comparing import as_naive
from tests.naive.engine import Engine

TABLE = Path(__file__).with_name("family.toml")
HEAD = """\
# How many lines of play there are from the start of each variant, to one ply, two plies and so on: exactly so many
# plies; games that are over do not go on; repetition is ignored; in a game in which a piece may go on in the same
# turn, each of its moves is a ply. Made by `python -m tests.perft.compute`, which counts in two independent ways, and
# the last count of each by `python -m tests.perft.deeper`, which counts in three ways of taflkit's own;
# `taflkit perft --check` verifies it.

"""
#: Boards of this size and larger have so many moves that a ply less is counted.
LARGE = 13


def names() -> list[str]:
    """The tafl variants that come with taflkit."""
    return sorted(variant_files("tafl"))


def depth_of(variant: Variant) -> int:
    """To how many plies the naive engine counts a variant; the table has one more."""
    return 3 if max(variant.board.grid.width, variant.board.grid.height) >= LARGE else 4


def read(table: Path = TABLE) -> dict[str, list[int]]:
    """The counts that are written down, by the names of the variants."""
    if not table.exists():
        return {}
    return {name: entry["counts"] for name, entry in tomllib.loads(table.read_text(encoding="utf-8")).items()}


def write(counts: dict[str, list[int]], table: Path) -> None:
    """Write them down, a line for each variant."""
    lines = [f"{name}.counts = {counts[name]}\n" for name in sorted(counts)]
    table.write_text(HEAD + "".join(lines), encoding="utf-8")


def count_both_ways(variant: Variant, deepest: int) -> tuple[list[int], str]:
    """The number of lines to each depth, and where the two ways differ, if they do."""
    engine = Engine(variant)
    counts = []
    for depth in range(1, deepest + 1):
        one_by_one = counting.divide(engine, depth)
        at_once = {as_naive(move): count for move, count in divide(start(variant), depth).items()}
        for move in sorted(one_by_one.keys() | at_once.keys()):
            if one_by_one.get(move) != at_once.get(move):
                return [], f"{depth} plies: {move} has {at_once.get(move)} lines, or {one_by_one.get(move)} one by one"
        counts.append(sum(one_by_one.values()))
    return counts, ""


@click.command("python -m tests.perft.compute", help=__doc__)
@click.argument("variants", nargs=-1)
@click.option("--depth", type=click.IntRange(1), help=f"To how many plies; else 4, or 3 on boards of {LARGE} and more.")
@click.option("--again", is_flag=True, help="Also count what the table has already.")
@click.option("--table", type=click.Path(path_type=Path), default=TABLE, help="The file to write; else the own one.")
def main(variants: tuple[str, ...], depth: int | None, again: bool, table: Path) -> None:
    """Count what is asked for; what has been counted is kept when interrupted."""
    found = read(table)
    differ = False
    for name in variants or names():
        variant = load_variant(name)
        deepest = depth or depth_of(variant)
        if len(found.get(name, [])) >= deepest and not again:
            continue
        started = time.perf_counter()
        counts, problem = count_both_ways(variant, deepest)
        if problem:
            click.echo(f"{name}, {problem}", err=True)
            differ = True
            continue
        known = found.get(name, [])
        found[name] = known if known[:deepest] == counts else counts  # What was counted deeper falls with the rest.
        write(found, table)
        click.echo(f"{name}: {counts} in {time.perf_counter() - started:.0f} s")
    if differ:
        sys.exit(1)


if __name__ == "__main__":
    main()
