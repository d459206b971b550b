"""The transposition table of the alpha-beta search in Python."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, NamedTuple

from taflkit.games import MoveT

#: What an entry's value is: exact, or a bound.
EXACT, LOWER, UPPER = range(3)

#: The size of an entry with its key, a position and its masks; a test measures it.
BYTES_PER_ENTRY = 1024


class Entry(NamedTuple, Generic[MoveT]):
    """What is known of a state."""

    state: Hashable
    depth: int
    value: int
    kind: int
    move: MoveT | None


class TranspositionTable(Generic[MoveT]):
    """Results by state, in bounded memory.

    A fixed number of places. Where two states share one, the deeper result stays; a new result of the same state
    replaces the old one.
    """

    __slots__ = ("_places", "_size")

    def __init__(self, megabytes: int) -> None:
        """Start empty; places are filled as they are needed."""
        self._size = max(1, megabytes * 1024 * 1024 // BYTES_PER_ENTRY)
        self._places: dict[int, Entry[MoveT]] = {}

    @property
    def filled(self) -> float:
        """How full it is, from 0 to 1."""
        return len(self._places) / self._size

    def get(self, state: Hashable) -> Entry[MoveT] | None:
        """What is known of a state."""
        entry = self._places.get(hash(state) % self._size)
        return entry if entry is not None and entry.state == state else None

    def put(self, state: Hashable, depth: int, value: int, kind: int, move: MoveT | None) -> None:
        """Store a result, unless a deeper one of another state is in its place."""
        place = hash(state) % self._size
        there = self._places.get(place)
        if there is None or depth >= there.depth or there.state == state:
            self._places[place] = Entry(state, depth, value, kind, move)
