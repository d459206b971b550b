"""`MonteCarlo`: a tree that grows by random playouts."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Generic

import attrs

from taflkit.games import MoveT, Playable, Player
from taflkit.search.knowledge import Knowledge, knowledge_of
from taflkit.search.limits import Cancel, Clock, Interrupted, SearchLimit, Stop
from taflkit.search.reports import OnLines, OnReport, SearchReport, report_of
from taflkit.search.scores import WIN
from taflkit.search.searcher import BuiltInSearcher
from taflkit.search.validators import knowledge as a_knowledge
from taflkit.search.validators import number, whole_number

#: The score of a win rate of 100 %, in hundredths of a man.
_SCALE = 1000
#: A unit of the limit's depth is so many playouts, because a tree that grows unevenly has no depth of its own.
_PLAYOUTS_PER_DEPTH = 100


@attrs.frozen
class MonteCarlo(BuiltInSearcher):
    """Upper confidence bounds applied to trees, with playouts that see wins and losses a move ahead.

    In a playout a player takes an immediate win, and tries not to allow one.
    """

    seed: int | None = attrs.field(default=None, validator=whole_number(optional=True))
    """Decides what is random; `None` for another search every time."""

    exploration: float = attrs.field(default=0.7, validator=number(zero=True))
    """How much little known moves are tried, against following good ones."""

    plies: int = attrs.field(default=40, validator=whole_number(0))
    """After so many moves a playout is given to the player whose position is better."""

    # Searchers play any game, so that the type does not say of which game this is the knowledge.
    knowledge: Knowledge[Any, Any] | None = attrs.field(default=None, validator=a_knowledge)
    """What it knows of the game; what the game's kind provides if left out."""

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        if not game.legal_moves:
            return report_of(game, clock, 0, (), 0, Stop.DECIDED)
        know = self.knowledge or knowledge_of(game)
        at_once = know.winning_move(game)
        if at_once is not None:
            return report_of(game, clock, WIN - 1, (at_once,), 1, Stop.DECIDED)
        run = _Run(self, game, know, clock, game.legal_moves)
        return self._grow(run, clock, 1, lambda found: on_report(found[0]))[0]

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
        run = _Run(self, game, self.knowledge or knowledge_of(game), clock, moves)
        return self._grow(run, clock, lines, on_lines)

    def _grow(
        self, run: _Run[MoveT], clock: Clock, lines: int, on_lines: OnLines[MoveT]
    ) -> tuple[SearchReport[MoveT], ...]:
        playouts = None if clock.limit.depth is None else clock.limit.depth * _PLAYOUTS_PER_DEPTH
        stop = clock.stopped or Stop.DEPTH
        try:
            while clock.stopped is None and (playouts is None or run.root.visits < playouts):
                run.grow()
                if run.root.visits % _PLAYOUTS_PER_DEPTH == 0:
                    on_lines(run.reports(stop, lines))
        except Interrupted as interrupted:
            stop = interrupted.stop
        return run.reports(stop, lines)


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


class _Run(Generic[MoveT]):
    """One search."""

    def __init__(
        self,
        settings: MonteCarlo,
        game: Playable[MoveT],
        know: Knowledge[Playable[MoveT], MoveT],
        clock: Clock,
        moves: Sequence[MoveT],
    ) -> None:
        self._settings = settings
        self._random = random.Random(settings.seed)
        self._clock = clock
        self.know = know
        self.root: _Node[MoveT] = _Node(game, None, None)
        self.root.untried = list(moves)
        self._random.shuffle(self.root.untried)

    def grow(self) -> None:
        """Add a state to the tree, play it out, and count the result for the states above it."""
        path = [self.root]
        node = self.root
        while node.game.outcome is None:
            if node.untried is None:
                node.untried = list(node.game.legal_moves)
                self._random.shuffle(node.untried)
            if node.untried:
                move = node.untried.pop()
                self._clock.tick()
                child = _Node(self.know.follow(node.game, move), move, node.game.to_move)
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
            if self.know.quick_win(game) is not None:
                return game.to_move
            game = self._careful_move(game)
        if game.outcome is not None:
            return game.outcome.winner
        value = self.know.evaluate(game)
        return game.to_move if value > 0 else game.to_move.other if value < 0 else None

    def _careful_move(self, game: Playable[MoveT]) -> Playable[MoveT]:
        """The game after a random move; another one is tried, a few times, if the opponent could win at once."""
        moves = game.legal_moves
        after = game
        for _ in range(3):
            after = self.know.follow(game, self._random.choice(moves))
            if after.outcome is not None or self.know.quick_win(after) is None:
                break
        return after

    def reports(self, stop: Stop, lines: int) -> tuple[SearchReport[MoveT], ...]:
        """The most visited moves, each with the line of most visited moves that it begins."""
        game = self.root.game
        tried = sorted(_visited(self.root), key=_merit, reverse=True)[:lines]
        found = []
        for node in tried:
            value = round((2 * node.wins / node.visits - 1) * _SCALE)
            line = _line(node)
            found.append(report_of(game, self._clock, value, line, len(line), stop))
        assert self.root.untried is not None
        rest = [child.move for child in self.root.children if not child.visits] + self.root.untried
        for move in rest[: lines - len(found)]:
            assert move is not None
            found.append(report_of(game, self._clock, 0, (move,), 0, stop))
        return tuple(found)


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
