"""`taflkit analyze`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.arguments import (
    AskedGame,
    Seconds,
    complete_searcher,
    game_argument,
    json_option,
    player_in_text,
    threads_option,
    with_threads,
)
from taflkit.cli.engines import engine_options, limit_of, opened_player
from taflkit.cli.signals import INTERRUPTED
from taflkit.cli.streams import echo, echo_json, is_terminal

if TYPE_CHECKING:
    from taflkit.games import AnyKind, Playable
    from taflkit.search import SearchReport


@click.command()
@game_argument
@click.option("--depth", type=click.IntRange(1, 99), help="How many moves ahead to look.")
@click.option("--nodes", type=click.IntRange(min=1), help="How many positions to look at.")
@click.option("--seconds", type=Seconds(), help="How many seconds to search.")
@click.option(
    "--searcher",
    metavar="PLAYER",
    default="alphabeta",
    show_default=True,
    shell_complete=complete_searcher,
    help="Who searches: a searcher, with limits as in alphabeta:nodes=2000, or level:3; classic is alphabeta without "
    "the network of the variant.",
)
@engine_options
@click.option("--lines", type=click.IntRange(1, 500), default=1, show_default=True, help="How many best moves to show.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides between equally good moves.")
@threads_option("How many threads the kernel searches with; with several, no search can be repeated.")
@json_option
@click.pass_context
def analyze(
    ctx: click.Context,
    asked: AskedGame,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    searcher: str,
    engine: str | None,
    protocol: str,
    lines: int,
    seed: int,
    threads: int,
    as_json: bool,
) -> None:
    """Search for the best move in a position, for five seconds unless a limit is given.

    Ctrl-C prints what has been found so far.

    \b
    Examples:
      taflkit analyze tablut --depth 4
      taflkit analyze tablut --moves "i6-g d5-7" --seconds 2 --json
      taflkit analyze brandubh --lines 3
      taflkit analyze brandubh --searcher classic
      taflkit analyze copenhagen --seconds 10 --threads 2
      taflkit analyze game.tafl --ply 20
      taflkit analyze copenhagen --engine "bearing" --seconds 10
    """
    import attrs

    from taflkit.games import kind_of
    from taflkit.search import SearchLimit, Stop

    game = asked.read_unfinished()
    kind = kind_of(game)
    limit = limit_of(searcher, depth, nodes, seconds, SearchLimit(seconds=5.0))
    live = is_terminal(sys.stderr) and not as_json
    report: SearchReport[Any] | None = None

    def on_report(found: SearchReport[Any]) -> None:
        nonlocal report
        report = found
        if live:
            for line in found.lines:
                echo(str(line), err=True)

    with opened_player(searcher, engine, protocol) as make:
        assert make is not None
        chosen = with_threads(make(seed), threads)
        try:
            report = chosen.search(game, limit, lines=lines, on_report=on_report)
        except KeyboardInterrupt:
            if report is None:
                raise
            _print([attrs.evolve(line, stopped=Stop.CANCELLED) for line in report.lines], game, kind, as_json, lines)
            ctx.exit(INTERRUPTED)
    _print(report.lines, game, kind, as_json, lines)


def _print(reports: Sequence[SearchReport[Any]], game: Playable[Any], kind: AnyKind, as_json: bool, lines: int) -> None:
    if as_json:
        found = [_as_json(report, kind) for report in reports]
        echo_json(found[0] if lines == 1 else {"lines": found})
        return
    for report in reports:
        assert report.best is not None, "there is a legal move"
        echo(f"best {kind.format_move(report.best)}, score {report.score} for {player_in_text(game)}")
        echo(f"line {' '.join(map(kind.format_move, report.line))}")
    first = reports[0]
    speed = first.nodes / first.seconds if first.seconds else 0
    echo(
        f"depth {first.depth}, {first.nodes:,} nodes in {first.seconds:.2f} s, {speed:,.0f} nodes/s ({first.engine}); "
        f"stopped because {first.stopped.value}"
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
        "engine": report.engine,
    }
