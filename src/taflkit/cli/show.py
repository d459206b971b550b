"""`taflkit show`."""

from __future__ import annotations

import click

from taflkit.cli.games import VariantType, game_options, read_game


@click.command("show")
@click.argument("variant", type=VariantType())
@game_options
def command(variant: str, position: str | None, moves: str) -> None:
    """Draw a position.

    \b
    Examples:
      taflkit show tablut
      taflkit show tablut --moves "i6-g d5-7 i4-g"
      taflkit show brandubh --position "7/7/7/K5A/7/7/7 defenders"
    """
    game = read_game(variant, position, moves)
    click.echo(str(game))
    if game.last is not None:
        click.echo(f"last move {game.last}")
    if game.outcome is None:
        click.echo(f"{len(game.legal_moves)} legal moves")
