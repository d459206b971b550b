"""`AlphaBeta`: iterative deepening with a transposition table."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Any, Generic

import attrs

from taflkit.games import MoveT, Playable
from taflkit.kernel.limits import MAX_SEARCH_DEPTH
from taflkit.search.knowledge import Knowledge, knowledge_of
from taflkit.search.limits import MAX_MEGABYTES, MAX_THREADS, Cancel, Clock, Interrupted, SearchLimit, Stop
from taflkit.search.reports import OnReport, SearchReport, joined, report_of
from taflkit.search.runners import CompiledSearch, DepthSearch, begin_search, engine_name, table_megabytes
from taflkit.search.scores import DECIDED, MAX_PLIES_TO_WIN, WIN
from taflkit.search.searcher import checked_clock, checked_moves, ignore_report, usual_limit
from taflkit.search.table import EXACT, LOWER, UPPER, TranspositionTable
from taflkit.search.validators import knowledge as a_knowledge
from taflkit.search.validators import whole_number, yes_or_no
from taflkit.search.winfinder import WinFinder

_INFINITE = WIN + 1
#: Late moves, those after so many others, are first searched a ply less deep from this depth on; later ones two plies.
_REDUCE_DEPTH, _REDUCE_AFTER = 2, 4
_REDUCE_MORE_DEPTH, _REDUCE_MORE_AFTER = 3, 7
#: A player who is well off after passing is well off; a search that much less deep shows it.
_PASS_REDUCTION = 2
#: Forced wins of so many moves are looked for exactly.
_SURE_MOVES = 3
#: How many plies captures are followed beyond the depth.
_QUIET_PLIES = 4


@attrs.frozen
class AlphaBeta:
    """Principal variation search that deepens a ply at a time.

    With one thread the same search finds the same, to the last node, unless it is limited by time.
    """

    depth: int | None = attrs.field(default=None, validator=whole_number(1, optional=True))
    """A limit on the depth of its own, for players of a given strength."""

    reductions: bool = attrs.field(default=True, validator=yes_or_no)
    """Whether late moves are searched less deep, and players credited with passing.

    In the compiled kernel the last quiet moves are left out where little depth is left, unless all others lose; and a
    position that comes back counts almost as it will once it has come back often enough to end the game.
    Without, the score is exactly that of looking at every line to the depth, history included. With them, a forced win
    of three moves or fewer within the depth is still found (of four in the compiled kernel).
    """

    quiescence: bool = attrs.field(default=True, validator=yes_or_no)
    """Whether captures are followed beyond the depth."""

    seed: int | None = attrs.field(default=None, validator=whole_number(optional=True))
    """Shuffles the moves at the root, and so decides between equally good ones."""

    megabytes: int = attrs.field(default=64, validator=whole_number(1, MAX_MEGABYTES))
    """The size of the transposition table; less is taken for a limit of nodes or time that cannot fill it."""

    # Searchers play any game, so that the type does not say of which game this is the knowledge.
    knowledge: Knowledge[Any, Any] | None = attrs.field(default=None, validator=a_knowledge)
    """What it knows of the game; what the game's kind provides if left out."""

    threads: int = attrs.field(default=1, validator=whole_number(1, MAX_THREADS))
    """How many threads search together, where the compiled kernel searches; with several, no search can be repeated."""

    kernel: bool = attrs.field(default=True, validator=yes_or_no)
    """Whether the compiled kernel searches where it can."""

    learned: bool = attrs.field(default=True, validator=yes_or_no)
    """Whether the knowledge that the game's kind provides includes what was learned from games, such as a network."""

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Look for the best move; see `Searcher.search`."""
        clock = checked_clock(game, usual_limit(game) if limit is None else limit, on_report, cancel)
        chosen, lines = checked_moves(game, moves, lines)
        return self._deepen(self._compiled(game, clock), game, clock, chosen, lines, on_report or ignore_report)

    def search_with(
        self,
        compiled: CompiledSearch[MoveT] | str,
        game: Playable[MoveT],
        clock: Clock,
        on_report: OnReport[MoveT] = ignore_report,
        *,
        sought: int = 0,
    ) -> SearchReport[MoveT]:
        """Go on with a compiled search, or search in Python given the reason why there is none.

        Args:
            compiled: The compiled search, or the reason.
            game: The game.
            clock: When to stop.
            on_report: Is called with the report of each depth.
            sought: Forced wins of up to so many moves have been looked for, whether or not that was decided; they are
                not looked for again.
        """
        return self._deepen(compiled, game, clock, game.legal_moves, 1, on_report, sought)

    def _compiled(self, game: Playable[MoveT], clock: Clock) -> CompiledSearch[MoveT] | str:
        if not self.kernel:
            return "turned off by kernel=False"
        megabytes = table_megabytes(clock, self.megabytes, self.threads)
        return begin_search(game, self._knowledge(game), megabytes)

    def _knowledge(self, game: Playable[MoveT], exact_past: bool = False) -> Knowledge[Playable[MoveT], MoveT]:
        return self.knowledge or knowledge_of(game, exact_past=exact_past, learned=self.learned)

    def _deepen(
        self,
        compiled: CompiledSearch[MoveT] | str,
        game: Playable[MoveT],
        clock: Clock,
        only: Sequence[MoveT],
        lines: int,
        on_report: OnReport[MoveT],
        sought: int = 0,
    ) -> SearchReport[MoveT]:
        """The best lines that begin with some legal moves, the best first; a depth at a time.

        If there are no moves, there is one report without a line.
        """
        moves, engine = list(only), engine_name(compiled)
        if not moves:
            value = 0 if game.outcome is None else _ended(game, 0)
            return report_of(game, clock, value, (), 0, Stop.DECIDED, engine)
        if self.seed is not None:
            random.Random(self.seed).shuffle(moves)
        run: DepthSearch[MoveT]
        if isinstance(compiled, str):
            knowledge = self._knowledge(game, exact_past=not self.reductions)
            moves = knowledge.promising(game, moves)
            run = PythonSearch(self, game, knowledge, clock, sought)
        else:
            run = compiled.depth_search(
                clock,
                reductions=self.reductions,
                quiescence=self.quiescence,
                threads=self.threads,
                sought=sought,
            )
        first = report_of(game, clock, 0, moves[:1], 0, clock.stopped or Stop.DEPTH, engine)
        reports = tuple(attrs.evolve(first, best=move, line=(move,)) for move in moves[:lines])
        limits = (self.depth, clock.limit.depth, MAX_SEARCH_DEPTH)
        for depth in range(1, min(limit for limit in limits if limit is not None) + 1):
            if clock.stopped is not None:
                return joined(attrs.evolve(report, stopped=clock.stopped) for report in reports)
            found: list[SearchReport[MoveT]] = []
            rest, stop = list(moves), None
            while len(found) < len(reports) and stop is None:
                value, line, stop = run.search(rest, depth)
                # The value of the first move of a depth that was stopped says something, that of a later one does not.
                if line and (stop is None or not found):
                    why = Stop.DECIDED if abs(value) > DECIDED else Stop.DEPTH
                    report = report_of(game, clock, value, line, depth, why, engine)
                    found.append(attrs.evolve(report, reached=run.reached, table_filled=run.table_filled))
                    rest.remove(line[0])
            if stop is not None:
                bests = {report.best for report in found}
                found += [report for report in reports if report.best not in bests]
                return joined(
                    attrs.evolve(report, stopped=stop, nodes=clock.nodes, seconds=clock.seconds)
                    for report in found[: len(reports)]
                )
            found.sort(key=lambda report: report.score, reverse=True)
            reports = tuple(found)
            first_moves = [report.line[0] for report in reports]
            moves = first_moves + [move for move in moves if move not in first_moves]
            on_report(joined(reports))
            # The kernel follows threats beyond the depth: a result from there may hide a quicker one.
            horizon = MAX_PLIES_TO_WIN if isinstance(compiled, str) else depth + 1
            if all(WIN - abs(report.score.value) <= horizon for report in reports):
                break
        return joined(reports)


class PythonSearch(Generic[MoveT]):
    """One search in Python."""

    def __init__(
        self,
        settings: AlphaBeta,
        game: Playable[MoveT],
        knowledge: Knowledge[Playable[MoveT], MoveT],
        clock: Clock,
        sought: int,
    ) -> None:
        self._root = game
        self._sought = sought
        self._know = knowledge
        self._clock = clock
        self._table: TranspositionTable[MoveT] = TranspositionTable(settings.megabytes)
        self._killers: dict[int, tuple[MoveT, ...]] = {}
        self._history: defaultdict[MoveT, int] = defaultdict(int)
        self._quiescence = settings.quiescence
        self._reductions = settings.reductions
        #: How many plies the longest line looked ahead.
        self.reached = 0
        #: The best move of the depth that is being searched, so far.
        self._partial: tuple[MoveT | None, int] = (None, 0)
        #: Whether a game below ended by its history, which may begin above the state that is put into the table.
        self._by_past = False

    @property
    def table_filled(self) -> float:
        """How full the transposition table is, from 0 to 1."""
        return self._table.filled

    def search(self, moves: list[MoveT], depth: int) -> tuple[int, tuple[MoveT, ...], Stop | None]:
        """The value and the line of a depth; no line if it was stopped before it found any."""
        self._partial = None, 0
        self.reached = depth
        best: MoveT | None
        stop = None
        try:
            every_move = len(moves) == len(self._root.legal_moves)
            won = self._forced_win(depth) if every_move else None
            best, value = won or self._search_root(moves, depth, every_move=every_move)
        except Interrupted as interrupted:
            (best, value), stop = self._partial, interrupted.stop
        return value, () if best is None else self._line(best, depth), stop

    def value(self, game: Playable[MoveT], depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position so many plies away for the side to move: exact between alpha and beta, else a bound.

        Raises:
            Interrupted: if the search must stop.
        """
        self._by_past = False
        return self._search(game, depth, alpha, beta, ply)

    def known(self, game: Playable[MoveT], ply: int, score: int) -> tuple[int, int]:
        """How deep a position has been searched, 0 if it has not, and its score, corrected by what was found out."""
        entry = self._table.get(self._state(game))
        if entry is None:
            return 0, score
        value = _from_table(entry.value, ply)
        better = entry.kind == EXACT or (value > score if entry.kind == LOWER else value < score)
        return entry.depth, value if better else score

    def best(self, game: Playable[MoveT]) -> MoveT | None:
        """The best move of a position that has been searched."""
        entry = self._table.get(self._state(game))
        return None if entry is None else entry.move

    def _forced_win(self, depth: int) -> tuple[MoveT, int] | None:
        """The forced win within the depth, which reductions might hide."""
        moves = (depth + 1) // 2
        if not self._reductions or depth % 2 == 0 or not self._sought < moves <= _SURE_MOVES:
            return None
        found = WinFinder().first_move(self._root, moves, self._clock)
        if found is None:
            return None
        return found, WIN - depth

    def _search_root(self, moves: list[MoveT], depth: int, *, every_move: bool) -> tuple[MoveT | None, int]:
        value, best, _ = self._best_move(self._root, moves, depth, -_INFINITE, _INFINITE, 0)
        if every_move:
            self._table.put(self._state(self._root), depth, value, EXACT, best)
        return best, value

    def _child(
        self, parent: Playable[MoveT], child: Playable[MoveT], depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        if child.to_move == parent.to_move:  # The same side goes on.
            return self._search(child, depth, alpha, beta, ply)
        return -self._search(child, depth, -beta, -alpha, ply)

    def _state(self, game: Playable[MoveT]) -> Hashable:
        return game.key, self._know.past(game)

    def _search(
        self, game: Playable[MoveT], depth: int, alpha: int, beta: int, ply: int, *, may_pass: bool = True
    ) -> int:
        """The value for the side to move; exact between alpha and beta, a bound beyond."""
        self._clock.tick()
        if game.outcome is not None:
            self._by_past = self._by_past or self._know.ended_by_past(game)
            return _ended(game, ply)
        if depth <= 0:
            return self._quiet(game, alpha, beta, ply, _QUIET_PLIES)
        state = self._state(game)
        entry = self._table.get(state)
        tried = None
        if entry is not None:
            value = _from_table(entry.value, ply)
            tried = entry.move
            deep_enough = entry.depth == depth or (entry.depth > depth and self._reductions)
            if deep_enough and (entry.kind == EXACT or (value >= beta if entry.kind == LOWER else value <= alpha)):
                return value
        if may_pass and self._reductions and depth >= _REDUCE_DEPTH and beta - alpha == 1 and abs(beta) < DECIDED:
            value = self._passed(game, depth, beta, ply)
            if value >= beta:
                return value
        by_past_elsewhere, self._by_past = self._by_past, False
        value, best, kind = self._best_move(game, self._ordered(game, ply, tried), depth, alpha, beta, ply)
        if not self._by_past:
            self._table.put(state, depth, _to_table(value, ply), kind, best)
        self._by_past = self._by_past or by_past_elsewhere
        return value

    def _passed(self, game: Playable[MoveT], depth: int, beta: int, ply: int) -> int:
        """What passing is worth; less than `beta` if it does not help, or cannot be done."""
        passed = self._know.pass_turn(game)
        if passed is None:
            return -_INFINITE
        value = -self._search(passed, depth - 1 - _PASS_REDUCTION, -beta, 1 - beta, ply + 1, may_pass=False)
        return min(value, beta) if value > DECIDED else value

    def _best_move(
        self, game: Playable[MoveT], moves: list[MoveT], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, MoveT | None, int]:
        best, best_value, lowest = None, -_INFINITE, alpha
        for number, move in enumerate(moves):
            child = self._know.follow(game, move)
            if number == 0:
                value = self._child(game, child, depth - 1, alpha, beta, ply + 1)
            else:
                less = self._reduction(depth, number, ply)
                value = self._child(game, child, depth - 1 - less, alpha, alpha + 1, ply + 1)
                if less and value > alpha:
                    value = self._child(game, child, depth - 1, alpha, alpha + 1, ply + 1)
                if alpha < value < beta:
                    value = self._child(game, child, depth - 1, alpha, beta, ply + 1)
            if value > best_value:
                best, best_value = move, value
                if not ply:
                    self._partial = best, value
                alpha = max(alpha, value)
                if alpha >= beta:
                    self._remember_cut(move, depth, ply)
                    return best_value, best, LOWER
        return best_value, best, EXACT if best_value > lowest else UPPER

    def _reduction(self, depth: int, number: int, ply: int) -> int:
        """How many plies less deep a late move is looked at first."""
        if not ply:  # The choice itself is worth more care.
            if number <= _REDUCE_MORE_AFTER:
                return 0
            depth -= 1
        if not self._reductions or depth < _REDUCE_DEPTH or number <= _REDUCE_AFTER:
            return 0
        return 2 if depth >= _REDUCE_MORE_DEPTH and number > _REDUCE_MORE_AFTER else 1

    def _remember_cut(self, move: MoveT, depth: int, ply: int) -> None:
        self._history[move] += depth * depth
        killers = self._killers.get(ply, ())
        if move not in killers:
            self._killers[ply] = (move, *killers[:1])

    def _ordered(self, game: Playable[MoveT], ply: int, tried: MoveT | None) -> list[MoveT]:
        """The table's move, what looks promising, killers, and the rest by how often they have cut."""
        rest = sorted(game.legal_moves, key=self._history.__getitem__, reverse=True)
        rest = self._know.promising(game, rest)
        legal = frozenset(rest)
        front = [move for move in (tried, *self._killers.get(ply, ())) if move in legal]
        return list(dict.fromkeys(front + rest)) if front else rest

    def _quiet(self, game: Playable[MoveT], alpha: int, beta: int, ply: int, left: int) -> int:
        """The value when nothing drastic is pending: wins at once and captures are followed."""
        know = self._know
        self.reached = max(self.reached, ply)
        best = know.evaluate(game)
        if not self._quiescence or best >= beta:
            return best
        if know.quick_win(game) is not None:
            return WIN - ply - 1
        if not left:
            return best
        alpha = max(alpha, best)
        for move in know.forcing(game):
            self._clock.tick()
            child = know.follow(game, move)
            if child.outcome is not None:
                value = -_ended(child, ply + 1)
            elif child.to_move == game.to_move:
                continue
            else:
                value = -self._quiet(child, -beta, -alpha, ply + 1, left - 1)
            if value > best:
                best = value
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return best

    def _line(self, best: MoveT, depth: int) -> tuple[MoveT, ...]:
        """The expected line of play, as far as the table remembers it."""
        line = [best]
        game = self._know.follow(self._root, best)
        while len(line) < depth and game.outcome is None:
            entry = self._table.get(self._state(game))
            if entry is None or entry.move is None or entry.move not in game.legal_moves:
                break
            line.append(entry.move)
            game = self._know.follow(game, entry.move)
        return tuple(line)


def _ended(game: Playable[MoveT], ply: int) -> int:
    """The value of a finished game for the player to move."""
    assert game.outcome is not None
    winner = game.outcome.winner
    if winner is None:
        return 0
    return WIN - ply if winner == game.to_move else ply - WIN


def _to_table(value: int, ply: int) -> int:
    """Wins are stored as seen from the position, not from the root."""
    return value + ply if value > DECIDED else value - ply if value < -DECIDED else value


def _from_table(value: int, ply: int) -> int:
    return value - ply if value > DECIDED else value + ply if value < -DECIDED else value
