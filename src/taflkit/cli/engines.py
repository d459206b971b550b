"""The options by which commands let another engine search: `--engine` and `--protocol`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from taflkit.engines import EngineSearcher


def complete_protocol(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of protocols that begin with the incomplete text."""
    from taflkit.engines import PROTOCOLS

    return [name for name in PROTOCOLS if name.startswith(incomplete.lower())]


def engine_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--engine` and `--protocol`, which `opened_engine` reads."""
    command = click.option(
        "--protocol",
        metavar="NAME",
        default="uci",
        show_default=True,
        shell_complete=complete_protocol,
        help="What the engine speaks: uci, uai, htp, or play for the command language.",
    )(command)
    return click.option(
        "--engine", metavar="COMMAND", help='Another program that searches instead, such as "bearing --uci".'
    )(command)


@contextmanager
def opened_engine(engine: str | None, protocol: str) -> Iterator[EngineSearcher | None]:
    """The engine of the options while it runs, `None` without one. It ends with the block, after a signal too."""
    if engine is None:
        yield None
        return
    from taflkit.cli.signals import exit_on_signals
    from taflkit.engines import open_engine

    with exit_on_signals(), open_engine(engine, protocol) as opened:
        yield opened
