"""Loading plug-ins by entry points. A broken one is left out with a warning."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Container, Iterable, Mapping
from importlib import import_module, metadata
from importlib.metadata import Distribution, EntryPoint
from types import MappingProxyType
from typing import Any, TypeVar

from taflkit.errors import CODE_ERRORS, PluginWarning, TaflError

MAX_TROUBLE = 300
"""The length of an exception's text in a warning."""

OWN: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "taflkit.games": MappingProxyType(
            {
                "tafl": "taflkit.games.tafl.kind:TAFL",
                "ataxx": "taflkit.games.ataxx.kind:ATAXX",
                "qirkat": "taflkit.games.qirkat.kind:QIRKAT",
            }
        ),
        "taflkit.dialects": MappingProxyType(
            {
                "tafl": "taflkit.shell.dialects.tafl:TAFL",
                "ataxx": "taflkit.shell.dialects.ataxx:ATAXX",
                "qirkat": "taflkit.shell.dialects.qirkat:QIRKAT",
                "general": "taflkit.shell.dialects.general:GENERAL",
            }
        ),
    }
)
"""What taflkit itself has in a group, written as entry points are: it is found like a plug-in, and imported when it is
first asked for."""

_Loaded = TypeVar("_Loaded")


def load_own(group: str, name: str) -> Any:
    """Import what taflkit itself has of a name in a group.

    Raises:
        KeyError: It has nothing of that name.
    """
    module, _, attribute = OWN[group][name].partition(":")
    return getattr(import_module(module), attribute)


def load_plugins(
    group: str, load: Callable[[EntryPoint], _Loaded], *, taken: Container[str] = ()
) -> dict[str, _Loaded]:
    """Load the plug-ins of a group.

    A plug-in that cannot be loaded, or whose name is taken, is left out with a warning that names its distribution.

    Args:
        group: The group of entry points.
        load: Loads one entry point, and raises an exception if it is not what the group needs.
        taken: Names that plug-ins cannot have.

    Returns:
        What `load` returned for each plug-in, by its name.
    """
    found: dict[str, _Loaded] = {}
    for point in _entry_points(group):
        if point.name in taken:
            _warn(point, "taflkit itself has one of this name")
        elif point.name in found:
            _warn(point, "another plug-in has the same name")
        else:
            try:
                found[point.name] = load(point)
            except (Exception, SystemExit) as error:  # a plug-in may raise anything, or call sys.exit
                if _is_innocent(error):
                    raise
                _warn(point, _said(error))
    return found


def _is_innocent(error: BaseException) -> bool:
    """Whether a plug-in has nothing to do with an exception: memory is short, or a signal ends the program."""
    return isinstance(error, MemoryError) or (isinstance(error, SystemExit) and type(error) is not SystemExit)


#: What is raised for metadata of a distribution, which need not be a plug-in, that is broken or cannot be read.
_METADATA_ERRORS = (*CODE_ERRORS, OSError)


def _entry_points(group: str) -> Iterable[EntryPoint]:
    try:
        return metadata.entry_points(group=group)
    except _METADATA_ERRORS:
        return _readable_entry_points(group)


def _readable_entry_points(group: str) -> list[EntryPoint]:
    """Return the entry points of the distributions whose metadata can be read."""
    found: list[EntryPoint] = []
    for distribution in metadata.distributions():
        try:
            points = distribution.entry_points.select(group=group)
        except _METADATA_ERRORS as error:
            _say(f"the entry points of {_name(distribution)} cannot be read: {_said(error)}")
        else:
            found += points
    return found


def _warn(point: EntryPoint, trouble: str) -> None:
    _say(f"the plug-in {point.name!r} ({point.group}) of {_name(point.dist)} is left out: {trouble}")


def _say(text: str) -> None:
    warnings.warn(text, PluginWarning, stacklevel=4)


def _said(error: BaseException) -> str:
    try:
        text = " ".join(str(error).split())[:MAX_TROUBLE]
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 - the exception is of the plug-in's own class
        text = ""
    if isinstance(error, TaflError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _name(distribution: Distribution | None) -> str:
    try:
        name = f"{distribution.name} {distribution.version}" if distribution and distribution.name else None
    except _METADATA_ERRORS:
        name = None
    return name or "an unknown distribution"
