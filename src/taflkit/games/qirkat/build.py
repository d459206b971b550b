"""Building variants of Qirkat from the tables of their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from taflkit.games.qirkat.board import NAMES
from taflkit.games.qirkat.moves import read_path
from taflkit.games.qirkat.position import Position
from taflkit.games.qirkat.schema import QirkatExampleTable, QirkatTable
from taflkit.games.qirkat.variant import QirkatVariant
from taflkit.variant.convert import CONVERTER
from taflkit.variant.examples import Example, build_example, example_position
from taflkit.variant.extends import Inheritance, build_last
from taflkit.variant.files import check_name
from taflkit.variant.problems import place_below, problems_at
from taflkit.variant.toml import TomlTable

INHERITANCE = Inheritance(keys=("start", "first"))
"""How Qirkat's variant files inherit."""


def build_variant(lineage: Sequence[tuple[Path, TomlTable]]) -> QirkatVariant:
    """Build the variant of the last file of a lineage.

    Raises:
        VariantError: A file is wrong; the error names the first that is wrong on its own.
    """
    return build_last(lineage, _build)


def _build(file: Path, table: TomlTable) -> QirkatVariant:
    read = CONVERTER.read(file, table, QirkatTable)
    check_name(file, read.name)
    with problems_at(file, "start"):
        start = Position.from_picture(read.start, read.first)
    return QirkatVariant(
        **read.description,
        start=start,
        examples=tuple(
            _example(file, place_below("examples", index), start, example)
            for index, example in enumerate(read.examples)
        ),
    )


def _example(file: Path, place: str, start: Position, table: QirkatExampleTable) -> Example[Position]:
    position = example_position(file, place, table, start, start.to_move, Position.from_picture)
    return build_example(file, place, table, "captures", position, read_path, NAMES.parse)
