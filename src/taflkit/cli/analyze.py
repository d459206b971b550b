"""`taflkit analyze`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from taflkit.cli.arguments import Seconds, VariantType, game_options, json_option, read_game

if TYPE_CHECKING:
    from taflkit.search import SearchReport


@click.command("analyze")
@click.argument("variant", type=VariantType())
@game_options
@click.option("--depth", type=click.IntRange(1, 99), help="Look so many moves ahead.")
@click.option("--nodes", type=click.IntRange(min=1), help="Look at so many positions.")
@click.option("--seconds", type=Seconds(), help="Take so long.")
@click.option("--searcher", default="alphabeta", show_default=True, help="Which searcher to ask.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides between equally good moves.")
@json_option
def command(
    variant: str,
    position: str | None,
    moves: str,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    searcher: str,
    seed: int,
    as_json: bool,
) -> None:
    """Search for the best move in a position; five seconds unless told otherwise.

    \b
    Examples:
      taflkit analyze tablut --depth 4
      taflkit analyze tablut --moves "i6-g d5-7" --seconds 2 --json
    """
    from taflkit.errors import TaflError
    from taflkit.search import SearchLimit
    from taflkit.search.registry import searcher_named

    game = read_game(variant, position, moves)
    if game.outcome is not None:
        raise TaflError(f"the game is over: {game.outcome}")
    if depth is None and nodes is None and seconds is None:
        seconds = 5.0
    limit = SearchLimit(depth=depth, nodes=nodes, seconds=seconds)
    live = sys.stderr.isatty() and not as_json

    def on_report(found: SearchReport) -> None:
        if live:
            click.echo(str(found), err=True)

    report = searcher_named(searcher)(seed).search(game, limit, on_report)
    if as_json:
        click.echo(json.dumps(as_table(report)))
    else:
        click.echo(f"best {report.best}, score {report.score} for the {game.to_move}")
        click.echo(f"line {' '.join(map(str, report.line))}")
        speed = report.nodes / report.seconds if report.seconds else 0
        click.echo(
            f"depth {report.depth}, {report.nodes:,} nodes in {report.seconds:.2f} s, {speed:,.0f} nodes/s; "
            f"stopped because {report.stopped.value}"
        )


def as_table(report: SearchReport) -> dict[str, object]:
    """A report as programs read it; scores in hundredths of a man, forced results in plies."""
    return {
        "best": None if report.best is None else str(report.best),
        "score": None if report.score.is_exact else report.score.value,
        "win_in": report.score.win_in,
        "loss_in": report.score.loss_in,
        "line": [str(move) for move in report.line],
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
        "stopped": report.stopped.name.lower(),
    }
