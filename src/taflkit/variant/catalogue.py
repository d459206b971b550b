"""Finding variants by name: the search path, and what stands on it."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from taflkit.errors import TaflError, VariantError, nearest
from taflkit.plugins import load_plugins
from taflkit.variant.load import build_variant
from taflkit.variant.problems import said, variant_error
from taflkit.variant.read import SUFFIX, Stamp, built_in_directory, files_in, is_file, lineage, read_table, stamp
from taflkit.variant.variant import Variant

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.variants"
PATH_VARIABLE = "TAFLKIT_PATH"
#: How many variants are kept; each has tables that grow as it is played.
MOST_LOADED = 128
#: A file written so few nanoseconds ago may be written again without a change of its time.
JUST_WRITTEN = 100_000_000

Stamps = dict[Path, Stamp | None]

# One object for each variant as long as its files stay as they are, so that the tables of its rules are shared.
_loaded: dict[tuple[Path, str | None], tuple[Variant, Stamps]] = {}


def search_path() -> Iterator[Path]:
    """The places where variants are looked for, first to last.

    `TAFLKIT_PATH`, the user's data directory, the packages of plug-ins, and what is built in.
    """
    for entry in os.environ.get(PATH_VARIABLE, "").split(os.pathsep):
        if entry:
            yield Path(entry)
    yield user_directory()
    yield from _plugin_directories()
    yield built_in_directory()


def user_directory() -> Path:
    """Where a user keeps variants of their own."""
    # Only here, so that programs which name a built-in variant need not load it early.
    import platformdirs

    return platformdirs.user_data_path("taflkit", appauthor=False) / "variants"


@cache
def _plugin_directories() -> tuple[Path, ...]:
    return tuple(chain.from_iterable(load_plugins(GROUP, _directories).values()))


def _directories(point: EntryPoint) -> tuple[Path, ...]:
    """The directories of the package that an entry point names, which is found but not imported: it holds data."""
    top, *below = point.module.split(".")
    spec = None if point.attr else find_spec(top)
    places = [Path(place, *below) for place in (spec and spec.submodule_search_locations) or ()]
    found = tuple(place for place in places if place.is_dir())
    if not found:
        raise TaflError(f"{point.value} must be a package that holds variant files")
    return found


def is_path(name: str) -> bool:
    """Whether a text is the path of a variant file, not a name."""
    return name.endswith(SUFFIX) or "/" in name or os.sep in name


def variant_files() -> dict[str, Path]:
    """Every variant on the search path by its name; the first of a name hides the others."""
    found: dict[str, Path] = {}
    for place in search_path():
        for path in files_in(place):
            found.setdefault(path.stem, path)
    return found


def variant_names() -> tuple[str, ...]:
    """The names of all variants on the search path, sorted."""
    return tuple(sorted(variant_files()))


def find_variant(name: str, beside: Path | None = None) -> Path:
    """The file of a variant by its name or one of its aliases.

    The place of the file `beside` comes before the search path.
    """
    if not name.strip() or is_path(name):
        raise variant_error(name, [f"{said(name)} is not the name of a variant"])
    wanted = _normal(name)
    first = [beside.parent] if beside is not None else []
    for place in (*first, *search_path()):
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
    """The titles (one or none) and the aliases of those files that can be read."""
    for path in files:
        try:
            table = read_table(path)
        except VariantError:
            continue  # Said when that variant is asked for.
        yield path, _texts([table.get("title")]), _texts(table.get("aliases"))


def _texts(values: object) -> list[str]:
    return [value for value in values if isinstance(value, str)] if isinstance(values, list) else []


def variant_file(name: str | Path) -> Path:
    """The file that `load_variant` reads."""
    return Path(name) if isinstance(name, Path) or is_path(name) else find_variant(name)


def load_variant(name: str | Path) -> Variant:
    """The variant of that name or alias on the search path, or of that file.

    A text is a file's path if it ends with `.toml` or has a slash.
    """
    path = variant_file(name)
    key = (path.absolute(), os.environ.get(PATH_VARIABLE))
    known = _loaded.get(key)
    if known is not None and known[1] == _stamps(known[1]):
        return known[0]
    family = lineage(path, find_variant)
    variant = build_variant(family)
    stamps = _stamps(file for file, _ in family)
    if all(now is not None and time.time_ns() - now[1] > JUST_WRITTEN for now in stamps.values()):
        if len(_loaded) >= MOST_LOADED:
            _loaded.clear()
        _loaded[key] = variant, stamps
    return variant


def _stamps(files: Iterable[Path]) -> Stamps:
    return {file: stamp(file) for file in files}
