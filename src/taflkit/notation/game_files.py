"""Files of recorded games: decompressed, split into games, and each game with the variants that it may belong to."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import attrs

from taflkit.errors import TaflError
from taflkit.files import reason_of
from taflkit.notation.files import Format, detect_format, split_games
from taflkit.notation.gametypes import spelled, type_of_file, variants_by_type
from taflkit.notation.jsonlines import type_of_line
from taflkit.notation.source import RecordError
from taflkit.variant.catalogue import load_variant

#: In bytes, of a file and of its decompressed content.
MAX_GAME_FILE = 64 * 1024 * 1024
_GZIP = b"\x1f\x8b"

#: Returns the variants of every known type of game.
_Types = Callable[[], Mapping[str, tuple[str, ...]]]


@attrs.frozen
class GameText:
    """The text of one game, not yet parsed."""

    line: int
    """The line of the file where it begins, from 1."""
    text: str
    """The text."""
    variants: tuple[str, ...] = ()
    """The names of the variants that it may belong to; empty where the game itself names its variant."""
    unknown: str | None = None
    """The type of the game, if no variant of that type is known."""


@attrs.frozen
class GameFile:
    """A file of games that has been read."""

    path: str
    """The path of the file."""
    format: Format
    """The format of its games."""
    games: Sequence[GameText]
    """The games, in order."""
    chosen: bool = False
    """Whether the variants of the games were found by type, or several were given to choose from."""

    @property
    def unknown(self) -> str | None:
        """The type of its games if no variant is known for any of them; such a file cannot be replayed."""
        return self.games[0].unknown if self.games and all(game.unknown is not None for game in self.games) else None


def read_game_files(paths: Iterable[Path], variants: Sequence[str] = ()) -> list[GameFile]:
    """Read files of games in any format that `detect_format` knows, compressed with gzip or not.

    Args:
        paths: The files.
        variants: Names or paths of the variants that the games may belong to. Without any, games that do not name
            their variant get those whose name, title or alias is the type that the game or its file names.

    Raises:
        TaflError: If a file cannot be read, or a variant cannot be loaded.
    """
    for variant in variants:
        load_variant(variant)  # Report a wrong name before reading anything.
    types = cache(variants_by_type)  # Reading the titles of all variants takes time, and most files do not need it.
    return [_read(path, tuple(variants), types) for path in paths]


def _read(path: Path, variants: tuple[str, ...], types: _Types) -> GameFile:
    try:
        text = _text(path)
        kind = detect_format(text)
        games = list(split_games(text, kind))
    except OSError as error:
        raise TaflError(f"{path}: {reason_of(error)}") from None
    except RecordError as error:
        raise TaflError(f"{path}: {error}") from None
    if variants or kind.names_its_variant:
        return GameFile(str(path), kind, [GameText(line, game, variants) for line, game in games], len(variants) > 1)
    return GameFile(str(path), kind, [_of_type(line, game, kind, path, types) for line, game in games], chosen=True)


def _of_type(line: int, game: str, kind: Format, path: Path, types: _Types) -> GameText:
    """A game that does not name its variant, with the variants of its type."""
    named = type_of_line(game) if kind is Format.JSON_LINES else None
    name = type_of_file(path) if named is None else spelled(named)
    variants = types().get(name, ())
    return GameText(line, game, variants, None if variants else name)


def _text(path: Path) -> str:
    """The text of a file. Bytes that are not UTF-8, as in old names, are replaced."""
    with path.open("rb") as file:
        found = file.read(MAX_GAME_FILE + 1)
    if found.startswith(_GZIP):
        found = _decompressed(found)
    if len(found) > MAX_GAME_FILE:
        raise OSError(f"larger than {MAX_GAME_FILE // 1024 // 1024} MiB")
    if found.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise OSError("the text is UTF-16, and games are read as UTF-8")
    if b"\0" in found:
        line = found.count(b"\n", 0, found.index(b"\0")) + 1
        raise OSError(f"not a text file: there is a zero byte in line {line:,}")
    return found.decode("utf-8", "replace")


def _decompressed(found: bytes) -> bytes:
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(found)) as stream:
            return stream.read(MAX_GAME_FILE + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise OSError(f"it cannot be decompressed ({error})") from None
