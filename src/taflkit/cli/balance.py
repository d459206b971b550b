"""`taflkit balance`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.arguments import VariantType, jobs_option, json_option
from taflkit.cli.executors import cluster_option, executor_for
from taflkit.cli.progress import progress
from taflkit.cli.signals import exit_on_signals
from taflkit.cli.streams import echo, echo_json
from taflkit.kernel.limits import RANDOM_PLIES

if TYPE_CHECKING:
    from taflkit.games import GameVariant
    from taflkit.match import Balance

#: How many games are played ahead for each job, so that no job waits for the slowest.
_AHEAD = 4
#: How many games are sent to a cluster at a time.
_CLUSTER_AHEAD = 512


@click.command()
@click.argument("variant", type=VariantType())
@click.option(
    "--games", type=click.IntRange(1, 1_000_000), default=100, show_default=True, help="How many games to play."
)
@click.option(
    "--player",
    default="level:6",
    show_default=True,
    metavar="ENTRANT",
    help="Who plays both sides, as taflkit match names it: level:3, alphabeta:nodes=2000, or a command.",
)
@click.option(
    "--opening-plies",
    type=click.IntRange(0, 100),
    default=RANDOM_PLIES,
    show_default=True,
    help="How many random moves each game begins with.",
)
@click.option("--seed", type=click.IntRange(0, 2**32), default=1, show_default=True, help="Chooses the openings.")
@click.option("--plies", type=click.IntRange(1, 10_000), default=500, show_default=True, help="Longer games are draws.")
@jobs_option("How many games to play at the same time.")
@cluster_option
@json_option
def balance(
    variant: str,
    games: int,
    player: str,
    opening_plies: int,
    seed: int,
    plies: int,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Measure how balanced a variant is: let a player play against itself from varied openings.

    Prints how many games each side wins, with the 95 % interval of the first side's share of the points, how long games
    and the wins of each side are, and why they end. What it finds holds for players of that strength.

    \b
    Examples:
      taflkit balance brandubh
      taflkit balance my-variant.toml --games 400 --player level:8 --jobs 4
      taflkit balance copenhagen --player alphabeta:nodes=5000 --json
    """
    # Imported here so that listing the commands stays quick.
    from taflkit.match import GameLimits, entrant, measure_balance
    from taflkit.variant.catalogue import load_variant

    played = load_variant(variant)
    with (
        exit_on_signals(),
        executor_for(jobs, cluster, patient=False) as sharing,
        progress(games) as on_game,
    ):
        found = measure_balance(
            played,
            games,
            player=entrant(player),
            opening_plies=opening_plies,
            seed=seed,
            limits=GameLimits(plies),
            executor=sharing.executor,
            ahead=_AHEAD * jobs if cluster is None else _CLUSTER_AHEAD,
            on_game=on_game,
        )
    if as_json:
        options = {"player": player, "opening_plies": opening_plies, "seed": seed, "plies": plies}
        echo_json({"variant": played.name, **options, **balance_as_json(played, found)})
    else:
        echo("\n".join(_lines(played, found)))


def _names(variant: GameVariant) -> tuple[str, str]:
    from taflkit.games import kind_of
    from taflkit.shell import fixed_word

    kind = kind_of(variant)
    first, second = (fixed_word(kind, variant, player) for player in kind.players)
    return first, second


def _lines(variant: GameVariant, found: Balance) -> Iterator[str]:
    first, second = _names(variant)
    yield f"{variant.name}: {found.games} games from {found.openings} openings"
    yield f"{first} won {found.won[0]}, {second} won {found.won[1]}, drawn {found.drawn}"
    yield f"{first}' share of the points: {found.share}" if first.endswith("s") else f"{first}'s share: {found.share}"
    shortest, longest = found.lengths[0], found.lengths[-1]
    yield f"length: {found.median_length:g} moves in the middle, from {shortest} to {longest}"
    means = zip((first, second), found.mean_win_lengths, strict=True)
    wins = [f"{name} won in {mean:.1f}" for name, mean in means if mean is not None]
    if wins:
        yield f"moves on average: {', '.join(wins)}"
    for (winner, reason), count in found.endings.items():
        yield f"{count:6}  {'drawn' if winner is None else f'{(first, second)[winner]} won'}: {reason}"


def balance_as_json(variant: GameVariant, found: Balance) -> dict[str, Any]:
    """What was found, as plain values."""
    names, share = _names(variant), found.share
    return {
        "games": found.games,
        "openings": found.openings,
        "won": dict(zip(names, found.won, strict=True)),
        "drawn": found.drawn,
        "share": {"of": names[0], "value": share.value, "low": share.low, "high": share.high},
        "length": {
            "median": found.median_length,
            "shortest": found.lengths[0],
            "longest": found.lengths[-1],
            "mean_of_wins": dict(zip(names, found.mean_win_lengths, strict=True)),
        },
        "endings": [
            {"winner": None if winner is None else names[winner], "reason": reason, "games": count}
            for (winner, reason), count in found.endings.items()
        ],
    }
