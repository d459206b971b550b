"""`taflkit perft`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit import TaflError, VariantError
from taflkit.cli.arguments import (
    EXISTING_FILE,
    AskedGame,
    VariantType,
    game_options,
    jobs_option,
    json_option,
)
from taflkit.cli.executors import cluster_option, executor_for
from taflkit.cli.progress import progress
from taflkit.cli.streams import echo, echo_json
from taflkit.files import read_small_file
from taflkit.kernel.limits import MAX_COUNTING_DEPTH, MAX_MEGABYTES

if TYPE_CHECKING:
    from taflkit.games import Playable

#: The depth to which `--check` counts unless told otherwise: deeper takes minutes.
CHECK_DEPTH = 4
#: `--check` makes every move where there are no more leaves than this, which takes seconds, and counts in bulk beyond.
CHECK_LEAVES = {True: 100_000_000, False: 1_000_000}
#: Longer numbers in files are no counts.
MAX_DIGITS = 30


@click.command()
@click.argument("variant", type=VariantType(), required=False)
@click.argument("depth", type=click.IntRange(0, MAX_COUNTING_DEPTH), required=False)
@game_options
@click.option("--divide", "divided", is_flag=True, help="Print the count below each move, sorted.")
@json_option
@jobs_option("Threads, or processes, at work.")
@cluster_option
@click.option(
    "--memory",
    metavar="MB",
    type=click.IntRange(1, MAX_MEGABYTES),
    help="Remember counts in so much memory (compiled kernel).",
)
@click.option("--bulk", is_flag=True, help="Count the last plies without making the moves: faster, verifies less.")
@click.option("--repetition", is_flag=True, help="Let repetition end games, as it does in play.")
@click.option(
    "--compare",
    metavar="FILE",
    type=EXISTING_FILE,
    help="The output of another run's --divide: name the first move whose count differs.",
)
@click.option(
    "--check",
    metavar="FILE",
    type=EXISTING_FILE,
    help=f"Verify a TOML file of known counts, to DEPTH or else to {CHECK_DEPTH}.",
)
@click.pass_context
def perft(
    ctx: click.Context,
    variant: str | None,
    depth: int | None,
    position: str | None,
    moves: str,
    divided: bool,
    as_json: bool,
    jobs: int,
    cluster: str | None,
    memory: int | None,
    bulk: bool,
    repetition: bool,
    compare: Path | None,
    check: Path | None,
) -> None:
    """Count the lines of play of exactly DEPTH moves, which verifies the rules.

    Every move is made, down to the leaves, unless --bulk is given. Finished games are not expanded; repetition is
    ignored unless asked for. --check makes every move where that takes seconds, and counts in bulk beyond.

    \b
    Examples:
      taflkit perft tablut 4
      taflkit perft tablut 6 --bulk
      taflkit perft tablut 3 --divide
      taflkit perft tablut 3 --compare other-program.txt
      taflkit perft --check perft.toml
    """
    if check is not None:
        if position is not None or moves or divided or as_json or bulk or repetition or compare is not None:
            raise click.UsageError("--check goes with a depth, --jobs, --cluster and --memory alone.")
        if not _check_file(check, _check_depth(variant, depth), jobs, cluster, memory or 0):
            ctx.exit(1)
        return
    if variant is None or depth is None:
        raise click.UsageError("say which variant and how deep, for example: taflkit perft tablut 3")
    if bulk and repetition:
        raise click.UsageError("--bulk and --repetition exclude each other: what the past ends, only moves can show.")
    from taflkit.games import kind_of

    game = AskedGame(variant, position, moves).read()
    kind = kind_of(game)
    others = None if compare is None else _read_divide(compare)
    started = time.perf_counter()
    counts, total = _count(game, depth, jobs, cluster, memory or 0, bulk=bulk, repetition=repetition)
    seconds = max(time.perf_counter() - started, 1e-9)
    if others is not None:
        if not _compare({kind.format_move(move): count for move, count in counts.items()}, others, f"{compare}"):
            ctx.exit(1)
    elif as_json:
        report: dict[str, object] = {
            "variant": kind.variant_of(game).name,
            "depth": depth,
            "bulk": bulk,
            "nodes": total,
            "seconds": round(seconds, 3),
            "nodes_per_second": round(total / seconds),
        }
        if divided:
            report["divide"] = {kind.format_move(move): count for move, count in counts.items()}
        echo_json(report)
    elif divided:
        for move, count in counts.items():
            echo(f"{kind.format_move(move)}: {count}")
        echo(f"total: {total}")
    else:
        echo(f"{total:,} nodes in {seconds:.2f} s, {total / seconds:,.0f} nodes/s, {_how(bulk)}")


def _check_depth(variant: str | None, depth: int | None) -> int:
    """With --check the file names the variants, so that a single argument is the depth."""
    if variant is None:
        return CHECK_DEPTH
    if depth is not None or not variant.isdecimal() or len(variant) > len(str(MAX_COUNTING_DEPTH)):
        raise click.UsageError(
            f"with --check give no variant, since the file names them; DEPTH is up to {MAX_COUNTING_DEPTH}."
        )
    return int(variant)


def _how(bulk: bool) -> str:
    return "counted in bulk" if bulk else "every move made"


def _count(
    game: Playable[Any],
    depth: int,
    jobs: int,
    cluster: str | None,
    megabytes: int,
    *,
    bulk: bool,
    repetition: bool = False,
) -> tuple[dict[Any, int], int]:
    if depth == 0:
        return {}, 1
    from taflkit.counting import divide, is_compiled

    numbers = {move: number for number, move in enumerate(divide(game, 1))}
    threads = is_compiled(game) and not repetition
    with executor_for(jobs, cluster, threads=threads) as sharing, progress(len(numbers)) as on_moves:

        def on_count(move: Any, _: int) -> None:
            on_moves(numbers[move])
            sharing.heed()

        counts = divide(
            game,
            depth,
            bulk=bulk,
            executor=sharing.executor,
            repetition=repetition,
            megabytes=megabytes,
            on_count=on_count,
        )
    return counts, sum(counts.values())


def _compare(own: dict[str, int], others: dict[str, int], path: str) -> bool:
    """Whether another run's counts are the same; the first difference is named."""
    for move in sorted(own.keys() | others.keys()):
        if own.get(move) != others.get(move):
            here, there = (
                f"{found:,}" if found is not None else "no such move" for found in (own.get(move), others.get(move))
            )
            echo(f"{move} differs: {here} here, {there} in {path}", err=True)
            return False
    echo(f"all {len(own)} moves agree")
    return True


def _read_divide(path: Path) -> dict[str, int]:
    text = read_small_file(path, "the output of --divide").decode("utf-8", "replace")
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        move, colon, count = line.partition(":")
        if not line.strip() or move.strip() == "total":
            continue
        if not colon or not count.strip().isdecimal() or len(count) > MAX_DIGITS:
            raise TaflError(f"{path}: line {number}: expected a move, a colon and a count, not {line[:40]!r}")
        found[move.strip()] = int(count)
    return found


def _check_file(path: Path, deepest: int, jobs: int, cluster: str | None, megabytes: int) -> bool:
    """Verify the counts of a file; every variant in it must be known."""
    from taflkit.counting import is_compiled
    from taflkit.games.starting import start
    from taflkit.variant.problems import variant_error
    from taflkit.variant.toml import read_table

    good = True
    tables = read_table(path)
    if not tables:
        raise variant_error(path, ["nothing to verify: expected NAME.counts = [a whole number for each depth]"])
    for name, table in tables.items():
        counts = table.get("counts") if isinstance(table, dict) else None
        if not isinstance(counts, list) or not counts or not all(_is_count(count) for count in counts):
            raise variant_error(path, [f"{name}: expected counts = [a whole number for each depth]"])
        try:
            game = start(name)
        except VariantError as error:
            echo(f"{name}: {error.problems[0]}", err=True)
            good = False
            continue
        for depth, expected in enumerate(counts, 1):
            if depth > deepest:
                echo(f"{name} {depth}: not counted, deeper than {deepest}")
                continue
            bulk = expected > CHECK_LEAVES[is_compiled(game)]
            _, found = _count(game, depth, jobs, cluster, megabytes, bulk=bulk)
            if found == expected:
                echo(f"{name} {depth}: {found:,} as expected, {_how(bulk)}")
            else:
                echo(f"{name} {depth}: {found:,} found, {expected:,} expected, {_how(bulk)}", err=True)
                good = False
    return good


def _is_count(count: object) -> bool:
    return type(count) is int and 0 <= count < 10**MAX_DIGITS
