"""The options by which commands let another engine search: `--engine` and `--protocol`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from taflkit.engines import EngineSearcher
    from taflkit.search import SearcherMaker, SearchLimit


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
def opened_player(searcher: str | None, engine: str | None, protocol: str) -> Iterator[SearcherMaker | None]:
    """What makes the player of `--searcher` from a seed, or the engine of `--engine` while it runs; `None` for neither.

    Raises:
        TaflError: `--searcher` names no player.
    """
    from taflkit.players import parse_player, player

    if engine is None and searcher and (read := parse_player(searcher)) is not None and read.command is not None:
        engine, protocol = read.command, read.name
    with opened_engine(engine, protocol) as opened:
        if opened is not None:
            yield lambda seed: opened
        elif searcher is None:
            yield None
        else:
            player(searcher)  # What is none is refused before a game begins.
            yield lambda seed: player(searcher, seed=seed)


def limit_of(
    searcher: str, depth: int | None, nodes: int | None, seconds: float | None, usual: SearchLimit
) -> SearchLimit | None:
    """The limit of the options; without any the usual one, unless the text of the player says how far it looks."""
    from taflkit.search import SearchLimit

    if depth is None and nodes is None and seconds is None:
        return None if ":" in searcher else usual
    return SearchLimit(depth=depth, nodes=nodes, seconds=seconds)


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
