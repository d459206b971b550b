"""The options by which a command line names a game: variant, position and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from taflkit import Game

    _TextType = click.ParamType[str]
else:
    _TextType = click.ParamType  # In older versions of click it takes no parameter.


class VariantType(_TextType):
    """The name of a variant, with completion, or the path of its file."""

    name = "variant"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """The names that begin so."""
        from click.shell_completion import CompletionItem

        from taflkit import variant_names

        return [CompletionItem(name) for name in variant_names() if name.startswith(incomplete.lower())]


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--position` and `--moves`."""
    command = click.option(
        "--moves", metavar="MOVES", default="", help='Moves to play first, with spaces between: "i6-g d5-7".'
    )(command)
    return click.option(
        "--position",
        metavar="TEXT",
        help="A position as one line: the rows from the top and the side to move.",
    )(command)


def read_game(variant: str, position: str | None, moves: str) -> Game:
    """The game that the options describe."""
    from taflkit import parse_position, start

    game = start(variant)
    if position is not None:
        game = parse_position(position, game.variant)
    return game.play_all(moves.split())
