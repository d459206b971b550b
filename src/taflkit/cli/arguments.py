"""Arguments and options that several commands share, and the games that they describe."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import taflkit
from taflkit import TaflError
from taflkit.errors import near

if TYPE_CHECKING:
    from taflkit.games import Playable

    _TextType = click.ParamType[str]
else:
    _TextType = click.ParamType  # Not generic in older versions of click.

#: The type of an argument that names a file to read.
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
#: The variant that the command language plays unless another is named.
DEFAULT_VARIANT = "tablut"

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


class Group(click.Group):
    """A group of commands that suggests the closest name for an unknown command."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Add the closest name to click's error; older versions of click do not suggest any."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            found = near(args[0], self.list_commands(ctx))
            if not found:
                raise
            raise click.UsageError(f"{error.message} Did you mean {found[0]!r}?", ctx) from None


class Seconds(click.FloatRange):
    """A time in seconds: above 0 and finite."""

    def __init__(self) -> None:
        """Accept times of up to some days."""
        super().__init__(min=0, min_open=True, max=1e6)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse "nan", which click accepts."""
        found = super().convert(value, param, ctx)
        if math.isnan(found):
            self.fail(f"{value!r} is not a time in seconds.", param, ctx)
        return found


class VariantType(_TextType):
    """The name of a variant, with completion, or the path of its file."""

    name = "variant"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[Any]:
        """The names of variants that begin with the incomplete text."""
        from click.shell_completion import CompletionItem

        names: tuple[str, ...] = ()
        with suppress(TaflError):  # The command itself reports the error.
            names = taflkit.variant_names()
        return [CompletionItem(name) for name in names if name.startswith(incomplete.lower())]


variant_option = click.option(
    "--variant", type=VariantType(), default=DEFAULT_VARIANT, show_default=True, help="The game to play."
)


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--position` and `--moves`, which `read_game` reads."""
    command = click.option(
        "--moves", metavar="MOVES", default="", help='Moves to play first, separated by spaces: "i6-g d5-7".'
    )(command)
    return click.option(
        "--position",
        metavar="TEXT",
        help="A position on one line, as the kind of game writes it; in tafl the rows from the top, and the side to "
        "move.",
    )(command)


def read_game(variant: str, position: str | None, moves: str) -> Playable[Any]:
    """The game, of any kind, that a variant and the options of `game_options` describe."""
    from taflkit import games

    game = games.start(variant, position)
    kind = games.kind_of(game)
    if position is not None and isinstance(game, taflkit.Game):
        _check_kings(game)
    for text in moves.split():
        game = game.play(kind.parse_move(game, text))
    return game


def _check_kings(game: taflkit.Game) -> None:
    """Refuse a position with another number of kings than the variant begins with."""
    kings, usual = (len(position.kings) for position in (game.position, game.variant.start))
    if kings != usual:
        raise TaflError(
            f"the position has {kings or 'no'} king{'' if kings == 1 else 's'}, and {game.variant} has {usual}"
        )


def read_unfinished_game(variant: str, position: str | None, moves: str) -> Playable[Any]:
    """The same as `read_game`, for commands that need a player to move.

    Raises:
        TaflError: If the game is over.
    """
    game = read_game(variant, position, moves)
    if game.outcome is not None:
        raise TaflError(f"the game is over: {game.outcome}")
    return game


def player_in_text(game: Playable[Any]) -> str:
    """The player to move as a sentence names it: `the attackers`, `Red`."""
    name = str(game.to_move)
    return f"the {name}" if name[:1].islower() else name


def state_in_text(game: Playable[Any]) -> str:
    """Whose turn it is, or how the game ended."""
    from taflkit.games import kind_of

    if game.outcome is not None:
        return str(game.outcome)
    going_on = "".join(f", the piece on {square} goes on" for square in kind_of(game).picture(game).going_on)
    return f"{game.to_move} to move{going_on}"


def jobs_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the option `--jobs`: how many things are done at the same time."""
    return click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help=help_text)


def complete_searcher(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of searchers that begin with the incomplete text."""
    from taflkit.search import searcher_names

    return [name for name in searcher_names() if name.startswith(incomplete.lower())]


def complete_kind(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of kinds of game that begin with the incomplete text."""
    from taflkit.games import kind_names

    return [name for name in kind_names() if name.startswith(incomplete.lower())]
