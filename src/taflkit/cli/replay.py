"""`taflkit replay`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from taflkit.cli.games import VariantType

if TYPE_CHECKING:
    from taflkit.cli.workers import Workers
    from taflkit.notation import Format

#: No larger file is read, and none that becomes larger when it is decompressed.
LARGEST_FILE = 64 * 1024 * 1024
#: So many games are handed to a process at a time.
BATCH = 32
#: What is wrong with a game that cannot even be read, beside what `taflkit.notation.Problem` lists.
NOTATION = "notation"
UNDECIDED = "undecided"
_GZIP = b"\x1f\x8b"


@attrs.frozen
class Trouble:
    """What disagrees in a game, in words, since it comes from another process."""

    problem: str
    says: str
    ply: int | None = None
    written: str = ""
    position: str = ""
    board: str = ""


@attrs.frozen
class Checked:
    """What came of replaying a game."""

    name: str
    line: int
    plies: int = 0
    ending: str = UNDECIDED
    trouble: Trouble | None = None


@attrs.frozen
class File:
    """A file of games, which have not been read yet: the text of each, and its line."""

    path: str
    format: Format
    games: Sequence[tuple[int, str]]


@click.command("replay")
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--variant", type=VariantType(), help="The variant, where a file does not say, or instead of what it says."
)
@click.option(
    "--all", "everything", is_flag=True, help="List every game that disagrees, not the first of a file alone."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to share the work.")
@click.pass_context
def command(
    ctx: click.Context, files: tuple[Path, ...], variant: str | None, everything: bool, as_json: bool, jobs: int
) -> None:
    """Replay recorded games and check every move, capture and result against the rules.

    A file is one of taflkit's own records, a game of OpenTafl, lines of JSON, or one list of moves to a line; it may
    be compressed with gzip. The exit status is 1 if a game disagrees with the rules.

    \b
    Examples:
      taflkit replay game.tafl
      taflkit replay --variant tablut games.jsonl.gz --jobs 4
    """
    from taflkit import load_variant

    if variant is not None:
        load_variant(variant)  # What is wrong with it is said before anything is read.
    read = [_read(path, variant) for path in files]
    checked = _check_all(read, variant, jobs)
    if as_json:
        click.echo(json.dumps(_report(read, checked)))
    else:
        for file, games in zip(read, checked, strict=True):
            _print(file, games, everything)
        if len(read) > 1:
            every = [game for games in checked for game in games]
            click.echo(f"{_counted(len(read), 'file')}: {_summary(every)}")
    if any(game.trouble for games in checked for game in games):
        ctx.exit(1)


def _read(path: Path, variant: str | None) -> File:
    """The games of a file, as texts."""
    from taflkit.errors import TaflError
    from taflkit.notation import detect_format, split_games

    shown = click.format_filename(path)
    try:
        text = _bytes(path).decode("utf-8", "replace")
    except OSError as error:
        raise TaflError(f"{shown}: {error.strerror or error}") from None
    kind = detect_format(text)
    if variant is None and not kind.names_its_variant:
        raise click.UsageError(f"{shown} does not say by which rules its games were played; name them with --variant.")
    return File(shown, kind, list(split_games(text, kind)))


def _bytes(path: Path) -> bytes:
    """What is in a file, decompressed if need be."""
    import gzip
    import zlib

    with path.open("rb") as file:
        compressed = file.read(2) == _GZIP
        file.seek(0)
        try:
            stream: Any = gzip.GzipFile(fileobj=file) if compressed else file
            found: bytes = stream.read(LARGEST_FILE + 1)
        except (EOFError, zlib.error) as error:
            raise OSError(f"it cannot be decompressed ({error})") from None
    if len(found) > LARGEST_FILE:
        raise OSError(f"larger than {LARGEST_FILE // 1024 // 1024} MiB")
    return found


def _check_all(files: Sequence[File], variant: str | None, jobs: int) -> list[list[Checked]]:
    """Replay the games of all files, in their order."""
    batches = [
        (number, file.format.value, variant, file.games[start : start + BATCH], start)
        for number, file in enumerate(files)
        for start in range(0, len(file.games), BATCH)
    ]
    checked: list[list[Checked]] = [[] for _ in files]
    with _pool(jobs) as pool, _progress(sum(len(file.games) for file in files)) as on_games:
        for (number, *_), found in zip(batches, _mapped(pool, batches), strict=True):
            if pool is not None:
                pool.heed()
            checked[number] += found
            on_games(len(found))
    return checked


def _pool(jobs: int) -> AbstractContextManager[Workers | None]:
    if jobs == 1:
        return nullcontext()
    from taflkit.cli.workers import workers

    return workers(jobs)


def _mapped(pool: Workers | None, batches: Sequence[Any]) -> Iterator[list[Checked]]:
    return map(check_batch, batches) if pool is None else pool.map(check_batch, batches)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar over the games, on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=games, file=sys.stderr) as bar:
        yield bar.update


def check_batch(batch: tuple[int, str, str | None, Sequence[tuple[int, str]], int]) -> list[Checked]:
    """Replay some games of a file; another process may do so."""
    from taflkit import load_variant
    from taflkit.notation import Format

    _, kind, name, games, first = batch
    variant = None if name is None else load_variant(name)
    return [_check(Format(kind), variant, text, line, first + n) for n, (line, text) in enumerate(games, 1)]


def _check(kind: Format, variant: Any, text: str, line: int, number: int) -> Checked:
    from taflkit.errors import TaflError
    from taflkit.notation import RecordError, format_rows, parse_game, replay
    from taflkit.notation.records import termination_of

    name = f"game {number}"
    try:
        record = parse_game(text, kind, variant)
        found = replay(record)
    except RecordError as error:
        moved = RecordError(error.text, error.column, error.expected, error.line + line - 1)
        return Checked(name, line, trouble=Trouble(NOTATION, str(moved)))
    except TaflError as error:
        return Checked(name, line, trouble=Trouble(NOTATION, f"line {line}: {error}"))
    differs, outcome = found.disagreement, found.game.outcome
    trouble = None
    if differs is not None:
        trouble = Trouble(
            differs.problem.value,
            differs.says,
            differs.ply,
            differs.written,
            f"{format_rows(differs.game.position)} {differs.game.to_move}",
            str(differs.game),
        )
    ending = UNDECIDED if outcome is None else termination_of(outcome.reason)
    return Checked(record.tag("Id") or name, line, found.plies, ending, trouble)


def _print(file: File, games: Sequence[Checked], everything: bool) -> None:
    click.echo(f"{file.path}: {_summary(games)}")
    troubled = [game for game in games if game.trouble]
    for index, game in enumerate(troubled if everything else troubled[:1]):
        assert game.trouble is not None
        where = f", ply {game.trouble.ply}, {game.trouble.written}" if game.trouble.ply is not None else ""
        click.echo(f"  {game.name}{where}: {game.trouble.says}")
        if not index and game.trouble.board:
            click.echo("\n".join(f"    {row}" for row in game.trouble.board.splitlines()))


def _summary(games: Sequence[Checked]) -> str:
    plies, troubled = sum(game.plies for game in games), sum(game.trouble is not None for game in games)
    verdict = f"{troubled:,} of them disagree{'s' if troubled == 1 else ''}" if troubled else "all agree"
    if len(games) == 1:
        verdict = "it disagrees" if troubled else "it agrees"
    return f"{_counted(len(games), 'game')}, {_counted(plies, 'ply')}, {verdict if games else 'nothing to check'}"


def _counted(count: int, noun: str) -> str:
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def _report(files: Sequence[File], checked: Sequence[Sequence[Checked]]) -> dict[str, object]:
    """Everything as plain values, for JSON."""
    every = [game for games in checked for game in games]
    return {
        "games": len(every),
        "plies": sum(game.plies for game in every),
        "disagreeing": sum(game.trouble is not None for game in every),
        "files": [
            {
                "file": file.path,
                "format": file.format.value,
                "games": len(games),
                "plies": sum(game.plies for game in games),
                "endings": dict(sorted(Counter(game.ending for game in games if not game.trouble).items())),
                "disagreements": [_fact(game) for game in games if game.trouble],
            }
            for file, games in zip(files, checked, strict=True)
        ],
    }


def _fact(game: Checked) -> dict[str, object]:
    assert game.trouble is not None
    return {
        "game": game.name,
        "line": game.line,
        "ply": game.trouble.ply,
        "move": game.trouble.written or None,
        "problem": game.trouble.problem,
        "says": game.trouble.says,
        "position": game.trouble.position or None,
    }
