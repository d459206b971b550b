"""Finding variants by name: the search path, and what stands on it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from types import ModuleType

from taflkit.errors import VariantError
from taflkit.plugins import load_plugins
from taflkit.variant.load import load_file, read_table
from taflkit.variant.problems import nearest
from taflkit.variant.variant import Variant

GROUP = "taflkit.variants"
PATH_VARIABLE = "TAFLKIT_PATH"
BUILT_IN = "taflkit.variant.builtin"
SUFFIX = ".toml"


def search_path() -> Iterator[Path]:
    """The directories where variants are looked for, first to last.

    `TAFLKIT_PATH`, the user's data directory, the packages of plug-ins, and what is built in.
    """
    for entry in os.environ.get(PATH_VARIABLE, "").split(os.pathsep):
        if entry:
            yield Path(entry)
    yield user_directory()
    yield from _plugin_directories()
    yield Path(str(files(BUILT_IN)))


def user_directory() -> Path:
    """Where a user keeps variants of their own."""
    # Only here, so that programs which name a built-in variant need not load it early.
    import platformdirs

    return platformdirs.user_data_path("taflkit", appauthor=False) / "variants"


@cache
def _plugin_directories() -> tuple[Path, ...]:
    def problem(found: object) -> str | None:
        if isinstance(found, ModuleType) and hasattr(found, "__path__"):
            return None
        return "it must be a package that holds variant files"

    return tuple(Path(str(files(package))) for package in load_plugins(GROUP, problem).values())


def _is_path(name: str) -> bool:
    return name.endswith(SUFFIX) or "/" in name or os.sep in name


def variant_files() -> dict[str, Path]:
    """Every variant on the search path by its name; the first of a name hides the others."""
    found: dict[str, Path] = {}
    for directory in search_path():
        try:
            paths = sorted(directory.glob(f"*{SUFFIX}"))
        except OSError:
            continue
        for path in paths:
            found.setdefault(path.stem, path)
    return found


def variant_names() -> tuple[str, ...]:
    """The names of all variants on the search path, sorted."""
    return tuple(sorted(variant_files()))


def find_variant(name: str, beside: Path | None = None) -> Path:
    """The file of a variant by its name or one of its aliases.

    The directory of the file `beside` comes before the search path.
    """
    if not name or _is_path(name):
        raise VariantError(name, [f"{name!r} is not the name of a variant"])
    wanted = _normal(name)
    first = [beside.parent] if beside is not None else []
    for directory in (*first, *search_path()):
        path = directory / f"{wanted}{SUFFIX}"
        if path.is_file():
            return path
    names: dict[str, Path] = {}
    for path in variant_files().values():
        for alias in _aliases(path):
            names.setdefault(_normal(alias), path)
    if wanted in names:
        return names[wanted]
    raise VariantError(name, [f"there is no variant called {name!r}; {nearest(wanted, [*variant_files(), *names])}"])


def _normal(name: str) -> str:
    return "-".join(name.lower().replace("_", " ").replace("-", " ").split())


def _aliases(path: Path) -> list[str]:
    try:
        table = read_table(path)
    except VariantError:
        return []  # Said when that variant is asked for.
    aliases = table.get("aliases")
    found = [alias for alias in aliases if isinstance(alias, str)] if isinstance(aliases, list) else []
    title = table.get("title")
    return [*found, title] if isinstance(title, str) else found


def load_variant(name: str | Path) -> Variant:
    """The variant of that name or alias on the search path, or of that file.

    A text is a file's path if it ends with `.toml` or has a slash.
    """
    path = Path(name) if isinstance(name, Path) or _is_path(name) else find_variant(name)
    try:
        stat = path.stat()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "that is no path"
        raise VariantError(str(path), [f"cannot be read: {reason}"]) from None
    return _load(path, stat.st_mtime_ns, stat.st_size)


# One object for each file as long as it stays as it is, so that the tables of its rules are shared.
@lru_cache(maxsize=128)
def _load(path: Path, _modified: int, _size: int) -> Variant:
    return load_file(path, find_variant)
