"""`WinFinder`: an exact answer to "is there a forced win within N of my moves, and which?"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import Any

import attrs

from taflkit.search.api import Cancel, Clock, Interrupted, OnReport, Score, SearchLimit, SearchReport, Stop
from taflkit.search.compiled import Ground
from taflkit.search.knowledge import Knowledge, knowledge_of

#: The most positions that are remembered as won or not won.
_MOST_REMEMBERED = 200_000


@attrs.frozen
class ForcedWin:
    """The answer of a win finder.

    `moves` is the number of own moves in which the win is forced, `None` if there is none; `within` is how far that is
    certain: there is no forced win in fewer moves, or none within `within` if `moves` is `None`.
    """

    moves: int | None
    line: tuple[Any, ...]
    within: int
    nodes: int
    seconds: float
    stopped: Stop

    @property
    def best(self) -> Any:
        """The first move of the win."""
        return self.line[0] if self.line else None


@attrs.frozen
class WinFinder:
    """Looks for forced wins, one move deeper at a time, with the game's own rules for history and limits.

    The compiled kernel looks where it runs the variant, unless `kernel` is off; `megabytes` bounds its memory.
    """

    megabytes: int = attrs.field(default=32, validator=attrs.validators.ge(1))
    kernel: bool = True

    def find(self, game: Any, within: int, limit: SearchLimit | None = None, cancel: Cancel | None = None) -> ForcedWin:
        """The shortest forced win of the side to move within so many of its own moves."""
        if within < 1:
            raise ValueError(f"a win takes at least one move, not {within}")
        clock = Clock(limit or SearchLimit(depth=2 * within - 1), cancel)
        return self.find_on(Ground.of(game, None, self.megabytes) if self.kernel else None, game, within, clock)

    def find_on(self, ground: Ground | None, game: Any, within: int, clock: Clock) -> ForcedWin:
        """As `find`, on compiled ground, or in Python where there is none."""
        if clock.stopped is not None or game.outcome is not None:
            return ForcedWin(None, (), 0 if clock.stopped else within, 0, clock.seconds, clock.stopped or Stop.DECIDED)
        find = _Search(game, clock).find_win if ground is None else ground.find_win
        moves, line, certain, stop = find(game, within, clock)
        if moves:
            return ForcedWin(moves, line, moves, clock.nodes, clock.seconds, Stop.DECIDED)
        return ForcedWin(None, (), certain, clock.nodes, clock.seconds, stop or Stop.DECIDED)

    def find_with(self, game: Any, moves: int, clock: Clock) -> Any | None:
        """The first move of a forced win within so many moves, on the clock of another search."""
        search = _Search(game, clock)
        return search.line(game, moves)[0] if search.wins(game, moves) else None

    def search(
        self,
        game: Any,
        limit: SearchLimit,
        on_report: OnReport | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchReport:
        """As a searcher: the forced win within the depth in plies; without one, the first legal move, and even."""
        within = 1000 if limit.depth is None else (limit.depth + 1) // 2
        found = self.find(game, within, limit, cancel)
        plies = 2 * (found.moves or found.within) - 1
        line = found.line or tuple(game.legal_moves[:1])
        score = Score(0, game.to_move) if found.moves is None else Score.win(plies, game.to_move)
        best = line[0] if line else None
        report = SearchReport(best, score, line, max(plies, 0), found.nodes, found.seconds, found.stopped)
        if on_report is not None:
            on_report(report)
        return report


class _Search:
    """One search: what it has found out so far."""

    def __init__(self, game: Any, clock: Clock) -> None:
        self._clock = clock
        self._know: Knowledge = knowledge_of(game, exact_past=True)
        self._side = game.to_move
        #: For a state: the fewest moves in which it is won, and the most in which it surely is not.
        self._won: dict[Hashable, int] = {}
        self._unwon: dict[Hashable, int] = {}
        #: The reply that refuted last, for each state of the opponent; and how often each did.
        self._refutation: dict[Hashable, Any] = {}
        self._success: defaultdict[Any, int] = defaultdict(int)
        self._best: dict[Hashable, Any] = {}

    def find_win(self, game: Any, within: int, clock: Clock) -> tuple[int, tuple[Any, ...], int, Stop | None]:
        """As `Ground.find_win`."""
        certain = 0
        try:
            while certain < within:
                if self.wins(game, certain + 1):
                    return certain + 1, tuple(self.line(game, certain + 1)), certain, None
                certain += 1
        except Interrupted as interrupted:
            return 0, (), certain, interrupted.stop
        return 0, (), certain, None

    def wins(self, game: Any, moves: int) -> bool:
        """Whether the side to move, the winner to be, wins by force within so many moves."""
        self._clock.tick()
        if self._know.winning_move(game) is not None:
            return True
        if moves == 1:
            return False
        state = (game.key, self._know.past(game))
        if self._won.get(state, moves + 1) <= moves:
            return True
        if self._unwon.get(state, 0) >= moves:
            return False
        for move in self._know.promising(game, game.legal_moves):
            after = self._know.follow(game, move)
            if after.outcome is not None:
                continue  # A win would have been found above.
            if self._is_lost(after, moves - 1):
                self._remember(self._won, state, moves)
                self._best[state] = move
                return True
        self._remember(self._unwon, state, moves)
        return False

    def _is_lost(self, game: Any, moves: int) -> bool:
        """Whether there is a win within so many moves, after every reply if the opponent is to move."""
        if game.to_move is self._side:
            return self.wins(game, moves)
        self._clock.tick()
        if self._know.winning_move(game) is not None:
            return False
        replies = list(game.legal_moves)
        replies.sort(key=self._success.__getitem__, reverse=True)
        before = self._refutation.get(game.key)
        if before is not None and before in replies:
            replies.remove(before)
            replies.insert(0, before)
        for reply in replies:
            after = self._know.follow(game, reply)
            outcome = after.outcome
            if outcome is not None:
                if outcome.winner == self._side:
                    continue
            elif self._is_lost(after, moves):
                continue
            self._success[reply] += moves * moves
            self._remember(self._refutation, game.key, reply)
            return False
        return True

    @staticmethod
    def _remember(memory: dict[Hashable, Any], state: Hashable, value: Any) -> None:
        if len(memory) >= _MOST_REMEMBERED:
            memory.clear()
        memory[state] = value

    def line(self, game: Any, moves: int) -> list[Any]:
        """The moves of a win that was found, with the longest defence."""
        line: list[Any] = []
        while game.outcome is None:
            if game.to_move is self._side:
                move = self._winner(game, moves)
                moves -= 1
            else:
                move = self._longest_defence(game, moves)
            line.append(move)
            game = self._know.follow(game, move)
        return line

    def _winner(self, game: Any, moves: int) -> Any:
        for fewer in range(1, moves + 1):
            if self.wins(game, fewer):
                at_once = self._know.winning_move(game)
                if at_once is not None:
                    return at_once
                return self._best[game.key, self._know.past(game)]
        raise AssertionError("a win that was found is there")

    def _longest_defence(self, game: Any, moves: int) -> Any:
        best, longest = None, -1
        for reply in game.legal_moves:
            after = self._know.follow(game, reply)
            needed = 0
            if after.outcome is None:
                needed = next(n for n in range(1, moves + 1) if self._is_lost(after, n))
            if needed > longest:
                best, longest = reply, needed
        return best
