"""The terms of the evaluation: what the weights of `taflkit.evaluation.table` weigh, computed in Python.

A term is a strategy object: given the rules once, it returns the function that evaluates positions. Values are from
the defenders' point of view, in hundredths of an attacker. A term of your own needs no base class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, Protocol

import attrs

from taflkit.board import Grid, Position, Side, indices_of, union
from taflkit.evaluation.king_reach import KingReach
from taflkit.evaluation.network import MAX_NETWORK_VALUE
from taflkit.evaluation.table import MAX_THREATS, MAX_WEIGHT, SQUARES_A_MOVE, WEIGHTS
from taflkit.rules.traits import EndingTraits, traits_of

if TYPE_CHECKING:
    from taflkit.evaluation.network import Network
    from taflkit.rules import Rules

Evaluator = Callable[[Position], int]

#: How many placements of the kings, or of the attackers, are cached by the terms that depend on nothing else.
_MAX_CACHED = 1 << 10


def worth_nothing(_position: Position) -> int:
    """Return 0: the evaluator of a term without weight, or with nothing to count on this board."""
    return 0


class Term(Protocol):
    """One feature of positions."""

    def evaluator(self, rules: Rules, start: Position, /) -> Evaluator:
        """The function from a position to what the feature is worth to the defenders.

        Args:
            rules: The rules of the games.
            start: The position in which games begin.
        """


def goal_of(rules: Rules) -> int:
    """Return the squares on which the king wins, as a mask."""
    goals = (traits_of(ending, EndingTraits).goal for ending in rules.endings)
    return union(goal(rules.board) for goal in goals if goal is not None)


def diagonal_of(rules: Rules) -> int:
    """Return the squares diagonally before the goal as a mask; none if the goal is the whole edge."""
    grid, goal = rules.board.grid, goal_of(rules)
    if goal & grid.edge_mask == grid.edge_mask:
        return 0
    return union(grid.beside(grid.beside(1 << square)) & ~grid.edge_mask for square in indices_of(goal))


def material(position: Position, attacker: int, defender: int) -> int:
    """Return what the men of a position are worth to the defenders."""
    return position.defending_mask.bit_count() * defender - position.attacking_mask.bit_count() * attacker


@attrs.frozen
class Material:
    """The men on the board, compared with those of the start position."""

    attacker: int
    """Hundredths for each attacker, against the defenders."""
    defender: int
    """Hundredths for each defender, the king not counted."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Count them."""
        attacker, defender = self.attacker, self.defender
        even = material(start, attacker, defender)
        return lambda position: material(position, attacker, defender) - even


@attrs.frozen
class Escapes:
    """How many squares of the goal the king can reach with one move.

    One way must be closed; of two only one can be, as a rule.
    """

    open_way: int
    """Hundredths for one such square."""
    open_ways: int
    """Hundredths for two or more."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Count the goal squares in the king's reach."""
        goal, reach = goal_of(rules), KingReach.of(rules)
        one, two = self.open_way, self.open_ways

        def value(position: Position) -> int:
            ways = (reach(position) & goal).bit_count()
            return 0 if not ways else one if ways == 1 else two

        return value


@attrs.frozen
class KingMobility:
    """How many squares the king can move to."""

    king_move: int
    """Hundredths for each square."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Count them."""
        reach, weight = KingReach.of(rules), self.king_move
        return lambda position: reach(position).bit_count() * weight


@attrs.frozen
class KingDistance:
    """From how many squares that the king can move to he could then escape, if nobody else moved.

    Each of them is a threat for his next move, up to `MAX_THREATS`; one from which there are two ways is a fork, which
    as a rule cannot be stopped.
    """

    threat: int
    """Hundredths for each threat."""
    fork: int
    """Hundredths for a fork."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Look one move further than `Escapes`."""
        goal, reach = goal_of(rules), KingReach.of(rules)
        threat, fork = self.threat, self.fork

        def value(position: Position) -> int:
            occupied = (position.attacking_mask | position.defending_mask) & ~position.kings_mask
            threats = forks = 0
            for square in indices_of(reach(position)):
                ways = reach.from_square(square, occupied) & goal
                if ways:
                    threats += 1
                    if ways & ways - 1:
                        forks = 1
            return min(threats, MAX_THREATS) * threat + forks * fork

        return value


@attrs.frozen
class Besiegers:
    """How many attackers stand beside the king."""

    besieger: int
    """Hundredths for each attacker, against the defenders."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Count them."""
        spread, weight = rules.board.grid.spread, self.besieger
        if not weight:
            return worth_nothing
        return lambda position: -(spread(position.kings_mask) & position.attacking_mask).bit_count() * weight


@attrs.frozen
class Hunters:
    """How many attackers are within two squares of the king, in any direction."""

    hunter: int
    """Hundredths for each attacker, against the defenders."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Count those in the square of five by five around him."""
        squares, weight = rules.board.grid.squares, self.hunter
        around = [
            sum(
                1 << index
                for index, other in enumerate(squares)
                if abs(other.column - square.column) <= 2 and abs(other.row - square.row) <= 2
            )
            for square in squares
        ]

        @lru_cache(maxsize=_MAX_CACHED)
        def near(kings: int) -> int:
            return union(around[square] for square in indices_of(kings))

        return lambda position: -(near(position.kings_mask) & position.attacking_mask).bit_count() * weight


@attrs.frozen
class Roaming:
    """How far the king is from the middle of the board, in rows and columns."""

    roaming: int
    """Hundredths for each row and column."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Add up how far the kings are."""
        grid, weight = rules.board.grid, self.roaming
        far = [
            (abs(2 * square.column - grid.width + 1) + abs(2 * square.row - grid.height + 1)) // 2
            for square in grid.squares
        ]

        @lru_cache(maxsize=_MAX_CACHED)
        def value(kings: int) -> int:
            return sum(far[square] for square in indices_of(kings)) * weight

        return lambda position: value(position.kings_mask)


@attrs.frozen
class OpenLines:
    """How many rows and columns have no piece at all: ways for the king, wherever he gets to."""

    open_line: int
    """Hundredths for each line that ends on the goal."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Look at each line that ends on the goal."""
        goal, weight = goal_of(rules), self.open_line
        lines = [line for line in rules.board.grid.line_masks if line & goal]

        def value(position: Position) -> int:
            occupied = position.attacking_mask | position.defending_mask
            return sum([not line & occupied for line in lines]) * weight

        return value


@attrs.frozen
class Guards:
    """How many rows and columns have an attacker: lines along which the king does not get past."""

    guard: int
    """Hundredths for each line, against the defenders."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Look at each line."""
        lines, weight = rules.board.grid.line_masks, self.guard
        if not weight:
            return worth_nothing

        @lru_cache(maxsize=_MAX_CACHED)  # The attackers stand still while the defenders' moves are tried.
        def value(attackers: int) -> int:
            return -sum([line & attackers != 0 for line in lines]) * weight

        return lambda position: value(position.attacking_mask)


@attrs.frozen
class Enclosure:
    """How many squares of the goal the king could walk to if his men made way and no attacker moved.

    Where there is none he is enclosed.
    """

    way_out: int
    """Hundredths for each square of the goal."""
    enclosed: int
    """Hundredths for a king who is enclosed, against the defenders."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Flood what is free of attackers from the king."""
        grid, goal = rules.board.grid, goal_of(rules)
        way_out, enclosed = self.way_out, self.enclosed

        def value(position: Position) -> int:
            room = position.kings_mask
            if not room:
                return 0
            ways = (grid.flood(room, grid.everywhere_mask & ~position.attacking_mask) & goal).bit_count()
            return ways * way_out if ways else -enclosed

        return value if goal and (way_out or enclosed) else worth_nothing


@attrs.frozen
class Stifled:
    """How many moves the defenders lack to have one for every six squares, whoever is to move.

    It makes attackers tighten a closed ring and hunt the men outside it, instead of only keeping it closed. A square
    that two kings can move to counts once, and jumps do not count.
    """

    stifled: int
    """Hundredths for each move that they lack, against the defenders."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Count moves along lines until there are enough."""
        board, weight, king_reach = rules.board, self.stifled, KingReach.of(rules)
        enough = len(board.grid.squares) // SQUARES_A_MOVE
        men = [
            (kind, rules.reach_of(piece).from_square)
            for kind, piece in enumerate(board.pieces)
            if piece.side is Side.DEFENDERS and kind not in board.king_indices
        ]

        def value(position: Position) -> int:
            lacking = enough - king_reach(position).bit_count()
            occupied = position.attacking_mask | position.defending_mask
            for kind, moves in men:
                for square in indices_of(position.kind_masks[kind]):
                    if lacking <= 0:
                        return 0
                    lacking -= moves(square, occupied).bit_count()
            return min(-lacking, 0) * weight

        return value if weight else worth_nothing


@attrs.frozen
class Blockade:
    """How many attackers stand where they close a goal square off: diagonally before it, the way to shut a corner.

    It counts only where the goal is a few squares, such as the corners.
    """

    blockade: int
    """Hundredths for each attacker, against the defenders."""

    def evaluator(self, rules: Rules, start: Position) -> Evaluator:
        """Count attackers on the squares diagonal to the goal."""
        diagonal, weight = diagonal_of(rules), self.blockade
        if not diagonal or not weight:
            return worth_nothing
        return lambda position: -(position.attacking_mask & diagonal).bit_count() * weight


#: The terms of the table, each with its weights, which are its fields.
TERMS: dict[type[Term], tuple[str, ...]] = {
    Material: ("attacker", "defender"),
    Escapes: ("open_way", "open_ways"),
    KingMobility: ("king_move",),
    KingDistance: ("threat", "fork"),
    Besiegers: ("besieger",),
    Hunters: ("hunter",),
    Roaming: ("roaming",),
    OpenLines: ("open_line",),
    Guards: ("guard",),
    Enclosure: ("way_out", "enclosed"),
    Stifled: ("stifled",),
    Blockade: ("blockade",),
}
assert [*chain(*TERMS.values())] == [weight.name for weight in WEIGHTS], "every weight of the table has its term"


class KernelEvaluation(NamedTuple):
    """An evaluation that the kernel can run."""

    weights: tuple[int, ...]
    """The weights in the kernel's order."""

    network: Network | None = None
    """What was learned besides."""


def kernel_evaluation(terms: Iterable[object], grid: Grid, *, below: int) -> KernelEvaluation | str:
    """Return an evaluation as the kernel runs it, or why the kernel cannot run it.

    Args:
        terms: The terms of the evaluation. Those of the table may come in any order; weights of the same term add up.
        grid: The board.
        below: The lowest score of a forced result, which no evaluation may reach.
    """
    from taflkit.evaluation.network import Learned  # Not every variant has a network, and reading one needs much.

    known: dict[type, tuple[str, ...]] = {**TERMS}
    totals = dict.fromkeys((weight.name for weight in WEIGHTS), 0)
    network: Network | None = None
    for term in terms:
        if type(term) is Learned:
            if network is not None:
                return "the kernel has room for one network"
            network = term.network
            continue
        names = known.get(type(term))
        if names is None:
            return f"the kernel does not know the term {type(term).__name__}"
        for name in names:
            value = getattr(term, name)
            if type(value) is not int:
                return f"the kernel has whole numbers as weights, and {name} is {value!r}"
            totals[name] += value
    for name, value in totals.items():
        if abs(value) > MAX_WEIGHT:
            return f"the kernel has weights up to {MAX_WEIGHT}, and {name} is {value}"
    most = sum(abs(totals[weight.name]) * weight.at_most(grid) for weight in WEIGHTS)
    if most + (MAX_NETWORK_VALUE if network else 0) >= below:
        return "the weights are so large that an evaluation could pass for a forced result in the kernel"
    return KernelEvaluation(tuple(totals.values()), network)
