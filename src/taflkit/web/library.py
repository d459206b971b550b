"""The variants that a page offers, and the files of their own that people drop on it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import attrs

from taflkit.errors import TaflError, VariantError
from taflkit.games import GameVariant, load_variant
from taflkit.variant.catalogue import parse_variant, variant_files
from taflkit.variant.extends import DEFAULT_KIND, EXTENDS, GAME
from taflkit.variant.files import MAX_FILE_BYTES, SUFFIX
from taflkit.variant.toml import TomlTable, read_table

MAX_OWN = 16
"""The variants of their own that people may load at a time; the oldest is forgotten first."""
#: A variant from which so many others are derived is featured, as is one that is derived from no other.
_MANY = 3


@attrs.frozen
class Listed:
    """A variant in the list: what its file says, without loading it."""

    name: str
    """The name by which it is loaded."""
    title: str
    """The name as printed."""
    summary: str
    """One or two sentences about it."""
    kind: str
    """The name of its kind of game."""
    size: str
    """The size of the board such as `9x9`; empty if the file does not draw it."""
    family: str
    """The title of the variant that it is derived from in the end."""
    featured: bool
    """Whether it stands on its own, or many others are derived from it."""
    words: str
    """What a search looks at."""


class Library:
    """The variants of the search path, and those that were sent by the page."""

    def __init__(self) -> None:
        """Begin without own variants."""
        self._own: dict[str, GameVariant] = {}
        self._listed: list[Listed] | None = None

    def load(self, name: str) -> GameVariant:
        """Return a variant by its name; nothing but the files of the search path is read.

        Raises:
            VariantError: There is no such variant.
        """
        if name in self._own:
            return self._own[name]
        if name.endswith(SUFFIX) or re.search(r"[/\\\0]", name):
            raise VariantError(name, ("variants are loaded by their names here; drop a file on the page to load it",))
        return load_variant(name)

    def has(self, name: str) -> bool:
        """Whether a variant of this name can be loaded."""
        return name in self._own or name in variant_files()

    def add(self, file_name: str, content: str) -> GameVariant:
        """Load a variant from the content of a file.

        Raises:
            VariantError: The file is wrong; the error says where.
        """
        name = re.split(r"[/\\]", file_name)[-1].removesuffix(SUFFIX)
        variant: GameVariant = parse_variant(content, name)
        self.keep(variant)
        return variant

    def keep(self, variant: GameVariant) -> None:
        """Offer a variant that is not on the search path."""
        self._own.pop(variant.name, None)
        while len(self._own) >= MAX_OWN:
            del self._own[next(iter(self._own))]
        self._own[variant.name] = variant

    @property
    def own(self) -> tuple[GameVariant, ...]:
        """The variants that were sent, the oldest first."""
        return tuple(self._own.values())

    def listed(self) -> list[Listed]:
        """Return what the search path has, featured variants first."""
        if self._listed is None:
            self._listed = _list(variant_files())
        return self._listed


def _list(files: dict[str, Path]) -> list[Listed]:
    tables: dict[str, TomlTable] = {}
    for name, path in files.items():
        try:
            tables[name] = read_table(path)
        except TaflError:
            continue  # Loading that variant reports the error.
    lineages = {name: _lineage(name, tables) for name in tables}
    derived = {name: sum(name in lineage[1:] for lineage in lineages.values()) for name in tables}
    found = [_listed(lineage, tables, derived[name]) for name, lineage in lineages.items()]

    def rank(each: Listed) -> tuple[bool, bool, int, str]:
        # Those that stand on their own, then those from which many are derived.
        return not each.featured, len(lineages[each.name]) > 1, -derived[each.name] * each.featured, each.title

    return sorted(found, key=rank)


def _lineage(name: str, tables: dict[str, TomlTable]) -> list[str]:
    """The variant, the one that it extends, and so on."""
    lineage = [name]
    while isinstance(parent := tables[lineage[-1]].get(EXTENDS), str):
        if parent not in tables or parent in lineage:
            break
        lineage.append(parent)
    return lineage


def _listed(lineage: list[str], tables: dict[str, TomlTable], derived: int) -> Listed:
    name, root = lineage[0], lineage[-1]
    own = tables[name]
    kind = _text(tables[root].get(GAME)) or DEFAULT_KIND
    title, summary = _text(own.get("title")) or name, _text(own.get("summary"))
    aliases = [alias for alias in own.get("aliases", ()) if isinstance(alias, str)]
    starts = (_text(tables[each].get("start")) for each in lineage)
    return Listed(
        name=name,
        title=title,
        summary=summary,
        kind=kind,
        size=_size(next(filter(None, starts), "")),
        family=_text(tables[root].get("title")) or root,
        featured=len(lineage) == 1 or derived >= _MANY,
        words=" ".join([name, title, kind, *aliases, summary]).lower(),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _size(drawing: str) -> str:
    rows = [row.split() for row in drawing.splitlines() if row.strip()]
    if not rows:
        return ""
    columns = len(rows[0]) if len(rows[0]) > 1 else len(rows[0][0])
    return f"{columns}x{len(rows)}"


MAX_CONTENT = MAX_FILE_BYTES
"""The characters of a variant file."""
