"""`UciSearch`: one search of `taflkit uci`, in a thread of its own."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from taflkit.engines.ucioptions import Options
from taflkit.engines.ucitext import NO_MOVE, Go, format_score, format_uci_move
from taflkit.games import Playable
from taflkit.search import (
    MAX_LEVEL,
    AlphaBeta,
    Cancel,
    Searcher,
    SearchLimit,
    SearchReport,
    WinFinder,
    level_searcher,
    searcher_named,
)
from taflkit.search.limits import Clock
from taflkit.search.openings import book_report


class UciSearch:
    """A search that prints `info` lines while it deepens, and `bestmove` at the end."""

    def __init__(
        self,
        say: Callable[..., None],
        game: Playable[Any],
        go: Go,
        moves: Sequence[Any] | None,
        options: Options,
        *,
        first: bool,
    ) -> None:
        """Prepare it.

        Args:
            say: Called with the lines to print.
            game: The game, whose player to move asks.
            go: What is asked for.
            moves: The moves to choose from, all if `None`.
            options: The options of the engine.
            first: Whether the player to move is the one who began.
        """
        self._say = say
        self._game = game
        self._go = go
        self._moves = moves
        self._options = options
        self._allotment = go.allotment(first, options.overhead / 1000)
        self._cancel = Cancel()
        #: Set when the best move may be printed: not before `stop` or `ponderhit` in a search that waits for them.
        self._released = threading.Event()
        if not self.waits:
            self._released.set()
        #: When the time for the move began to run; `None` while it ponders, and before it begins.
        self._own_time_began: float | None = None
        self._before: UciSearch | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    @property
    def waits(self) -> bool:
        """Whether it waits for `stop` or `ponderhit` before it prints the best move."""
        return self._go.ponder or self._go.is_endless

    @property
    def is_running(self) -> bool:
        """Whether it has not ended yet."""
        return self._thread.is_alive()

    def start(self, before: UciSearch | None = None) -> None:
        """Begin, when the search before it has ended."""
        self._before = before
        self._thread.start()

    def stop(self) -> None:
        """Let it end soon."""
        self._cancel()
        self._released.set()

    def expected_move_played(self) -> None:
        """Turn pondering into a search with the time that there is for the move."""
        if self._go.ponder and not self._go.is_endless:
            self._own_time_began = time.perf_counter()
            if self._allotment is not None:
                self._cancel.after(self._allotment.most)
            self._released.set()

    def wait(self) -> None:
        """Wait until it has ended."""
        self._thread.join()

    def _run(self) -> None:
        if self._before is not None:
            self._before.wait()
            self._before = None
        if not self._go.ponder:
            self._own_time_began = time.perf_counter()
        try:
            line = self._find().line
        except Exception as error:  # noqa: BLE001 - a thread has no caller: whatever failed, the program must be told
            line = tuple(self._game.legal_moves[:1])
            self._say(f"info string error: {type(error).__name__}: {' '.join(str(error).split())[:300]}")
        self._released.wait()
        self._cancel()  # Ends a timer that is still running.
        self._say(self._best_move(line))

    def _best_move(self, line: Sequence[Any]) -> str:
        if not line:
            return f"bestmove {NO_MOVE}"
        text = f"bestmove {format_uci_move(line[0], self._game)}"
        if len(line) > 1:
            text += f" ponder {format_uci_move(line[1], self._game.play(line[0]))}"
        return text

    def _searcher(self) -> Searcher:
        if self._options.searcher:
            return searcher_named(self._options.searcher)(0)
        if self._options.level < MAX_LEVEL:
            return level_searcher(self._options.level)
        return AlphaBeta(megabytes=self._options.hash, threads=self._options.threads)

    def _opening(self, limit: SearchLimit) -> SearchReport[Any] | None:
        """A move of the opening book, if a move to play is asked for and the default player chooses it."""
        options, go = self._options, self._go
        is_move_wanted = not self.waits and self._moves is None and "mate" not in go.numbers
        is_default = not options.searcher and options.level == MAX_LEVEL and options.lines == 1
        if not (options.book and is_move_wanted and is_default):
            return None
        return book_report(self._game, Clock(limit), random.getrandbits(32))

    def _find(self) -> SearchReport[Any]:
        limit = self._go.limit(self._allotment)
        if (opening := self._opening(limit)) is not None:
            self._tell(opening)
            return opening
        within = self._go.numbers.get("mate")
        if within is not None and self._moves is None and self._game.legal_moves:
            depth = min(2 * within - 1, limit.depth or 2 * within - 1)
            found = WinFinder().search(
                self._game, SearchLimit(depth=depth, nodes=limit.nodes, seconds=limit.seconds), cancel=self._cancel
            )
            if found.score.win_in is not None:
                self._tell(found)
                return found
            limit = SearchLimit(depth=depth, nodes=limit.nodes, seconds=limit.seconds)
        return self._searcher().search(
            self._game,
            limit,
            lines=self._options.lines,
            moves=self._moves,
            on_report=self._tell,
            cancel=self._cancel,
        )

    def _tell(self, found: SearchReport[Any]) -> None:
        infos = [self._info(number, report) for number, report in enumerate(found.lines, 1)]
        self._say(*infos)
        allotment = self._allotment
        began = self._own_time_began
        if allotment is not None and began is not None and not allotment.begins_depth(time.perf_counter() - began):
            self._cancel()

    def _info(self, number: int, report: SearchReport[Any]) -> str:
        line, game = [], self._game
        for move in report.line:
            line.append(format_uci_move(move, game))
            game = game.play(move)
        milliseconds = int(report.seconds * 1000)
        speed = int(report.nodes / max(report.seconds, 1e-6))
        reached = "" if report.reached is None else f"seldepth {report.reached} "
        filled = "" if report.table_filled is None else f"hashfull {round(1000 * report.table_filled)} "
        return (
            f"info depth {report.depth} {reached}multipv {number} score {format_score(report.score)} "
            f"nodes {report.nodes} nps {speed} time {milliseconds} {filled}pv {' '.join(line)}"
        )
