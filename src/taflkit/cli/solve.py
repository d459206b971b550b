"""`taflkit solve`."""

from __future__ import annotations

import json

import click

from taflkit.cli.arguments import Seconds, VariantType, game_options, json_option, read_game
from taflkit.errors import TaflError


@click.command("solve")
@click.argument("variant", type=VariantType())
@game_options
@click.option("--within", type=click.IntRange(1, 99), default=3, show_default=True, help="So many own moves.")
@click.option("--nodes", type=click.IntRange(min=1), help="Give up after so many positions.")
@click.option("--seconds", type=Seconds(), help="Give up after so long.")
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    variant: str,
    position: str | None,
    moves: str,
    within: int,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Look for a forced win of the side to move; exit status 1 if it is not certain that there is one.

    \b
    Examples:
      taflkit solve tablut --moves "a4-3 e4-f b5-3 e5-4 b3-5" --within 1
      taflkit solve tablut --position "9/9/9/9/6K2/9/9/1B7/9 defenders" --within 2
    """
    from taflkit.search import SearchLimit, WinFinder

    game = read_game(variant, position, moves)
    if game.outcome is not None:
        raise TaflError(f"the game is over: {game.outcome}")
    limit = SearchLimit(depth=2 * within - 1, nodes=nodes, seconds=seconds)
    found = WinFinder().find(game, within, limit)
    certain = found.moves is not None or found.within >= within
    if as_json:
        click.echo(
            json.dumps(
                {
                    "win_in": found.moves,
                    "line": [str(move) for move in found.line],
                    "certain_within": found.within,
                    "nodes": found.nodes,
                    "seconds": round(found.seconds, 3),
                }
            )
        )
    elif found.moves is not None:
        click.echo(f"the {game.to_move} win in {found.moves}: {' '.join(map(str, found.line))}")
    elif certain:
        click.echo(f"the {game.to_move} have no forced win within {within} moves")
    else:
        click.echo(f"no forced win within {found.within} moves; {found.stopped.value} before more was certain")
    if found.moves is None:
        ctx.exit(1)
