"""`taflkit perft`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit.cli.games import VariantType, game_options, read_game

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from taflkit import Game, Move

DEEPEST = 99
#: The depth to which `--check` counts unless told otherwise: deeper takes minutes.
CHECK_DEPTH = 4


@click.command("perft")
@click.argument("variant", type=VariantType(), required=False)
@click.argument("depth", type=click.IntRange(0, DEEPEST), required=False)
@game_options
@click.option("--divide", "divided", is_flag=True, help="Print the count below each move, sorted.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to share the work.")
@click.option("--repetition", is_flag=True, help="Let repetition end games, as it does in play.")
@click.option(
    "--compare",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The output of another run's --divide: name the first move whose count differs.",
)
@click.option(
    "--check",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help=f"Verify a TOML file of known counts, to DEPTH or else to {CHECK_DEPTH}.",
)
@click.pass_context
def command(
    ctx: click.Context,
    variant: str | None,
    depth: int | None,
    position: str | None,
    moves: str,
    divided: bool,
    as_json: bool,
    jobs: int,
    repetition: bool,
    compare: Path | None,
    check: Path | None,
) -> None:
    r"""Count the lines of play of exactly DEPTH moves, which verifies the rules.

    Finished games are not expanded; repetition is ignored unless asked for.

    \b
    Examples:
      taflkit perft tablut 4
      taflkit perft tablut 3 --divide
      taflkit perft tablut 3 --compare other-program.txt
      taflkit perft --check perft.toml
    """
    if check is not None:
        deepest = int(variant) if variant and variant.isdecimal() and depth is None else depth
        if variant is not None and deepest is None:
            raise click.UsageError("with --check give no variant: the file names them.")
        if not _check_file(check, CHECK_DEPTH if deepest is None else deepest, jobs):
            ctx.exit(1)
        return
    if variant is None or depth is None:
        raise click.UsageError("say which variant and how deep, for example: taflkit perft tablut 3")
    game = read_game(variant, position, moves)
    started = time.perf_counter()
    counts, total = _count(game, depth, jobs, repetition)
    seconds = time.perf_counter() - started
    if compare is not None:
        if not _compare(counts, compare):
            ctx.exit(1)
    elif as_json:
        report: dict[str, object] = {
            "variant": game.variant.name,
            "depth": depth,
            "nodes": total,
            "seconds": round(seconds, 3),
            "nodes_per_second": round(total / seconds),
        }
        if divided:
            report["divide"] = {str(move): count for move, count in counts.items()}
        click.echo(json.dumps(report))
    elif divided:
        for move, count in counts.items():
            click.echo(f"{move}: {count}")
        click.echo(f"total: {total}")
    else:
        click.echo(f"{total:,} nodes in {seconds:.2f} s, {total / seconds:,.0f} nodes/s")


def _count(game: Game, depth: int, jobs: int, repetition: bool) -> tuple[dict[Move, int], int]:
    from taflkit.perft import divide

    if depth == 0:
        return {}, 1
    with _executor(jobs) as executor, _progress(game) as on_move:
        counts = divide(game, depth, executor=executor, repetition=repetition, on_count=lambda move, _: on_move(move))
    return counts, sum(counts.values())


@contextmanager
def _executor(jobs: int) -> Iterator[Executor | None]:
    if jobs == 1:
        yield None
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    executor = ProcessPoolExecutor(
        jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_ignore_interrupts
    )
    try:
        yield executor
    finally:
        # After Ctrl-C what runs is soon finished, and what waits is not begun.
        executor.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _progress(game: Game) -> Iterator[Callable[[Move], None]]:
    """A bar over the first moves, on a terminal."""
    moves = sorted(game.legal_moves)
    if not sys.stderr.isatty():
        yield lambda move: None
        return
    numbers = {move: number for number, move in enumerate(moves)}
    with click.progressbar(length=len(moves), file=sys.stderr) as bar:

        def on_move(move: Move) -> None:
            bar.update(numbers[move] - bar.pos)

        yield on_move
        bar.update(len(moves) - bar.pos)


def _compare(counts: dict[Move, int], path: Path) -> bool:
    """Whether another run's counts are the same; the first difference is named."""
    others = _read_divide(path)
    own = {str(move): count for move, count in counts.items()}
    for move in sorted(own.keys() | others.keys()):
        if own.get(move) != others.get(move):
            here, there = (
                f"{found:,}" if found is not None else "no such move" for found in (own.get(move), others.get(move))
            )
            click.echo(f"{move} differs: {here} here, {there} in {path}", err=True)
            return False
    click.echo(f"all {len(own)} moves agree")
    return True


def _read_divide(path: Path) -> dict[str, int]:
    from taflkit.errors import NotationError

    found = {}
    for line in path.read_text("utf-8", errors="replace").splitlines():
        move, colon, count = line.partition(":")
        if not line.strip() or move.strip() == "total":
            continue
        if not colon or not count.strip().isdecimal() or len(count) > 30:
            raise NotationError(line, 1, "a move, a colon and a count")
        found[move.strip()] = int(count)
    return found


def _check_file(path: Path, deepest: int, jobs: int) -> bool:
    """Verify the counts of a file; every variant in it must be known."""
    from taflkit import start
    from taflkit.errors import VariantError
    from taflkit.variant.load import read_table

    good = True
    for name, table in read_table(path).items():
        counts = table.get("counts") if isinstance(table, dict) else None
        if not isinstance(counts, list) or not all(type(count) is int for count in counts):
            raise VariantError(str(path), [f"{name}: expected counts = [a whole number for each depth]"])
        try:
            game = start(name)
        except VariantError as error:
            click.echo(f"{name}: {error.problems[0]}", err=True)
            good = False
            continue
        for depth, expected in enumerate(counts, 1):
            if depth > deepest:
                click.echo(f"{name} {depth}: not counted, deeper than {deepest}")
                continue
            _, found = _count(game, depth, jobs, repetition=False)
            if found == expected:
                click.echo(f"{name} {depth}: {found:,} as expected")
            else:
                click.echo(f"{name} {depth}: {found:,} found, {expected:,} expected", err=True)
                good = False
    return good
