"""Arguments and options that several commands share, and the games that they describe."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import click

import taflkit
from taflkit import TaflError
from taflkit.errors import near

if TYPE_CHECKING:
    from taflkit.games import Playable, RecordedGame
    from taflkit.records import Record
    from taflkit.search import Searcher

    _TextType = click.ParamType[str]
else:
    _TextType = click.ParamType  # Not generic in older versions of click.

#: The type of an argument that names a file to read.
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
#: The type of an argument that names a file of games to read; `-` is standard input.
GAME_FILE = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
#: The same, or a folder of such files.
GAME_FILES = click.Path(exists=True, allow_dash=True, path_type=Path)
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


class FileOrVariant(VariantType):
    """The path of a file that exists, `-` for standard input, or else the name of a variant."""

    name = "file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """A `Path` for a file, a `str` for a variant.

        Raises:
            click.BadParameter: It is neither.
        """
        from taflkit.variant.catalogue import find_variant, is_path

        if isinstance(value, Path) or value == "-":
            return Path(value)
        if not Path(value).exists() and not is_path(value):
            try:
                find_variant(value)
            except taflkit.VariantError:
                found = near(value.lower(), taflkit.variant_names())
                hint = f"did you mean {found[0]!r}?" if found else "taflkit variants lists the variants."
                self.fail(f"there is no file and no variant called {value!r}; {hint}", param, ctx)
            return value
        return EXISTING_FILE.convert(value, param, ctx)


variant_option = click.option(
    "--variant", type=VariantType(), default=DEFAULT_VARIANT, show_default=True, help="The game to play."
)


def game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--position` and `--moves`, which `AskedGame` reads."""
    command = click.option(
        "--moves", metavar="MOVES", default="", help='Moves to play first, separated by spaces: "i6-g d5-7".'
    )(command)
    return click.option(
        "--position",
        metavar="TEXT",
        help="A position on one line, as the kind of game writes it; in tafl the rows from the top, and the side to "
        "move.",
    )(command)


def record_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--ply` and `--game`, which choose from a file of games."""
    command = click.option(
        "--game", "number", type=click.IntRange(min=1), metavar="N", help="Which game of a file with several, from 1."
    )(command)
    return click.option(
        "--ply", type=click.IntRange(min=0), metavar="N", help="Go only so many moves into a recorded game."
    )(command)


def game_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the argument VARIANT|FILE and the options that say which position is meant, as one parameter `asked`."""

    @click.argument("variant", metavar="VARIANT|FILE", type=VariantType())
    @game_options
    @record_options
    @wraps(command)
    def with_game(
        *args: Any, variant: str, position: str | None, moves: str, ply: int | None, number: int | None, **rest: Any
    ) -> Any:
        return command(*args, asked=AskedGame(variant, position, moves, ply, number), **rest)

    return with_game


class AskedGame(NamedTuple):
    """The game that an argument VARIANT|FILE and its options describe."""

    variant: str
    """A variant, its file, or a file of games; `-` is standard input."""
    position: str | None = None
    """A position on one line."""
    moves: str = ""
    """Moves to play."""
    ply: int | None = None
    """How far to go into a recorded game."""
    number: int | None = None
    """Which game of a file."""

    @property
    def is_file(self) -> bool:
        """Whether it is a file of games and no variant; a file that exists wins over a variant of that name."""
        return self.variant == "-" or (not self.variant.endswith(".toml") and Path(self.variant).is_file())

    def read(self) -> RecordedGame[Any]:
        """The game, of any kind.

        Raises:
            TaflError: There is no such game.
        """
        if self.is_file:
            if self.position is not None:
                raise click.UsageError("--position goes with a variant; a recorded game has a position of its own.")
            game: RecordedGame[Any] = read_record_file(Path(self.variant), self.number).game(self.ply)
        else:
            if self.ply is not None or self.number is not None:
                raise click.UsageError(f"--ply and --game go with a file of games, and {self.variant!r} is none.")
            game = taflkit.start(self.variant, self.position)
        if self.position is not None and isinstance(game, taflkit.Game):
            _check_kings(game)
        for text in self.moves.split():
            game = game.play(text)
        return game

    def read_unfinished(self) -> RecordedGame[Any]:
        """The same for commands that need a player to move.

        Raises:
            TaflError: The game is over.
        """
        game = self.read()
        if game.outcome is not None:
            hint = "; --ply goes only so many moves into it" if self.is_file and self.ply is None else ""
            raise TaflError(f"the game is over: {game.outcome}{hint}")
        return game


def read_record_file(path: Path, number: int | None = None, variants: Sequence[str] = ()) -> Record:
    """One game of a file; `-` is standard input.

    Raises:
        TaflError: The file cannot be read as a game.
    """
    from taflkit.records import read_record

    return read_record(path, number=number, variants=variants, standard_input=standard_input(path))


def standard_input(path: Path) -> IO[bytes] | None:
    """What is read for a path: standard input for `-`.

    Raises:
        TaflError: Standard input is closed.
    """
    if str(path) != "-":
        return None
    if sys.stdin is None:
        raise TaflError("standard input is closed")
    return sys.stdin.buffer


def _check_kings(game: taflkit.Game) -> None:
    """Refuse a position with another number of kings than the variant begins with."""
    kings, usual = (len(position.kings) for position in (game.position, game.variant.start))
    if kings != usual:
        raise TaflError(
            f"the position has {kings or 'no'} king{'' if kings == 1 else 's'}, and {game.variant} has {usual}"
        )


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


def threads_option(help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the option `--threads`: how many threads search together; `with_threads` checks it."""
    return click.option("--threads", type=click.IntRange(min=1), default=1, show_default=True, help=help_text)


def check_threads(threads: int) -> None:
    """Refuse more threads than can search together.

    Raises:
        click.BadParameter: `--threads` says too many.
    """
    from taflkit.search.limits import MAX_THREADS

    if threads > MAX_THREADS:
        raise click.BadParameter(f"at most {MAX_THREADS} threads search together", param_hint="--threads")


def with_threads(searcher: Searcher, threads: int) -> Searcher:
    """A searcher that uses so many threads.

    Raises:
        click.BadParameter: `--threads` says too many, or several for a searcher that uses one.
    """
    import attrs  # Not needed to list the commands.

    from taflkit.search import AlphaBeta

    if threads == 1:
        return searcher
    if not isinstance(searcher, AlphaBeta):
        problem = "only the searchers alphabeta and classic use several threads"
        raise click.BadParameter(problem, param_hint="--threads")
    check_threads(threads)
    return attrs.evolve(searcher, threads=threads)


def complete_searcher(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of searchers that begin with the incomplete text."""
    from taflkit.search import searcher_names

    return [name for name in searcher_names() if name.startswith(incomplete.lower())]


def complete_kind(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of kinds of game that begin with the incomplete text."""
    from taflkit.games import kind_names

    return [name for name in kind_names() if name.startswith(incomplete.lower())]
