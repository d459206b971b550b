"""Building variants of Ataxx from the tables of their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from taflkit.games.ataxx.board import NAMES
from taflkit.games.ataxx.fen import Fen
from taflkit.games.ataxx.moves import read_squares
from taflkit.games.ataxx.position import Position
from taflkit.games.ataxx.schema import AtaxxExampleTable, AtaxxTable
from taflkit.games.ataxx.variant import AtaxxVariant
from taflkit.variant.convert import CONVERTER
from taflkit.variant.examples import Example, build_example, example_position
from taflkit.variant.extends import Inheritance, build_last
from taflkit.variant.files import check_name
from taflkit.variant.problems import place_below, problems_at
from taflkit.variant.toml import TomlTable

INHERITANCE = Inheritance(keys=("start", "first", "limit"))
"""How Ataxx's variant files inherit."""


def build_variant(lineage: Sequence[tuple[Path, TomlTable]]) -> AtaxxVariant:
    """Build the variant of the last file of a lineage.

    Raises:
        VariantError: A file is wrong; the error names the first that is wrong on its own.
    """
    return build_last(lineage, _build)


def _build(file: Path, table: TomlTable) -> AtaxxVariant:
    read = CONVERTER.read(file, table, AtaxxTable)
    check_name(file, read.name)
    with problems_at(file, "start"):
        start = Position.from_picture(read.start, read.first)
    return AtaxxVariant(
        **read.description,
        start=start,
        limit=read.limit,
        examples=tuple(
            _example(file, place_below("examples", index), start, example)
            for index, example in enumerate(read.examples)
        ),
    )


def _example(file: Path, place: str, start: Position, table: AtaxxExampleTable) -> Example[Fen]:
    position = example_position(file, place, table, start, start.to_move, Position.from_picture)
    return build_example(file, place, table, "turns", Fen(position, table.count), read_squares, NAMES.parse)
