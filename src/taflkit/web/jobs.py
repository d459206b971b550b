"""`Job`: something to search for a board. Who runs it, in a thread or in slices, is the transport's affair."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal

import attrs

from taflkit.games import AnyKind, kind_of
from taflkit.records.annotations import Evaluation
from taflkit.search import AlphaBeta, Cancel, SearchLimit, SearchReport
from taflkit.search.levels import MAX_LEVEL, level_searcher

ANALYSIS: Final = SearchLimit(seconds=120)
"""How long a position is analysed at most."""
LINES: Final = 3
"""How many of the best lines are shown."""
MAX_SHOWN_MOVES: Final = 12
"""The moves of a line that are shown."""

REVIEW: Final = SearchLimit(nodes=10_000)
"""How far each position of a game is searched for the graph of the game."""

Purpose = Literal["move", "hint", "analysis", "review"]
OnReport = Callable[[SearchReport[Any]], None]


@attrs.frozen
class Job:
    """A search in a position: for the move of an automated player, for a hint, to analyse, or for the graph."""

    purpose: Purpose
    """What it is for."""
    node: int
    """The number of the node whose game is searched."""
    game: Any = attrs.field(eq=False)
    """The game."""
    level: int = MAX_LEVEL
    """The level of the player who moves."""
    seed: int = 0
    """Decides between equally good moves."""

    def run(
        self, on_report: OnReport, cancel: Cancel | None = None, limit: SearchLimit | None = None
    ) -> SearchReport[Any]:
        """Search.

        Args:
            on_report: Called with the report of each depth, while the position is analysed.
            cancel: Stops the search from another thread.
            limit: How far it may go, if not as far as the purpose allows.

        Returns:
            The report, with one line if the job is to find a move.
        """
        if self.purpose == "analysis":
            return AlphaBeta().search(self.game, limit or ANALYSIS, lines=LINES, on_report=on_report, cancel=cancel)
        if self.purpose == "review":
            return AlphaBeta().search(self.game, limit or REVIEW, cancel=cancel)
        return level_searcher(self.level, seed=self.seed).search(self.game, limit, cancel=cancel)


def show_report(job: Job, report: SearchReport[Any]) -> dict[str, Any]:
    """Return what a page shows of a search: the lines, and where the evaluation bar stands.

    The bar shows how many points the first player can expect.
    """
    kind = kind_of(job.game)
    first = kind.players[0]
    shown = [_line(kind, job.game, line, first) for line in report.lines]
    return {
        "node": job.node,
        "purpose": job.purpose,
        "lines": shown,
        "depth": max((line.depth for line in report.lines), default=0),
        "nodes": max((line.nodes for line in report.lines), default=0),
        "bar": shown[0]["bar"] if shown else 0.5,
    }


def _line(kind: AnyKind, game: Any, report: SearchReport[Any], first: Any) -> dict[str, Any]:
    variant = kind.variant_of(game)
    better = report.score if report.score.value >= 0 else -report.score
    # A score that knows no player is that of the player to move.
    owner = game.to_move if report.score.value >= 0 else game.to_move.other
    return {
        "score": "equal" if not report.score.value else f"{kind.player_name(variant, owner)} {better}",
        "bar": round(Evaluation.of(report.score, game.to_move == first).points, 4),
        "depth": report.depth,
        "moves": [kind.format_move(move) for move in report.line[:MAX_SHOWN_MOVES]],
    }
