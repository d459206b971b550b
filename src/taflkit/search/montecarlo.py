"""`MonteCarlo`: a tree that grows where it promises most."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Generic

import attrs

from taflkit.games import MoveT, Playable, Player
from taflkit.search.knowledge import Knowledge, knowledge_of
from taflkit.search.limits import MAX_MEGABYTES, Cancel, Clock, Interrupted, SearchLimit, Stop
from taflkit.search.reports import OnLines, OnReport, SearchReport, report_of
from taflkit.search.runners import CompiledSearch, TreeSearch, begin_search, engine_name, table_megabytes
from taflkit.search.scores import WIN
from taflkit.search.searcher import BuiltInSearcher
from taflkit.search.validators import knowledge as a_knowledge
from taflkit.search.validators import number, whole_number, yes_or_no

#: The score of a win rate of 100 %, in hundredths of a man.
_SCALE = 1000
#: A unit of the limit's depth is so many visits, because a tree that grows unevenly has no depth of its own.
_VISITS_PER_DEPTH = 100
#: More visits than any search gets to.
_MAX_VISITS = 2**31 - 1
#: A compiled tree of so many megabytes has a megabyte of transposition table, or less if the search is short.
_TREE_PER_TABLE = 4


@attrs.frozen
class MonteCarlo(BuiltInSearcher):
    """A tree search that visits the most promising moves most often.

    The compiled kernel takes from the evaluation and from short searches how promising moves are, values positions by a
    search of four plies, and proves wins and losses. In Python positions are valued by random playouts (upper
    confidence bounds applied to trees), in which a player takes an immediate win, and tries not to allow one.
    """

    seed: int | None = attrs.field(default=None, validator=whole_number(optional=True))
    """Decides what is random, in the kernel between equally good moves; `None` for another search every time."""

    exploration: float = attrs.field(default=0.7, validator=number(zero=True))
    """How much little known moves are tried, against following good ones."""

    plies: int = attrs.field(default=40, validator=whole_number(0))
    """After so many moves a playout is given to the player whose position is better. The kernel has no playouts."""

    # Searchers play any game, so that the type does not say of which game this is the knowledge.
    knowledge: Knowledge[Any, Any] | None = attrs.field(default=None, validator=a_knowledge)
    """What it knows of the game; what the game's kind provides if left out."""

    megabytes: int = attrs.field(default=64, validator=whole_number(1, MAX_MEGABYTES))
    """The size of the kernel's tree, which grows until it is full; its transposition table takes a quarter more."""

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
        return self._grow(compiled, game, clock, game.legal_moves, 1, lambda found: on_report(found[0]))[0]

    def search_lines(
        self,
        game: Playable[MoveT],
        limit: SearchLimit,
        lines: int,
        moves: Sequence[MoveT],
        on_lines: OnLines[MoveT],
        cancel: Cancel | None = None,
    ) -> tuple[SearchReport[MoveT], ...]:
        """The most visited of some legal moves; see `taflkit.search.best_lines`, which calls this."""
        clock = Clock(limit, cancel)
        return self._grow(self._compiled(game, clock), game, clock, moves, lines, on_lines)

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
        on_lines: OnLines[MoveT],
    ) -> tuple[SearchReport[MoveT], ...]:
        """The best lines that begin with some legal moves, the best first."""
        chance, moves = random.Random(self.seed), list(only)
        chance.shuffle(moves)
        tree: TreeSearch[MoveT]
        if isinstance(compiled, str):
            tree = _PythonTree(self, chance, game, self._knowledge(game), moves, clock)
        else:
            tree = compiled.tree_search(
                clock, moves, exploration=self.exploration, megabytes=self.megabytes, lines=lines
            )

        def reports(stop: Stop) -> tuple[SearchReport[MoveT], ...]:
            found = tree.lines(lines)
            tried = {line[0] for _, line in found}
            found += [(0, (move,)) for move in moves if move not in tried][: lines - len(found)]
            depths = [len(line) if line[0] in tried else 0 for _, line in found]
            return tuple(
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
                on_lines(reports(Stop.DEPTH))
        return reports(Stop.DECIDED if tree.is_decided else stop or Stop.DEPTH)


class _Node(Generic[MoveT]):
    """A state in the tree; `wins` counts for the player who moved into it."""

    __slots__ = ("children", "game", "move", "mover", "untried", "visits", "wins")

    def __init__(self, game: Playable[MoveT], move: MoveT | None, mover: Player | None) -> None:
        self.game = game
        self.move = move
        self.mover = mover
        self.children: list[_Node[MoveT]] = []
        self.untried: list[MoveT] | None = None
        self.visits = 0
        self.wins = 0.0


class _PythonTree(Generic[MoveT]):
    """The tree of one search in Python."""

    #: It proves nothing.
    is_decided = False

    def __init__(
        self,
        settings: MonteCarlo,
        chance: random.Random,
        game: Playable[MoveT],
        know: Knowledge[Playable[MoveT], MoveT],
        moves: Sequence[MoveT],
        clock: Clock,
    ) -> None:
        self._settings = settings
        self._random = chance
        self._clock = clock
        self._know = know
        self._root: _Node[MoveT] = _Node(game, None, None)
        self._root.untried = list(moves)

    def grow(self, visits: int) -> Stop | None:
        """Grow until there are so many visits; why it stopped before."""
        try:
            while self._root.visits < visits:
                self._visit()
        except Interrupted as interrupted:
            return interrupted.stop
        return self._clock.stopped

    def _visit(self) -> None:
        """Add a state to the tree, play it out, and count the result for the states above it."""
        path = [self._root]
        node = self._root
        while node.game.outcome is None:
            if node.untried is None:
                node.untried = list(node.game.legal_moves)
                self._random.shuffle(node.untried)
            if node.untried:
                move = node.untried.pop()
                self._clock.tick()
                child = _Node(self._know.follow(node.game, move), move, node.game.to_move)
                node.children.append(child)
                path.append(child)
                break
            node = self._most_promising(node)
            path.append(node)
        winner = self._play_out(path[-1].game)
        for each in path:
            each.visits += 1
            if winner is None:
                each.wins += 0.5
            elif winner == each.mover:
                each.wins += 1

    def _most_promising(self, node: _Node[MoveT]) -> _Node[MoveT]:
        explore = self._settings.exploration * self._settings.exploration * math.log(node.visits)
        return max(node.children, key=lambda child: child.wins / child.visits + math.sqrt(explore / child.visits))

    def _play_out(self, game: Playable[MoveT]) -> Player | None:
        """The winner of a random game, `None` for a draw."""
        for _ in range(self._settings.plies):
            if game.outcome is not None:
                return game.outcome.winner
            self._clock.tick()
            if self._know.quick_win(game) is not None:
                return game.to_move
            game = self._careful_move(game)
        if game.outcome is not None:
            return game.outcome.winner
        value = self._know.evaluate(game)
        return game.to_move if value > 0 else game.to_move.other if value < 0 else None

    def _careful_move(self, game: Playable[MoveT]) -> Playable[MoveT]:
        """The game after a random move; another one is tried, a few times, if the opponent could win at once."""
        moves = game.legal_moves
        after = game
        for _ in range(3):
            after = self._know.follow(game, self._random.choice(moves))
            if after.outcome is not None or self._know.quick_win(after) is None:
                break
        return after

    def lines(self, count: int) -> list[tuple[int, tuple[MoveT, ...]]]:
        """The most visited moves, each with the line of most visited moves that it begins."""
        tried = sorted(_visited(self._root), key=_merit, reverse=True)[:count]
        return [(round((2 * node.wins / node.visits - 1) * _SCALE), tuple(_line(node))) for node in tried]


def _visited(node: _Node[MoveT]) -> list[_Node[MoveT]]:
    """The states below that say something: one whose first playout was interrupted has no visits."""
    return [child for child in node.children if child.visits]


def _merit(node: _Node[MoveT]) -> tuple[int, float]:
    return node.visits, node.wins


def _line(node: _Node[MoveT]) -> list[MoveT]:
    """The moves from a state below the root on, the most visited ones."""
    assert node.move is not None
    line = [node.move]
    while visited := _visited(node):
        node = max(visited, key=_merit)
        assert node.move is not None
        line.append(node.move)
    return line
