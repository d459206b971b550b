"""The board where Python itself runs in the browser: a worker of the page asks, and lets it search in slices."""

from __future__ import annotations

import json
from typing import Any, Final

from taflkit.games.starting import start
from taflkit.search import SearchLimit, Stop
from taflkit.web.board import Board
from taflkit.web.jobs import Job, show_report
from taflkit.web.requests import answer

LEVEL: Final = 3
"""The level of automated players at first."""
MOVE_SECONDS: Final = 2.5
"""How long an automated player thinks at most: Python is several times slower there, and has no kernel."""
SLICE_SECONDS: Final = 1.5
"""How long a depth of the analysis may take: nothing else can be answered meanwhile."""


class Desk:
    """A board that speaks JSON, for a worker that has one thread."""

    def __init__(self, variant: str) -> None:
        """Begin a game of a variant."""
        self.board = Board(start(variant), level=LEVEL)
        """The board."""
        self._analysis: Job | None = None
        self._depth = 0

    def ask(self, request: str) -> str:
        """Answer a request of the page."""
        return json.dumps(answer(self.board, json.loads(request)))

    def state(self) -> str:
        """The state of the board."""
        return json.dumps(self.board.state())

    def work(self) -> str:
        """Search for a while for what the board wants.

        Returns:
            What the page is told: a list of pairs of the name of an event and its data; empty if there is nothing to
            search.
        """
        job = self.board.job()
        if job is None:
            return "[]"
        events = self._analyse(job) if job.purpose == "analysis" else self._move(job)
        return json.dumps(events)

    def _move(self, job: Job) -> list[tuple[str, Any]]:
        report = job.run(lambda _: None, limit=SearchLimit(seconds=MOVE_SECONDS))
        told = self.board.finish(job, report)
        return [*([] if told is None else [("hint", told)]), ("state", self.board.state())]

    def _analyse(self, job: Job) -> list[tuple[str, Any]]:
        """One depth further, until a depth takes too long."""
        if job != self._analysis:
            self._analysis, self._depth = job, 0
        if self._depth < 0:
            return []
        self._depth += 1
        report = job.run(lambda _: None, limit=SearchLimit(depth=self._depth, seconds=SLICE_SECONDS))
        if any(line.stopped is not Stop.DEPTH for line in report.lines):
            self._depth = -1  # As deep as it gets here.
        return [("thinking", show_report(job, report))] if report.lines else []
