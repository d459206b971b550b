"""Loading plug-ins by entry points, so that a broken one never breaks taflkit."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from taflkit.errors import PluginWarning


def load_plugins(group: str, problem: Callable[[object], str | None]) -> dict[str, Any]:
    """Load every entry point of a group; `problem` says what is wrong with a loaded object, `None` for nothing.

    A plug-in that fails to load, or that is not what it should be, is left out with a warning
    that names its distribution.
    """
    found: dict[str, Any] = {}
    for point in entry_points(group=group):
        try:
            loaded = point.load()
            trouble = problem(loaded)
        except Exception as error:  # noqa: BLE001 - whatever a plug-in raises, taflkit goes on
            trouble = f"{type(error).__name__}: {error}"
        if trouble is not None:
            _warn(point, trouble)
        elif point.name in found:
            _warn(point, "another plug-in has the same name")
        else:
            found[point.name] = loaded
    return found


def _warn(point: EntryPoint, trouble: str) -> None:
    source = f"{point.dist.name} {point.dist.version}" if point.dist else "an unknown distribution"
    warnings.warn(
        f"the plug-in {point.name!r} ({point.group}) of {source} is left out: {trouble}",
        PluginWarning,
        stacklevel=3,
    )
