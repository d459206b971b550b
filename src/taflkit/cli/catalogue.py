"""The variants as lists show them: the featured ones first, then by name."""

from __future__ import annotations

import attrs

from taflkit.cli.streams import echo
from taflkit.errors import VariantError


@attrs.frozen
class ListedVariant:
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
    from taflkit.games import kind_of, load_variant
    from taflkit.variant.catalogue import variant_files

    found = []
    for name, path in variant_files(kind).items():
        try:
            variant = load_variant(path)
        except VariantError as error:
            echo(f"Warning: {error}", err=True)
            continue
        its_kind = kind_of(variant)
        columns, rows = its_kind.board_size(variant)
        listed = ListedVariant(
            name, variant.title, its_kind.name, columns, rows, variant.featured, variant.aliases, variant.summary
        )
        if size is None or listed.size == size:
            found.append(listed)
    return sorted(found, key=lambda each: (not each.featured, each.name))
