"""`taflkit explore`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from taflkit import TaflError
from taflkit.cli.arguments import GAME_FILES, VariantType, game_options, jobs_option, json_option, standard_input
from taflkit.cli.outputs import check_new, force_option, write_output
from taflkit.cli.progress import progress
from taflkit.cli.signals import INTERRUPTED
from taflkit.cli.streams import echo, echo_json

if TYPE_CHECKING:
    from taflkit.records import Explorer, GameFile, MoveTally, Statistics, Wanted

#: How many bars a picture of the lengths has at most.
_MAX_BARS = 60


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=GAME_FILES)
@click.option(
    "--variant",
    "variants",
    type=VariantType(),
    multiple=True,
    help="The variant, instead of the one that the file or its name gives. With several, each game gets the first that "
    "it agrees with.",
)
@game_options
@click.option("--symmetric", is_flag=True, help="Count mirrored and turned positions as the same.")
@click.option("--top", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many moves to list.")
@click.option("--stats", is_flag=True, help="Print results by side, lengths and endings instead of moves.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture of --stats to a file.")
@force_option
@json_option
@jobs_option("How many processes share the work.")
@click.pass_context
def explore(
    ctx: click.Context,
    files: tuple[Path, ...],
    variants: tuple[str, ...],
    position: str | None,
    moves: str,
    symmetric: bool,
    top: int,
    stats: bool,
    svg: Path | None,
    force: bool,
    as_json: bool,
    jobs: int,
) -> None:
    """Show which moves were played from a position in recorded games, how often and with what results.

    The position is the start of the game, unless --position or --moves lead to another; it counts however a game came
    to it. Files are read as `taflkit replay` reads them. Games are counted as far as they agree with the rules. Ctrl-C
    ends the counting and prints what there is.

    \b
    Examples:
      taflkit explore games.tafl
      taflkit explore 016-copenhagen-hnefatafl-11x11.jsonl.gz --moves "d11-d9" --symmetric
      taflkit explore *.jsonl.gz --stats --json
      taflkit explore games.tafl --stats --svg lengths.svg
    """
    from taflkit.records import Wanted

    if svg is not None and not stats:
        raise click.UsageError("--svg draws the lengths of games: it goes with --stats.")
    if svg is not None:
        check_new(svg, force=force)
    if stats and (position is not None or moves or symmetric):
        raise click.UsageError("--stats counts whole games: it takes no position.")
    wanted = None if stats else Wanted(position, tuple(moves.split()), symmetric)
    found = _explored(files, variants, wanted, jobs)
    if not found.statistics and not found.is_complete:
        raise KeyboardInterrupt
    if not found.statistics and not found.unreadable:
        raise TaflError(f"there is no game in {', '.join(map(str, files))}")
    if not found.statistics:
        raise TaflError(f"none of the {found.unreadable:,} games can be read, or the variant is not known: see replay")
    if wanted is not None:
        _check_wanted(found, wanted)
    if svg is not None:
        _draw(found, svg)
    if as_json:
        echo_json(_report(found, stats))
    else:
        for line in _lines(found, stats, top):
            echo(line)
    if not found.is_complete:
        ctx.exit(INTERRUPTED)


def _lines(found: Explorer, stats: bool, top: int) -> Iterator[str]:
    yield from _stats_lines(found) if stats else _move_lines(found, top)
    if found.unreadable:
        yield f"{found.unreadable:,} games left out: they cannot be read, or their variant is not known"
    if not found.is_complete:
        yield "interrupted: not all games were counted"


def _check_wanted(found: Explorer, wanted: Wanted) -> None:
    """Refuse a position that does not exist in any of the variants that were played.

    Raises:
        TaflError: Why it does not exist in the most frequent one.
    """
    from taflkit.records import wanted_game
    from taflkit.variant.catalogue import load_variant

    if sum(found.reached.values()):
        return
    errors = []
    for name, _ in _by_size(found):
        try:
            variant: Any = load_variant(name)
        except TaflError:  # Its rules came with the records.
            return
        try:
            wanted_game(variant, wanted)
        except TaflError as error:
            errors.append(error)
        else:
            return
    raise errors[0]


def _explored(paths: Sequence[Path], variants: tuple[str, ...], wanted: Wanted | None, jobs: int) -> Explorer:
    """Count all games, with a progress bar."""
    from taflkit.records import explore_files, find_game_files, read_game_files

    paths = find_game_files(paths)
    positions: dict[GameFile, int] = {}
    stdin = next(filter(None, map(standard_input, paths)), None)
    pool: Any = nullcontext()
    if jobs > 1:
        from taflkit.cli.workers import workers

        pool = workers(jobs)
    size = sum(path.stat().st_size for path in paths if str(path) != "-")
    with pool as executor, progress(size) as show_progress:

        def on_batch(file: GameFile) -> None:
            if executor is not None:
                executor.heed()
            positions[file] = file.position()
            show_progress(sum(positions.values()))

        read = read_game_files(paths, variants, standard_input=stdin)
        return explore_files(read, wanted, executor=executor, look_ahead=2 * jobs, on_batch=on_batch)


def _by_size(found: Explorer) -> list[tuple[str, Statistics]]:
    return sorted(found.statistics.items(), key=lambda each: (-each[1].games, each[0]))


def _names(variant: str) -> tuple[str, str]:
    """What the players of a variant are called."""
    from taflkit.games import kind_of
    from taflkit.variant.catalogue import load_variant

    try:
        loaded: Any = load_variant(variant)
    except TaflError:  # Its rules came with the records.
        return "first player", "second player"
    kind = kind_of(loaded)
    one, other = (kind.player_name(loaded, player) for player in kind.players)
    return one, other


def _move_lines(found: Explorer, top: int) -> Iterator[str]:
    for variant, statistics in _by_size(found):
        ranked = found.ranked(variant)
        yield f"{variant}: {statistics.games:,} games, {found.reached[variant]:,} went on from the position"
        if not ranked:
            continue
        first, second = _names(variant)
        width = max(12, *(len(move) for move, _ in ranked[:top]))
        yield f"  {'move':{width}} {'games':>7} {'share':>6}  {first:>12} {second:>12} {'draws':>6}"
        for move, tally in ranked[:top]:
            yield f"  {move:{width}} {tally.games:>7,} {tally.games / found.reached[variant]:>6.1%}  {_shares(tally)}"
        if len(ranked) > top:
            yield f"  {len(ranked) - top:,} more moves, see --top"


def _shares(tally: MoveTally) -> str:
    from taflkit.records import Result

    known = tally.games - tally.results[Result.UNKNOWN]
    shares = [
        f"{tally.results[result] / known:.1%}" if known else "-"
        for result in (Result.FIRST, Result.SECOND, Result.DRAW)
    ]
    return f"{shares[0]:>12} {shares[1]:>12} {shares[2]:>6}"


def _stats_lines(found: Explorer) -> Iterator[str]:
    from taflkit.records import Result

    for variant, statistics in _by_size(found):
        first, second = _names(variant)
        yield f"{variant}: {statistics.games:,} games"
        won = [(first, Result.FIRST), (second, Result.SECOND), ("draws", Result.DRAW)]
        said = [f"{name} {statistics.results[result]:,} ({statistics.share(result):.1%})" for name, result in won]
        yield f"  results: {', '.join(said)}, unknown {statistics.results[Result.UNKNOWN]:,}"
        lengths = [statistics.length_at(share) for share in (0, 0.25, 0.5, 0.75, 1)]
        yield (
            f"  moves: from {lengths[0]} to {lengths[4]}, median {lengths[2]}, half of the games from {lengths[1]} to "
            f"{lengths[3]}, mean {statistics.mean_length:.1f}"
        )
        endings = ", ".join(f"{ending} {count:,}" for ending, count in statistics.endings.most_common())
        yield f"  endings: {endings}"
        if statistics.disagreeing:
            yield f"  {statistics.disagreeing:,} games disagree with the rules, and count as far as they agree"


def _report(found: Explorer, stats: bool) -> dict[str, object]:
    """What was found as plain values."""
    variants = {
        variant: _statistics_report(statistics) if stats else _moves_report(found, variant, statistics)
        for variant, statistics in _by_size(found)
    }
    return {"variants": variants, "unreadable": found.unreadable, "complete": found.is_complete}


def _results(results: Any) -> dict[str, int]:
    return {result.value: count for result, count in sorted(results.items(), key=lambda each: each[0].value)}


def _moves_report(found: Explorer, variant: str, statistics: Statistics) -> dict[str, object]:
    moves = [
        {"move": move, "games": tally.games, "results": _results(tally.results)}
        for move, tally in found.ranked(variant)
    ]
    return {"games": statistics.games, "reached": found.reached[variant], "moves": moves}


def _statistics_report(statistics: Statistics) -> dict[str, object]:
    return {
        "games": statistics.games,
        "results": _results(statistics.results),
        "lengths": {str(plies): statistics.lengths[plies] for plies in sorted(statistics.lengths)},
        "median": statistics.length_at(0.5),
        "mean": round(statistics.mean_length, 2),
        "endings": dict(statistics.endings.most_common()),
        "disagreeing": statistics.disagreeing,
    }


def _draw(found: Explorer, file: Path) -> None:
    """Write a picture of how long the games of all variants together are."""
    from collections import Counter

    from taflkit.render.charts import bars_svg

    lengths: Counter[int] = Counter()
    for statistics in found.statistics.values():
        lengths.update(statistics.lengths)
    width = max(1, -(-(max(lengths) + 1) // _MAX_BARS))
    bars: Counter[int] = Counter()
    for plies, count in lengths.items():
        bars[plies // width] += count
    counts = {
        f"{number * width}" if width == 1 else f"{number * width}-{number * width + width - 1}": bars[number]
        for number in range(max(bars) + 1)
    }
    picture = bars_svg(counts, f"Games by their number of moves ({sum(lengths.values()):,} games)")
    write_output(file, picture.encode())
