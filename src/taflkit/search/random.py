"""`Random`: the weakest searcher."""

from __future__ import annotations

import random

import attrs

from taflkit.games import MoveT, Playable
from taflkit.search.limits import Clock, Stop
from taflkit.search.reports import OnReport, SearchReport, report_of
from taflkit.search.searcher import BuiltInSearcher
from taflkit.search.validators import whole_number


@attrs.frozen
class Random(BuiltInSearcher):
    """Picks a legal move at random: every other searcher must beat it.

    The same seed and the same game give the same move.
    """

    seed: int | None = attrs.field(default=None, validator=whole_number(optional=True))
    """Decides which move is picked; `None` picks another one every time."""

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        moves = game.legal_moves
        line = (random.Random(self.seed).choice(moves),) if moves else ()
        report = report_of(game, clock, 0, line, 0, Stop.DEPTH)
        on_report(report)
        return report
