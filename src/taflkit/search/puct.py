"""`PUCT`: a tree search led by policies and values, as a network gives them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias

import attrs

from taflkit.games import MoveT, Playable
from taflkit.games.traits import follow
from taflkit.search.limits import Clock, Stop
from taflkit.search.reports import OnReport, SearchReport, report_of
from taflkit.search.scores import WIN
from taflkit.search.searcher import BuiltInSearcher, SearcherError
from taflkit.search.validators import whole_number

Evaluator: TypeAlias = Callable[[Sequence[Any]], Sequence[tuple[Sequence[float], float]]]
"""What leads the search. It is given games that are not over, several at once, and returns for each the probability of
each of its `legal_moves`, in their order, and what the game is worth to the player to move, from -1 (lost) to 1."""

#: The score of a certain win by value, in hundredths of a man.
_SCALE = 1000
#: A unit of the limit's depth is so many visits, as for `MonteCarlo`.
_VISITS_PER_DEPTH = 100
#: What an unvisited move is worth, compared with its parent.
_UNVISITED = 0.2


def _number(low: float, high: float) -> Callable[[object, attrs.Attribute[Any], Any], None]:
    def validate(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise TypeError(f"{field.name} must be a number, not {value!r}")
        if not low <= value <= high:
            raise ValueError(f"{field.name} must be from {low:g} to {high:g}, not {value}")

    return validate


@attrs.frozen(eq=False)
class PUCT(BuiltInSearcher):
    """Predictor and upper confidence bounds applied to trees: the search of AlphaZero.

    It plays any game for which there is an evaluator; `taflkit.rl.NetworkEvaluator` makes one of a network. The limit's
    nodes are the positions visited; a depth of 1 is 100 of them. The tree of the last search is used again if the game
    goes on from it.
    """

    evaluator: Evaluator
    """Gives the probabilities of moves and the values of games."""
    exploration: float = attrs.field(default=1.5, validator=_number(0, 100), kw_only=True)
    """How much probable moves are tried, against following good ones."""
    batch: int = attrs.field(default=8, validator=whole_number(1, 4096), kw_only=True)
    """How many positions are evaluated at once."""
    noise: float = attrs.field(default=0.0, validator=_number(0, 1), kw_only=True)
    """The share of Dirichlet noise in the probabilities of the first move, so that games differ; 0.25 in training."""
    noise_shape: float = attrs.field(default=0.5, validator=_number(0.01, 100), kw_only=True)
    """The parameter of the Dirichlet distribution: the smaller, the fewer moves are favoured."""
    temperature: float = attrs.field(default=0.0, validator=_number(0, 100), kw_only=True)
    """0 plays the most visited move; 1 plays moves as often as they were visited."""
    seed: int | None = attrs.field(default=None, kw_only=True)
    """Decides the noise and the moves drawn by temperature; `None` for another search every time."""
    _kept: list[Tree[Any]] = attrs.field(init=False, factory=list, repr=False)

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        if not game.legal_moves:
            return report_of(game, clock, 0, (), 0, Stop.DECIDED)
        chance = random.Random(self.seed)
        tree = self._tree(game)
        visits = None if clock.limit.depth is None else clock.limit.depth * _VISITS_PER_DEPTH
        # With a limit of nodes, no batch may go beyond it.
        room = self.batch if clock.limit.nodes is None else min(self.batch, clock.limit.nodes)
        if not tree.is_expanded:
            clock.count(_grow(tree, self.evaluator, 1))
        if self.noise:
            tree.add_noise(self.noise, self.noise_shape, chance)
        reported = tree.visits
        while clock.stopped is None and (visits is None or tree.visits < visits):
            left = clock.nodes_left
            clock.count(_grow(tree, self.evaluator, min(room, left) if left else room))
            if tree.visits - reported >= _VISITS_PER_DEPTH:
                reported = tree.visits
                on_report(self._report(tree, clock, tree.best(), Stop.DEPTH))
        move = tree.draw(self.temperature, chance)
        report = self._report(tree, clock, move, clock.stopped or Stop.DEPTH)
        self._kept[:] = [tree]
        return report

    def _tree(self, game: Playable[MoveT]) -> Tree[MoveT]:
        """Return the part of the last tree that begins with a game, or a new tree."""
        try:
            last = self._kept.pop()
        except IndexError:
            last = None
        found = last.find(game, plies=2) if last is not None else None
        return found or Tree(game, self.exploration)

    def _report(self, tree: Tree[MoveT], clock: Clock, move: MoveT, stop: Stop) -> SearchReport[MoveT]:
        line = tree.line(move)
        value = tree.value(move)
        score = round(value * _SCALE)
        if abs(value) == 1 and tree.ends_with(move):
            score = int(value) * (WIN - 1)
        return report_of(tree.game, clock, score, line, len(line), stop)


class _Node(Generic[MoveT]):
    """A state of the tree. Visits and totals of its moves are those of the player to move in it."""

    __slots__ = ("children", "game", "moves", "priors", "totals", "value", "visits", "worth")

    def __init__(self, game: Playable[MoveT]) -> None:
        self.game = game
        outcome = game.outcome
        #: What a finished game is worth to the player to move; `None` while it goes on.
        self.value: float | None = None
        if outcome is not None:
            self.value = 0.0 if outcome.winner is None else 1.0 if outcome.winner == game.to_move else -1.0
        #: What the evaluator thinks it worth to the player to move.
        self.worth = 0.0
        self.moves: Sequence[MoveT] = ()
        self.priors: list[float] = []
        self.visits: list[int] = []
        self.totals: list[float] = []
        self.children: list[_Node[MoveT] | None] = []


Leaf = list[tuple[_Node[MoveT], int]]
"""The way from the root to a position that is to be evaluated: the nodes, and the numbers of the moves taken."""


class Tree(Generic[MoveT]):
    """The tree of one game, for those who evaluate the positions of many games at once, as self-play does.

    Call `select` for positions, evaluate them, and pass what came of it to `expand`; `policy` is what the visits say.
    """

    __slots__ = ("_exploration", "_pending", "_root")

    def __init__(self, game: Playable[MoveT], exploration: float = 1.5) -> None:
        """Begin with a game that is not over."""
        self._root: _Node[MoveT] = _Node(game)
        self._exploration = exploration
        self._pending: set[int] = set()

    @property
    def game(self) -> Playable[MoveT]:
        """The game at the root."""
        return self._root.game

    @property
    def is_expanded(self) -> bool:
        """Whether the root has been evaluated."""
        return bool(self._root.moves)

    @property
    def visits(self) -> int:
        """How often moves of the root have been visited."""
        return sum(self._root.visits)

    def select(self) -> Leaf[MoveT] | None:
        """Walk to a position that has not been evaluated.

        Finished games on the way are counted at once. Until `expand` is called, the moves of the way count as lost, so
        that another call goes elsewhere.

        Returns:
            The way to it, `None` if the walk ended with a finished game or at a position that is already awaited.
        """
        node, path = self._root, list[tuple[_Node[MoveT], int]]()
        while node.moves:
            choice = self._choose(node)
            node.visits[choice] += 1
            node.totals[choice] -= 1
            path.append((node, choice))
            child = node.children[choice]
            if child is None:
                child = _Node(follow(node.game, node.moves[choice]))
                node.children[choice] = child
            node = child
        if node.value is not None:
            self._count(path, node, node.value)
            return None
        if id(node) in self._pending:
            for there, choice in path:
                there.visits[choice] -= 1
                there.totals[choice] += 1
            return None
        self._pending.add(id(node))
        return path

    def leaf_game(self, leaf: Leaf[MoveT]) -> Playable[MoveT]:
        """Return the game at the end of a way."""
        return self._end(leaf).game

    def expand(self, leaf: Leaf[MoveT], priors: Sequence[float], value: float) -> None:
        """Take the evaluation of a position that `select` found.

        Args:
            leaf: The way to it.
            priors: The probability of each legal move of the game, in their order.
            value: What the game is worth to the player to move, from -1 to 1.

        Raises:
            SearcherError: There are not as many probabilities as legal moves, or a number is not finite.
        """
        node = self._end(leaf)
        moves = node.game.legal_moves
        if len(priors) != len(moves):
            raise SearcherError(f"the evaluator gave {len(priors)} probabilities for {len(moves)} legal moves")
        if not math.isfinite(value) or not all(map(math.isfinite, priors)):
            raise SearcherError("the evaluator gave a number that is not finite")
        self._pending.discard(id(node))
        node.worth = value
        node.moves = moves
        node.priors = list(priors)
        node.visits = [0] * len(moves)
        node.totals = [0.0] * len(moves)
        node.children = [None] * len(moves)
        self._count(leaf, node, value)

    def add_noise(self, share: float, shape: float, chance: random.Random) -> None:
        """Mix Dirichlet noise into the probabilities of the root's moves."""
        root = self._root
        drawn = [chance.gammavariate(shape, 1) for _ in root.priors]
        whole = sum(drawn) or 1.0
        root.priors = [
            (1 - share) * prior + share * noise / whole for prior, noise in zip(root.priors, drawn, strict=True)
        ]

    def policy(self) -> list[tuple[MoveT, float]]:
        """Return the moves of the root with their shares of the visits; of the probabilities before any visit."""
        root = self._root
        whole = sum(root.visits)
        shares = [visits / whole for visits in root.visits] if whole else root.priors
        return list(zip(root.moves, shares, strict=True))

    def best(self) -> MoveT:
        """Return the most visited move."""
        root = self._root
        return root.moves[max(range(len(root.moves)), key=lambda n: (root.visits[n], root.totals[n], root.priors[n]))]

    def draw(self, temperature: float, chance: random.Random) -> MoveT:
        """Draw a move by its visits to the power of 1 / `temperature`; 0 takes the most visited."""
        root = self._root
        most = max(root.visits)
        if temperature == 0 or not most:
            return self.best()
        weights = [(visits / most) ** (1 / temperature) if visits else 0.0 for visits in root.visits]
        return chance.choices(root.moves, weights)[0]

    def value(self, move: MoveT | None = None) -> float:
        """Return what a move, or the game, is worth to the player to move, from -1 to 1."""
        root = self._root
        if move is not None:
            choice = list(root.moves).index(move)
            return root.totals[choice] / root.visits[choice] if root.visits[choice] else 0.0
        whole = sum(root.visits)
        return sum(root.totals) / whole if whole else 0.0

    def ends_with(self, move: MoveT) -> bool:
        """Whether a move of the root ends the game."""
        child = self._root.children[list(self._root.moves).index(move)]
        return child is not None and child.value is not None

    def line(self, move: MoveT) -> list[MoveT]:
        """Return a move of the root and the line of most visited moves after it."""
        line, node = [move], self._root.children[list(self._root.moves).index(move)]
        while node is not None and node.moves and any(node.visits):
            choice = max(range(len(node.moves)), key=node.visits.__getitem__)
            line.append(node.moves[choice])
            node = node.children[choice]
        return line

    def advance(self, move: MoveT) -> Tree[MoveT]:
        """Return the tree after a move of the root, with what is known below it."""
        root = self._root
        child = root.children[list(root.moves).index(move)] if root.moves else None
        after: Tree[MoveT] = Tree(root.game if child is None else child.game, self._exploration)
        after._root = child if child is not None else _Node(follow(root.game, move))
        return after

    def find(self, game: Playable[MoveT], plies: int) -> Tree[MoveT] | None:
        """Return the tree below the same game, up to so many plies from the root."""
        level: list[_Node[MoveT]] = [self._root]
        for _ in range(plies + 1):
            for node in level:
                if node.moves and node.game.key == game.key and node.game == game:
                    found: Tree[MoveT] = Tree(node.game, self._exploration)
                    found._root = node
                    return found
            level = [child for node in level for child in node.children if child is not None]
        return None

    def _end(self, leaf: Leaf[MoveT]) -> _Node[MoveT]:
        if not leaf:
            return self._root
        node, choice = leaf[-1]
        child = node.children[choice]
        assert child is not None
        return child

    def _choose(self, node: _Node[MoveT]) -> int:
        visits, totals, priors = node.visits, node.totals, node.priors
        explore = self._exploration * math.sqrt(sum(visits) + 1)
        unvisited = node.worth - _UNVISITED
        best, choice = -math.inf, 0
        for number, count in enumerate(visits):
            if count:
                bound = totals[number] / count + explore * priors[number] / (1 + count)
            else:
                bound = unvisited + explore * priors[number]
            if bound > best:
                best, choice = bound, number
        return choice

    def _count(self, path: Leaf[MoveT], end: _Node[MoveT], value: float) -> None:
        """Replace the losses along a way by a value, which is the one of the player to move at its end."""
        player = end.game.to_move
        for node, choice in path:
            node.totals[choice] += 1 + (value if node.game.to_move == player else -value)


def _grow(tree: Tree[MoveT], evaluator: Evaluator, batch: int) -> int:
    """Add up to `batch` positions to a tree, evaluated at once; return how many were visited."""
    leaves, walked = [], 0
    while walked < batch:
        before, leaf = tree.visits, tree.select()
        if leaf is not None:
            leaves.append((tree, leaf))
        elif tree.visits == before:
            break  # The walk ended at a position of this batch.
        walked += 1
    if leaves:
        evaluate(leaves, evaluator)
    return walked


def evaluate(leaves: Sequence[tuple[Tree[MoveT], Leaf[MoveT]]], evaluator: Evaluator) -> None:
    """Evaluate positions of one or more trees at once, and expand them.

    Raises:
        SearcherError: The evaluator does not give an evaluation for each position.
    """
    found = evaluator([tree.leaf_game(leaf) for tree, leaf in leaves])
    if len(found) != len(leaves):
        raise SearcherError(f"the evaluator gave {len(found)} evaluations for {len(leaves)} games")
    for (tree, leaf), (priors, value) in zip(leaves, found, strict=True):
        tree.expand(leaf, priors, value)
