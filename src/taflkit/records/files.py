"""Files of recorded games: read piece by piece, and each game with the variants that it may belong to."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from itertools import chain
from pathlib import Path
from typing import IO, TypeVar

import attrs

from taflkit.errors import TaflError, check_type, wrong_type
from taflkit.files import GZIP, reason_of
from taflkit.games import GameVariant
from taflkit.records.formats import (
    Format,
    detect_format,
    format_of_file,
    games_of_lines,
    parse_game,
    replay_game,
    split_games,
)
from taflkit.records.gametypes import spelled, type_of_file, variants_by_type
from taflkit.records.movelists import MAX_LIST, type_of_line
from taflkit.records.record import Record
from taflkit.records.replaying import Replay
from taflkit.records.source import RecordError
from taflkit.variant.catalogue import load_variant

#: In bytes, of the decompressed content of a file.
MAX_GAME_FILE = 64 * 1024 * 1024
#: In bytes. Of a line only so much is kept: more than a list of moves may have, so that it is refused for its length.
_MAX_LINE = 4 * (MAX_LIST + 1)
#: In bytes: how much is read at a time, and how much of a text tells its format.
_PIECE = 64 * 1024
_BEGINNING = 4 * 1024
_STANDARD_INPUT = Path("-")

_Read = TypeVar("_Read")
#: Returns the variants of every known type of game.
_Types = Callable[[], Mapping[str, tuple[str, ...]]]


@attrs.frozen
class GameText:
    """The text of one game, not yet parsed."""

    line: int
    """The line of the file where it begins, from 1."""
    text: str
    """The text."""
    format: Format
    """The format of the text."""
    variants: tuple[str, ...] = ()
    """The names of the variants that it may belong to; empty where the game itself names its variant."""
    unknown: str | None = None
    """The type of the game, if no variant of that type is known."""
    default: str | None = None
    """The name of the variant of a game that should name its variant, and does not."""

    def record(self) -> Record:
        """Read the game; of several variants, the first that it agrees with counts.

        Raises:
            TaflError: It is no game, or its variant is not known; the error names the line.
        """
        return self.replay().record if len(self.variants) > 1 else self._read(parse_game, *self._loaded())

    def replay(self) -> Replay:
        """Replay the game under the first variant that it agrees with.

        Raises:
            TaflError: As for `record`.
        """
        return self._read(replay_game, self._loaded())

    def _loaded(self) -> list[GameVariant]:
        return [load_variant(variant) for variant in self.variants]

    def _read(self, read: Callable[..., _Read], *variants: object) -> _Read:
        if self.unknown is not None:
            raise TaflError(f"line {self.line}: which variant was played is not known: none is called {self.unknown!r}")
        default = None if self.default is None else load_variant(self.default)
        try:
            return read(self.text, self.format, *variants, default=default)
        except RecordError as error:
            raise error.below(self.line - 1) from None
        except TaflError as error:
            raise TaflError(f"line {self.line}: {error}") from None


@attrs.frozen(eq=False)
class GameFile:
    """A file of games that is being read."""

    path: str
    """The path of the file."""
    format: Format
    """The format of its games."""
    games: Iterator[GameText]
    """The games, in order, each read when it is asked for. They can be iterated over once.

    This raises `TaflError` where the file cannot be read any further.
    """
    chosen: bool = False
    """Whether the variants of the games were found by type, or several were given to choose from."""
    position: Callable[[], int] = lambda: 0
    """Returns how many bytes of the file have been read so far."""


def games_in(
    *paths: str | Path,
    variants: Sequence[str] = (),
    default: str | None = None,
    on_error: Callable[[TaflError], object] | None = None,
) -> Iterator[Replay]:
    """Iterate over the games of files and folders, in any format and of any kind, each replayed.

    A game that does not agree with the rules is replayed as far as it does; `Replay.disagreement` says what is wrong.

    Args:
        paths: The files, compressed with gzip or not, and folders, as for `find_game_files`.
        variants: Names or paths of the variants that the games may belong to, whatever they say; each game gets the
            first that it agrees with.
        default: The name or the path of the variant of games for which neither they nor the names of their files tell.
        on_error: Called with the error of each game that cannot be read, which is then left out; if it is left out
            itself, the error is raised.

    Raises:
        TaflError: A file cannot be read, a variant cannot be loaded, or a game cannot be read.
    """
    for file in read_game_files(find_game_files(map(Path, paths)), variants, default=default):
        for text in file.games:
            try:
                found = text.replay()
            except TaflError as error:
                named = TaflError(f"{file.path}: {error}")
                if on_error is None:
                    raise named from None
                on_error(named)
            else:
                yield found


def find_game_files(paths: Iterable[Path]) -> list[Path]:
    """Return files, with each folder replaced by the files of games in it and below it, by their names.

    Raises:
        TaflError: There is no file of games in a folder.
    """
    found: list[Path] = []
    for path in paths:
        inside = sorted(filter(_is_game_file, path.rglob("*"))) if path.is_dir() else [path]
        if not inside:
            raise TaflError(f"{path}: there is no file of games in this folder, such as one called game.tafl")
        found += inside
    return found


def _is_game_file(path: Path) -> bool:
    return format_of_file(path) is not None and not path.name.startswith(".") and path.is_file()


def read_game_files(
    paths: Iterable[Path],
    variants: Sequence[str] = (),
    *,
    default: str | None = None,
    standard_input: IO[bytes] | None = None,
) -> Iterator[GameFile]:
    """Read files of games in any format that `detect_format` knows, compressed with gzip or not.

    Each file is opened when it is asked for. Of formats with one game on each line, only a piece of a file is in memory
    at a time; of the others, a whole file.

    Args:
        paths: The files.
        variants: Names or paths of the variants that the games may belong to. Without any, games that do not name
            their variant get those whose name, title or alias is the type that the game or its file names.
        default: The name or the path of the variant of games for which neither they nor the names of their files tell.
        standard_input: What is read for the path `-`.

    Raises:
        TaflError: If a file cannot be read, or a variant cannot be loaded.
    """
    if isinstance(paths, str | Path):
        raise wrong_type("the Paths of several files", paths)
    for variant in (*variants, *([] if default is None else [default])):
        load_variant(variant)  # Report a wrong name before reading anything.
    types = cache(variants_by_type)  # Most files do not need the titles of all variants.
    for path in paths:
        check_type(path, Path, "the Path of a file")
        yield _read(path, tuple(variants), default, types, standard_input if path == _STANDARD_INPUT else None)


def read_record(
    path: Path,
    *,
    number: int | None = None,
    variants: Sequence[str] = (),
    standard_input: IO[bytes] | None = None,
) -> Record:
    """Read one game from a file in any format.

    Args:
        path: The file.
        number: Which game of the file, from 1; if left out, there must be only one.
        variants: As for `read_game_files`; with several, the first that the game agrees with counts.
        standard_input: What is read for the path `-`.

    Raises:
        TaflError: The file cannot be read, has another number of games, or does not say which variant was played.
    """
    (file,) = read_game_files([path], variants, standard_input=standard_input)
    found: GameText | None = None
    for count, text in enumerate(file.games, 1):
        if number is None and count > 1:
            raise TaflError(f"{path} has several games: choose one by its number, on the command line with --game")
        found = text
        if count == number:
            break
    else:
        if found is None or number is not None:
            raise TaflError(f"{path} has no game" + (f" with the number {number}" if found and number else ""))
    assert found is not None
    try:
        return found.record()
    except TaflError as error:
        raise TaflError(f"{path}: {error}") from None


def _read(
    path: Path, variants: tuple[str, ...], default: str | None, types: _Types, stream: IO[bytes] | None
) -> GameFile:
    source = _Source(path, stream)
    try:
        kind, games = _split(source.pieces())
    except (OSError, RecordError) as error:
        raise _unreadable(path, error) from None
    texts: Iterator[GameText]
    if variants or kind.names_its_variant:
        texts = (GameText(line, game, kind, variants, default=default) for line, game in games)
        chosen = len(variants) > 1
    else:
        texts, chosen = (_of_type(line, game, kind, path, default, types) for line, game in games), True
    return GameFile(str(path), kind, _naming(path, texts), chosen, lambda: source.position)


def _naming(path: Path, games: Iterator[GameText]) -> Iterator[GameText]:
    """The same games; errors name the file."""
    try:
        yield from games
    except (OSError, RecordError) as error:
        raise _unreadable(path, error) from None


def _unreadable(path: Path, error: OSError | RecordError) -> TaflError:
    return TaflError(f"{path}: {error if isinstance(error, RecordError) else reason_of(error)}")


def _of_type(line: int, game: str, kind: Format, path: Path, default: str | None, types: _Types) -> GameText:
    """A game that does not name its variant, with the variants of its type."""
    named = type_of_line(game) if kind is Format.JSON_LINES else None
    name = type_of_file(path) if named is None else spelled(named)
    variants = types().get(name, ())
    if not variants and named is None and default is not None:
        variants = (default,)
    return GameText(line, game, kind, variants, None if variants else name)


def _split(pieces: Iterator[bytes]) -> tuple[Format, Iterator[tuple[int, str]]]:
    """The format of a file, and its games with the numbers of their first lines."""
    beginning, found = [], 0
    for piece in pieces:
        beginning.append(piece)
        found += len(piece if found else piece.lstrip())
        if found >= _BEGINNING:
            break
    kind = detect_format(_decoded(b"".join(beginning)))
    content = chain(beginning, pieces)
    if kind in (Format.JSON_LINES, Format.MOVE_LIST):
        return kind, games_of_lines(_lines(content))
    return kind, split_games(_decoded(b"".join(content)), kind)


def _decoded(found: bytes | bytearray) -> str:
    """The text of some bytes. What is not UTF-8, as in old names, is replaced."""
    return found.decode("utf-8", "replace")


def _lines(pieces: Iterable[bytes]) -> Iterator[str]:
    """The lines of a file; of a very long one only the beginning."""
    line = bytearray()
    for piece in pieces:
        first, *others = piece.split(b"\n")
        for part in (first, *others[:-1]) if others else ():
            line += part[: _MAX_LINE - len(line)]
            yield _decoded(line)
            line.clear()
        line += (others[-1] if others else first)[: _MAX_LINE - len(line)]
    yield _decoded(line)


class _Source:
    """A file that is read in pieces."""

    def __init__(self, path: Path, stream: IO[bytes] | None) -> None:
        self._path = path
        self._stream = stream
        self.position = 0
        """How many bytes of the file have been read."""

    def pieces(self) -> Iterator[bytes]:
        """The content in pieces, decompressed.

        Raises:
            OSError: The file cannot be read, is too large, or is not text.
        """
        size = lines = 0
        with self._path.open("rb") if self._stream is None else nullcontext(self._stream) as file:
            for piece in self._decompressed(file):
                size += len(piece)
                if size > MAX_GAME_FILE:
                    raise OSError(f"larger than {MAX_GAME_FILE // 1024 // 1024} MiB")
                if size == len(piece) and piece.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                    raise OSError("the text is UTF-16, and games are read as UTF-8")
                if b"\0" in piece:
                    line = lines + piece.count(b"\n", 0, piece.index(b"\0")) + 1
                    raise OSError(f"not a text file: there is a zero byte in line {line:,}")
                lines += piece.count(b"\n")
                yield piece

    def _raw(self, file: IO[bytes]) -> Iterator[bytes]:
        while piece := file.read(_PIECE):
            self.position += len(piece)
            yield piece

    def _decompressed(self, file: IO[bytes]) -> Iterator[bytes]:
        raw = self._raw(file)
        first = next(raw, b"")
        content = chain([first], raw)
        if not first.startswith(GZIP):
            yield from content
            return
        import zlib

        try:
            yield from _members(content)
        except (EOFError, zlib.error) as error:
            raise OSError(f"it cannot be decompressed ({error})") from None


def _members(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Decompress the members of a gzip file, which may be followed by zeros."""
    import zlib

    stream, is_open = zlib.decompressobj(wbits=31), False
    for piece in pieces:
        left = piece
        while left := left if is_open else left.lstrip(b"\0"):
            is_open = True
            yield stream.decompress(left, _PIECE)
            left = stream.unconsumed_tail
            if stream.eof:
                left = stream.unused_data
                stream, is_open = zlib.decompressobj(wbits=31), False
    if is_open:
        yield stream.flush()
        if not stream.eof:
            raise EOFError("it ends too early")
