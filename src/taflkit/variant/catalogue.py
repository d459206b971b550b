"""The catalogue of variants: listing them, finding them by name or alias on the search path, and loading them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, overload

from taflkit.errors import NotationError, VariantError, nearest, wrong_type
from taflkit.variant.extends import EXTENDS, GAME, Family, ancestry, inherit, kind_of_files
from taflkit.variant.files import (
    MAX_FILE_BYTES,
    SUFFIX,
    Stamp,
    built_in_directory,
    files_in,
    is_file,
    stamp,
    title_of,
)
from taflkit.variant.kinds import kind_named
from taflkit.variant.problems import problems_at, said, variant_error
from taflkit.variant.searchpath import PATH_VARIABLE, search_path
from taflkit.variant.toml import TomlTable, parse_toml, read_table
from taflkit.variant.variant import Variant

MAX_LOADED = 128
"""How many variants are kept loaded; each has tables that grow as it is played."""

# A file may be written twice within this many nanoseconds without a change of its time.
_CLOCK_STEP = 100_000_000

_Stamps = dict[Path, Stamp | None]
VariantT = TypeVar("VariantT")


class ListedVariant(NamedTuple):
    """What lists say about a variant."""

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
    family: str
    """The title of the variant that it is derived from in the end; its own if it extends none."""

    @property
    def size(self) -> str:
        """The size of the board: `9x9`."""
        return f"{self.columns}x{self.rows}"


class _Loaded(NamedTuple):
    """A variant with what is known of its files."""

    kind: str
    variant: Any
    table: TomlTable
    family: str
    stamps: _Stamps


# One object for each variant while its files do not change, so that the tables of its rules are shared.
_loaded: dict[tuple[Path, str | None], _Loaded] = {}
# The last ones by their identity; files that were just written are not among those above.
_origins: dict[int, _Loaded] = {}


def is_path(name: str) -> bool:
    """Whether a text is the path of a variant file and not a name."""
    return name.endswith(SUFFIX) or "/" in name or os.sep in name


def variant_files(kind: str | None = None) -> dict[str, Path]:
    """Return the file of every variant on the search path, by its name; the first of a name hides the others.

    Args:
        kind: The name of a kind of game, such as `tafl`, for its variants alone.
    """
    found: dict[str, Path] = {}
    for place in search_path():
        for path in files_in(place):
            found.setdefault(path.stem, path)
    if kind is None:
        return found
    return {name: path for name, path in found.items() if _kind_of(path) == kind}


def variant_names(kind: str | None = None) -> tuple[str, ...]:
    """Return the names of all variants on the search path, sorted.

    Args:
        kind: The name of a kind of game, such as `tafl`, for its variants alone.
    """
    return tuple(sorted(variant_files(kind)))


def listed_variants(
    kind: str | None = None, *, on_broken: Callable[[VariantError], object] = lambda error: None
) -> list[ListedVariant]:
    """Return what lists say about the variants on the search path, the featured ones first, then by name.

    Args:
        kind: The name of a kind of game, such as `tafl`, for its variants alone.
        on_broken: Called with the error of each file that cannot be loaded.
    """
    found = []
    for path in variant_files(kind).values():
        try:
            found.append(_listed(path))
        except VariantError as error:
            on_broken(error)
    return sorted(found, key=lambda each: (not each.featured, each.name))


def _listed(path: Path) -> ListedVariant:
    kind, variant, _, family, _ = _load(path)
    columns, rows = kind_named(kind).board_size(variant)
    return ListedVariant(
        path.stem, variant.title, kind, columns, rows, variant.featured, variant.aliases, variant.summary, family
    )


def _kind_of(path: Path) -> str | None:
    """Return the name of the kind of a variant; `None` for a file that cannot be read."""
    try:
        return kind_of_files(ancestry(path, find_variant))[0]
    except VariantError:
        return None  # Loading that variant reports the error.


def find_variant(name: str, beside: Path | None = None) -> Path:
    """Find the file of a variant by its name, its title or one of its aliases.

    Args:
        name: The name; letter case, hyphens and underscores do not matter.
        beside: A file whose directory is searched before the search path.

    Raises:
        VariantError: There is no such variant; the error suggests similar names.
    """
    if not isinstance(name, str):
        raise wrong_type("the name of a variant", name)
    if not name.strip() or is_path(name):
        raise variant_error(name, [f"{said(name)} is not the name of a variant"])
    wanted = _normal(name)
    first = [beside.parent] if beside is not None else []
    for place in chain(first, search_path()):
        path = place / f"{wanted}{SUFFIX}"
        if is_file(path):
            return path
    files = variant_files()
    names = {_normal(stem): path for stem, path in files.items()}
    for path, titles, aliases in titles_and_aliases(files.values()):
        for alias in (*aliases, *titles):
            names.setdefault(_normal(alias), path)
    if wanted in names:
        return names[wanted]
    hint = nearest(wanted, [*files, *names], listed=sorted(files), most=3)
    raise variant_error(name, [f"there is no variant called {said(name)}; {hint}"])


def _normal(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").replace("-", " ").split())


def titles_and_aliases(files: Iterable[Path]) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Iterate over those files that can be read, with their titles (one or none) and their aliases."""
    for path in files:
        try:
            table = read_table(path)
        except VariantError:
            continue  # Loading that variant reports the error.
        yield path, _texts([table.get("title")]), _texts(table.get("aliases"))


def _texts(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def variant_file(name: str | Path) -> Path:
    """Return the file that `load_variant` reads."""
    if not isinstance(name, str | Path):
        raise wrong_type("the name of a variant or the path of a file", name)
    return Path(name) if isinstance(name, Path) or is_path(name) else find_variant(name)


@overload
def load_variant(name: str | Path) -> Variant: ...


@overload
def load_variant(name: str | Path, variant_type: type[VariantT]) -> VariantT: ...


def load_variant(name: str | Path, variant_type: type[Any] | None = None) -> Any:
    """Load a variant of any kind of game.

    Which class a name stands for is known when it is loaded. For type checkers it is a `Variant`, one of tafl, unless
    `variant_type` says otherwise: `load_variant("ataxx", AtaxxVariant)`.

    Args:
        name: The name, title or alias of a variant on the search path, or the path of a file: a `Path`, or a text
            that ends with `.toml` or has a slash.
        variant_type: The class that the variant must have; any if left out.

    Raises:
        VariantError: There is no such variant, it is not of that class, or its file is wrong; the error lists every
            problem with its place.
    """
    kind, variant = load_with_kind(name)
    if variant_type is not None and not isinstance(variant, variant_type):
        wanted = "of tafl" if variant_type is Variant else f"a {variant_type.__name__}"
        raise variant_error(name, [f"this is a variant of the kind {kind}, not {wanted}"])
    return variant


def named_variant(text: str, name: str, column: int, variant_type: type[Any] | None = None) -> Any:
    """Load the variant that a text names at a column. Paths are refused, because a text may come from anywhere.

    Raises:
        NotationError: There is no variant of that name.
        VariantError: The file of the variant is wrong, or it is not of the class that is asked for.
    """
    try:
        path = find_variant(name)
    except VariantError as error:
        raise NotationError(text, column, f"the name of a variant ({error.problems[0]})") from None
    return load_variant(path) if variant_type is None else load_variant(path, variant_type)


def load_with_kind(name: str | Path) -> tuple[str, Any]:
    """Load a variant of any kind of game, and return the name of its kind with it.

    Args:
        name: As for `load_variant`.

    Raises:
        VariantError: As for `load_variant`.
    """
    found = _load(variant_file(name))
    return found.kind, found.variant


def _load(path: Path) -> _Loaded:
    key = (path.absolute(), os.environ.get(PATH_VARIABLE))
    known = _loaded.get(key)
    if known is not None and known.stamps == _stamps(known.stamps):
        return known
    files = ancestry(path, find_variant)
    stamps = _stamps(file for file, _ in files)
    first, table = files[-1]
    (family,) = _texts([table.get("title")]) or [title_of(first.stem)]
    found = _Loaded(*_build(files), family, stamps)
    if len(_origins) >= MAX_LOADED:
        _origins.pop(next(iter(_origins)), None)
    _origins[id(found.variant)] = found
    if all(now is not None and time.time_ns() - now[1] > _CLOCK_STEP for now in stamps.values()):
        if len(_loaded) >= MAX_LOADED:
            _loaded.clear()
        _loaded[key] = found
    return found


def table_of(variant: object) -> TomlTable | None:
    """Return the tables that a variant was built from, what it inherits among them; `None` if that is not known."""
    found = _origins.get(id(variant))
    return found.table if found is not None and found.variant is variant else None


def _build(files: Family) -> tuple[str, Any, TomlTable]:
    """Build the variant of the first file; return the name of its kind, and the tables without `extends` too."""
    kind_name, stated_by = kind_of_files(files)
    with problems_at(stated_by, GAME):
        kind = kind_named(kind_name)
    lineage = inherit(files, kind.inheritance)
    table = {key: value for key, value in lineage[-1][1].items() if key != EXTENDS}
    return kind_name, kind.build(lineage), table


def parse_variant(text: str, name: str) -> Any:
    """Build a variant of any kind of game from the text of a variant file.

    Args:
        text: The text. What it extends is found by name, as for a file in no directory of its own.
        name: The name that the variant must have; errors name a file called so.

    Raises:
        VariantError: The text is not a variant file; the error lists every problem with its place.
    """
    path = Path(f"{name}{SUFFIX}")
    if len(text) > MAX_FILE_BYTES:
        raise variant_error(path, [f"larger than {MAX_FILE_BYTES // 1024} KiB, so it is no variant file"])
    return _build(ancestry(path, lambda parent, _: find_variant(parent), parse_toml(path, text)))[1]


def is_built_in(variant: Any) -> bool:
    """Whether a variant of any kind of game comes with taflkit, so that its name alone brings it back everywhere."""
    path = built_in_directory() / f"{variant.name}{SUFFIX}"
    if not is_file(path):
        return False
    found = load_with_kind(path)[1]
    return variant is found or bool(variant == found)


def _stamps(files: Iterable[Path]) -> _Stamps:
    return {file: stamp(file) for file in files}
