"""Endings: what on the board ends a game."""

from __future__ import annotations

import attrs

from taflkit.board import Position, Side, bits_of
from taflkit.board.position import make_position
from taflkit.rules.fields import AREA, names, say_area, whole
from taflkit.rules.play import Outcome, Reason
from taflkit.rules.protocols import Composition, Judge
from taflkit.rules.traits import EndingTraits

_KING_CAPTURED = Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)
_KING_ESCAPED = Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)
_ENCIRCLED = Outcome(Side.ATTACKERS, Reason.ENCIRCLED)
_NO_ATTACKERS = Outcome(Side.DEFENDERS, Reason.NO_MEN)
_NO_DEFENDERS = Outcome(Side.ATTACKERS, Reason.NO_MEN)
_OPEN_WAYS = Outcome(Side.DEFENDERS, Reason.OPEN_WAYS)


@attrs.frozen
class KingCaptured:
    """The attackers win by capturing the king.

    How he is captured is a rule of its own. Where there are several kings, the last must be captured.

    ```
    A K . A      where two attackers capture the king: the right one moves one to the left and wins
    ```
    """

    traits = EndingTraits(winner=Side.ATTACKERS, only_kings=True)

    def judge(self, rules: Composition) -> Judge:
        """Whether the last move took the last king."""

        def captured(before: Position | None, after: Position) -> Outcome | None:
            if not after.kings_mask and before is not None and before.kings_mask:
                return _KING_CAPTURED
            return None

        return captured

    def sentence(self) -> str:
        """Describe the rule."""
        return "The attackers win by capturing the king."


@attrs.frozen
class KingReaches:
    """The defenders win when the king stands on the area.

    The `area` is as a rule the edge or the corners.

    ```
    . . K . .      the king on the edge has escaped, where the area is the edge
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    """The squares on which the king wins."""

    @property
    def traits(self) -> EndingTraits:
        """The goal of a king is the area."""
        return EndingTraits(
            winner=Side.DEFENDERS, only_kings=True, goal=lambda board: board.geometry.area_mask(*self.area)
        )

    def judge(self, rules: Composition) -> Judge:
        """Whether a king is there."""
        goal = rules.board.geometry.area_mask(*self.area)
        return lambda _before, after: _KING_ESCAPED if after.kings_mask & goal else None

    def sentence(self) -> str:
        """Describe the rule."""
        return f"The defenders win when the king stands on {say_area(self.area)}."


@attrs.frozen
class Encirclement:
    """The attackers win when no defender can get to the edge any more, however many moves he were given.

    Starting from the edge one walks over empty squares: if that reaches no piece of the
    king's side, all of them are encircled.

    ```
    . A A A .
    A . D . A
    A . K . A      encircled: the ring has no gap
    A . . . A
    . A A A .
    ```
    """

    traits = EndingTraits(winner=Side.ATTACKERS, only_encircled=True)

    def judge(self, rules: Composition) -> Judge:
        """Walk from the defenders over squares without attackers; only an attackers' move can close the ring."""
        grid = rules.board.grid

        def encircled(before: Position | None, after: Position) -> Outcome | None:
            reached = after.defending_mask
            if not reached or (before is not None and before.to_move is Side.DEFENDERS):
                return None
            free = grid.everywhere_mask & ~after.attacking_mask
            while not reached & grid.edge_mask:
                further = grid.spread(reached) & free
                if further == reached:
                    return _ENCIRCLED
                reached = further
            return None

        return encircled

    def sentence(self) -> str:
        """Describe the rule."""
        return "The attackers win when they encircle all defenders, so that none can ever reach the edge."


@attrs.frozen
class AllMenCaptured:
    """A side that has no men left, the king not counted, has lost.

    Where `king_alone` is on, the king may go on alone, and only attackers can lose so.

    ```
    . . K .
    A D . A      the right attacker moves one to the left, captures the last defender and wins
    ```
    """

    king_alone: bool = False
    """Whether the defenders may go on with the king alone."""

    traits = EndingTraits(only_captures=True)

    def judge(self, rules: Composition) -> Judge:
        """Count the men after each move."""

        def judged(_before: Position | None, after: Position) -> Outcome | None:
            if not after.attacking_mask:
                return _NO_ATTACKERS
            if not self.king_alone and not after.defending_mask & ~after.kings_mask:
                return _NO_DEFENDERS
            return None

        return judged

    def sentence(self) -> str:
        """Describe the rule."""
        return f"A side loses when it has no men left{'; the king may go on alone' if self.king_alone else ''}."


@attrs.frozen
class OpenWays:
    """The defenders win when the king has so many ways to the area with his next move.

    `ways` is how many squares of the `area` he must be able to go to. One way is called raichi, two tuichi; where this
    is a rule, it ends the game a move before the king escapes.

    ```
    . . A . .
    . . K . .      open to both sides: two ways to the edge
    . A D A .
    ```
    """

    area: tuple[str, ...] = attrs.field(converter=names, metadata=AREA)
    """The squares to which the ways lead."""
    ways: int = attrs.field(default=2, validator=[whole, attrs.validators.ge(1)])
    """How many squares of the area the king must be able to move to."""

    def judge(self, rules: Composition) -> Judge:
        """Count the squares of the area in the king's reach, after a defenders' move."""
        goal = rules.board.geometry.area_mask(*self.area)

        def judged(before: Position | None, after: Position) -> Outcome | None:
            if before is not None and before.to_move is Side.ATTACKERS:
                return None
            return _OPEN_WAYS if open_ways(rules, after, goal) >= self.ways else None

        return judged

    def sentence(self) -> str:
        """Describe the rule."""
        ways = "an open way" if self.ways == 1 else f"{self.ways} open ways"
        return f"The defenders win when the king has {ways} to {say_area(self.area)}."


def open_ways(rules: Composition, position: Position, goal: int) -> int:
    """How many squares of a set the kings could move to: 1 is raichi, 2 or more tuichi."""
    board, sets, kings = position.board, position.kind_masks, position.kings_mask
    attackers, defenders = position.attacking_mask, position.defending_mask
    ways = 0
    for king in bits_of(kings):
        # Only the moves of the piece that continues its turn are listed.
        turned = make_position(board, sets, Side.DEFENDERS, attackers, defenders, kings, king)
        for move in rules.geometric_moves(turned):
            if move.target_mask & goal:
                ways += 1
    return ways
