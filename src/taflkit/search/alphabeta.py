"""`AlphaBeta`: iterative deepening with a transposition table."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Hashable
from typing import Any, NamedTuple

import attrs

from taflkit.search.api import DECIDED, WIN, Cancel, Clock, Interrupted, OnReport, SearchLimit, SearchReport, Stop
from taflkit.search.compiled import MOST_THREADS, CompiledSearch, Ground
from taflkit.search.knowledge import Knowledge, knowledge_of
from taflkit.search.winfinder import WinFinder

_INFINITE = WIN + 1
_NOTHING: tuple[Any, int] = (None, 0)
#: Deeper than any game that is worth searching.
_DEEPEST = 200
#: Late moves at least this deep and this far back are first searched a ply less; those still later two plies less.
_REDUCE_DEPTH, _REDUCE_AFTER = 2, 4
_REDUCE_MORE_DEPTH, _REDUCE_MORE_AFTER = 3, 7
#: A side that is well off even if it passes is well off; this much less deep is enough to see that.
_PASS_REDUCTION = 2
#: Wins of so many moves are looked for exactly.
_SURE_MOVES = 3
#: Captures are followed so far beyond the depth.
_QUIET_PLIES = 4
EXACT, LOWER, UPPER = range(3)

#: What an entry takes with its key, a position and its masks; `tests` measure it.
BYTES_PER_ENTRY = 1024


@attrs.frozen
class AlphaBeta:
    """Principal variation search, deepening a ply at a time.

    `depth` is a limit of its own, for players of a given strength. With `reductions` off the score is exactly that of
    looking at every line to the depth, history included: late moves are not searched less deep, nobody is credited
    with passing, and the table tells positions with different pasts apart. With them on, a forced win of three moves or
    fewer within the depth is still found. `seed` shuffles the moves at the root, and so decides between equally good
    ones. `megabytes` bounds the transposition table.

    The compiled kernel searches where it runs the variant and `knowledge` is what it knows too, unless `kernel` is off;
    then wins of four moves are found as well, and several `threads` may search together. With one thread the same
    search finds the same.
    """

    depth: int | None = attrs.field(default=None, validator=attrs.validators.optional(attrs.validators.ge(1)))
    reductions: bool = True
    quiescence: bool = True
    seed: int | None = None
    megabytes: int = attrs.field(default=64, validator=attrs.validators.ge(1))
    knowledge: Knowledge | None = None
    threads: int = attrs.field(default=1, validator=[attrs.validators.ge(1), attrs.validators.le(MOST_THREADS)])
    kernel: bool = True

    def search(
        self,
        game: Any,
        limit: SearchLimit,
        on_report: OnReport | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchReport:
        """Deepen until a limit is reached or the result is certain."""
        ground = Ground.of(game, self.knowledge, self.megabytes) if self.kernel else None
        return self.search_on(ground, game, limit, on_report, cancel)

    def search_on(
        self,
        ground: Ground | None,
        game: Any,
        limit: SearchLimit,
        on_report: OnReport | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport:
        """Search on compiled ground, or in Python where there is none."""
        clock = Clock(limit, cancel)
        moves = list(game.legal_moves)
        if not moves:
            return clock.report(game, 0 if game.outcome is None else _ended(game, 0), (), 0, Stop.DECIDED)
        if self.seed is not None:
            random.Random(self.seed).shuffle(moves)
        run: _Run | CompiledSearch
        if ground is None:
            knowledge = self.knowledge or knowledge_of(game, exact_past=not self.reductions)
            moves = knowledge.promising(game, moves)
            run = _Run(self, game, knowledge, clock)
        else:
            run = CompiledSearch(self, game, ground, clock)
        report = clock.report(game, 0, moves[:1], 0, clock.stopped or Stop.DEPTH)
        deepest = min(depth for depth in (self.depth, limit.depth, _DEEPEST) if depth is not None)
        for depth in range(1, deepest + 1):
            if clock.stopped is not None:
                return attrs.evolve(report, stopped=clock.stopped)
            value, line, stop = run.search(moves, depth)
            decided = abs(value) > DECIDED
            if line:
                report = clock.report(game, value, line, depth, Stop.DECIDED if decided else Stop.DEPTH)
            if stop is not None:
                return attrs.evolve(report, stopped=stop, nodes=clock.nodes, seconds=clock.seconds)
            moves.remove(line[0])
            moves.insert(0, line[0])
            if on_report is not None:
                on_report(report)
            # A result beyond the depth, found because the kernel looks at threats deeper, may hide a quicker one.
            if decided and (ground is None or WIN - abs(value) <= depth + 1):
                break
        return report


class Entry(NamedTuple):
    """What is known of a state."""

    state: Hashable
    depth: int
    value: int
    kind: int
    move: Any


class Table:
    """The transposition table: results by state, in bounded memory.

    A fixed number of places; where two states share one, the deeper result stays, unless it is of the same state.
    """

    __slots__ = ("_places", "_size")

    def __init__(self, megabytes: int) -> None:
        """Start empty; places are filled as they are needed."""
        self._size = max(1, megabytes * 1024 * 1024 // BYTES_PER_ENTRY)
        self._places: dict[int, Entry] = {}

    def get(self, state: Hashable) -> Entry | None:
        """What is known of a state."""
        entry = self._places.get(hash(state) % self._size)
        return entry if entry is not None and entry.state == state else None

    def put(self, state: Hashable, depth: int, value: int, kind: int, move: Any) -> None:
        """Remember a result, unless a deeper one of another state is in its place."""
        place = hash(state) % self._size
        there = self._places.get(place)
        if there is None or depth >= there.depth or there.state == state:
            self._places[place] = Entry(state, depth, value, kind, move)


class _Run:
    """One search."""

    def __init__(self, settings: AlphaBeta, game: Any, knowledge: Knowledge, clock: Clock) -> None:
        self._root = game
        self._know = knowledge
        self._clock = clock
        self._table = Table(settings.megabytes)
        self._killers: dict[int, tuple[Any, ...]] = {}
        self._history: defaultdict[Any, int] = defaultdict(int)
        self._quiescence = settings.quiescence
        self._reductions = settings.reductions
        #: The best move of the depth that is being searched, so far.
        self._partial = _NOTHING
        #: Whether a result below was an end by repetition, which depends on where the position stood before: perhaps
        #: above what is remembered.
        self._repeats = False

    def search(self, moves: list[Any], depth: int) -> tuple[int, tuple[Any, ...], Stop | None]:
        """The value and the line of a depth; no line if it was stopped before it found any."""
        self._partial = _NOTHING
        stop = None
        try:
            best, value = self._forced_win(depth) or self._search_root(moves, depth)
        except Interrupted as interrupted:
            (best, value), stop = self._partial, interrupted.stop
        return value, () if best is None else self._line(best, depth), stop

    def _forced_win(self, depth: int) -> tuple[Any, int] | None:
        """The forced win within the depth, which reductions might hide."""
        if not self._reductions or depth % 2 == 0 or depth >= 2 * _SURE_MOVES:
            return None
        found = WinFinder().find_with(self._root, (depth + 1) // 2, self._clock)
        if found is None:
            return None
        return found, WIN - depth

    def _search_root(self, moves: list[Any], depth: int) -> tuple[Any, int]:
        value, best, _ = self._best_move(self._root, moves, depth, -_INFINITE, _INFINITE, 0)
        self._table.put(self._state(self._root), depth, value, EXACT, best)
        return best, value

    def _child(self, parent: Any, child: Any, depth: int, alpha: int, beta: int, ply: int) -> int:
        if child.to_move == parent.to_move:  # The same side goes on.
            return self._search(child, depth, alpha, beta, ply)
        return -self._search(child, depth, -beta, -alpha, ply)

    def _state(self, game: Any) -> Hashable:
        return game.key, self._know.past(game)

    def _search(self, game: Any, depth: int, alpha: int, beta: int, ply: int, *, may_pass: bool = True) -> int:
        """The value for the side to move; exact between alpha and beta, a bound beyond."""
        self._clock.tick()
        if game.outcome is not None:
            self._repeats = self._repeats or getattr(game, "may_be_repeated", False)
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
        repeats_elsewhere, self._repeats = self._repeats, False
        value, best, kind = self._best_move(game, self._ordered(game, ply, tried), depth, alpha, beta, ply)
        if not self._repeats:
            self._table.put(state, depth, _to_table(value, ply), kind, best)
        self._repeats = self._repeats or repeats_elsewhere
        return value

    def _passed(self, game: Any, depth: int, beta: int, ply: int) -> int:
        """What passing is worth; less than `beta` if it does not help, or cannot be done."""
        passed = self._know.pass_turn(game)
        if passed is None:
            return -_INFINITE
        value = -self._search(passed, depth - 1 - _PASS_REDUCTION, -beta, 1 - beta, ply + 1, may_pass=False)
        return min(value, beta) if value > DECIDED else value

    def _best_move(
        self, game: Any, moves: list[Any], depth: int, alpha: int, beta: int, ply: int
    ) -> tuple[int, Any, int]:
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

    def _remember_cut(self, move: Any, depth: int, ply: int) -> None:
        self._history[move] += depth * depth
        killers = self._killers.get(ply, ())
        if move not in killers:
            self._killers[ply] = (move, *killers[:1])

    def _ordered(self, game: Any, ply: int, tried: Any) -> list[Any]:
        """The table's move, what looks promising, killers, and the rest by how often they have cut."""
        rest = sorted(game.legal_moves, key=self._history.__getitem__, reverse=True)
        rest = self._know.promising(game, rest)
        legal = frozenset(rest)
        front = [move for move in (tried, *self._killers.get(ply, ())) if move in legal]
        return list(dict.fromkeys(front + rest)) if front else rest

    def _quiet(self, game: Any, alpha: int, beta: int, ply: int, left: int) -> int:
        """The value when nothing drastic is pending: wins at once and captures are followed."""
        know = self._know
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

    def _line(self, best: Any, depth: int) -> tuple[Any, ...]:
        """The expected line of play, as far as the table remembers it."""
        line = [best]
        game = self._know.follow(self._root, best)
        while len(line) < depth and game.outcome is None:
            entry = self._table.get(self._state(game))
            if entry is None or entry.move not in game.legal_moves:
                break
            line.append(entry.move)
            game = self._know.follow(game, entry.move)
        return tuple(line)


def _ended(game: Any, ply: int) -> int:
    winner = game.outcome.winner
    if winner is None:
        return 0
    return WIN - ply if winner == game.to_move else ply - WIN


def _to_table(value: int, ply: int) -> int:
    """Wins are stored as seen from the position, not from the root."""
    return value + ply if value > DECIDED else value - ply if value < -DECIDED else value


def _from_table(value: int, ply: int) -> int:
    return value - ply if value > DECIDED else value + ply if value < -DECIDED else value
