"""`taflkit replay`."""

from __future__ import annotations

import errno
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit import TaflError
from taflkit.cli.arguments import GAME_FILES, VariantType, jobs_option, json_option, standard_input
from taflkit.cli.progress import progress
from taflkit.cli.streams import echo, echo_json, give_up

if TYPE_CHECKING:
    from taflkit.cli.workers import Workers
    from taflkit.records import CheckedGame, FileTally, GameFile

#: How many types of games an error names.
_MAX_NAMED = 5


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=GAME_FILES)
@click.option(
    "--variant",
    "variants",
    type=VariantType(),
    multiple=True,
    help="The variant, instead of the one that the file or its name gives. With several, each game is replayed under "
    "the first that it agrees with.",
)
@click.option(
    "--all", "everything", is_flag=True, help="List every game that disagrees, not only the first of each file."
)
@json_option
@jobs_option("How many processes share the work.")
@click.pass_context
def replay(
    ctx: click.Context, files: tuple[Path, ...], variants: tuple[str, ...], everything: bool, as_json: bool, jobs: int
) -> None:
    """Replay recorded games and check every move, capture and result against the rules.

    A file holds taflkit's own records, a game of OpenTafl, JSON lines, one list of moves on each line, or one move on
    each line; it may be compressed with gzip. `-` is standard input, and a folder stands for the files of games in it.
    For lists of moves, the name of the file tells the variant. The exit status is 1 if a game disagrees with the rules,
    or if the variant of a file is unknown.

    \b
    Examples:
      taflkit replay game.tafl
      zcat games.tafl.gz | taflkit replay -
      taflkit replay 016-copenhagen-hnefatafl-11x11.jsonl.gz
      taflkit replay --variant tablut games.jsonl.gz --jobs 4
    """
    checked = _check(files, variants, jobs, everything or as_json)
    _refuse_unknown(checked)
    with _reporting():
        if as_json:
            echo_json(_report(checked))
        else:
            for line in _all_lines(checked, everything):
                echo(line)
    if any(file.unknown is not None or file.disagreeing for file in checked):
        ctx.exit(1)


def _refuse_unknown(files: Sequence[FileTally]) -> None:
    """Raise an error if no file can be replayed, because no variant is known for any of them."""
    unknown = list(dict.fromkeys(file.unknown for file in files if file.unknown is not None))
    if not unknown or any(file.unknown is None for file in files):
        return
    if len(files) == 1:
        subject = f"{_shown(files[0])} does not say by which rules its games were played"
    else:
        subject = f"none of the {len(files):,} files says by which rules its games were played"
    called = ", ".join(repr(name) for name in unknown[:_MAX_NAMED])
    more = f" or {len(unknown) - _MAX_NAMED:,} other names" if len(unknown) > _MAX_NAMED else ""
    raise click.UsageError(f"{subject}, and no variant is called {called}{more}; name one with --variant.")


def _check(paths: Sequence[Path], variants: Sequence[str], jobs: int, every: bool) -> list[FileTally]:
    """Replay all games, with a progress bar; Ctrl-C takes effect between batches."""
    # Imported here so that listing the commands stays quick.
    from taflkit.records import check_files, find_game_files, read_game_files

    paths = find_game_files(paths)
    positions: dict[GameFile, int] = {}
    stdin = next(filter(None, map(standard_input, paths)), None)
    with _pool(jobs) as pool, progress(sum(map(_size, paths))) as show_progress:

        def on_batch(file: GameFile) -> None:
            if pool is not None:
                pool.heed()
            positions[file] = file.position()
            show_progress(sum(positions.values()))

        read = read_game_files(paths, variants, standard_input=stdin)
        return check_files(read, every=every, executor=pool, look_ahead=2 * jobs, on_batch=on_batch)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # Reading the file reports the error.


def _pool(jobs: int) -> AbstractContextManager[Workers | None]:
    if jobs == 1:
        return nullcontext()
    from taflkit.cli.workers import workers

    return workers(jobs)


def _shown(file: FileTally) -> str:
    """The path of a file as it can be printed."""
    return click.format_filename(file.path)


@contextmanager
def _reporting() -> Iterator[None]:
    """Report output that cannot be written as an error of the command."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise  # The reader closed the pipe, which is no error.
        give_up(sys.stdout)
        raise TaflError(f"the report cannot be written: {error.strerror or error}") from None


def _all_lines(files: Sequence[FileTally], everything: bool) -> Iterator[str]:
    """The report on each file, and on all of them together if there are several."""
    for file in files:
        yield from _lines_of(file, everything)
    if len(files) > 1:
        yield from _last_lines(files)


def _lines_of(file: FileTally, everything: bool) -> Iterator[str]:
    """The report on one file."""
    if file.unknown is not None:
        games_text = _counted(file.games, "game")
        yield f"{_shown(file)}: {games_text}, not replayed: no variant is called {file.unknown!r}"
        return
    yield f"{_shown(file)}: {_summary([file])}"
    if file.chosen:
        yield from _chosen(_variants(file))
    yield from _oddities(file, everything)
    troubled = [game for game in file.listed if game.trouble]
    for game in troubled:
        assert game.trouble is not None
        where = f", ply {game.trouble.ply}, {game.trouble.written}" if game.trouble.ply is not None else ""
        yield f"  {game.name}{where}: {game.trouble.says}"
        if game is troubled[0] and game.trouble.board:
            yield from (f"    {row}" for row in game.trouble.board.splitlines())
    if file.not_listed:
        yield f"  {_counted(file.not_listed, 'game')} more, not listed"


def _chosen(variants: Mapping[str, int]) -> Iterator[str]:
    """The variants under which games were replayed."""
    if len(variants) == 1:
        yield f"  under {next(iter(variants))}"
    elif variants:
        under = [f"under {name}: {_counted(count, 'game')}" for name, count in variants.items()]
        yield f"  {', '.join(under)}"


def _oddities(file: FileTally, everything: bool) -> Iterator[str]:
    """What is no disagreement, but worth a look: what players did against the rules, and wins that nothing explains."""
    games = file.listed if everything else []
    if file.turns_ended_early:
        yield _place_line("turns ended early", file.turns_ended_early, file.first_early)
        yield from (f"    {game.name}, ply {ply}" for game in games for ply in game.ended_early)
    for reason, count in file.went_on.items():
        ended = _counted(file.ended_at_once(reason), "game")
        yield _place_line(f"{reason.value}: {ended} ended there, went on", count, file.first_after[reason])
        yield from (f"    {game.name}, ply {ply}" for game in games for ply in game.plies_after(reason)[:1])
    for variant, winners in _unexplained([file]).items():
        said = ", ".join(f"{count:,} by the {side}" for side, count in winners.items())
        yield f"  won under {variant} without a reason on the board, a resignation or a timeout: {said}"


def _place_line(says: str, count: int, first: str) -> str:
    """How often something happened, and where first."""
    return f"  {says}: {count:,} ({'first: ' if count > 1 else ''}{first})"


def _unexplained(files: Sequence[FileTally]) -> dict[str, dict[str, int]]:
    """The games that a side won and nothing says why, by variant: many of them may show that a rule is missing."""
    found: dict[str, Counter[str]] = {}
    for file in files:
        for variant, winners in file.unexplained.items():
            found.setdefault(variant, Counter()).update(winners)
    return {variant: dict(sorted(winners.items())) for variant, winners in found.items()}


def _last_lines(files: Sequence[FileTally]) -> Iterator[str]:
    """The report on several files together."""
    replayed = [file for file in files if file.unknown is None]
    left_out = [file for file in files if file.unknown is not None]
    yield f"{_counted(len(replayed), 'file')}: {_summary(replayed)}"
    if left_out:
        games = sum(file.games for file in left_out)
        yield (
            f"{_counted(len(left_out), 'file')} with {_counted(games, 'game')} not replayed, "
            "because no variant is known; name one with --variant"
        )


def _summary(files: Sequence[FileTally]) -> str:
    games, plies, troubled = (
        sum(file.games for file in files),
        sum(file.plies for file in files),
        sum(file.disagreeing for file in files),
    )
    verdict = f"{troubled:,} of them disagree{'s' if troubled == 1 else ''}" if troubled else "all agree"
    if games == 1:
        verdict = "it disagrees" if troubled else "it agrees"
    return f"{_counted(games, 'game')}, {_counted(plies, 'ply')}, {verdict if games else 'nothing to check'}"


def _counted(count: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def _variants(file: FileTally) -> dict[str, int]:
    """How many games were replayed under each variant, the largest number first."""
    return dict(file.variants.most_common())


def _report(files: Sequence[FileTally]) -> dict[str, object]:
    """The whole report as plain values."""
    replayed = [file for file in files if file.unknown is None]
    return {
        "games": sum(file.games for file in replayed),
        "plies": sum(file.plies for file in replayed),
        "disagreeing": sum(file.disagreeing for file in replayed),
        "ended_early": sum(file.turns_ended_early for file in replayed),
        "went_on": sum(file.games_that_went_on for file in replayed),
        "unexplained": _unexplained(replayed),
        "files": [_file_report(file) for file in replayed],
        "not_replayed": [
            {"file": _shown(file), "type": file.unknown, "games": file.games}
            for file in files
            if file.unknown is not None
        ],
    }


def _file_report(file: FileTally) -> dict[str, object]:
    from taflkit.records import termination_of

    games = file.listed
    return {
        "file": _shown(file),
        "format": file.format.value,
        "variants": _variants(file),
        "games": file.games,
        "plies": file.plies,
        "endings": dict(sorted(file.endings.items())),
        "disagreements": [_disagreement(game) for game in games if game.trouble],
        "ended_early": [_place(game, game.ended_early) for game in games if game.ended_early],
        "went_on": [
            {**_place(game, game.plies_after(reason)), "after": termination_of(reason)}
            for game in games
            for reason in dict.fromkeys(each.reason for each in game.went_on)
        ],
        "unexplained": _unexplained([file]),
        **({"not_listed": file.not_listed} if file.not_listed else {}),
    }


def _place(game: CheckedGame, plies: Sequence[int]) -> dict[str, object]:
    return {"game": game.name, "line": game.line, "plies": list(plies)}


def _disagreement(game: CheckedGame) -> dict[str, object]:
    assert game.trouble is not None
    return {
        "game": game.name,
        "line": game.line,
        "variant": game.variant or None,
        "ply": game.trouble.ply,
        "move": game.trouble.written or None,
        "problem": game.trouble.problem,
        "says": game.trouble.says,
        "position": game.trouble.position or None,
    }
