"""Kinds of game as far as variant files concern them, found by name: those of taflkit, and plug-ins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Protocol

from taflkit.errors import TaflError, nearest
from taflkit.plugins import OWN, load_own, load_plugins
from taflkit.variant.extends import Inheritance
from taflkit.variant.toml import TomlTable

GROUP = "taflkit.games"
"""The group of entry points that name kinds of game."""


class FileKind(Protocol):
    """What is asked about a kind of game to read and list its variant files; `taflkit.games.GameKind` has more."""

    @property
    def name(self) -> str:
        """The name in variant files, such as `tafl`."""

    @property
    def inheritance(self) -> Inheritance:
        """How its variant files inherit from each other."""

    def build(self, lineage: Sequence[tuple[Path, TomlTable]], /) -> Any:
        """Build the variant of the last file of a lineage.

        Raises:
            VariantError: A file is wrong.
        """

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of its variant files."""

    def board_size(self, variant: Any, /) -> tuple[int, int]:
        """How many columns and rows the board of one of its variants has."""


_MEMBERS = ("name", "inheritance", "build", "schema", "board_size")


def kind_named(name: str) -> FileKind:
    """Return the kind of game of a name.

    Raises:
        TaflError: There is none; the error suggests the closest name.
    """
    found = load_own(GROUP, name) if name in OWN[GROUP] else _plugins().get(name)
    if found is None:
        raise TaflError(f"there is no kind of game called {name!r}; {nearest(name, kind_names())}")
    kind: FileKind = found
    return kind


def kind_names() -> tuple[str, ...]:
    """Return the names of all kinds of game, those of taflkit first."""
    return (*OWN[GROUP], *sorted(_plugins()))


@cache
def _plugins() -> dict[str, FileKind]:
    return load_plugins(GROUP, _load_plugin, taken=OWN[GROUP])


def _load_plugin(point: EntryPoint) -> FileKind:
    kind: FileKind = point.load()
    missing = [name for name in _MEMBERS if not hasattr(kind, name)]
    if isinstance(kind, type) or missing:
        raise TaflError(f"expected a kind of game, with {', '.join(_MEMBERS[:-1])} and {_MEMBERS[-1]}, not {kind!r}")
    if kind.name != point.name:
        raise TaflError(f"the kind of game calls itself {kind.name!r}, and its entry point {point.name!r}")
    return kind
