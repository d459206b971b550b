"""The variants as lists show them: the featured ones first, then by name."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from taflkit.cli.streams import echo
from taflkit.errors import VariantError

if TYPE_CHECKING:
    from pathlib import Path

    from taflkit.variant.extends import Family


class ListedVariant(NamedTuple):
    """What a list says about a variant."""

    name: str
    """The name by which it is loaded."""
    title: str
    """The name as printed."""
    kind: str
    """The name of its kind of game."""
    columns: int
    """How many columns the board has."""
    rows: int
    """How many rows the board has."""
    featured: bool
    """Whether it is listed first."""
    aliases: tuple[str, ...]
    """Other names by which it is loaded."""
    summary: str
    """One or two sentences about it."""

    @property
    def size(self) -> str:
        """The size of the board: `9x9`."""
        return f"{self.columns}x{self.rows}"


def listed_variants(kind: str | None = None, size: str | None = None) -> list[ListedVariant]:
    """The variants, the featured ones first; a warning on standard error for each that cannot be loaded.

    Args:
        kind: The name of a kind of game, for its variants alone.
        size: A size such as `9x9`, for the variants with such a board alone.
    """
    from taflkit.variant.catalogue import find_variant, variant_files
    from taflkit.variant.extends import ancestry, kind_of_files
    from taflkit.variant.files import built_in_directory
    from taflkit.variant.toml import TomlTable, read_head, read_table

    built_in = built_in_directory()

    @cache  # A file is read once, however many others extend it.
    def read(path: Path) -> TomlTable:
        # The description of a variant that comes with taflkit, and its start position, stand in the head of its file.
        return read_head(path) if path.parent == built_in else read_table(path)

    found = []
    for path in variant_files().values():
        its_kind = None  # The kind of a file that cannot be read is not known.
        try:
            family = ancestry(path, find_variant, read=read)
            its_kind, _ = kind_of_files(family)
            if kind is not None and its_kind != kind:
                continue
            listed = (path.parent == built_in and _described(family, its_kind)) or _loaded(path)
        except VariantError as error:
            if kind is None or its_kind == kind:
                echo(f"Warning: {error}", err=True)
            continue
        if size is None or listed.size == size:
            found.append(listed)
    return sorted(found, key=lambda each: (not each.featured, each.name))


def _described(family: Family, kind: str) -> ListedVariant | None:
    """What the files of a variant that comes with taflkit say about it; `None` if they draw no start position.

    These files are known to be right, and loading the rules of all of them would take long.
    """
    from taflkit.pictures import picture_rows
    from taflkit.variant.files import title_of

    path, own = family[0]
    start = next((table["start"] for _, table in family if "start" in table), None)
    if not isinstance(start, str):
        return None
    rows = picture_rows(start)
    return ListedVariant(
        name=path.stem,
        title=own.get("title") or title_of(path.stem),
        kind=kind,
        columns=len(rows[0]),
        rows=len(rows),
        featured=own.get("featured", False),
        aliases=tuple(own.get("aliases", ())),
        summary=own.get("summary", ""),
    )


def _loaded(path: Path) -> ListedVariant:
    """What a list says about the variant of any file.

    Raises:
        VariantError: The file is wrong.
    """
    from taflkit.games import kind_of, load_variant

    variant = load_variant(path)
    kind = kind_of(variant)
    columns, rows = kind.board_size(variant)
    return ListedVariant(
        path.stem, variant.title, kind.name, columns, rows, variant.featured, variant.aliases, variant.summary
    )
