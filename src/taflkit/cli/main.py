"""The command `taflkit`: finds its subcommands, and shows errors without a traceback."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from taflkit import __version__, startup
from taflkit.cli.arguments import Group
from taflkit.cli.signals import INTERRUPTED
from taflkit.cli.streams import complain, echo, give_up, prepare, printable
from taflkit.errors import PluginWarning, TaflError, VariantWarning

#: The commands. Each is a function in the module of its name, imported when it is used or its help is listed.
_COMMANDS = (
    "analyze",
    "balance",
    "bench",
    "bologna",
    "convert",
    "dataset",
    "explore",
    "htp",
    "match",
    "perft",
    "play",
    "replay",
    "review",
    "script",
    "show",
    "solve",
    "uci",
    "variants",
)


class TaflkitError(click.ClickException):
    """An error of the library, shown as a sentence; exit status 2."""

    exit_code = 2


class Main(Group):
    """A group that imports its commands when they are needed, and shows errors without a traceback."""

    def main(self, *arguments: Any, **options: Any) -> Any:
        """Run a command; report output that cannot be written and a lack of memory in a sentence."""
        try:
            return super().main(*arguments, **options)
        except OSError as error:
            give_up(sys.stdout)
            complain(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}")
        except MemoryError:
            complain("out of memory")
        sys.exit(TaflkitError.exit_code)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the subcommands."""
        return list(_COMMANDS)

    def make_context(self, *arguments: Any, **options: Any) -> click.Context:
        """Read the command line."""
        with _printable_errors():
            return super().make_context(*arguments, **options)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a subcommand; `None` if there is none of that name."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"taflkit.cli.{cmd_name}"), cmd_name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand, with the library's warnings and errors as single lines."""
        with _printable_errors(), warnings.catch_warnings():
            warnings.simplefilter("always", PluginWarning)
            warnings.simplefilter("default", VariantWarning)  # Once for each directory.
            warnings.showwarning = _show_warning
            prepare()
            try:
                startup.finish()
                return super().invoke(ctx)
            except TaflError as error:
                raise TaflkitError(str(error)) from None
            except (ImportError, SyntaxError) as error:
                raise TaflkitError(startup.import_trouble(error)) from None
            except KeyboardInterrupt:
                echo("\nAborted!", err=True)
                ctx.exit(INTERRUPTED)


@contextmanager
def _printable_errors() -> Iterator[None]:
    """Make the messages of errors printable: names of files, and texts of files and programs, may be part of them."""
    try:
        yield
    except click.ClickException as error:
        vars(error)["message"] = printable(error.message)
        raise


def _show_warning(message: Warning | str, category: type[Warning], *_: object, **__: object) -> None:
    echo(f"Warning: {message}", err=True)


def _show_version(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    from taflkit.kernel import installed

    try:
        echo(f"taflkit {__version__} (compiled kernel: {installed()})")
    except TaflError as error:
        raise TaflkitError(str(error)) from None
    ctx.exit()


@click.command(cls=Main, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and whether the compiled kernel is used, and exit.",
)
def main() -> None:
    """Play, check and explore the tafl family of board games.

    \b
    Example:
      taflkit show tablut --moves "i6-g d5-7 i4-h"
    """
