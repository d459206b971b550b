"""Inheritance: what a variant file takes over from the one that it names with `extends`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import attrs

from taflkit.errors import VariantError
from taflkit.variant.problems import variant_error
from taflkit.variant.toml import TomlTable, read_table

EXTENDS = "extends"
"""The key that names the variant to inherit from."""
MAX_ANCESTORS = 8
"""How many variants may extend one another."""

Finder = Callable[[str, Path], Path]
"""Finds the file of a variant by its name, seen from the file that names it."""


@attrs.frozen(kw_only=True)
class Inheritance:
    """How the files of one kind of game inherit."""

    keys: tuple[str, ...]
    """The keys of a file that are taken over; all others are each file's own."""
    selector: str
    """The key by which a table names what it is. A table that names something else replaces the inherited one."""
    removable: tuple[str, ...] = ()
    """The keys whose tables hold plain values that `false` removes; it removes tables everywhere."""
    complete: Callable[[TomlTable], None] = lambda table: None
    """Fills in what a file may leave out, before other files inherit it."""


def lineage(path: Path, find: Finder, inheritance: Inheritance) -> list[tuple[Path, TomlTable]]:
    """Return the files that a variant is made of, each with its tables completed by those before it.

    The file itself is the last; before it is the one that it extends, and so on.

    Raises:
        VariantError: A file cannot be read or found, or they extend each other in a circle.
    """
    found: list[tuple[Path, TomlTable]] = []
    for file, own in reversed(_ancestry(path, find)):
        inherited = {key: value for key, value in found[-1][1].items() if key in inheritance.keys} if found else {}
        complete = merge(inherited, own, inheritance)
        inheritance.complete(complete)
        found.append((file, complete))
    return found


def _ancestry(path: Path, find: Finder) -> list[tuple[Path, TomlTable]]:
    """Return a file, the file of the variant it extends, and so on, each with only its own tables."""
    found: list[tuple[Path, TomlTable]] = []
    seen: list[Path] = []
    here = path
    while True:
        table = read_table(here)
        resolved = here.resolve()
        if resolved in seen:
            circle = " extends ".join(file.stem for file in (*seen[seen.index(resolved) :], resolved))
            raise variant_error(here, [f"extends: goes round in a circle: {circle}"])
        if len(seen) > MAX_ANCESTORS:
            raise variant_error(path, [f"extends: more than {MAX_ANCESTORS} variants deep"])
        found.append((here, table))
        seen.append(resolved)
        parent = table.get(EXTENDS)
        if not isinstance(parent, str):
            return found
        try:
            here = find(parent, here)
        except VariantError as error:
            raise variant_error(here, [f"extends: {problem}" for problem in error.problems]) from None


def merge(base: TomlTable, own: TomlTable, inheritance: Inheritance, place: str = "") -> TomlTable:
    """Return the tables of `own`, with those of `base` where `own` has none; `false` removes a table of `base`."""
    merged = dict(base)
    for key, value in own.items():
        inherited = base.get(key)
        if value is False and key in base and (isinstance(inherited, dict) or place in inheritance.removable):
            del merged[key]
        elif isinstance(value, dict) and isinstance(inherited, dict) and _changes(value, inherited, inheritance):
            merged[key] = merge(inherited, value, inheritance, f"{place}.{key}" if place else key)
        else:
            merged[key] = value
    return merged


def _changes(own: TomlTable, inherited: TomlTable, inheritance: Inheritance) -> bool:
    """Whether a table changes the inherited one and does not replace it."""
    selector = inheritance.selector
    return selector not in own or own[selector] == inherited.get(selector)
