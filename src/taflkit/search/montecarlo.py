"""`MonteCarlo`: a tree grown by playing games out by chance."""

from __future__ import annotations

import math
import random
from typing import Any

import attrs

from taflkit.search.api import Cancel, Clock, Interrupted, OnReport, Score, SearchLimit, SearchReport, Stop
from taflkit.search.knowledge import Knowledge, knowledge_of

#: What a certain win is worth in hundredths of a man, when win rates are given as scores.
_SCALE = 1000
#: How many plies of playouts are one unit of the limit's depth, which means little to a tree that grows unevenly.
_PLAYOUTS_PER_DEPTH = 100


@attrs.frozen
class MonteCarlo:
    """Upper confidence bounds applied to trees, with playouts that see wins and losses a move ahead.

    In a playout a side takes an immediate win, and tries not to leave one. A playout of `plies` moves is given to the
    side that looks better. `exploration` weighs trying little known moves against following good ones.
    """

    seed: int | None = None
    exploration: float = 0.7
    plies: int = attrs.field(default=40, validator=attrs.validators.ge(0))
    knowledge: Knowledge | None = None

    def search(
        self,
        game: Any,
        limit: SearchLimit,
        on_report: OnReport | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchReport:
        """Grow the tree until a limit is reached, or a win is at hand."""
        clock = Clock(limit, cancel)
        run = _Run(self, game, self.knowledge or knowledge_of(game), clock)
        if not game.legal_moves:
            return clock.report(game, 0, (), 0, Stop.DECIDED)
        at_once = run.know.winning_move(game)
        if at_once is not None:
            return clock.report(game, Score.win(1).value, (at_once,), 1, Stop.DECIDED)
        playouts = None if limit.depth is None else limit.depth * _PLAYOUTS_PER_DEPTH
        stop = clock.stopped or Stop.DEPTH
        try:
            while clock.stopped is None and (playouts is None or run.root.visits < playouts):
                run.grow()
                if on_report is not None and run.root.visits % _PLAYOUTS_PER_DEPTH == 0:
                    on_report(run.report(stop))
        except Interrupted as interrupted:
            stop = interrupted.stop
        return run.report(stop)


class _Node:
    """A state in the tree; `wins` counts for the side that moved into it."""

    __slots__ = ("children", "game", "move", "mover", "untried", "visits", "wins")

    def __init__(self, game: Any, move: Any, mover: Any) -> None:
        self.game = game
        self.move = move
        self.mover = mover
        self.children: list[_Node] = []
        self.untried: list[Any] | None = None
        self.visits = 0
        self.wins = 0.0


class _Run:
    """One search."""

    def __init__(self, settings: MonteCarlo, game: Any, know: Knowledge, clock: Clock) -> None:
        self._settings = settings
        self._random = random.Random(settings.seed)
        self._clock = clock
        self.know = know
        self.root = _Node(game, None, None)

    def grow(self) -> None:
        """Walk down to a new state, play it out, and count the result on the way back."""
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

    def _most_promising(self, node: _Node) -> _Node:
        explore = self._settings.exploration * self._settings.exploration * math.log(node.visits)
        return max(node.children, key=lambda child: child.wins / child.visits + math.sqrt(explore / child.visits))

    def _play_out(self, game: Any) -> Any:
        """The side that wins a game played by chance, `None` for a draw."""
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
        # Not every game says which side is the other.
        return game.to_move if value > 0 else getattr(game.to_move, "other", None) if value < 0 else None

    def _careful_move(self, game: Any) -> Any:
        """A move by chance, another one if that left a win, and so on a few times."""
        moves = game.legal_moves
        after = game
        for _ in range(3):
            after = self.know.follow(game, self._random.choice(moves))
            if after.outcome is not None or self.know.quick_win(after) is None:
                break
        return after

    def report(self, stop: Stop) -> SearchReport:
        """The move looked at most, and the line of such moves."""
        line: list[_Node] = []
        node = self.root
        # A state whose first playout was cut short has no visits, and says nothing.
        while visited := [child for child in node.children if child.visits]:
            node = max(visited, key=lambda child: (child.visits, child.wins))
            line.append(node)
        game = self.root.game
        if not line:
            return self._clock.report(game, 0, game.legal_moves[:1], 0, stop)
        value = round((2 * line[0].wins / line[0].visits - 1) * _SCALE)
        return self._clock.report(game, value, [each.move for each in line], len(line), stop)
