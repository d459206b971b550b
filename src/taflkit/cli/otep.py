"""`taflkit otep`."""

from __future__ import annotations

import click

from taflkit.cli.arguments import Seconds, variant_option
from taflkit.cli.serving import serve_on_pipes


@click.command()
@variant_option
@click.option(
    "--seconds", type=Seconds(), default=2.0, show_default=True, help="How long to think where there is no clock."
)
@click.pass_context
def otep(ctx: click.Context, variant: str, seconds: float) -> None:
    """Be an engine that speaks OTEP, the engine protocol of OpenTafl, on standard input and output.

    The command `rules` tells the rules of the game; the option --variant is for programs that do not send it.

    \b
    Examples:
      taflkit otep
      printf 'play attackers\\n' | taflkit otep --variant brandubh
    """
    from taflkit import Game, load_variant
    from taflkit.engines import OtepServer
    from taflkit.search import SearchLimit

    game, limit = Game(load_variant(variant)), SearchLimit(seconds=seconds)
    ctx.exit(serve_on_pipes(lambda write: OtepServer(write, game, limit=limit)))
