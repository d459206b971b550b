"""`Tally`: the results of a match, counted as they come, without keeping the games."""

from __future__ import annotations

from typing import Any

from taflkit.match.matches import Match
from taflkit.match.reliability import Reliability
from taflkit.match.results import PairResult
from taflkit.match.statistics import PairCounts, Standing


class Tally:
    """Who won how often, on which side, and how reliable everybody was."""

    standings: list[Standing]
    """The standing of each entrant."""
    sides: list[tuple[Standing, Standing]]
    """The standing of each entrant as the first and as the second of `GameKind.players`."""
    players: tuple[Standing, Standing]
    """How many games the first and the second player won, whoever played them."""
    pairs: list[PairCounts]
    """The points of the pairs of each entrant."""
    reliability: list[Reliability]
    """The times and faults of each entrant."""

    def __init__(self, match: Match[Any]) -> None:
        """Count from nothing."""
        count = len(match.entrants)
        self.standings = [Standing()] * count
        self.sides = [(Standing(), Standing())] * count
        self.players = (Standing(), Standing())
        self.pairs = [PairCounts()] * count
        self.reliability = [Reliability()] * count

    def add(self, pair: PairResult[Any]) -> None:
        """Count a pair of games."""
        for number in pair.entrants:
            self.pairs[number] += PairCounts.of([pair], number)
            self.reliability[number] += Reliability.of(pair.games, number)
        for game in pair.games:
            first, second = Standing.of([game], game.first), Standing.of([game], game.second)
            self.players = (self.players[0] + first, self.players[1] + second)
            self.standings[game.first] += first
            self.standings[game.second] += second
            self.sides[game.first] = (self.sides[game.first][0] + first, self.sides[game.first][1])
            self.sides[game.second] = (self.sides[game.second][0], self.sides[game.second][1] + second)
