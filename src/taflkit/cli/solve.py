"""`taflkit solve`."""

from __future__ import annotations

import click

from taflkit.cli.arguments import AskedGame, Seconds, game_argument, json_option, player_in_text
from taflkit.cli.streams import echo, echo_json


@click.command()
@game_argument
@click.option(
    "--within",
    type=click.IntRange(1, 99),
    default=3,
    show_default=True,
    help="The number of own moves in which to win.",
)
@click.option("--nodes", type=click.IntRange(min=1), help="Give up after this many positions.")
@click.option("--seconds", type=Seconds(), help="Give up after this many seconds.")
@json_option
@click.pass_context
def solve(
    ctx: click.Context,
    asked: AskedGame,
    within: int,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Look for a forced win of the side to move. The exit status is 1 if none is proved.

    \b
    Examples:
      taflkit solve tablut --moves "a4-3 e4-f b5-3 e5-4 b3-5" --within 1
      taflkit solve tablut --position "9/9/9/9/6K2/9/9/1B7/9 defenders" --within 2
      taflkit solve game.tafl --ply 30
    """
    from taflkit.games import kind_of
    from taflkit.search import SearchLimit, WinFinder

    game = asked.read_unfinished()
    kind, player = kind_of(game), player_in_text(game)
    win, have = ("win", "have") if player.startswith("the ") else ("wins", "has")
    limit = SearchLimit(depth=2 * within - 1, nodes=nodes, seconds=seconds)
    found = WinFinder().find(game, within, limit)
    certain = found.moves is not None or found.within >= within
    if as_json:
        echo_json(
            {
                "win_in": found.moves,
                "line": [kind.format_move(move) for move in found.line],
                "certain_within": found.within,
                "nodes": found.nodes,
                "seconds": round(found.seconds, 3),
            }
        )
    elif found.moves is not None:
        echo(f"{player} {win} in {found.moves}: {' '.join(map(kind.format_move, found.line))}")
    elif certain:
        echo(f"{player} {have} no forced win within {_moves(within)}")
    else:
        echo(f"no forced win within {_moves(found.within)}; {found.stopped.value} before more was certain")
    if found.moves is None:
        ctx.exit(1)


def _moves(count: int) -> str:
    return f"{count} move" if count == 1 else f"{count} moves"
