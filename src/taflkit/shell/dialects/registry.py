"""Dialects by name: those of taflkit, and plug-ins of the entry point group `taflkit.dialects`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from taflkit.errors import TaflError, check_type, nearest
from taflkit.plugins import OWN, load_own, load_plugins
from taflkit.shell.dialect import Dialect

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.dialects"


def dialect_named(name: str) -> Dialect:
    """The dialect of a name.

    Raises:
        TaflError: If there is none of that name.
    """
    check_type(name, str, "the name of a dialect")
    found = _own(name) if name in OWN[GROUP] else _plugins().get(name)
    if found is None:
        raise TaflError(f"there is no dialect called {name!r}; {nearest(name, dialect_names())}")
    return found


def dialect_names() -> tuple[str, ...]:
    """The names of all dialects, those of taflkit first."""
    return (*OWN[GROUP], *sorted(_plugins()))


@cache
def _own(name: str) -> Dialect:
    # Dialects name methods of `Session`, which asks for its dialect: they are imported when it does.
    found: Dialect = load_own(GROUP, name)
    return found


@cache
def _plugins() -> dict[str, Dialect]:
    return load_plugins(GROUP, _load_plugin, taken=OWN[GROUP])


def _load_plugin(point: EntryPoint) -> Dialect:
    found = point.load()
    if not isinstance(found, Dialect):
        raise TaflError(f"expected a Dialect, not {found!r}")
    return found
