"""Count a ply more than the naive engine has time for, and write the counts down where three ways of counting agree.

All three are taflkit's own: in the compiled kernel many moves at once, in the kernel with every last move played, and
in Python. Of first moves that a turned board makes the same, the last two count one. What Python does not get through
in its time is left to the other two, and the report says so.
"""

from __future__ import annotations

import sys
import time

import attrs
import click

from taflkit import Game, Move, Variant, load_variant, start
from taflkit.counting import divide
from taflkit.kernel.encoding import encode_position
from taflkit.kernel.python_runner import PythonCounter
from tests.naive import counting
from tests.naive.comparing import as_naive
from tests.naive.engine import Engine
from tests.perft.compute import TABLE, depth_of, names, read, write
from tests.runners import kernel_of


@attrs.frozen
class Deeper:
    """What was found for a variant."""

    lines: int
    in_python: int
    difference: str = ""


def one_of_each(game: Game) -> list[tuple[Game, list[Move]]]:
    """The games after a first move, and the moves that are its images."""
    by_name = {as_naive(move): move for move in game.legal_moves}
    engine = Engine(game.variant)
    return [
        (game.play(by_name[move]), [by_name[image] for image in images])
        for move, images in counting.first_moves(engine).items()
    ]


def count_deeper(variant: Variant, depth: int, seconds: float) -> Deeper:
    """The lines of so many plies, and how many of them Python counted too."""
    game, rules = start(variant), variant.rules
    kernel = kernel_of(rules)
    assert kernel is not None, "this needs the compiled kernel"
    at_once = divide(game, depth, bulk=True)
    in_python, ends = 0, time.perf_counter() + seconds
    for after, images in one_of_each(game):
        expected = 0 if after.outcome else kernel.perft(encode_position(after.position), depth - 1, bulk=False)
        for image in images:
            if at_once[image] != expected:
                return Deeper(0, 0, f"{image} has {at_once[image]} lines, or {expected} with every last move played")
        if time.perf_counter() < ends and not after.outcome:
            found = PythonCounter(rules).count(after.position, depth - 1, bulk=True)
            in_python += found * len(images)
            if found != expected:
                return Deeper(0, 0, f"{images[0]} has {expected} lines, or {found} in Python")
    return Deeper(sum(at_once.values()), in_python)


@click.command("python -m tests.perft.deeper", help=__doc__)
@click.argument("variants", nargs=-1)
@click.option("--seconds", default=60.0, help="How long Python begins to count another first move of a variant.")
def main(variants: tuple[str, ...], seconds: float) -> None:
    """Count what is asked for and is not in the table; what has been counted is kept when interrupted."""
    differ = False
    for name in variants or names():
        variant = load_variant(name)
        counts, depth = read().get(name, []), depth_of(variant) + 1
        if len(counts) < depth - 1:
            raise click.UsageError(f"{name} is not in the table yet: python -m tests.perft.compute {name}")
        if len(counts) >= depth and name not in variants:
            continue
        started = time.perf_counter()
        found = count_deeper(variant, depth, seconds)
        if found.difference:
            click.echo(f"{name}, {depth} plies: {found.difference}", err=True)
            differ = True
            continue
        write(read() | {name: [*counts[: depth - 1], found.lines]}, TABLE)
        share = f"{found.in_python / found.lines:.0%} in Python too, {time.perf_counter() - started:.0f} s"
        click.echo(f"{name}: {found.lines} lines of {depth} plies, {share}")
    if differ:
        sys.exit(1)


if __name__ == "__main__":
    main()
