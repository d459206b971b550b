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
from taflkit.cli.arguments import EXISTING_FILE, VariantType, jobs_option, json_option
from taflkit.cli.progress import progress
from taflkit.cli.streams import echo, echo_json, give_up

if TYPE_CHECKING:
    from taflkit.cli.workers import Workers
    from taflkit.notation import CheckedGame, GameFile
    from taflkit.rules import Reason

#: How many types of games an error names.
_MAX_NAMED = 5


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=EXISTING_FILE)
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

    A file holds taflkit's own records, a game of OpenTafl, JSON lines, or one list of moves on each line; it may be
    compressed with gzip. For lists of moves, the name of the file tells the variant. The exit status is 1 if a game
    disagrees with the rules, or if the variant of a file is unknown.

    \b
    Examples:
      taflkit replay game.tafl
      taflkit replay 016-copenhagen-hnefatafl-11x11.jsonl.gz
      taflkit replay --variant tablut games.jsonl.gz --jobs 4
    """
    # Imported here so that listing the commands stays quick.
    from taflkit.notation import read_game_files

    read = read_game_files(files, variants)
    _refuse_unknown(read)
    checked = _check(read, jobs)
    with _reporting():
        if as_json:
            echo_json(_report(read, checked))
        else:
            for line in _all_lines(read, checked, everything):
                echo(line)
    if any(file.unknown is not None for file in read) or any(game.trouble for games in checked for game in games):
        ctx.exit(1)


def _refuse_unknown(files: Sequence[GameFile]) -> None:
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


def _check(files: Sequence[GameFile], jobs: int) -> list[list[CheckedGame]]:
    """Replay all games, with a progress bar; Ctrl-C takes effect between batches."""
    from taflkit.notation import check_files

    games = sum(len(file.games) for file in files if file.unknown is None)
    with _pool(jobs) as pool, progress(games) as show_progress:

        def on_games(done: int) -> None:
            if pool is not None:
                pool.heed()
            show_progress(done)

        return check_files(files, executor=pool, on_games=on_games)


def _pool(jobs: int) -> AbstractContextManager[Workers | None]:
    if jobs == 1:
        return nullcontext()
    from taflkit.cli.workers import workers

    return workers(jobs)


def _shown(file: GameFile) -> str:
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


def _all_lines(files: Sequence[GameFile], checked: Sequence[Sequence[CheckedGame]], everything: bool) -> Iterator[str]:
    """The report on each file, and on all of them together if there are several."""
    for file, games in zip(files, checked, strict=True):
        yield from _lines_of(file, games, everything)
    if len(files) > 1:
        yield from _last_lines(files, checked)


def _lines_of(file: GameFile, games: Sequence[CheckedGame], everything: bool) -> Iterator[str]:
    """The report on one file."""
    if file.unknown is not None:
        games_text = _counted(len(file.games), "game")
        yield f"{_shown(file)}: {games_text}, not replayed: no variant is called {file.unknown!r}"
        return
    yield f"{_shown(file)}: {_summary(games)}"
    if file.chosen:
        yield from _chosen(_variants(games))
    yield from _oddities(games, everything)
    troubled = [game for game in games if game.trouble]
    for index, game in enumerate(troubled if everything else troubled[:1]):
        assert game.trouble is not None
        where = f", ply {game.trouble.ply}, {game.trouble.written}" if game.trouble.ply is not None else ""
        yield f"  {game.name}{where}: {game.trouble.says}"
        if not index and game.trouble.board:
            yield from (f"    {row}" for row in game.trouble.board.splitlines())


def _chosen(variants: Mapping[str, int]) -> Iterator[str]:
    """The variants under which games were replayed."""
    if len(variants) == 1:
        yield f"  under {next(iter(variants))}"
    elif variants:
        under = [f"under {name}: {_counted(count, 'game')}" for name, count in variants.items()]
        yield f"  {', '.join(under)}"


def _oddities(games: Sequence[CheckedGame], everything: bool) -> Iterator[str]:
    """What is no disagreement, but worth a look: what players did against the rules, and wins that nothing explains."""
    if early := [f"{game.name}, ply {ply}" for game in games for ply in game.ended_early]:
        yield from _places("turns ended early: ", early, everything)
    for reason in dict.fromkeys(each.reason for game in games for each in game.went_on):
        later = [f"{game.name}, ply {ply}" for game in games for ply in _plies_after(game, reason)[:1]]
        yield from _places(
            f"{reason.value}: {_counted(_ended(games, reason), 'game')} ended there, went on: ", later, everything
        )
    for variant, winners in _unexplained(games).items():
        said = ", ".join(f"{count:,} by the {side}" for side, count in winners.items())
        yield f"  won under {variant} without a reason on the board, a resignation or a timeout: {said}"


def _places(says: str, places: Sequence[str], everything: bool) -> Iterator[str]:
    """How often something happened, and where first or, if asked, everywhere."""
    yield f"  {says}{len(places):,} ({'first: ' if len(places) > 1 else ''}{places[0]})"
    yield from (f"    {place}" for place in places if everything)


def _plies_after(game: CheckedGame, reason: Reason) -> list[int]:
    """The moves after which players went on although the game was over for this reason."""
    return [each.ply for each in game.went_on if each.reason is reason]


def _ended(games: Sequence[CheckedGame], reason: Reason) -> int:
    """How many games ended for this reason, the first time that it applied."""
    from taflkit.notation import termination_of

    ended = (game for game in games if not game.trouble and game.ending == termination_of(reason))
    return sum(not _plies_after(game, reason) for game in ended)


def _unexplained(games: Sequence[CheckedGame]) -> dict[str, dict[str, int]]:
    """The games that a side won and nothing says why, by variant: many of them may show that a rule is missing."""
    found: dict[str, Counter[str]] = {}
    for game in games:
        if game.unexplained:
            found.setdefault(game.variant, Counter())[game.unexplained] += 1
    return {variant: dict(sorted(winners.items())) for variant, winners in found.items()}


def _last_lines(files: Sequence[GameFile], checked: Sequence[Sequence[CheckedGame]]) -> Iterator[str]:
    """The report on several files together."""
    left_out = [file for file in files if file.unknown is not None]
    every = [game for games in checked for game in games]
    yield f"{_counted(len(files) - len(left_out), 'file')}: {_summary(every)}"
    if left_out:
        games = sum(len(file.games) for file in left_out)
        yield (
            f"{_counted(len(left_out), 'file')} with {_counted(games, 'game')} not replayed, "
            "because no variant is known; name one with --variant"
        )


def _summary(games: Sequence[CheckedGame]) -> str:
    plies, troubled = sum(game.plies for game in games), sum(game.trouble is not None for game in games)
    verdict = f"{troubled:,} of them disagree{'s' if troubled == 1 else ''}" if troubled else "all agree"
    if len(games) == 1:
        verdict = "it disagrees" if troubled else "it agrees"
    return f"{_counted(len(games), 'game')}, {_counted(plies, 'ply')}, {verdict if games else 'nothing to check'}"


def _counted(count: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def _variants(games: Sequence[CheckedGame]) -> dict[str, int]:
    """How many games were replayed under each variant, the largest number first."""
    return dict(Counter(game.variant for game in games if game.variant).most_common())


def _report(files: Sequence[GameFile], checked: Sequence[Sequence[CheckedGame]]) -> dict[str, object]:
    """The whole report as plain values."""
    from taflkit.notation import termination_of

    every = [game for games in checked for game in games]
    return {
        "games": len(every),
        "plies": sum(game.plies for game in every),
        "disagreeing": sum(game.trouble is not None for game in every),
        "ended_early": sum(len(game.ended_early) for game in every),
        "went_on": sum(bool(game.went_on) for game in every),
        "unexplained": _unexplained(every),
        "files": [
            {
                "file": _shown(file),
                "format": file.format.value,
                "variants": _variants(games),
                "games": len(games),
                "plies": sum(game.plies for game in games),
                "endings": dict(sorted(Counter(game.ending for game in games if not game.trouble).items())),
                "disagreements": [_disagreement(game) for game in games if game.trouble],
                "ended_early": [_place(game, game.ended_early) for game in games if game.ended_early],
                "went_on": [
                    {**_place(game, _plies_after(game, reason)), "after": termination_of(reason)}
                    for game in games
                    for reason in dict.fromkeys(each.reason for each in game.went_on)
                ],
                "unexplained": _unexplained(games),
            }
            for file, games in zip(files, checked, strict=True)
            if file.unknown is None
        ],
        "not_replayed": [
            {"file": _shown(file), "type": file.unknown, "games": len(file.games)}
            for file in files
            if file.unknown is not None
        ],
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
