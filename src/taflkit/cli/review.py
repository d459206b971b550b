"""`taflkit review`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit.cli.arguments import GAME_FILE, Seconds, complete_searcher, json_option, read_record_file
from taflkit.cli.engines import engine_options, limit_of, opened_player
from taflkit.cli.outputs import check_new, force_option, write_output
from taflkit.cli.progress import progress
from taflkit.cli.signals import INTERRUPTED
from taflkit.cli.streams import can_show, echo, echo_json, is_terminal, line_width, wrapped

if TYPE_CHECKING:
    from taflkit.records import Review

_NODES = 20_000
_BLOCK = "█─"
_OUTPUT = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=GAME_FILE)
@click.option("--game", "number", type=click.IntRange(min=1), metavar="N", help="Which game of a file with several.")
@click.option("--depth", type=click.IntRange(1, 99), help="How many moves ahead to look in each position.")
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    help=f"How many positions to look at for each move; {_NODES:,} unless a limit is given.",
)
@click.option("--seconds", type=Seconds(), help="How many seconds to search each position.")
@click.option(
    "--searcher",
    metavar="PLAYER",
    default="alphabeta",
    show_default=True,
    shell_complete=complete_searcher,
    help="Who searches: a searcher, with limits as in alphabeta:nodes=2000, or level:3.",
)
@engine_options
@click.option("--output", type=_OUTPUT, help="Write the annotated record to a file.")
@click.option("--svg", type=_OUTPUT, help="Write a picture of the evaluation over the game to a file.")
@force_option
@json_option
@click.pass_context
def review(
    ctx: click.Context,
    file: Path,
    number: int | None,
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    searcher: str,
    engine: str | None,
    protocol: str,
    output: Path | None,
    svg: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Judge every move of a recorded game against the search.

    A move is the best one, good, an inaccuracy (it costs more than 5 of the 100 points of a win), a mistake (more than
    10), a blunder (more than 20), or it misses a forced win. Ctrl-C ends the review and reports what has been found.

    \b
    Examples:
      taflkit review game.tafl
      taflkit review game.tafl --seconds 1 --output reviewed.tafl --svg game.svg
      taflkit review game.tafl --depth 4 --json
      taflkit review game.tafl --engine "bearing" --seconds 2
    """
    from taflkit.records import format_record, review_record
    from taflkit.records.reviewing import MAX_MEN
    from taflkit.render.charts import evaluation_svg
    from taflkit.search import SearchLimit

    for target in (output, svg):
        if target is not None:
            check_new(target, force=force)
    record = read_record_file(file, number)
    limit = limit_of(searcher, depth, nodes, seconds, SearchLimit(nodes=_NODES))
    with opened_player(searcher, engine, protocol) as make, progress(len(record.line) + 1) as show_progress:
        assert make is not None
        found = review_record(record, make(0), limit, on_ply=show_progress)
    if output is not None:
        write_output(output, format_record(found.record).encode())
    if svg is not None:
        marks = {
            move.ply: f"{move.ply}. {move.text}: {move.judgement.value}" for move in found.moves if move.judgement.sign
        }
        title = f"{record.variant.title}: evaluation over the game"
        write_output(svg, evaluation_svg(found.values, title, limit=MAX_MEN, marks=marks).encode())
    if as_json:
        echo_json(_report(found))
    else:
        width = line_width()
        for line in _lines(found, width):
            echo("\n".join(wrapped(line, width, 2)) if is_terminal(sys.stdout) else line)
    if not found.is_complete:
        ctx.exit(INTERRUPTED)


def _lines(found: Review, width: int) -> Iterator[str]:
    from taflkit.records import Judgement
    from taflkit.records.reviewing import MAX_MEN
    from taflkit.render.charts import evaluation_text

    if is_terminal(sys.stdout):
        yield from evaluation_text(found.values, limit=MAX_MEN, width=width, unicode=can_show(_BLOCK))
    for move in found.moves:
        if move.judgement.sign is not None:
            cost = f"it costs {100 * move.points_lost:.0f} of 100 points"
            said = f"{move.judgement.value} by {move.player}, {move.best} is better ({cost})"
            yield f"{move.ply}. {move.text}: {said}"
    for player, counts in found.counts().items():
        said = ", ".join(f"{judgement.value} {counts[judgement]}" for judgement in Judgement if counts[judgement])
        yield f"{player}: {said}"
    if not found.is_complete:
        yield f"interrupted: {len(found.moves)} of {len(found.record.line)} moves were reviewed"


def _report(found: Review) -> dict[str, object]:
    """The review as plain values."""
    return {
        "complete": found.is_complete,
        "values": list(found.values),
        "moves": [
            {
                "ply": move.ply,
                "move": move.text,
                "player": move.player,
                "judgement": move.judgement.value,
                "best": move.best or None,
                "line": list(move.line),
                "reply": move.reply or None,
                "loss": move.loss,
                "points_lost": move.points_lost,
                "evaluation": str(move.evaluation),
            }
            for move in found.moves
        ],
    }
