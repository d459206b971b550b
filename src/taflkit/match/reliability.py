"""How reliable the entrants of a match were: how long their moves took, and what they did wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

import attrs

from taflkit.match.entrants import Fault
from taflkit.match.results import GameResult


def _frozen(faults: Mapping[Fault, int]) -> Mapping[Fault, int]:
    return MappingProxyType(dict(faults))


@attrs.frozen
class Reliability:
    """The times and the faults of an entrant. Two of them can be added."""

    moves: int = 0
    """How many moves it made."""
    total_seconds: float = 0.0
    """How long they took all together, as the referee measured it."""
    max_seconds: float = 0.0
    """How long the slowest move took."""
    timed_moves: int = 0
    """For how many moves it said itself how long they took."""
    unknown_seconds: float = 0.0
    """How much longer these took than it said."""
    faults: Mapping[Fault, int] = attrs.field(factory=dict, converter=_frozen)
    """How often it lost for doing something wrong."""
    disagreements: int = 0
    """How many games ended with an announcement of it that the rules do not agree with, or without any."""

    @classmethod
    def of(cls, results: Iterable[GameResult[Any]], entrant: int) -> Reliability:
        """The report on an entrant after some games; those of others are left out."""
        total = cls()
        for result in results:
            if entrant in (result.first, result.second):
                total += cls._of_game(result, entrant)
        return total

    @classmethod
    def _of_game(cls, result: GameResult[Any], entrant: int) -> Reliability:
        thoughts = [thought for player, thought in result.thought_by_player if result.entrants[player] == entrant]
        latencies = [thought.seconds - thought.said_seconds for thought in thoughts if thought.said_seconds is not None]
        return cls(
            len(thoughts),
            sum(thought.seconds for thought in thoughts),
            max((thought.seconds for thought in thoughts), default=0.0),
            len(latencies),
            sum(latencies),
            {result.fault: 1} if result.fault is not None and result.winner != entrant else {},
            int(result.disagreeing == entrant),
        )

    def __add__(self, other: Reliability) -> Reliability:
        """The report on the games of both."""
        return Reliability(
            self.moves + other.moves,
            self.total_seconds + other.total_seconds,
            max(self.max_seconds, other.max_seconds),
            self.timed_moves + other.timed_moves,
            self.unknown_seconds + other.unknown_seconds,
            Counter(self.faults) + Counter(other.faults),
            self.disagreements + other.disagreements,
        )

    @property
    def mean_seconds(self) -> float:
        """How long a move took on average."""
        return self.total_seconds / self.moves if self.moves else 0.0

    @property
    def latency(self) -> float | None:
        """How much longer a move took on average than the entrant said, `None` if it never said how long."""
        return self.unknown_seconds / self.timed_moves if self.timed_moves else None
