"""Files of recorded games, read and replayed."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from taflkit import TaflError, load_variant
from taflkit.cli.streams import progress
from taflkit.notation import (
    Format,
    RecordError,
    Replay,
    detect_format,
    format_rows,
    replay_game,
    spelled,
    split_games,
    termination_of,
    type_of_file,
    type_of_line,
    variants_by_type,
)

if TYPE_CHECKING:
    from taflkit.cli.workers import Workers

#: No larger file is read, and none that becomes larger when it is decompressed.
LARGEST_FILE = 64 * 1024 * 1024
#: So many games are handed to a process at a time.
BATCH = 32
#: An error names no more types of games than this.
MOST_NAMED = 5
_GZIP = b"\x1f\x8b"
#: What is wrong with a game that cannot even be read, beside what `taflkit.notation.Problem` lists.
NOTATION = "notation"
UNDECIDED = "undecided"


@attrs.frozen
class Text:
    """The text of a game that has not been read yet, and the line of its file where it begins."""

    line: int
    text: str
    #: The names of the variants by which it may have been played; none where the game itself says.
    variants: tuple[str, ...] = ()
    #: The type of the game, where no variant is known for it.
    unknown: str | None = None


@attrs.frozen
class File:
    """A file of games."""

    path: str
    format: Format
    games: Sequence[Text]
    #: Whether the games are replayed under variants that nobody has named to their face.
    chosen: bool = False

    @property
    def unknown(self) -> str | None:
        """The type of its games, if no variant is known for any of them, so that they cannot be replayed."""
        return self.games[0].unknown if self.games and all(game.unknown is not None for game in self.games) else None


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
    #: The name of the variant under which it was replayed; empty if it could not be read.
    variant: str = ""
    plies: int = 0
    ending: str = UNDECIDED
    trouble: Trouble | None = None
    #: As `taflkit.notation.Replay` has them.
    ended_early: tuple[int, ...] = ()
    went_on: tuple[int, ...] = ()


#: The number of a file, the format of its games, some of them, and how many there are before these.
Batch = tuple[int, Format, Sequence[Text], int]
#: The variants of the types of games that are known.
Types = Callable[[], Mapping[str, tuple[str, ...]]]


def read_all(paths: Iterable[Path], variants: tuple[str, ...]) -> list[File]:
    """The games of files, as texts, which were played by one of the variants if there are any."""
    for variant in variants:
        load_variant(variant)  # What is wrong with it is said before anything is read.
    types = cache(variants_by_type)  # It is asked for when a file is found that needs it.
    read = [_read(path, variants, types) for path in paths]
    _refuse_what_is_unknown(read)
    return read


def _read(path: Path, variants: tuple[str, ...], types: Types) -> File:
    """The games of a file, as texts."""
    shown = click.format_filename(path)
    try:
        text = _text(path)
        kind = detect_format(text)
        games = list(split_games(text, kind))
    except OSError as error:
        raise TaflError(f"{shown}: {error.strerror or error}") from None
    except RecordError as error:
        raise TaflError(f"{shown}: {error}") from None
    if variants or kind.names_its_variant:
        return File(shown, kind, [Text(line, game, variants) for line, game in games], len(variants) > 1)
    return File(shown, kind, [_with_variants(line, game, kind, path, types) for line, game in games], chosen=True)


def _text(path: Path) -> str:
    """What is in a file, decompressed if need be; bytes that are no UTF-8, as in old names, are replaced."""
    with path.open("rb") as file:
        found = file.read(LARGEST_FILE + 1)
    if found.startswith(_GZIP):
        found = _decompressed(found)
    if len(found) > LARGEST_FILE:
        raise OSError(f"larger than {LARGEST_FILE // 1024 // 1024} MiB")
    if found.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise OSError("it is text in UTF-16, and games are read in UTF-8")
    if b"\0" in found:
        line = found.count(b"\n", 0, found.index(b"\0")) + 1
        raise OSError(f"it is no text: there is a zero byte in line {line:,}")
    return found.decode("utf-8", "replace")


def _decompressed(found: bytes) -> bytes:
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(found)) as stream:
            return stream.read(LARGEST_FILE + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise OSError(f"it cannot be decompressed ({error})") from None


def _with_variants(line: int, game: str, kind: Format, path: Path, types: Types) -> Text:
    """A game that does not say by which rules it was played, with the variants of its type."""
    named = type_of_line(game) if kind is Format.JSON_LINES else None
    name = type_of_file(path) if named is None else spelled(named)
    variants = types().get(name, ())
    return Text(line, game, variants, None if variants else name)


def _refuse_what_is_unknown(files: Sequence[File]) -> None:
    """An error if there is no file of which a variant is known."""
    unknown = list(dict.fromkeys(file.unknown for file in files if file.unknown is not None))
    if not unknown or any(file.unknown is None for file in files):
        return
    if len(files) == 1:
        subject = f"{files[0].path} does not say by which rules its games were played"
    else:
        subject = f"none of the {len(files):,} files says by which rules its games were played"
    called = ", ".join(repr(name) for name in unknown[:MOST_NAMED])
    more = f" or {len(unknown) - MOST_NAMED:,} other names" if len(unknown) > MOST_NAMED else ""
    raise click.UsageError(f"{subject}, and no variant is called {called}{more}; name one with --variant.")


def check_all(files: Sequence[File], jobs: int) -> list[list[Checked]]:
    """Replay the games of all files, in their order."""
    batches: list[Batch] = [
        (number, file.format, file.games[start : start + BATCH], start)
        for number, file in enumerate(files)
        for start in range(0, len(file.games), BATCH)
        if file.unknown is None
    ]
    checked: list[list[Checked]] = [[] for _ in files]
    done = 0
    with _pool(jobs) as pool, progress(sum(len(games) for _, _, games, _ in batches)) as on_games:
        for (number, *_), found in zip(batches, _mapped(pool, batches), strict=True):
            if pool is not None:
                pool.heed()
            checked[number] += found
            done += len(found)
            on_games(done)
    return checked


def _pool(jobs: int) -> AbstractContextManager[Workers | None]:
    if jobs == 1:
        return nullcontext()
    from taflkit.cli.workers import workers

    return workers(jobs)


def _mapped(pool: Workers | None, batches: Sequence[Batch]) -> Iterator[list[Checked]]:
    return map(check_batch, batches) if pool is None else pool.map(check_batch, batches)


def check_batch(batch: Batch) -> list[Checked]:
    """Replay some games of a file; another process may do so."""
    _, kind, games, first = batch
    return [_check(kind, game, first + number) for number, game in enumerate(games, 1)]


def _check(kind: Format, game: Text, number: int) -> Checked:
    name, line = f"game {number}", game.line
    if game.unknown is not None:
        says = f"line {line}: no variant is called {game.unknown!r}; name one with --variant"
        return Checked(name, line, trouble=Trouble(NOTATION, says))
    try:
        found = replay_game(game.text, kind, [load_variant(variant) for variant in game.variants])
    except RecordError as error:
        moved = RecordError(error.text, error.column, error.expected, error.line + line - 1)
        return Checked(name, line, trouble=Trouble(NOTATION, str(moved)))
    except TaflError as error:
        return Checked(name, line, trouble=Trouble(NOTATION, f"line {line}: {error}"))
    outcome = found.game.outcome
    return Checked(
        name=found.record.tag("Id") or name,
        line=line,
        variant=found.record.variant.name,
        plies=found.plies,
        ending=UNDECIDED if outcome is None else termination_of(outcome.reason),
        trouble=_trouble(found),
        ended_early=found.ended_early,
        went_on=found.went_on,
    )


def _trouble(found: Replay) -> Trouble | None:
    differs = found.disagreement
    if differs is None:
        return None
    position = f"{format_rows(differs.game.position)} {differs.game.to_move}"
    return Trouble(differs.problem.value, differs.says, differs.ply, differs.written, position, str(differs.game))
