"""`taflkit bologna play` and `taflkit bologna serve`: the Tablut contest of the University of Bologna."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit.cli.arguments import Group, Seconds, complete_searcher
from taflkit.cli.engines import engine_options, opened_engine
from taflkit.cli.signals import exit_on_signals
from taflkit.cli.streams import echo
from taflkit.errors import TaflError
from taflkit.files import reason_of

if TYPE_CHECKING:
    from taflkit.engines.bologna import ContestResult, ContestRules
    from taflkit.game import Game

_TIMEOUT = click.option(
    "--timeout", type=Seconds(), default=60.0, show_default=True, help="How many seconds a move may take."
)
_PORT = click.IntRange(0, 65535)


@click.group(cls=Group)
def bologna() -> None:
    """Play, or referee, the Tablut contest of the University of Bologna.

    \b
    Example:
      taflkit bologna serve --games 2 &
      taflkit bologna play WHITE & taflkit bologna play BLACK
    """


@bologna.command()
@click.argument("colour", metavar="WHITE|BLACK")
@_TIMEOUT
@click.option("--host", default="127.0.0.1", show_default=True, help="Where the referee is.")
@click.option("--port", type=_PORT, help="The port; 5800 for White and 5801 for Black unless given.")
@click.option("--name", default="taflkit", show_default=True, help="What the player is called: letters and digits.")
@click.option(
    "--searcher",
    metavar="NAME",
    default="alphabeta",
    show_default=True,
    shell_complete=complete_searcher,
    help="The searcher that chooses the moves.",
)
@engine_options
@click.option("--depth", type=click.IntRange(1, 99), help="How many moves ahead to look at most.")
@click.option("--nodes", type=click.IntRange(min=1), help="How many positions to look at for a move at most.")
@click.option("--seed", type=int, default=0, show_default=True, help="Decides between equally good moves.")
def play(
    colour: str,
    timeout: float,
    host: str,
    port: int | None,
    name: str,
    searcher: str,
    engine: str | None,
    protocol: str,
    depth: int | None,
    nodes: int | None,
    seed: int,
) -> None:
    """Play a game: connect to the referee, as WHITE (the king's side) or BLACK.

    \b
    Examples:
      taflkit bologna play WHITE --timeout 60 --host 192.168.1.20
      taflkit bologna play black --searcher montecarlo --name Odin
    """
    from taflkit.engines.bologna import ContestPlayer, search_seconds
    from taflkit.engines.bologna.messages import side_named
    from taflkit.search import SearchLimit, searcher_named

    side = side_named(colour)
    limit = SearchLimit(depth=depth, nodes=nodes, seconds=search_seconds(timeout))
    with opened_engine(engine, protocol) as opened:
        player = ContestPlayer(side, opened or searcher_named(searcher)(seed), limit, name)
        echo(player.play(host, port, on_state=_show))


def _show(game: Game) -> None:
    """Print each move as it is played."""
    if game.last is not None:
        echo(f"{game.ply}. {game.last}", err=True)


@bologna.command()
@_TIMEOUT
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to wait at; 0.0.0.0 for any.")
@click.option("--white-port", type=_PORT, default=5800, show_default=True, help="The port for White; 0 for a free one.")
@click.option("--black-port", type=_PORT, default=5801, show_default=True, help="The port for Black; 0 for a free one.")
@click.option("--games", type=click.IntRange(min=1), help="How many games to wait for; without end unless given.")
@click.option(
    "--errors", type=click.IntRange(0, 1000), default=0, show_default=True, help="How many errors a player may make."
)
@click.option(
    "--logs",
    type=click.Path(file_okay=False, path_type=Path),
    help="A directory for the logs of the games, which `taflkit replay` reads.",
)
def serve(
    timeout: float,
    host: str,
    white_port: int,
    black_port: int,
    games: int | None,
    errors: int,
    logs: Path | None,
) -> None:
    """Referee games without a window: players are paired as they connect, and a table is printed at the end.

    A position that comes back is a draw; who takes too long, hangs up or makes too many errors loses.

    \b
    Examples:
      taflkit bologna serve --games 1 --timeout 60
      taflkit bologna serve --host 0.0.0.0 --logs logs
    """
    import asyncio

    from taflkit.engines.bologna import ContestRules, standings

    if logs is not None:
        try:
            logs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TaflError(f"cannot make the directory {logs}: {reason_of(error)}") from None
    results: list[ContestResult] = []
    rules = ContestRules(timeout=timeout, errors=errors)
    try:
        with exit_on_signals():
            asyncio.run(_referee(rules, host, white_port, black_port, games, logs, results))
    finally:
        for line in standings(results):
            echo(f"{line.name}: {line.points} points, {line.wins} won, {line.draws} drawn, {line.losses} lost")


async def _referee(
    rules: ContestRules,
    host: str,
    white_port: int,
    black_port: int,
    games: int | None,
    logs: Path | None,
    results: list[ContestResult],
) -> None:
    from taflkit.engines.bologna import ContestReferee

    async with ContestReferee(rules) as referee:
        white, black = await referee.open(host, white_port, black_port)
        echo(f"waiting for White at {host}, port {white}, and for Black at port {black}", err=True)
        async for result in referee.results(games):
            results.append(result)
            echo(str(result))
            if logs is not None:
                _write_log(logs, result)


def _write_log(directory: Path, result: ContestResult) -> None:
    """Write the log of a game to a file of its own, never over another."""
    import time

    from taflkit.records import format_contest_log

    now = time.time()
    date = time.strftime("%b %d, %Y %I:%M:%S %p", time.localtime(now))
    remarks = [] if result.game.outcome is not None else [f"Partita terminata: {result.reason}"]
    text = format_contest_log(result.game, result.white, result.black, remarks, date)
    for number in range(int(now * 1000), int(now * 1000) + 10_000):
        path = directory / f"_{result.white}_vs_{result.black}_{number}_gameLog.txt"
        try:
            with path.open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            continue
        except OSError as error:
            raise TaflError(f"cannot write {path}: {reason_of(error)}") from None
        return
