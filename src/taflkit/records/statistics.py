"""Statistics of recorded games: results, lengths and endings, in a size that does not depend on how many there are."""

from __future__ import annotations

from collections import Counter

import attrs

from taflkit.records.records import Result


@attrs.define
class Statistics:
    """Counts of the games of one variant."""

    games: int = 0
    """How many games there are."""
    results: Counter[Result] = attrs.field(factory=Counter)
    """How many games ended with each result."""
    lengths: Counter[int] = attrs.field(factory=Counter)
    """How many games have how many moves."""
    endings: Counter[str] = attrs.field(factory=Counter)
    """How many games ended in which way, as records write it: on the board, or by `resigned` and the like."""
    disagreeing: int = 0
    """How many of them do not agree with the rules; they are counted as far as they do."""

    def add(self, result: Result, plies: int, ending: str, agrees: bool = True) -> None:
        """Count a game."""
        self.games += 1
        self.results[result] += 1
        self.lengths[plies] += 1
        self.endings[ending] += 1
        self.disagreeing += not agrees

    def share(self, result: Result) -> float:
        """The share of the games with a result, of those whose result is known; 0 if there are none."""
        known = self.games - self.results[Result.UNKNOWN]
        return self.results[result] / known if known else 0.0

    def length_at(self, share: float) -> int:
        """The number of moves that this share of the games does not exceed: 0.5 gives the median; 0 without games."""
        seen = 0
        for plies in sorted(self.lengths):
            seen += self.lengths[plies]
            if seen >= share * self.games:
                return plies
        return 0

    @property
    def mean_length(self) -> float:
        """The mean number of moves; 0 without games."""
        return sum(plies * count for plies, count in self.lengths.items()) / self.games if self.games else 0.0
