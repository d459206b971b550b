"""`WinFinder`: an exact answer to "is there a forced win within N of my moves, and which?"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import Generic, TypeVar

import attrs

from taflkit.games import MoveT, Playable, check_game
from taflkit.search.knowledge import Knowledge, knowledge_of
from taflkit.search.limits import MAX_MEGABYTES, Cancel, Clock, Interrupted, SearchLimit, Stop
from taflkit.search.reports import PYTHON, MoveT_co, OnReport, SearchReport
from taflkit.search.runners import CompiledSearch, begin_search, engine_name
from taflkit.search.scores import Score
from taflkit.search.searcher import BuiltInSearcher
from taflkit.search.validators import whole_number, yes_or_no

#: The most states that are remembered as won or not won.
_MAX_REMEMBERED = 200_000
#: More moves than any search gets to.
_MAX_MOVES = 1000

_Value = TypeVar("_Value")


@attrs.frozen
class ForcedWin(Generic[MoveT_co]):
    """The answer of a win finder."""

    moves: int | None
    """In how many of the player's own moves the win is forced, `None` if no win was found."""

    line: tuple[MoveT_co, ...]
    """The moves of the win, against the longest defence."""

    within: int
    """How far the answer is certain: there is no win in fewer moves, or none within so many if `moves` is `None`."""

    nodes: int
    """How many positions were visited."""

    seconds: float
    """How long it took."""

    stopped: Stop
    """Why the search stopped."""

    engine: str = PYTHON
    """What ran it, as in a `SearchReport`."""

    @property
    def best(self) -> MoveT_co | None:
        """The first move of the win."""
        return self.line[0] if self.line else None


@attrs.frozen
class WinFinder(BuiltInSearcher):
    """Looks for forced wins, one move deeper at a time, with the game's own rules for history and limits."""

    megabytes: int = attrs.field(default=32, validator=whole_number(1, MAX_MEGABYTES))
    """What the compiled kernel may use as memory."""

    kernel: bool = attrs.field(default=True, validator=yes_or_no)
    """Whether the compiled kernel searches where it can."""

    def find(
        self, game: Playable[MoveT], within: int, limit: SearchLimit | None = None, cancel: Cancel | None = None
    ) -> ForcedWin[MoveT]:
        """The shortest forced win of the player to move.

        Args:
            game: The game to look at.
            within: In how many of the player's own moves.
            limit: How far the search may go; no limit but `within` if left out.
            cancel: Stops the search from another thread.

        Raises:
            TypeError: if an argument is of the wrong type.
            ValueError: if `within` is less than one.
        """
        check_game(game)
        if type(within) is not int:
            raise TypeError(f"within must be a whole number of moves, not {within!r}")
        if within < 1:
            raise ValueError(f"a win takes at least one move, not {within}")
        clock = Clock(SearchLimit(depth=2 * within - 1) if limit is None else limit, cancel)
        return self._find(game, within, clock)

    def _find(self, game: Playable[MoveT], within: int, clock: Clock) -> ForcedWin[MoveT]:
        compiled: CompiledSearch[MoveT] | str = "turned off by kernel=False"
        if self.kernel:
            compiled = begin_search(game, knowledge_of(game), self.megabytes)
        return self.find_with(compiled, game, within, clock)

    def find_with(
        self, compiled: CompiledSearch[MoveT] | str, game: Playable[MoveT], within: int, clock: Clock, threads: int = 1
    ) -> ForcedWin[MoveT]:
        """As `find`, with a compiled search and its threads, or in Python given the reason why there is none."""
        engine = engine_name(compiled)
        if clock.stopped is not None or game.outcome is not None:
            stop = clock.stopped or Stop.DECIDED
            return ForcedWin(None, (), 0 if clock.stopped else within, 0, clock.seconds, stop, engine)
        if isinstance(compiled, str):
            moves, line, certain, stopped = _Search(game, clock).find_win(game, within, clock)
        else:
            moves, line, certain, stopped = compiled.find_win(within, clock, threads=threads)
        if moves:
            return ForcedWin(moves, line, moves, clock.nodes, clock.seconds, Stop.DECIDED, engine)
        return ForcedWin(None, (), certain, clock.nodes, clock.seconds, stopped or Stop.DECIDED, engine)

    def first_move(self, game: Playable[MoveT], moves: int, clock: Clock) -> MoveT | None:
        """The first move of a forced win within so many moves, found in Python on the clock of another search."""
        search = _Search(game, clock)
        return search.line(game, moves)[0] if search.wins(game, moves) else None

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        """The forced win within the depth in plies; without one, the first legal move, and even."""
        depth = clock.limit.depth
        found = self._find(game, _MAX_MOVES if depth is None else (depth + 1) // 2, clock)
        plies = 2 * (found.moves or found.within) - 1
        line = found.line or tuple(game.legal_moves[:1])
        score = Score(0, game.to_move) if found.moves is None else Score.win(plies, game.to_move)
        best = line[0] if line else None
        report = SearchReport(best, score, line, max(plies, 0), found.nodes, found.seconds, found.stopped, found.engine)
        on_report(report)
        return report


class _Search(Generic[MoveT]):
    """One search in Python, and what it has found out so far."""

    def __init__(self, game: Playable[MoveT], clock: Clock) -> None:
        self._clock = clock
        self._know: Knowledge[Playable[MoveT], MoveT] = knowledge_of(game, exact_past=True)
        self._side = game.to_move
        #: For a state: the fewest moves in which it is won, and the most in which it surely is not.
        self._won: dict[Hashable, int] = {}
        self._unwon: dict[Hashable, int] = {}
        #: The reply that refuted last, for each state of the opponent; and how often each did.
        self._refutation: dict[Hashable, MoveT] = {}
        self._success: defaultdict[MoveT, int] = defaultdict(int)
        self._best: dict[Hashable, MoveT] = {}

    def find_win(
        self, game: Playable[MoveT], within: int, clock: Clock
    ) -> tuple[int, tuple[MoveT, ...], int, Stop | None]:
        """As `CompiledSearch.find_win`."""
        certain = 0
        try:
            while certain < within:
                if self.wins(game, certain + 1):
                    return certain + 1, tuple(self.line(game, certain + 1)), certain, None
                certain += 1
        except Interrupted as interrupted:
            return 0, (), certain, interrupted.stop
        return 0, (), certain, None

    def wins(self, game: Playable[MoveT], moves: int) -> bool:
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

    def _is_lost(self, game: Playable[MoveT], moves: int) -> bool:
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
    def _remember(memory: dict[Hashable, _Value], state: Hashable, value: _Value) -> None:
        if len(memory) >= _MAX_REMEMBERED:
            memory.clear()
        memory[state] = value

    def line(self, game: Playable[MoveT], moves: int) -> list[MoveT]:
        """The moves of a win that was found, with the longest defence."""
        line: list[MoveT] = []
        while game.outcome is None:
            if game.to_move is self._side:
                move = self._winner(game, moves)
                moves -= 1
            else:
                move = self._longest_defence(game, moves)
            line.append(move)
            game = self._know.follow(game, move)
        return line

    def _winner(self, game: Playable[MoveT], moves: int) -> MoveT:
        for fewer in range(1, moves + 1):
            if self.wins(game, fewer):
                at_once = self._know.winning_move(game)
                if at_once is not None:
                    return at_once
                return self._best[game.key, self._know.past(game)]
        raise AssertionError("a win that was found is there")

    def _longest_defence(self, game: Playable[MoveT], moves: int) -> MoveT:
        replies = game.legal_moves
        best, longest = replies[0], -1
        for reply in replies:
            after = self._know.follow(game, reply)
            needed = 0
            if after.outcome is None:
                needed = next(n for n in range(1, moves + 1) if self._is_lost(after, n))
            if needed > longest:
                best, longest = reply, needed
        return best
