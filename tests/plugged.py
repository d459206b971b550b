"""Kinds of game that tests plug in, as if a package had entry points for them."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from taflkit.games import registry
from taflkit.variant import kinds


class _Point:
    """An entry point of an object that is at hand."""

    group = kinds.GROUP
    dist = None

    def __init__(self, name: str, found: object) -> None:
        self.name = name
        self._found = found

    def load(self) -> object:
        """The object."""
        return self._found


@contextmanager
def plugged_in(**found: object) -> Iterator[None]:
    """Let there be kinds of game of these names, and no other plug-ins of that group."""
    real = importlib.metadata.entry_points

    def entry_points(**chosen: Any) -> Any:
        return [_Point(*each) for each in found.items()] if chosen.get("group") == kinds.GROUP else real(**chosen)

    _forget()
    try:
        with mock.patch("importlib.metadata.entry_points", entry_points):
            yield
    finally:
        _forget()


def _forget() -> None:
    kinds._plugins.cache_clear()
    registry._kind_of_class.cache_clear()
