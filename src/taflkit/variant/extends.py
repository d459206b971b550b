"""Inheritance: what a variant file takes over from the one that it names with `extends`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, TypeVar

from taflkit.errors import VariantError
from taflkit.variant.problems import said, variant_error
from taflkit.variant.toml import TomlTable, read_table

EXTENDS = "extends"
"""The key that names the variant to inherit from."""
GAME = "game"
"""The key that names the kind of game."""
DEFAULT_KIND = "tafl"
"""The kind of game of a file that names none."""
MAX_ANCESTORS = 8
"""How many variants may extend one another."""

_Built = TypeVar("_Built")

Finder = Callable[[str, Path], Path]
"""Finds the file of a variant by its name, seen from the file that names it."""


class Inheritance(NamedTuple):
    """How the files of one kind of game inherit."""

    keys: tuple[str, ...]
    """The keys of a file that are taken over; all others are each file's own."""
    selector: str = ""
    """The key by which a table names what it is. A table that names something else replaces the inherited one;
    empty if there is none."""
    removable: tuple[str, ...] = ()
    """The keys whose tables hold plain values that `false` removes; it removes tables everywhere."""
    complete: Callable[[TomlTable], None] = lambda table: None
    """Fills in what a file may leave out, before other files inherit it."""


Family = list[tuple[Path, TomlTable]]
"""Files with their tables."""


def ancestry(path: Path, find: Finder, table: TomlTable | None = None) -> Family:
    """Return a file, the file of the variant it extends, and so on, each with only its own tables.

    Args:
        path: The file.
        find: Finds the files that it extends.
        table: The tables of the file; read from it if left out.

    Raises:
        VariantError: A file cannot be read or found, or they extend each other in a circle.
    """
    found: Family = []
    here = path
    while True:
        table = read_table(here) if table is None or found else table
        parent = table.get(EXTENDS)
        if isinstance(parent, str):  # A file that extends none ends every circle.
            _refuse_circle(found, here)
        if len(found) > MAX_ANCESTORS:
            raise variant_error(path, [f"extends: more than {MAX_ANCESTORS} variants deep"])
        found.append((here, table))
        if not isinstance(parent, str):
            return found
        try:
            here = find(parent, here)
        except VariantError as error:
            raise variant_error(here, [f"extends: {problem}" for problem in error.problems]) from None


def _refuse_circle(found: Family, here: Path) -> None:
    """Refuse a file that is already among those found, by whatever path."""
    # Every circle comes back to a file by the same name sooner or later.
    if all(file.name != here.name for file, _ in found):
        return
    files, resolved = [file.resolve() for file, _ in found], here.resolve()
    if resolved in files:
        circle = " extends ".join(file.stem for file in (*files[files.index(resolved) :], resolved))
        raise variant_error(here, [f"extends: goes round in a circle: {circle}"])


def kind_of_files(files: Family) -> tuple[str, Path]:
    """Return the name of the kind of game that some files are of, and the file that states it, or would.

    Args:
        files: What `ancestry` returned.

    Raises:
        VariantError: A file extends one of another kind.
    """
    name, stated_by = DEFAULT_KIND, files[-1][0]
    for file, table in reversed(files):
        stated = table.get(GAME, name)
        if type(stated) is not str:
            raise variant_error(file, [f"{GAME}: expected a text, not {said(stated)}"])
        if file is files[-1][0]:
            name = stated
        elif stated != name:
            problem = f"{GAME}: {said(stated)} is another kind of game than {said(name)}, the kind of {table[EXTENDS]}"
            raise variant_error(file, [f"{problem}, which this file extends"])
    return name, stated_by


def inherit(files: Family, inheritance: Inheritance) -> Family:
    """Return the files that a variant is made of, each with its tables completed by those before it.

    The file itself is the last; before it is the one that it extends, and so on.

    Args:
        files: What `ancestry` returned.
        inheritance: How the files of their kind inherit.
    """
    found: Family = []
    keys = (GAME, *inheritance.keys)
    for file, own in reversed(files):
        inherited = {key: value for key, value in found[-1][1].items() if key in keys} if found else {}
        complete = merge(inherited, own, inheritance)
        inheritance.complete(complete)
        found.append((file, complete))
    return found


def build_last(lineage: Sequence[tuple[Path, TomlTable]], build: Callable[[Path, TomlTable], _Built]) -> _Built:
    """Build the variant of the last file of a lineage.

    Raises:
        VariantError: A file is wrong; the error names the first that is wrong on its own.
    """
    path, table = lineage[-1]
    try:
        return build(path, table)
    except VariantError:
        for ancestor, inherited in lineage[:-1]:
            build(ancestor, inherited)
        raise


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
