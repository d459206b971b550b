"""`taflkit match`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit import start
from taflkit.cli.arguments import EXISTING_FILE, Seconds, VariantType, jobs_option, json_option
from taflkit.cli.play import DEFAULT_VARIANT
from taflkit.cli.streams import is_terminal, progress

if TYPE_CHECKING:
    from taflkit.cli.matches import GameResult, Match


@click.command()
@click.argument("first", metavar="CMD")
@click.argument("second", metavar="CMD")
@click.option("--games", type=click.IntRange(1, 100_000), default=2, show_default=True, help="How many games to play.")
@click.option("--variant", type=VariantType(), default=DEFAULT_VARIANT, show_default=True, help="The game to play.")
@click.option(
    "--openings",
    type=EXISTING_FILE,
    help="A file of games to begin with, one a line: moves from the start, or a position.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32), default=1, show_default=True, help="The seed of the first games."
)
@click.option("--plies", type=click.IntRange(1, 10_000), default=500, show_default=True, help="Longer games are draws.")
@click.option("--move-time", type=Seconds(), default=60.0, show_default=True, help="Seconds for a move.")
@jobs_option("Games played at a time.")
@json_option
def match(
    first: str,
    second: str,
    games: int,
    variant: str,
    openings: Path | None,
    seed: int,
    plies: int,
    move_time: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Let two programs play each other, by turns on either side, and say which is stronger.

    Both speak the command language of `taflkit play`. Each opening and each seed serves for two games, with sides
    changed. A program that ends, hangs or makes an illegal move loses that game.

    \b
    Examples:
      taflkit match "taflkit play" "taflkit play --nodes 2000" --games 10
      taflkit match "taflkit play --depth 2" ./other-program --openings openings.txt --json
    """
    # All of this is imported here because listing the commands must not import it.
    from taflkit.cli.matches import Match, as_table, read_openings, table_lines
    from taflkit.cli.programs import end_by_signal, split_command

    begin = start(variant)
    match = Match(
        (split_command(first), split_command(second)),
        (begin,) if openings is None else read_openings(openings, begin.variant),
        None if variant == DEFAULT_VARIANT else f"variant {variant}",
        seed,
        plies,
        move_time,
    )
    end_by_signal()
    results = []
    # A bar and the results would be in each other's way on the same terminal.
    with progress(games, as_json or not is_terminal(sys.stdout)) as on_games:
        for result in _play(match, games, jobs):
            results.append(result)
            if not as_json:
                click.echo(str(result))
            on_games(len(results))
    if as_json:
        click.echo(json.dumps(as_table((first, second), results)))
    else:
        click.echo("\n".join(table_lines((first, second), results)))


def _play(match: Match, games: int, jobs: int) -> Iterator[GameResult]:
    """Play the games; the results come in their order."""
    if jobs == 1:
        yield from map(match.play, range(games))
        return
    from concurrent.futures import ThreadPoolExecutor

    executor = ThreadPoolExecutor(jobs)
    try:
        yield from executor.map(match.play, range(games))
    finally:
        match.stop()  # After Ctrl-C, that is; else there is nothing to stop.
        executor.shutdown(wait=True, cancel_futures=True)
