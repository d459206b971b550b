"""`taflkit match`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit.cli.arguments import DEFAULT_VARIANT, EXISTING_FILE, Seconds, jobs_option, json_option, variant_option
from taflkit.cli.progress import progress
from taflkit.cli.signals import exit_on_sigterm
from taflkit.cli.streams import echo, echo_json, is_terminal

if TYPE_CHECKING:
    from taflkit.match import GameResult


@click.command()
@click.argument("first", metavar="CMD")
@click.argument("second", metavar="CMD")
@click.option("--games", type=click.IntRange(1, 100_000), default=2, show_default=True, help="How many games to play.")
@variant_option
@click.option(
    "--openings",
    type=EXISTING_FILE,
    help="A file of openings, one on each line: moves from the start, or a position.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32), default=1, show_default=True, help="The seed of the first two games."
)
@click.option("--plies", type=click.IntRange(1, 10_000), default=500, show_default=True, help="Longer games are draws.")
@click.option("--move-time", type=Seconds(), default=60.0, show_default=True, help="Seconds for a move.")
@jobs_option("How many games to play at the same time.")
@json_option
def match(
    first: str,
    second: str,
    games: int,
    variant: str,
    openings: Path | None,
    seed: int,
    plies: int,
    move_time: float,
    jobs: int,
    as_json: bool,
) -> None:
    """Play games between two programs, and estimate which is stronger.

    Both programs speak the command language that `taflkit play` speaks for this game. They change sides after every
    game; each opening and each seed serves for two games. A program that crashes, hangs or makes an illegal move loses
    that game.

    \b
    Examples:
      taflkit match "taflkit play" "taflkit play --nodes 2000" --games 10
      taflkit match "taflkit play --depth 2" ./other-program --openings openings.txt --json
      taflkit match --variant ataxx "taflkit play --depth 2" ./my-ataxx
    """
    # Imported here so that listing the commands stays quick.
    from taflkit.games import kind_of, load_variant
    from taflkit.match import GameLimits, Match, read_openings

    played = load_variant(variant)
    planned: Match[Any] = Match(
        (first, second),
        kind_of(played).start(played) if openings is None else read_openings(openings, played),
        seed,
        GameLimits(plies, move_time),
        variant_name=None if variant == DEFAULT_VARIANT else variant,
    )
    exit_on_sigterm()
    results: list[GameResult[Any]] = []
    # On one terminal, a bar and the lines of the games would overwrite each other.
    with progress(games, as_json or not is_terminal(sys.stdout)) as on_games:
        for result in planned.play(games, jobs):
            results.append(result)
            if not as_json:
                echo(str(result))
            on_games(len(results))
    if as_json:
        echo_json(_as_json((first, second), results))
    else:
        echo("\n".join(_table((first, second), results)))


def _table(names: tuple[str, str], results: Sequence[GameResult[Any]]) -> Iterator[str]:
    """The results of both programs, of the first on either side, and the difference in strength."""
    from taflkit.match import Standing
    from taflkit.shell import player_word

    variant, kind = results[0].variant, results[0].kind
    whole = Standing.of(results)
    rows = [(f"1 {names[0]}", whole), (f"2 {names[1]}", whole.other)]
    for player in kind.players:
        its = Standing.of(result for result in results if result.programs[player] == 0)
        rows.append((f"1 as {player_word(variant, player, kind)}", its))
    width = max(len(name) for name, _ in rows)
    yield f"\n{'':{width}}  games  won  drawn  lost  points"
    for name, its in rows:
        yield f"{name:{width}}  {its.games:5}  {its.won:3}  {its.drawn:5}  {its.lost:4}  {its.points:6.1f}"
    yield f"Elo difference of 1 to 2: {whole.elo}"


def _as_json(names: tuple[str, str], results: Sequence[GameResult[Any]]) -> dict[str, object]:
    """The match as plain values; the programs are 1 and 2."""
    import attrs

    from taflkit.games import format_position
    from taflkit.games.history import start_of
    from taflkit.match import Standing
    from taflkit.shell import fixed_word

    variant, kind = results[0].variant, results[0].kind
    standing = Standing.of(results)
    return {
        "variant": variant.name,
        "programs": [
            {"command": name, "won": its.won, "drawn": its.drawn, "lost": its.lost, "points": its.points}
            for name, its in zip(names, (standing, standing.other), strict=True)
        ],
        "elo": attrs.asdict(standing.elo),
        "games": [
            {
                "number": result.number,
                **{fixed_word(kind, variant, player): program + 1 for player, program in result.programs.items()},
                "winner": None if result.winner is None else result.winner + 1,
                "reason": result.reason,
                "start": format_position(start_of(result.game)),
                "moves": [kind.format_move(move) for move in result.game.moves],
            }
            for result in results
        ],
    }
