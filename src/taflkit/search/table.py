"""The transposition table: results by state, in bounded memory."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

EXACT, LOWER, UPPER = range(3)

#: What an entry takes with its key, a position and its masks; `tests` measure it.
BYTES_PER_ENTRY = 1024


class Entry(NamedTuple):
    """What is known of a state."""

    state: Hashable
    depth: int
    value: int
    kind: int
    move: Any


class Table:
    """A fixed number of places; where two states share one, the deeper result stays, unless it is of the same state."""

    __slots__ = ("_places", "_size")

    def __init__(self, megabytes: int) -> None:
        """Start empty; places are filled as they are needed."""
        self._size = max(1, megabytes * 1024 * 1024 // BYTES_PER_ENTRY)
        self._places: dict[int, Entry] = {}

    def get(self, state: Hashable) -> Entry | None:
        """What is known of a state."""
        entry = self._places.get(hash(state) % self._size)
        return entry if entry is not None and entry.state == state else None

    def put(self, state: Hashable, depth: int, value: int, kind: int, move: Any) -> None:
        """Remember a result, unless a deeper one of another state is in its place."""
        place = hash(state) % self._size
        there = self._places.get(place)
        if there is None or depth >= there.depth or there.state == state:
            self._places[place] = Entry(state, depth, value, kind, move)
