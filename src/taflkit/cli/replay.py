"""`taflkit replay`, and how it says what it has found out: in lines of text, or as values for JSON."""

from __future__ import annotations

import errno
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit import TaflError
from taflkit.cli.arguments import EXISTING_FILE, VariantType, jobs_option, json_option
from taflkit.cli.streams import echo_json, give_up

if TYPE_CHECKING:
    from taflkit.cli.replays import Checked, File


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=EXISTING_FILE)
@click.option(
    "--variant",
    "variants",
    type=VariantType(),
    multiple=True,
    help="The variant, instead of what a file says or is called. If there are several, each game is replayed under "
    "the first that it agrees with.",
)
@click.option(
    "--all", "everything", is_flag=True, help="List every game that disagrees, not the first of a file alone."
)
@json_option
@jobs_option("Processes to share the work.")
@click.pass_context
def replay(
    ctx: click.Context, files: tuple[Path, ...], variants: tuple[str, ...], everything: bool, as_json: bool, jobs: int
) -> None:
    """Replay recorded games and check every move, capture and result against the rules.

    A file is one of taflkit's own records, a game of OpenTafl, lines of JSON, or one list of moves to a line; it may
    be compressed with gzip. Lists of moves are replayed under the variants that the file is called after. The exit
    status is 1 if a game disagrees with the rules, or if for a file no variant is known.

    \b
    Examples:
      taflkit replay game.tafl
      taflkit replay 016-copenhagen-hnefatafl-11x11.jsonl.gz
      taflkit replay --variant tablut games.jsonl.gz --jobs 4
    """
    # All of this is imported here because listing the commands must not import it.
    from taflkit.cli.replays import check_all, read_all

    read = read_all(files, variants)
    checked = check_all(read, jobs)
    with _reporting():
        if as_json:
            echo_json(_report(read, checked))
        else:
            for line in _all_lines(read, checked, everything):
                click.echo(line)
    if any(file.unknown is not None for file in read) or any(game.trouble for games in checked for game in games):
        ctx.exit(1)


@contextmanager
def _reporting() -> Iterator[None]:
    """Say so if a report cannot be printed."""
    try:
        yield
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise  # Whoever was reading has seen enough.
        give_up(sys.stdout)
        raise TaflError(f"the report cannot be written: {error.strerror or error}") from None


def _all_lines(files: Sequence[File], checked: Sequence[Sequence[Checked]], everything: bool) -> Iterator[str]:
    """The report on files, in their order, and on all of them together if there are several."""
    for file, games in zip(files, checked, strict=True):
        yield from _lines_of(file, games, everything)
    if len(files) > 1:
        yield from _last_lines(files, checked)


def _lines_of(file: File, games: Sequence[Checked], everything: bool) -> Iterator[str]:
    """What there is to say about a file: in short, or all about every game."""
    if file.unknown is not None:
        yield f"{file.path}: {_counted(len(file.games), 'game')}, not replayed: no variant is called {file.unknown!r}"
        return
    yield f"{file.path}: {_summary(games)}"
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
    """Under which variants games were replayed."""
    if len(variants) == 1:
        yield f"  under {next(iter(variants))}"
    elif variants:
        under = [f"under {name}: {_counted(count, 'game')}" for name, count in variants.items()]
        yield f"  {', '.join(under)}"


def _oddities(games: Sequence[Checked], everything: bool) -> Iterator[str]:
    """What players did against the rules, though it is no disagreement."""
    early = [(game, ply) for game in games for ply in game.ended_early]
    later = [(game, game.went_on[0]) for game in games if game.went_on]
    for says, found in (("turns ended early", early), ("games that went on after repetition had ended them", later)):
        if found:
            places = [f"{game.name}, ply {ply}" for game, ply in found]
            yield f"  {says}: {len(found):,} ({'first: ' if len(found) > 1 else ''}{places[0]})"
            yield from (f"    {place}" for place in places if everything)


def _last_lines(files: Sequence[File], checked: Sequence[Sequence[Checked]]) -> Iterator[str]:
    """What there is to say about several files together."""
    left_out = [file for file in files if file.unknown is not None]
    every = [game for games in checked for game in games]
    yield f"{_counted(len(files) - len(left_out), 'file')}: {_summary(every)}"
    if left_out:
        games = sum(len(file.games) for file in left_out)
        yield (
            f"{_counted(len(left_out), 'file')} with {_counted(games, 'game')} not replayed, for want of a variant; "
            "name one with --variant"
        )


def _summary(games: Sequence[Checked]) -> str:
    plies, troubled = sum(game.plies for game in games), sum(game.trouble is not None for game in games)
    verdict = f"{troubled:,} of them disagree{'s' if troubled == 1 else ''}" if troubled else "all agree"
    if len(games) == 1:
        verdict = "it disagrees" if troubled else "it agrees"
    return f"{_counted(len(games), 'game')}, {_counted(plies, 'ply')}, {verdict if games else 'nothing to check'}"


def _counted(count: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def _variants(games: Sequence[Checked]) -> dict[str, int]:
    """How many games were replayed under which variant, the most first."""
    return dict(Counter(game.variant for game in games if game.variant).most_common())


def _report(files: Sequence[File], checked: Sequence[Sequence[Checked]]) -> dict[str, object]:
    """Everything as plain values, for JSON."""
    every = [game for games in checked for game in games]
    return {
        "games": len(every),
        "plies": sum(game.plies for game in every),
        "disagreeing": sum(game.trouble is not None for game in every),
        "ended_early": sum(len(game.ended_early) for game in every),
        "went_on": sum(bool(game.went_on) for game in every),
        "files": [
            {
                "file": file.path,
                "format": file.format.value,
                "variants": _variants(games),
                "games": len(games),
                "plies": sum(game.plies for game in games),
                "endings": dict(sorted(Counter(game.ending for game in games if not game.trouble).items())),
                "disagreements": [_disagreement(game) for game in games if game.trouble],
                "ended_early": [_place(game, game.ended_early) for game in games if game.ended_early],
                "went_on": [_place(game, game.went_on) for game in games if game.went_on],
            }
            for file, games in zip(files, checked, strict=True)
            if file.unknown is None
        ],
        "not_replayed": [
            {"file": file.path, "type": file.unknown, "games": len(file.games)}
            for file in files
            if file.unknown is not None
        ],
    }


def _place(game: Checked, plies: Sequence[int]) -> dict[str, object]:
    return {"game": game.name, "line": game.line, "plies": list(plies)}


def _disagreement(game: Checked) -> dict[str, object]:
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
