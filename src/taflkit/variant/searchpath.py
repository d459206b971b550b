"""The search path: the directories in which variants are looked up by name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import platformdirs

from taflkit.errors import TaflError
from taflkit.plugins import load_plugins
from taflkit.variant.files import built_in_directory

GROUP = "taflkit.variants"
"""The group of entry points that name packages of variant files."""
PATH_VARIABLE = "TAFLKIT_PATH"
"""The environment variable that holds the user's own directories."""


def search_path() -> Iterator[Path]:
    """Iterate over the directories, first to last.

    They are those of `TAFLKIT_PATH`, the user's data directory, the built-in variants, and the packages of plug-ins.
    The metadata of all installed packages are read only for a name that the others do not have.
    """
    for entry in os.environ.get(PATH_VARIABLE, "").split(os.pathsep):
        if entry:
            yield Path(entry)
    yield user_directory()
    yield built_in_directory()
    yield from _plugin_directories()


def user_directory() -> Path:
    """Return the directory for variants of the user's own."""
    return platformdirs.user_data_path("taflkit", appauthor=False) / "variants"


@cache
def _plugin_directories() -> tuple[Path, ...]:
    return tuple(chain.from_iterable(load_plugins(GROUP, _directories).values()))


def _directories(point: EntryPoint) -> tuple[Path, ...]:
    """Return the directories of the package that an entry point names, without importing it: it only holds files."""
    top, *below = point.module.split(".")
    spec = None if point.attr else find_spec(top)
    places = [Path(place, *below) for place in (spec and spec.submodule_search_locations) or ()]
    found = tuple(place for place in places if place.is_dir())
    if not found:
        raise TaflError(f"{point.value} must be a package that holds variant files")
    return found
