"""Dialects by name: those of taflkit, and plug-ins of the entry point group `taflkit.dialects`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from taflkit.errors import TaflError, check_type, nearest
from taflkit.plugins import load_plugins
from taflkit.shell.dialect import Dialect
from taflkit.shell.dialects.ataxx import ATAXX
from taflkit.shell.dialects.general import GENERAL
from taflkit.shell.dialects.qirkat import QIRKAT
from taflkit.shell.dialects.tafl import TAFL

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.dialects"

BUILT_IN = {dialect.name: dialect for dialect in (TAFL, ATAXX, QIRKAT, GENERAL)}


def dialect_named(name: str) -> Dialect:
    """The dialect of a name.

    Raises:
        TaflError: If there is none of that name.
    """
    check_type(name, str, "the name of a dialect")
    found = BUILT_IN.get(name) or _plugins().get(name)
    if found is None:
        raise TaflError(f"there is no dialect called {name!r}; {nearest(name, dialect_names())}")
    return found


def dialect_names() -> tuple[str, ...]:
    """The names of all dialects, those of taflkit first."""
    return (*BUILT_IN, *sorted(_plugins()))


@cache
def _plugins() -> dict[str, Dialect]:
    return load_plugins(GROUP, _load_plugin, taken=BUILT_IN)


def _load_plugin(point: EntryPoint) -> Dialect:
    found = point.load()
    if not isinstance(found, Dialect):
        raise TaflError(f"expected a Dialect, not {found!r}")
    return found
