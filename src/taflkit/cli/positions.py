"""The commands that look at one position: `taflkit show` draws it, `taflkit analyze` and `taflkit solve` search it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit import Game, Move, TaflError
from taflkit.cli.arguments import Seconds, VariantType, game_options, json_option, read_game
from taflkit.cli.streams import can_show, echo_json, is_terminal

if TYPE_CHECKING:
    from taflkit.search import SearchReport

#: More pixels than any screen has; what is wider was mistyped.
_LARGEST_SIZE = 100_000
#: What a terminal must be able to show for a board of signs.
_SIGNS = "●○♔·"


@click.command()
@click.argument("variant", type=VariantType())
@game_options
@click.option("--flip", is_flag=True, help="Show the board from the other side.")
@click.option("--highlight", metavar="SQUARES", default="", help='Squares to highlight: "e5 e6" or e5,e6.')
@click.option("--unicode/--ascii", default=None, help="Draw signs or letters; signs on a terminal if neither is given.")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the text; auto does on a terminal, unless the environment sets NO_COLOR.",
)
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Write an SVG picture to a file instead, or to standard output if it is -.",
)
@click.option(
    "--theme",
    type=click.Choice(["auto", "light", "dark"]),
    help="The colours of the SVG picture; auto, the default, as the reader's system has them.",
)
@click.option(
    "--size", type=click.IntRange(1, _LARGEST_SIZE), metavar="PIXELS", help="The width of the SVG picture in pixels."
)
@click.option("--arrows", metavar="MOVES", help='Moves to draw as arrows in the SVG picture: "e5-e8 a4-b4".')
def show(
    variant: str,
    position: str | None,
    moves: str,
    flip: bool,
    highlight: str,
    unicode: bool | None,
    color: str,
    svg: Path | None,
    **picture: Any,
) -> None:
    """Draw a position, as text or as an SVG picture.

    \b
    Examples:
      taflkit show tablut
      taflkit show tablut --moves "i6-g d5-7 i4-g"
      taflkit show brandubh --position "7/7/7/K5A/7/7/7 defenders"
      taflkit show tablut --svg tablut.svg --arrows e3-a3 --highlight a3
    """
    from taflkit import render

    given = {name: value for name, value in picture.items() if value is not None}
    if svg is not None:
        game = read_game(variant, position, moves)
        _write(svg, render.svg(game, flipped=flip, highlights=highlight, **given))
        return
    for name in given:
        raise click.UsageError(f"--{name} is for SVG pictures: name a file with --svg.")
    if unicode and not can_show(_SIGNS):
        raise click.UsageError("standard output cannot show the signs of --unicode.")
    signs = is_terminal(sys.stdout) and can_show(_SIGNS) if unicode is None else unicode
    colour = _wants_colours() if color == "auto" else color == "always"
    game = read_game(variant, position, moves)
    # Programs read the board of letters, so that one looks the same after every move.
    board = render.text(game, unicode=signs, colour=colour, flipped=flip, last_move=signs, highlights=highlight)
    click.echo("\n".join([board, *_below(game)]), color=colour)


def _below(game: Game) -> Iterator[str]:
    """What is said of the position under the board."""
    yield str(game).rpartition("\n")[2]
    if game.last is not None:
        yield f"last move {game.last}"
    if game.outcome is None:
        yield f"{len(game.legal_moves)} legal moves"


def _wants_colours() -> bool:
    """Whether somebody looks at a terminal that has colours, and has not asked for none: https://no-color.org."""
    return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _write(file: Path, picture: str) -> None:
    if str(file) == "-":
        # As bytes, because a picture is UTF-8 wherever it goes.
        click.echo(picture.encode(), nl=False)
        return
    try:
        file.write_text(picture, "utf-8", newline="\n")
    except OSError as error:
        raise TaflError(f"cannot write {file}: {error.strerror}") from None


@click.command()
@click.argument("variant", type=VariantType())
@game_options
@click.option("--depth", type=click.IntRange(1, 99), help="Look so many moves ahead.")
@click.option("--nodes", type=click.IntRange(min=1), help="Look at so many positions.")
@click.option("--seconds", type=Seconds(), help="Take so long.")
@click.option("--searcher", default="alphabeta", show_default=True, help="Which searcher to ask.")
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
    """Search for the best move in a position; five seconds unless told otherwise.

    \b
    Examples:
      taflkit analyze tablut --depth 4
      taflkit analyze tablut --moves "i6-g d5-7" --seconds 2 --json
    """
    from taflkit.search import SearchLimit, searcher_named

    game = _unfinished(read_game(variant, position, moves))
    if depth is None and nodes is None and seconds is None:
        seconds = 5.0
    limit = SearchLimit(depth=depth, nodes=nodes, seconds=seconds)
    live = is_terminal(sys.stderr) and not as_json

    def on_report(found: SearchReport[Move]) -> None:
        if live:
            click.echo(str(found), err=True)

    report = searcher_named(searcher)(seed).search(game, limit, on_report)
    if as_json:
        echo_json(_as_table(report))
    else:
        click.echo(f"best {report.best}, score {report.score} for the {game.to_move}")
        click.echo(f"line {' '.join(map(str, report.line))}")
        speed = report.nodes / report.seconds if report.seconds else 0
        click.echo(
            f"depth {report.depth}, {report.nodes:,} nodes in {report.seconds:.2f} s, {speed:,.0f} nodes/s; "
            f"stopped because {report.stopped.value}"
        )


def _unfinished(game: Game) -> Game:
    if game.outcome is not None:
        raise TaflError(f"the game is over: {game.outcome}")
    return game


def _as_table(report: SearchReport[Move]) -> dict[str, object]:
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


@click.command()
@click.argument("variant", type=VariantType())
@game_options
@click.option("--within", type=click.IntRange(1, 99), default=3, show_default=True, help="So many own moves.")
@click.option("--nodes", type=click.IntRange(min=1), help="Give up after so many positions.")
@click.option("--seconds", type=Seconds(), help="Give up after so long.")
@json_option
@click.pass_context
def solve(
    ctx: click.Context,
    variant: str,
    position: str | None,
    moves: str,
    within: int,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Look for a forced win of the side to move; exit status 1 if it is not certain that there is one.

    \b
    Examples:
      taflkit solve tablut --moves "a4-3 e4-f b5-3 e5-4 b3-5" --within 1
      taflkit solve tablut --position "9/9/9/9/6K2/9/9/1B7/9 defenders" --within 2
    """
    from taflkit.search import SearchLimit, WinFinder

    game = _unfinished(read_game(variant, position, moves))
    limit = SearchLimit(depth=2 * within - 1, nodes=nodes, seconds=seconds)
    found = WinFinder().find(game, within, limit)
    certain = found.moves is not None or found.within >= within
    if as_json:
        echo_json(
            {
                "win_in": found.moves,
                "line": [str(move) for move in found.line],
                "certain_within": found.within,
                "nodes": found.nodes,
                "seconds": round(found.seconds, 3),
            }
        )
    elif found.moves is not None:
        click.echo(f"the {game.to_move} win in {found.moves}: {' '.join(map(str, found.line))}")
    elif certain:
        click.echo(f"the {game.to_move} have no forced win within {within} moves")
    else:
        click.echo(f"no forced win within {found.within} moves; {found.stopped.value} before more was certain")
    if found.moves is None:
        ctx.exit(1)
