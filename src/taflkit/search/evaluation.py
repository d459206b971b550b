"""Evaluation: how good a position looks, as a sum of weighted terms.

A term is a strategy object: told the variant once, it returns the function that answers from then on. Values are
from the defenders' point of view, in hundredths of a man. A term of your own needs no base class.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Protocol
from weakref import WeakKeyDictionary

import attrs

from taflkit.board import Position, Side, indices_of, union
from taflkit.rules import Rules
from taflkit.rules.protocols import stated
from taflkit.variant import Variant, Weights

Evaluator = Callable[[Position], int]

#: For so many places of the kings, or of the attackers, it is remembered what depends on nobody else.
_MOST_PLACES = 1 << 10
#: As in the rules' own tables: this bounds the memory.
_MOST_LINES = 1 << 12


def _nothing(_position: Position) -> int:
    """The answer of a term that has no weight, or nothing to look at on this board."""
    return 0


class Term(Protocol):
    """One thing that makes a position good or bad."""

    def evaluator(self, variant: Variant) -> Evaluator:
        """The function from a position to what it is worth to the defenders."""


def goal_of(variant: Variant) -> int:
    """The squares on which the king wins, as a mask."""
    goals = (stated(ending, "goal") for ending in variant.rules.endings)
    return union(goal(variant.board) for goal in goals if goal is not None)


def diagonal_of(variant: Variant) -> int:
    """The squares diagonally before the goal, where that is a few squares such as the corners, as a mask."""
    grid, goal = variant.board.grid, goal_of(variant)
    if goal & grid.edge_mask == grid.edge_mask:
        return 0
    return union(grid.beside(grid.beside(1 << square)) & ~grid.edge_mask for square in indices_of(goal))


class KingReach:
    """The squares that the kings can move to, as a mask, enemies and all that follows left aside.

    They are remembered line by line: evaluation and win finding ask for them in every position.
    """

    __slots__ = ("_known", "_last", "_lines", "_reach")

    def __init__(self, rules: Rules) -> None:
        """Ask the rules how the king moves."""
        grid = rules.board.grid
        self._reach = rules.reach_of(rules.board.pieces[rules.board.king_indices[0]])
        self._lines = [grid.row_masks[square.row] | grid.column_masks[square.column] for square in grid.squares]
        self._known: list[dict[int, int]] = [{} for _ in grid.squares]
        #: Several terms of an evaluation ask about one position in a row.
        self._last: tuple[Position | None, int] = (None, 0)

    @classmethod
    def of(cls, rules: Rules) -> KingReach:
        """One object for all who ask about the same rules."""
        found = _SHARED.get(rules)
        if found is None:
            found = _SHARED.setdefault(rules, cls(rules))
        return found

    def __call__(self, position: Position) -> int:
        """From where the kings stand."""
        last, found = self._last
        if position is last:
            return found
        found = 0
        for square in indices_of(position.kings_mask):
            found |= self.from_square(square, position.attacking_mask | position.defending_mask)
        self._last = position, found
        return found

    def from_square(self, square: int, occupied: int) -> int:
        """From a given square."""
        occupied &= self._lines[square]
        known = self._known[square]
        found = known.get(occupied)
        if found is None:
            if len(known) >= _MOST_LINES:
                known.clear()
            found = known[occupied] = self._reach.from_square(square, occupied)
        return found


_SHARED: WeakKeyDictionary[Rules, KingReach] = WeakKeyDictionary()


def material(position: Position, attacker: int, defender: int) -> int:
    """What the men of a position are worth to the defenders."""
    return position.defending_mask.bit_count() * defender - position.attacking_mask.bit_count() * attacker


@attrs.frozen
class Material:
    """What the men are worth; the men of the start position are even."""

    attacker: int
    defender: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Count them."""
        attacker, defender = self.attacker, self.defender
        even = material(variant.start, attacker, defender)
        return lambda position: material(position, attacker, defender) - even


@attrs.frozen
class OpenWays:
    """How many squares of the goal the king can reach with one move.

    One open way must be stopped; of two only one can be, as a rule.
    """

    one: int
    two: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Count the goal squares in the king's reach."""
        goal, reach = goal_of(variant), KingReach.of(variant.rules)
        one, two = self.one, self.two

        def value(position: Position) -> int:
            ways = (reach(position) & goal).bit_count()
            return 0 if not ways else one if ways == 1 else two

        return value


@attrs.frozen
class KingMobility:
    """How many squares the king can move to."""

    weight: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Count them."""
        reach, weight = KingReach.of(variant.rules), self.weight
        return lambda position: reach(position).bit_count() * weight


@attrs.frozen
class KingDistance:
    """From how many squares that the king can move to he could then escape, if nobody else moved.

    Each of them is a threat for his next move; one from which there are two ways is a fork, which as a rule cannot be
    stopped. More than `most` threats count no more.
    """

    threat: int
    fork: int
    most: int = 4

    def evaluator(self, variant: Variant) -> Evaluator:
        """Look one move further than `OpenWays`."""
        goal, reach = goal_of(variant), KingReach.of(variant.rules)
        threat, fork, most = self.threat, self.fork, self.most

        def value(position: Position) -> int:
            occupied = (position.attacking_mask | position.defending_mask) & ~position.kings_mask
            threats = forks = 0
            for square in indices_of(reach(position)):
                ways = reach.from_square(square, occupied) & goal
                if ways:
                    threats += 1
                    if ways & ways - 1:
                        forks = 1
            return min(threats, most) * threat + forks * fork

        return value


@attrs.frozen
class Besiegers:
    """How many attackers stand beside the king."""

    weight: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Count them."""
        spread, weight = variant.board.grid.spread, self.weight
        if not weight:
            return _nothing
        return lambda position: -(spread(position.kings_mask) & position.attacking_mask).bit_count() * weight


@attrs.frozen
class Hunters:
    """How many attackers are within two squares of the king, in any direction."""

    weight: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Count those in the square of five by five around him."""
        squares, weight = variant.board.grid.squares, self.weight
        around = [
            sum(
                1 << index
                for index, other in enumerate(squares)
                if abs(other.column - square.column) <= 2 and abs(other.row - square.row) <= 2
            )
            for square in squares
        ]

        @lru_cache(maxsize=_MOST_PLACES)
        def near(kings: int) -> int:
            return union(around[square] for square in indices_of(kings))

        return lambda position: -(near(position.kings_mask) & position.attacking_mask).bit_count() * weight


@attrs.frozen
class Roaming:
    """How far the king is from the middle of the board, in rows and columns."""

    weight: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Add up how far the kings are."""
        grid, weight = variant.board.grid, self.weight
        far = [
            (abs(2 * square.column - grid.width + 1) + abs(2 * square.row - grid.height + 1)) // 2
            for square in grid.squares
        ]

        @lru_cache(maxsize=_MOST_PLACES)
        def value(kings: int) -> int:
            return sum(far[square] for square in indices_of(kings)) * weight

        return lambda position: value(position.kings_mask)


@attrs.frozen
class OpenLines:
    """How many rows and columns have no piece at all: ways for the king, wherever he gets to."""

    weight: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Look at each line that ends on the goal."""
        goal, weight = goal_of(variant), self.weight
        lines = [line for line in variant.board.grid.line_masks if line & goal]

        def value(position: Position) -> int:
            occupied = position.attacking_mask | position.defending_mask
            return sum([not line & occupied for line in lines]) * weight

        return value


@attrs.frozen
class Guards:
    """How many rows and columns have an attacker: lines along which the king does not get past."""

    weight: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Look at each line."""
        lines, weight = variant.board.grid.line_masks, self.weight
        if not weight:
            return _nothing

        @lru_cache(maxsize=_MOST_PLACES)  # The attackers stand still while the defenders' moves are tried.
        def value(attackers: int) -> int:
            return -sum([line & attackers != 0 for line in lines]) * weight

        return lambda position: value(position.attacking_mask)


@attrs.frozen
class Enclosure:
    """How many squares of the goal the king could walk to if his men made way and no attacker moved.

    Where there is none he is enclosed.
    """

    way_out: int
    enclosed: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Flood what is free of attackers from the king."""
        grid, goal = variant.board.grid, goal_of(variant)
        way_out, enclosed = self.way_out, self.enclosed

        def value(position: Position) -> int:
            room = position.kings_mask
            if not room:
                return 0
            ways = (grid.flood(room, grid.everywhere_mask & ~position.attacking_mask) & goal).bit_count()
            return ways * way_out if ways else -enclosed

        return value if goal and (way_out or enclosed) else _nothing


@attrs.frozen
class Blockade:
    """How many attackers stand where they close a goal square off: diagonally before it, the way to shut a corner.

    It counts only where the goal is a few squares, such as the corners.
    """

    weight: int

    def evaluator(self, variant: Variant) -> Evaluator:
        """Count attackers on the squares diagonal to the goal."""
        diagonal, weight = diagonal_of(variant), self.weight
        if not diagonal or not weight:
            return _nothing
        return lambda position: -(position.attacking_mask & diagonal).bit_count() * weight


def default_terms(weights: Weights) -> tuple[Term, ...]:
    """The terms that serve every variant, weighed as it says."""
    return (
        Material(weights.attacker, weights.defender),
        OpenWays(weights.open_way, weights.open_ways),
        KingMobility(weights.king_move),
        KingDistance(weights.threat, weights.fork),
        Besiegers(weights.besieger),
        Hunters(weights.hunter),
        Roaming(weights.roaming),
        OpenLines(weights.open_line),
        Guards(weights.guard),
        Enclosure(weights.way_out, weights.enclosed),
        Blockade(weights.blockade),
    )


@attrs.frozen
class Evaluation:
    """A sum of terms: those given, or the default ones with the variant's own weights."""

    terms: tuple[Term, ...] | None = None

    def evaluator(self, variant: Variant) -> Evaluator:
        """Add them up, for the side to move."""
        terms = default_terms(variant.weights) if self.terms is None else self.terms
        parts = [part for term in terms if (part := term.evaluator(variant)) is not _nothing]

        def value(position: Position) -> int:
            total = 0
            for part in parts:
                total += part(position)
            return total if position.to_move is Side.DEFENDERS else -total

        return value
