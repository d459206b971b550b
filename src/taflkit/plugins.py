"""Loading plug-ins by entry points, so that a broken one never breaks taflkit."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Container, Iterable
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points
from typing import TypeVar

from taflkit.errors import PluginWarning, TaflError

LONGEST_TROUBLE = 300

_Loaded = TypeVar("_Loaded")


def load_plugins(
    group: str, load: Callable[[EntryPoint], _Loaded], *, taken: Container[str] = ()
) -> dict[str, _Loaded]:
    """What `load` makes of every entry point of a group, by its name.

    A plug-in that cannot be loaded, or whose name is taken, is left out with a warning that names its distribution.
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
            # Whatever a plug-in raises, and even if it wants to leave the program, taflkit goes on.
            except (Exception, SystemExit) as error:  # noqa: BLE001
                _warn(point, _said(error))
    return found


def _entry_points(group: str) -> Iterable[EntryPoint]:
    try:
        return entry_points(group=group)
    except Exception:  # noqa: BLE001 - some distribution, perhaps no plug-in at all, has broken metadata
        return _readable_entry_points(group)


def _readable_entry_points(group: str) -> list[EntryPoint]:
    """The entry points of the distributions whose metadata can be read."""
    found: list[EntryPoint] = []
    for distribution in distributions():
        try:
            points = distribution.entry_points.select(group=group)
        except Exception as error:  # noqa: BLE001 - as above: here it is found out which
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
        text = " ".join(str(error).split())[:LONGEST_TROUBLE]
    except Exception:  # noqa: BLE001 - the exception is the plug-in's too
        text = ""
    if isinstance(error, TaflError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _name(distribution: Distribution | None) -> str:
    try:
        name = f"{distribution.name} {distribution.version}" if distribution and distribution.name else None
    except Exception:  # noqa: BLE001 - there is no metadata, or it cannot be read
        name = None
    return name or "an unknown distribution"
