"""`taflkit convert`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from taflkit import TaflError
from taflkit.cli.arguments import GAME_FILE, VariantType, standard_input
from taflkit.cli.outputs import check_new, force_option, write_output
from taflkit.cli.progress import progress
from taflkit.cli.streams import echo, echo_file

if TYPE_CHECKING:
    from taflkit.records import Format, Record

_FORMATS = ("record", "opentafl", "json-lines", "move-list", "moves")
#: In bytes, of what is written.
_MAX_OUTPUT = 1024 * 1024 * 1024


@click.command()
@click.argument("source", metavar="IN", type=GAME_FILE)
@click.argument("target", metavar="OUT", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--to", "wanted", type=click.Choice(_FORMATS), help="The format of OUT, if its name does not say which it is."
)
@click.option(
    "--variant",
    "variants",
    type=VariantType(),
    multiple=True,
    help="The variant, instead of the one that the file or its name gives. With several, each game gets the first that "
    "it agrees with.",
)
@click.option("--game", "number", type=click.IntRange(min=1), metavar="N", help="Convert only the game of this number.")
@click.option("--lossy", is_flag=True, help="Leave out what the format cannot hold, and use the nearest rules.")
@force_option
def convert(
    source: Path,
    target: Path,
    wanted: str | None,
    variants: tuple[str, ...],
    number: int | None,
    lossy: bool,
    force: bool,
) -> None:
    """Convert recorded games from one format to another.

    The format of IN is found by its content, that of OUT by its name: .tafl and .pgn are records, .otg is a game of
    OpenTafl, .jsonl lines of JSON, .txt a list of moves on each line, .moves a move on each line; .gz compresses. `-`
    is standard input or output. What the format of OUT would lose is an error, unless --lossy is given.

    \b
    Examples:
      taflkit convert 016-copenhagen-hnefatafl-11x11.jsonl.gz games.tafl
      taflkit convert game.otg game.tafl
      taflkit convert game.tafl - --to json-lines
    """
    from taflkit.records.formats import Format, format_of_file

    to_stream = str(target) == "-"
    kind = Format(wanted) if wanted else Format.RECORD if to_stream else format_of_file(target)
    if kind is None:
        raise click.UsageError(f"the name of {target} says no format: choose one with --to.")
    if not to_stream:
        check_new(target, force=force)
    texts: list[bytes] = []
    size = 0
    for text in _converted(source, target, kind, variants, number, lossy):
        texts.append(text.encode("utf-8", "surrogateescape"))
        size += len(texts[-1])
        if size > _MAX_OUTPUT:
            raise TaflError(
                f"the output is larger than {_MAX_OUTPUT // 1024 // 1024:,} MiB: convert fewer games at a time"
            )
    content = (b"\n" if kind is Format.RECORD else b"").join(texts)
    if to_stream:
        echo_file(content)
        return
    write_output(target, _packed(content) if target.suffix.lower() == ".gz" else content)
    echo(f"{len(texts):,} game{'' if len(texts) == 1 else 's'} written to {target}")


def _packed(content: bytes) -> bytes:
    import gzip

    return gzip.compress(content, mtime=0)


def _converted(
    source: Path, target: Path, kind: Format, variants: tuple[str, ...], number: int | None, lossy: bool
) -> Iterator[str]:
    """The texts of the games in the new format."""
    from taflkit.records.converting import ONE_GAME, write_game
    from taflkit.records.gametypes import type_of_file, variants_by_type

    @cache  # Reading the titles of all variants takes time.
    def named() -> tuple[str, ...]:
        return variants_by_type().get(type_of_file(target), ())

    count = 0
    for count, (place, record) in enumerate(_records(source, variants, number), 1):
        if count > 1 and kind in ONE_GAME:
            raise TaflError(
                f"{source} has several games, and a file in the format {kind.value} has one: choose with --game"
            )
        try:
            yield write_game(record, kind, lossy=lossy, named=named)
        except TaflError as error:
            hint = "" if lossy else "; --lossy writes the rest"
            raise TaflError(f"{place}: {error}{hint}") from None
    if not count:
        raise TaflError(f"{source} has no game" + (f" with the number {number}" if number else ""))


def _records(source: Path, variants: tuple[str, ...], number: int | None) -> Iterator[tuple[str, Record]]:
    """The games of a file with their places, with a progress bar."""
    from taflkit.records.files import read_game_files

    size = 0 if str(source) == "-" else source.stat().st_size
    with progress(size, shown=size > 0) as show_progress:
        (file,) = read_game_files([source], variants, standard_input=standard_input(source))
        for count, game in enumerate(file.games, 1):
            if number in (None, count):
                try:
                    record = game.record()
                except TaflError as error:
                    raise TaflError(f"{source}: {error}") from None
                yield f"{source}, line {game.line}", record
            show_progress(file.position())
            if count == number:
                break
