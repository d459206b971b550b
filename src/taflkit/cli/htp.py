"""`taflkit htp`."""

from __future__ import annotations

import click

from taflkit.cli.arguments import Seconds, VariantType
from taflkit.cli.serving import serve_on_pipes


@click.command()
@click.option(
    "--variant",
    type=VariantType(),
    default="copenhagen",
    show_default=True,
    help="The variant to play.",
)
@click.option(
    "--seconds", type=Seconds(), default=2.0, show_default=True, help="How long to think where there is no clock."
)
@click.pass_context
def htp(ctx: click.Context, variant: str, seconds: float) -> None:
    """Be an engine that speaks HTP, the text protocol of hnefatafl programs, on standard input and output.

    Every command is answered by `= ...` or `? ...`; list_commands lists them.

    \b
    Examples:
      taflkit htp
      printf 'play attacker d1 d4\\ngenerate_move defender\\n' | taflkit htp --seconds 1
    """
    from taflkit import Variant, load_variant
    from taflkit.engines import HtpServer
    from taflkit.search import SearchLimit

    chosen, limit = load_variant(variant, Variant), SearchLimit(seconds=seconds)
    ctx.exit(serve_on_pipes(lambda write: HtpServer(write, chosen, limit=limit)))
