"""`taflkit uci`."""

from __future__ import annotations

import click

from taflkit.cli.arguments import variant_option
from taflkit.cli.serving import serve_on_pipes


@click.command()
@variant_option
@click.pass_context
def uci(ctx: click.Context, variant: str) -> None:
    """Be an engine that speaks UCI on standard input and output, for graphical boards and match programs.

    UCI_Variant chooses the game, VariantPath a variant file; Ataxx programs may say `uai`. Positions and moves are
    read and written as the tafl engines of the field do: 3aaaaa3/5a5/11/... a, a6b6.

    \b
    Examples:
      taflkit uci
      printf 'position startpos moves a6b6\\ngo depth 5\\n' | taflkit uci --variant copenhagen
    """
    from taflkit.engines import UciServer

    ctx.exit(serve_on_pipes(lambda write: UciServer(write, variant)))
