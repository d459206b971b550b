"""`taflkit dataset`."""

from __future__ import annotations

from pathlib import Path

import click

from taflkit.cli.arguments import GAME_FILES, Group, VariantType, jobs_option
from taflkit.cli.executors import Sharing, cluster_option, executor_for
from taflkit.cli.progress import progress
from taflkit.cli.streams import echo

_DIRECTORY = click.Path(file_okay=False, path_type=Path)
_shard_option = click.option(
    "--shard", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many games a file has."
)
_history_option = click.option(
    "--history", type=click.IntRange(0, 32), default=0, show_default=True, help="Earlier positions in an observation."
)


@click.group(cls=Group)
def dataset() -> None:
    """Write positions to learn from, with policies and values, as numpy files.

    The files are written one after another, each as a whole: a command that was broken off goes on when it is run
    again. They need the extra rl.

    \b
    Examples:
      taflkit dataset selfplay brandubh data --games 1000
      taflkit dataset records tablut data games.jsonl.gz
    """


@dataset.command()
@click.argument("variant", type=VariantType())
@click.argument("directory", type=_DIRECTORY)
@click.option(
    "--games",
    type=click.IntRange(1, 10**9),
    default=100,
    show_default=True,
    help="How many games to play, rounded up to whole files.",
)
@click.option(
    "--visits", type=click.IntRange(1, 10**6), default=64, show_default=True, help="Positions visited for a move."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Decides the games.")
@click.option(
    "--max-plies", type=click.IntRange(1, 10**6), default=200, show_default=True, help="Longer games are broken off."
)
@_shard_option
@_history_option
@jobs_option("How many processes play.")
@cluster_option
def selfplay(
    variant: str,
    directory: Path,
    games: int,
    visits: int,
    seed: int,
    max_plies: int,
    shard: int,
    history: int,
    jobs: int,
    cluster: str | None,
) -> None:
    """Play games against oneself, and write their positions to DIRECTORY.

    The player is a tree search whose positions are judged by random games; `taflkit.rl.write_self_play` takes a
    network instead.

    \b
    Example:
      taflkit dataset selfplay brandubh data --games 1000 --visits 100 --jobs 2
    """
    from taflkit import Variant, load_variant
    from taflkit.rl import Dataset, PlayoutEvaluator, SelfPlay, write_self_play

    kept = Dataset(directory=directory, variant=load_variant(variant, Variant).name, shard=shard, history=history)
    settings = SelfPlay(visits=visits, max_plies=max_plies, parallel=1)
    with executor_for(jobs, cluster) as sharing, progress(-(-games // shard)) as show:
        written = write_self_play(
            kept,
            games,
            PlayoutEvaluator(),
            seed=seed,
            settings=settings,
            executor=sharing.executor,
            on_shard=lambda shards, _: _on_shard(sharing, show, shards),
        )
    echo(f"{written:,} positions written to {directory}")


@dataset.command()
@click.argument("variant", type=VariantType())
@click.argument("directory", type=_DIRECTORY)
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=GAME_FILES)
@_shard_option
@_history_option
@jobs_option("How many processes share the work.")
@cluster_option
def records(
    variant: str,
    directory: Path,
    files: tuple[Path, ...],
    shard: int,
    history: int,
    jobs: int,
    cluster: str | None,
) -> None:
    """Write the positions of recorded games of VARIANT to DIRECTORY.

    FILEs are files of games, or folders of them, in any format that `taflkit replay` reads; games that do not agree
    with the rules are taken as far as they do.

    \b
    Example:
      taflkit dataset records copenhagen data 016-copenhagen-hnefatafl-11x11.jsonl.gz
    """
    from taflkit import Variant, load_variant
    from taflkit.records import find_game_files
    from taflkit.rl import Dataset, write_records

    kept = Dataset(directory=directory, variant=load_variant(variant, Variant).name, shard=shard, history=history)
    with executor_for(jobs, cluster) as sharing:
        written = write_records(
            kept,
            find_game_files(files),
            executor=sharing.executor,
            on_shard=lambda shards, _: _on_shard(sharing, None, shards),
        )
    echo(f"{written:,} positions written to {directory}")


def _on_shard(sharing: Sharing, show: object, shards: int) -> None:
    sharing.heed()
    if callable(show):
        show(shards)
