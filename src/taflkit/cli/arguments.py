"""What commands have in common: how they read the words of a command line, and the games and files that those name."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import taflkit
from taflkit import Game, TaflError
from taflkit.errors import near

if TYPE_CHECKING:
    _TextType = click.ParamType[str]
else:
    _TextType = click.ParamType  # In older versions of click it takes no parameter.

#: A file that is there and can be read.
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
#: A file of commands, scripts, openings or counts is read whole, but no more than this.
LARGEST_FILE = 4 * 1024 * 1024

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


class Group(click.Group):
    """A group that names the nearest command when there is none of the name given."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with the nearest name in the error; older versions of click have none."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            found = near(args[0], self.list_commands(ctx))
            if not found:
                raise
            raise click.UsageError(f"{error.message} Did you mean {found[0]!r}?", ctx) from None


class Seconds(click.FloatRange):
    """A time that is more than nothing and not endless."""

    def __init__(self) -> None:
        """Up to some days."""
        super().__init__(min=0, min_open=True, max=1e6)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """As click does it, but "nan" is no time."""
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a time in seconds.", param, ctx)
        return found


class VariantType(_TextType):
    """The name of a variant, with completion, or the path of its file."""

    name = "variant"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """The names that begin so."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in taflkit.variant_names() if name.startswith(incomplete.lower())]


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
    game = taflkit.start(variant)
    if position is not None:
        game = taflkit.parse_position(position, game.variant)
    return game.play_all(moves.split())


def read_whole(path: Path, kind: str, shown: str = "") -> bytes:
    """What is in a file, unless it is too large for what it should be; errors call it by its path or as `shown`."""
    shown = shown or str(path)
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise TaflError(f"cannot read {shown}: {reason_of(error)}") from None
    if len(data) > LARGEST_FILE:
        raise TaflError(f"{shown} is too large to be {kind}")
    return data


def reason_of(error: Exception) -> str:
    """Why a file could not be used."""
    return getattr(error, "strerror", None) or str(error)


def jobs_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the option `--jobs`: how much is done at a time."""
    return click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help=help_text)
