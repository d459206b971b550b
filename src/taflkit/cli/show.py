"""`taflkit show`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.arguments import VariantType, game_options, read_game

if TYPE_CHECKING:
    from taflkit import Game

#: More pixels than any screen has; what is wider was mistyped.
_LARGEST_SIZE = 100_000
#: What a terminal must be able to show for a board of signs.
_SIGNS = "●○♔·"


@click.command("show")
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
def command(
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
    if unicode and not _has_signs():
        raise click.UsageError("standard output cannot show the signs of --unicode.")
    signs = _is_terminal() and _has_signs() if unicode is None else unicode
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


def _is_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def _has_signs() -> bool:
    """Whether what is printed may be more than ASCII."""
    try:
        _SIGNS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _wants_colours() -> bool:
    """Whether somebody looks at a terminal that has colours, and has not asked for none: https://no-color.org."""
    return _is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _write(file: Path, picture: str) -> None:
    from taflkit.errors import TaflError

    if str(file) == "-":
        # As bytes, because a picture is UTF-8 wherever it goes.
        click.echo(picture.encode(), nl=False)
        return
    try:
        file.write_text(picture, "utf-8", newline="\n")
    except OSError as error:
        raise TaflError(f"cannot write {file}: {error.strerror}") from None
