"""Building variants of Qirkat from the tables of their files."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from taflkit.games.examples import GameExample, build_example
from taflkit.games.qirkat.board import NAMES
from taflkit.games.qirkat.moves import read_path
from taflkit.games.qirkat.position import Position
from taflkit.games.qirkat.schema import QirkatExampleTable, QirkatTable
from taflkit.games.qirkat.variant import QirkatVariant
from taflkit.variant.convert import StrictConverter
from taflkit.variant.extends import Inheritance, build_last
from taflkit.variant.files import check_name
from taflkit.variant.problems import place_below, problems_at, variant_error
from taflkit.variant.toml import TomlTable

INHERITANCE = Inheritance(keys=("start", "first"))
"""How Qirkat's variant files inherit."""


def build_variant(lineage: Sequence[tuple[Path, TomlTable]]) -> QirkatVariant:
    """Build the variant of the last file of a lineage.

    Raises:
        VariantError: A file is wrong; the error names the first that is wrong on its own.
    """
    return build_last(lineage, _build)


@cache
def _converter() -> StrictConverter:
    return StrictConverter()


def _build(file: Path, table: TomlTable) -> QirkatVariant:
    read = _converter().read(file, table, QirkatTable)
    check_name(file, read.name)
    with problems_at(file, "start"):
        start = Position.from_picture(read.start, read.first)
    return QirkatVariant(
        name=read.name,
        title=read.printed_title,
        summary=read.summary,
        aliases=read.aliases,
        sources=read.sources,
        doubtful=read.doubtful,
        start=start,
        examples=tuple(
            _example(file, place_below("examples", index), start, example)
            for index, example in enumerate(read.examples)
        ),
    )


def _example(file: Path, place: str, start: Position, table: QirkatExampleTable) -> GameExample[Position]:
    position = start
    if table.position is not None:
        with problems_at(file, f"{place}.position"):
            position = Position.from_picture(table.position, table.to_move or start.to_move)
    elif table.to_move is not None:
        raise variant_error(file, [f"{place}.to_move: goes with a position"])
    return build_example(file, place, table, "captures", position, read_path, NAMES.parse)
