"""`MonteCarlo`: a tree that grows where it promises most."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Generic

import attrs

from taflkit.games import MoveT, Playable
from taflkit.kernel.limits import (
    CHILDREN_DEPTH,
    CHOICE_MARGIN,
    MAX_OPEN_SCORE,
    MAX_TREE_PLIES,
    MAX_WINDOW,
    PRIOR_SCALE,
    TABLE_PRIOR,
    TREE_DEPTH,
    WINDOW,
    WINDOW_GROWTH,
    WORTH_SCALE,
)
from taflkit.search.alphabeta import AlphaBeta, PythonSearch
from taflkit.search.knowledge import Knowledge, knowledge_of
from taflkit.search.limits import MAX_MEGABYTES, Clock, Interrupted, Stop
from taflkit.search.reports import OnReport, SearchReport, joined, report_of
from taflkit.search.runners import CompiledSearch, TreeSearch, begin_search, engine_name, table_megabytes
from taflkit.search.scores import DECIDED, WIN
from taflkit.search.searcher import BuiltInSearcher
from taflkit.search.validators import knowledge as a_knowledge
from taflkit.search.validators import number, whole_number, yes_or_no
from taflkit.search.winfinder import WinFinder

#: A unit of the limit's depth is so many visits, because a tree that grows unevenly has no depth of its own.
_VISITS_PER_DEPTH = 100
#: More visits than any search gets to.
_MAX_VISITS = 2**31 - 1
#: A tree of so many megabytes has a megabyte of transposition table; a compiled one less if the search is short.
_TREE_PER_TABLE = 4

#: What an exploration of 1 counts, which is a number for playouts; a larger one counts as much as the largest.
_EXPLORATION, _MAX_EXPLORATION = 0.3, 1e6
_INFINITE = WIN + 1

#: Wins of so many moves are looked for in Python before a tree grows, with one part in `_SHARE` of the nodes and time.
_SURE_MOVES, _SHARE = 2, 4
#: A position of the tree in Python with its game, about.
_BYTES_OF_A_NODE = 2048


@attrs.frozen
class MonteCarlo(BuiltInSearcher):
    """A tree search that visits the most promising moves most often.

    The evaluation and short searches say how promising moves are (PUCT). A position is worth what a search of up to
    four plies says of it, and then what its best move is worth. Wins and losses are proved. Nothing is played out at
    random.
    """

    seed: int | None = attrs.field(default=None, validator=whole_number(optional=True))
    """Decides between equally good moves; `None` for another search every time."""

    exploration: float = attrs.field(default=0.7, validator=number(zero=True))
    """How much little known moves are tried, against following good ones."""

    # Searchers play any game, so that the type does not say of which game this is the knowledge.
    knowledge: Knowledge[Any, Any] | None = attrs.field(default=None, validator=a_knowledge)
    """What it knows of the game; what the game's kind provides if left out."""

    megabytes: int = attrs.field(default=64, validator=whole_number(1, MAX_MEGABYTES))
    """The size of the tree, which grows until it is full; the transposition table takes a quarter more."""

    kernel: bool = attrs.field(default=True, validator=yes_or_no)
    """Whether the compiled kernel searches where it can."""

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        compiled = self._compiled(game, clock)
        engine = engine_name(compiled)
        if not game.legal_moves:
            return report_of(game, clock, 0, (), 0, Stop.DECIDED, engine)
        at_once = self._knowledge(game).winning_move(game)
        if at_once is not None:
            return report_of(game, clock, WIN - 1, (at_once,), 1, Stop.DECIDED, engine)
        return self._grow(compiled, game, clock, game.legal_moves, 1, on_report)

    def _search_lines(
        self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT], lines: int, moves: Sequence[MoveT]
    ) -> SearchReport[MoveT]:
        return self._grow(self._compiled(game, clock), game, clock, moves, lines, on_report)

    def _compiled(self, game: Playable[MoveT], clock: Clock) -> CompiledSearch[MoveT] | str:
        if not self.kernel:
            return "turned off by kernel=False"
        megabytes = table_megabytes(clock, max(1, self.megabytes // _TREE_PER_TABLE))
        return begin_search(game, self._knowledge(game), megabytes)

    def _knowledge(self, game: Playable[MoveT]) -> Knowledge[Playable[MoveT], MoveT]:
        return self.knowledge or knowledge_of(game)

    def _grow(
        self,
        compiled: CompiledSearch[MoveT] | str,
        game: Playable[MoveT],
        clock: Clock,
        only: Sequence[MoveT],
        lines: int,
        on_report: OnReport[MoveT],
    ) -> SearchReport[MoveT]:
        """The best lines that begin with some legal moves, the best first."""
        moves = list(only)
        random.Random(self.seed).shuffle(moves)
        exploration = min(self.exploration, _MAX_EXPLORATION) * _EXPLORATION
        tree: TreeSearch[MoveT]
        if isinstance(compiled, str):
            # A win says nothing of other moves.
            only_best = lines == 1 and len(moves) == len(game.legal_moves)
            tree = _PythonTree(
                game, self._knowledge(game), moves, clock, exploration, self.megabytes, find_win=only_best
            )
        else:
            tree = compiled.tree_search(clock, moves, exploration=exploration, megabytes=self.megabytes, lines=lines)

        def report(stop: Stop) -> SearchReport[MoveT]:
            found = tree.lines(lines)
            tried = {line[0] for _, line in found}
            found += [(0, (move,)) for move in moves if move not in tried][: lines - len(found)]
            depths = [len(line) if line[0] in tried else 0 for _, line in found]
            return joined(
                report_of(game, clock, value, line, depth, stop, engine_name(compiled))
                for (value, line), depth in zip(found, depths, strict=True)
            )

        most = _MAX_VISITS if clock.limit.depth is None else min(clock.limit.depth * _VISITS_PER_DEPTH, _MAX_VISITS)
        visits, stop = 0, clock.stopped
        while stop is None and visits < most and not tree.is_decided:
            # Like the depths of other searches, each part takes longer than the one before.
            visits = min(max(_VISITS_PER_DEPTH, 2 * visits), most)
            stop = tree.grow(visits)
            if stop is None:
                on_report(report(Stop.DEPTH))
        return report(Stop.DECIDED if tree.is_decided else stop or Stop.DEPTH)


class _Node(Generic[MoveT]):
    """A position of the tree. All but `score` is seen by the player who moved to it."""

    __slots__ = (
        "children",
        "depth",
        "game",
        "move",
        "plies",
        "prior",
        "result",
        "same",
        "score",
        "visits",
        "winning",
        "worth",
    )

    def __init__(self, game: Playable[MoveT], move: MoveT | None, *, same: bool) -> None:
        self.game = game
        self.move = move
        #: Whether the player who moved is to move again.
        self.same = same
        self.children: list[_Node[MoveT]] = []
        self.visits = 0
        #: By the evaluation or the last search of this position, for the player to move; and how deep that was.
        self.score = self.depth = 0
        #: How probable the move is, of all moves of its parent.
        self.prior = 0.0
        #: From -1 (lost) to 1: of the score, then of its best child.
        self.worth = 0.0
        #: What is certain: 1 for a win, -1 for a loss, 0 for a draw; and after how many plies.
        self.result: int | None = None
        self.plies = 0
        #: The move by which the player to move wins at once.
        self.winning: MoveT | None = None

    def settle(self, result: int, plies: int) -> None:
        """The result is certain."""
        self.result, self.plies, self.worth = result, plies, float(result)

    def set_score(self, score: int) -> None:
        """The worth is that of a score."""
        self.score = score
        worth = score / (abs(score) + WORTH_SCALE)
        self.worth = worth if self.same else -worth

    def for_mover(self, of_player_to_move: float) -> float:
        """What is worth so much to the player to move, for the player who moved here."""
        return of_player_to_move if self.same else -of_player_to_move

    @property
    def is_known(self) -> bool:
        """Whether the worth of this move counts for the position before it."""
        return self.result == 0 or (self.result is None and self.visits > 0)

    @property
    def rank(self) -> tuple[int, int, int, float]:
        """The largest is the best move: the quickest win, else the most visited, else the slowest loss."""
        certain = self.result if self.result in (1, -1) else 0
        if certain:
            return certain, -certain * self.plies, 0, 0.0
        return 0, 0, self.visits, self.worth

    @property
    def value(self) -> int:
        """The score of this move, or how far away its certain result is."""
        if self.result is None:
            return _score_of(self.worth)
        return self.result * (WIN - self.plies)


class _PythonTree(Generic[MoveT]):
    """The tree of one search in Python, which the kernel's follows."""

    def __init__(
        self,
        game: Playable[MoveT],
        know: Knowledge[Playable[MoveT], MoveT],
        moves: Sequence[MoveT],
        clock: Clock,
        exploration: float,
        megabytes: int,
        *,
        find_win: bool,
    ) -> None:
        self._exploration = exploration
        self._clock = clock
        self._know = know
        table = max(1, megabytes // _TREE_PER_TABLE)
        self._search = PythonSearch(AlphaBeta(megabytes=table), game, know, clock, 0)
        self._root: _Node[MoveT] = _Node(game, None, same=True)
        self._moves = moves
        self._room = max(len(moves), megabytes * 1024 * 1024 // _BYTES_OF_A_NODE)
        self._looks_for_win = find_win
        self._won: list[tuple[int, tuple[MoveT, ...]]] = []

    @property
    def is_decided(self) -> bool:
        """Whether the result is certain."""
        return bool(self._won) or self._root.result is not None

    def grow(self, visits: int) -> Stop | None:
        """Grow until there are so many visits; why it stopped before."""
        root = self._root
        try:
            if self._looks_for_win:
                self._looks_for_win = False
                self._find_win()
            if not root.children and not self._won:
                self._expand(root, self._moves, 0)
            while root.visits < visits and not self.is_decided:
                self._visit()
        except Interrupted as interrupted:
            return interrupted.stop
        return self._clock.stopped

    def _find_win(self) -> None:
        """A short win, which may take the tree long to prove."""
        part = self._clock.part(_SHARE)
        found = WinFinder().find_with("", self._root.game, _SURE_MOVES, part)
        self._clock.count(found.nodes)
        if found.moves:
            self._won = [(WIN - 2 * found.moves + 1, found.line)]
        elif self._clock.stopped is not None:
            raise Interrupted(self._clock.stopped)

    def _visit(self) -> None:
        """Walk to the end of the tree where it promises most, and search the position there a ply deeper."""
        node, path, low, high = self._root, [self._root], -_INFINITE, _INFINITE
        stopped: Interrupted | None = None
        try:
            while node.result is None and len(path) <= MAX_TREE_PLIES:
                if not node.children and _is_searched_enough(node):
                    self._expand(node, node.game.legal_moves, len(path) - 1)
                if not node.children or node.result is not None:
                    break
                child = self._choose(node)
                low, high = _narrowed(node, child, low, high)
                node = child
                path.append(node)
            self._look(node, len(path) - 1, low, high)
        except Interrupted as interrupted:
            stopped = interrupted
        for there in reversed(path):
            there.visits += stopped is None
            # Even if it was stopped: a child may have been settled before.
            if there.children and there.result is None:
                _conclude(there)
        if stopped is not None:
            raise stopped

    def _expand(self, node: _Node[MoveT], moves: Sequence[MoveT], ply: int) -> None:
        """Give a position children, unless there is no room for them."""
        if len(moves) > self._room:
            return
        children = [self._child(node, move, ply + 1) for move in moves]
        if node is not self._root:
            for child in children:
                child.depth = max(child.depth, CHILDREN_DEPTH)
        _set_priors(children, self._search.best(node.game))
        self._room -= len(children)
        node.children = children
        _conclude(node)

    def _child(self, node: _Node[MoveT], move: MoveT, ply: int) -> _Node[MoveT]:
        """The position after a move, with what the search of its parent has said of it."""
        self._clock.tick()
        game = self._know.follow(node.game, move)
        child = _Node(game, move, same=game.to_move == node.game.to_move)
        if game.outcome is not None:
            winner = game.outcome.winner
            child.settle(0 if winner is None else 1 if winner == node.game.to_move else -1, 1)
            return child
        child.winning = self._know.quick_win(game)
        if child.winning is not None:
            child.settle(round(child.for_mover(1)), 2)
        else:
            depth, score = self._search.known(game, ply, self._know.evaluate(game))
            child.depth = min(depth, TREE_DEPTH - 1)
            child.set_score(score)
        return child

    def _choose(self, node: _Node[MoveT]) -> _Node[MoveT]:
        """The most promising child of an open position."""
        bonus = self._exploration * math.sqrt(node.visits)
        children = [child for child in node.children if child.result != -1]
        return max(children, key=lambda child: child.worth + bonus * child.prior / (1 + child.visits))

    def _look(self, node: _Node[MoveT], ply: int, low: int, high: int) -> None:
        """Search the position at the end of a walk, unless it is certain, or known as well as it can be."""
        if node.result is not None or _is_searched_enough(node):
            self._clock.tick()
            return
        score = self._search_deeper(node, ply, low, high)
        node.depth += 1
        node.set_score(score)

    def _search_deeper(self, node: _Node[MoveT], ply: int, low: int, high: int) -> int:
        """Search a position a ply deeper, in a window around its score so far that grows no further than the bounds."""
        margin = WINDOW
        middle = min(max(node.score, low), high)
        alpha, beta = max(middle - margin, low), min(middle + margin, high)
        while True:
            score = self._search.value(node.game, node.depth + 1, alpha, beta, ply)
            margin *= WINDOW_GROWTH
            if score <= alpha and alpha > low:
                alpha = low if margin > MAX_WINDOW else max(score - margin, low)
            elif score >= beta and beta < high:
                beta = high if margin > MAX_WINDOW else min(score + margin, high)
            elif score <= alpha:  # No more than that.
                return min(score, node.score)
            elif score >= beta:  # No less than that.
                return max(score, node.score)
            else:
                return score

    def lines(self, count: int) -> list[tuple[int, tuple[MoveT, ...]]]:
        """The values and lines of the best moves, the best first."""
        if self._won:
            return self._won[:count]
        ranked = sorted(self._root.children, key=lambda child: child.rank, reverse=True)
        return [(child.value, tuple(_line(child))) for child in ranked[:count]]


def _is_searched_enough(node: _Node[MoveT]) -> bool:
    return node.depth >= TREE_DEPTH or abs(node.score) > DECIDED


def _narrowed(node: _Node[MoveT], chosen: _Node[MoveT], low: int, high: int) -> tuple[int, int]:
    """The bounds after a move that was chosen: a move that is worth less than the best of the others is not played."""
    others = [child.worth for child in node.children if child is not chosen and child.is_known]
    if others:
        low = max(low, _score_of(max(others)) - CHOICE_MARGIN)
    # Nothing in between: this visit can only change the choice in this position.
    high = max(high, low + 1)
    return (low, high) if chosen.same else (-high, -low)


def _conclude(node: _Node[MoveT]) -> None:
    """What the children of a position say of it."""
    children = node.children
    won = [child.plies for child in children if child.result == 1]
    if won:
        node.settle(round(node.for_mover(1)), min(won) + 1)
    elif any(child.result is None for child in children):
        known = [child.worth for child in children if child.is_known]
        worth = max(known) if known else node.score / (abs(node.score) + WORTH_SCALE)
        node.worth = node.for_mover(worth)
    elif any(child.result == 0 for child in children):
        node.settle(0, 0)
    else:
        node.settle(round(node.for_mover(-1)), max(child.plies for child in children) + 1)


def _set_priors(children: Sequence[_Node[MoveT]], best: MoveT | None) -> None:
    """How probable moves are: by what they promise, and the best move of the last search besides."""
    open_ = [child for child in children if child.result != -1]
    if not open_:
        return
    promises = [child.score if child.same else -child.score for child in open_]
    weights = [((max(promises) - promise) / PRIOR_SCALE + 1) ** -3 for promise in promises]
    besides = TABLE_PRIOR / 100 if any(child.move == best for child in open_) else 0.0
    for child, weight in zip(open_, weights, strict=True):
        child.prior = weight * (1 - besides) / sum(weights) + (besides if child.move == best else 0.0)


def _score_of(worth: float) -> int:
    """The score that is worth so much."""
    rest = 1 - abs(worth)
    score = MAX_OPEN_SCORE if rest * MAX_OPEN_SCORE < WORTH_SCALE else round(abs(worth) * WORTH_SCALE / rest)
    return -score if worth < 0 else score


def _line(node: _Node[MoveT]) -> list[MoveT]:
    """The moves from a child of the root on: the best of each position."""
    assert node.move is not None
    line = [node.move]
    while node.children:
        best = max(node.children, key=lambda child: child.rank)
        if not best.visits and best.result is None:
            break
        node = best
        assert node.move is not None
        line.append(node.move)
    if node.winning is not None:
        line.append(node.winning)
    return line
