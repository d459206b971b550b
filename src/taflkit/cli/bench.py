"""`taflkit bench`."""

from __future__ import annotations

import click

from taflkit.cli.arguments import json_option
from taflkit.cli.streams import echo, echo_json


@click.command()
@json_option
def bench(as_json: bool) -> None:
    """Run fixed searches: a number that changes when the search does, and how fast it is.

    The signature is the number of positions visited, the same on every machine for the same engine: the compiled
    kernel, or Python where TAFLKIT_KERNEL is 0.

    \b
    Example:
      taflkit bench
    """
    from attrs import asdict

    from taflkit.search.tafl.bench import BenchTotal
    from taflkit.search.tafl.bench import bench as run

    results = []
    for result in run():
        results.append(result)
        if not as_json:
            speed = result.nodes / max(result.seconds, 1e-9)
            what = f"{result.variant} after {result.ply} moves"
            echo(f"{what:26} {result.searcher:9} depth {result.depth}  {result.nodes:10,} nodes {speed:12,.0f} nodes/s")
    total = BenchTotal(tuple(results))
    if as_json:
        echo_json(
            {
                "signature": total.signature,
                "engine": total.engine,
                "seconds": round(total.seconds, 3),
                "nodes_per_second": round(total.nodes_per_second),
                "searches": [{**asdict(result), "seconds": round(result.seconds, 3)} for result in total.results],
            }
        )
    else:
        echo(f"signature {total.signature} ({total.engine})")
        echo(f"{total.seconds:.2f} s, {total.nodes_per_second:,.0f} nodes/s")
