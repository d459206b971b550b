"""`Random`: plays any legal move; the yardstick that every player must beat."""

from __future__ import annotations

import random
from typing import Any

import attrs

from taflkit.search.api import Cancel, OnReport, Score, SearchLimit, SearchReport, Stop


@attrs.frozen
class Random:
    """Picks a legal move by chance; the same seed and the same game give the same move."""

    seed: int | None = None

    def search(
        self,
        game: Any,
        limit: SearchLimit,
        on_report: OnReport | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchReport:
        """Pick one; no limit can be too small for that."""
        moves = game.legal_moves
        best = random.Random(self.seed).choice(moves) if moves else None
        line = () if best is None else (best,)
        report = SearchReport(best, Score(0, game.to_move), line, 0, 0, 0.0, Stop.DEPTH)
        if on_report is not None:
            on_report(report)
        return report
