"""`taflkit show`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.arguments import AskedGame, game_argument, state_in_text
from taflkit.cli.outputs import check_new, force_option, write_output
from taflkit.cli.streams import can_show, echo, echo_file, is_terminal, wants_colours

if TYPE_CHECKING:
    from taflkit.games import Playable

#: In pixels, more than any screen has.
_MAX_SIZE = 100_000
#: What names files of pictures in other formats.
_OTHER_PICTURES = (".bmp", ".eps", ".gif", ".jpeg", ".jpg", ".pdf", ".png", ".tif", ".tiff", ".webp")
#: The characters that `--unicode` needs.
_SYMBOLS = "●○♔■·"


@click.command()
@game_argument
@click.option("--flip", is_flag=True, help="Show the board from the other side.")
@click.option("--highlight", metavar="SQUARES", default="", help='Squares to highlight: "e5 e6" or e5,e6.')
@click.option(
    "--unicode/--ascii", default=None, help="Draw pieces as symbols or as letters. Default: symbols on a terminal."
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the text; auto does so on a terminal, unless the environment sets NO_COLOR.",
)
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Write an SVG picture to a file instead; - is standard output.",
)
@click.option(
    "--theme",
    type=click.Choice(["auto", "light", "dark"]),
    help="The colours of the SVG picture; auto, the default, follows the reader's system.",
)
@click.option(
    "--size", type=click.IntRange(1, _MAX_SIZE), metavar="PIXELS", help="The width of the SVG picture in pixels."
)
@click.option("--arrows", metavar="MOVES", help='Moves to draw as arrows in the SVG picture: "e5-e8 a4-b4".')
@force_option
def show(
    asked: AskedGame,
    flip: bool,
    highlight: str,
    unicode: bool | None,
    color: str,
    svg: Path | None,
    force: bool,
    **picture: Any,
) -> None:
    """Draw a position, as text or as an SVG picture.

    \b
    Examples:
      taflkit show tablut
      taflkit show tablut --moves "i6-g d5-7 i4-h"
      taflkit show brandubh --position "7/7/7/K5A/7/7/7 defenders"
      taflkit show game.tafl --ply 20
      taflkit show tablut --svg tablut.svg --arrows e3-a3 --highlight a3
    """
    from taflkit import render

    given = {name: value for name, value in picture.items() if value is not None}
    if svg is not None:
        if svg.suffix.lower() in _OTHER_PICTURES:
            raise click.UsageError(
                f"--svg writes SVG, not {svg.suffix[1:].upper()}: name a file such as {svg.stem}.svg."
            )
        if not _is_stream(svg):
            check_new(svg, force=force)
        game = asked.read()
        _write(svg, render.svg(game, flipped=flip, highlights=highlight, **given))
        return
    for name in given:
        raise click.UsageError(f"--{name} is for SVG pictures: name a file with --svg.")
    if unicode and not can_show(_SYMBOLS):
        raise click.UsageError("standard output cannot show the symbols of --unicode.")
    symbols = is_terminal(sys.stdout) and can_show(_SYMBOLS) if unicode is None else unicode
    colour = wants_colours() if color == "auto" else color == "always"
    game = asked.read()
    # Programs read the board of letters, so the last move is not marked there.
    board = render.text(game, unicode=symbols, colour=colour, flipped=flip, last_move=symbols, highlights=highlight)
    echo(board, coloured=colour)
    if symbols:
        echo("   ".join(render.legend(game, unicode=True)))
    echo("\n".join(_below(game)))


def _below(game: Playable[Any]) -> Iterator[str]:
    """The lines under the board."""
    yield state_in_text(game)
    last = getattr(game, "last", None)
    if last is not None:
        yield f"last move {last}"
    if game.outcome is None:
        yield f"{len(game.legal_moves)} legal moves"


def _is_stream(file: Path) -> bool:
    return str(file) == "-"


def _write(file: Path, picture: str) -> None:
    if _is_stream(file):
        # As bytes: an SVG file is UTF-8 whatever the encoding of standard output.
        echo_file(picture.encode())
        return
    write_output(file, picture.encode())
