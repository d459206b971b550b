"""`taflkit analyze`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.arguments import (
    Seconds,
    VariantType,
    complete_searcher,
    game_options,
    json_option,
    player_in_text,
    read_unfinished_game,
)
from taflkit.cli.streams import echo, echo_json, is_terminal

if TYPE_CHECKING:
    from taflkit.games import AnyKind
    from taflkit.search import SearchReport


@click.command()
@click.argument("variant", type=VariantType())
@game_options
@click.option("--depth", type=click.IntRange(1, 99), help="How many moves ahead to look.")
@click.option("--nodes", type=click.IntRange(min=1), help="How many positions to look at.")
@click.option("--seconds", type=Seconds(), help="How many seconds to search.")
@click.option(
    "--searcher",
    metavar="NAME",
    default="alphabeta",
    show_default=True,
    shell_complete=complete_searcher,
    help="The searcher to use.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Decides between equally good moves.")
@json_option
def analyze(
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
    """Search for the best move in a position, for five seconds unless a limit is given.

    \b
    Examples:
      taflkit analyze tablut --depth 4
      taflkit analyze tablut --moves "i6-g d5-7" --seconds 2 --json
    """
    from taflkit.games import kind_of
    from taflkit.search import SearchLimit, searcher_named

    game = read_unfinished_game(variant, position, moves)
    kind = kind_of(game)
    if depth is None and nodes is None and seconds is None:
        seconds = 5.0
    limit = SearchLimit(depth=depth, nodes=nodes, seconds=seconds)
    live = is_terminal(sys.stderr) and not as_json

    def on_report(found: SearchReport[Any]) -> None:
        if live:
            echo(str(found), err=True)

    report = searcher_named(searcher)(seed).search(game, limit, on_report)
    if as_json:
        echo_json(_as_json(report, kind))
    else:
        assert report.best is not None, "there is a legal move"
        echo(f"best {kind.format_move(report.best)}, score {report.score} for {player_in_text(game)}")
        echo(f"line {' '.join(map(kind.format_move, report.line))}")
        speed = report.nodes / report.seconds if report.seconds else 0
        echo(
            f"depth {report.depth}, {report.nodes:,} nodes in {report.seconds:.2f} s, {speed:,.0f} nodes/s; "
            f"stopped because {report.stopped.value}"
        )


def _as_json(report: SearchReport[Any], kind: AnyKind) -> dict[str, object]:
    """A report as plain values: scores in hundredths of a man, forced results in plies."""
    return {
        "best": None if report.best is None else kind.format_move(report.best),
        "score": None if report.score.is_exact else report.score.value,
        "win_in": report.score.win_in,
        "loss_in": report.score.loss_in,
        "line": [kind.format_move(move) for move in report.line],
        "depth": report.depth,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 3),
        "stopped": report.stopped.name.lower(),
    }
