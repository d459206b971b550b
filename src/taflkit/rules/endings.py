"""What ends a game, but for repetition: what stands on the board, having no move, taking too long."""

from __future__ import annotations

import attrs

from taflkit.board import Grid, Position, Side, indices_of, union
from taflkit.rules.capture import victims_of
from taflkit.rules.fields import AREA, names, say_area
from taflkit.rules.lowering import Lowering
from taflkit.rules.play import Outcome, Reason, Verdict
from taflkit.rules.protocols import Composition, History, Judge

_KING_CAPTURED = Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)
_KING_ESCAPED = Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)
_ENCIRCLED = Outcome(Side.ATTACKERS, Reason.ENCIRCLED)
_NO_ATTACKERS = Outcome(Side.DEFENDERS, Reason.NO_MEN)
_NO_DEFENDERS = Outcome(Side.ATTACKERS, Reason.NO_MEN)
_OPEN_WAYS = Outcome(Side.DEFENDERS, Reason.OPEN_WAYS)
_EXIT_FORT = Outcome(Side.DEFENDERS, Reason.EXIT_FORT)


@attrs.frozen
class KingCaptured:
    """The attackers win by capturing the king.

    How he is captured is a rule of its own. Where there are several kings, the last must be captured.

    ```
    A K . A      where two attackers capture the king: the right one moves one to the left and wins
    ```
    """

    @property
    def only_kings(self) -> bool:
        """It comes of nothing but the move or the capture of a king."""
        return True

    def judge(self, rules: Composition) -> Judge:
        """Whether the last move took the last king."""

        def captured(before: Position | None, after: Position) -> Outcome | None:
            if not after.kings_mask and before is not None and before.kings_mask:
                return _KING_CAPTURED
            return None

        return captured

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.king_captured()

    def sentence(self) -> str:
        """Say the rule."""
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

    @property
    def only_kings(self) -> bool:
        """It comes of nothing but the move or the capture of a king."""
        return True

    def judge(self, rules: Composition) -> Judge:
        """Whether a king is there."""
        goal = rules.board.geometry.area_mask(*self.area)
        return lambda _before, after: _KING_ESCAPED if after.kings_mask & goal else None

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.king_reaches(self.area)

    def sentence(self) -> str:
        """Say the rule."""
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

    def judge(self, rules: Composition) -> Judge:
        """Flood the empty squares from the edge; only an attackers' move can close the ring."""
        grid = rules.board.grid

        def encircled(before: Position | None, after: Position) -> Outcome | None:
            defenders = after.defending_mask
            if not defenders or defenders & grid.edge_mask or (before is not None and before.to_move is Side.DEFENDERS):
                return None
            empty = grid.everywhere_mask & ~(after.attacking_mask | defenders)
            flooded = grid.edge_mask & empty
            while True:
                spread = grid.spread(flooded)
                if spread & defenders:
                    return None
                if not (spread := spread & empty) & ~flooded:
                    return _ENCIRCLED
                flooded = spread

        return encircled

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.encirclement()

    def sentence(self) -> str:
        """Say the rule."""
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

    def judge(self, rules: Composition) -> Judge:
        """Count the men after each move."""

        def judged(_before: Position | None, after: Position) -> Outcome | None:
            if not after.attacking_mask:
                return _NO_ATTACKERS
            if not self.king_alone and not after.defending_mask & ~after.kings_mask:
                return _NO_DEFENDERS
            return None

        return judged

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.all_men_captured(self.king_alone)

    def sentence(self) -> str:
        """Say the rule."""
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
    ways: int = attrs.field(default=2, validator=attrs.validators.ge(1))

    def judge(self, rules: Composition) -> Judge:
        """Count the squares of the area in the king's reach, after a defenders' move."""

        def judged(before: Position | None, after: Position) -> Outcome | None:
            if before is not None and before.to_move is Side.ATTACKERS:
                return None
            return _OPEN_WAYS if open_ways(rules, after, self.area) >= self.ways else None

        return judged

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.open_ways(self.area, self.ways)

    def sentence(self) -> str:
        """Say the rule."""
        ways = "an open way" if self.ways == 1 else f"{self.ways} open ways"
        return f"The defenders win when the king has {ways} to {say_area(self.area)}."


def open_ways(rules: Composition, position: Position, area: tuple[str, ...]) -> int:
    """How many squares of an area the kings could move to: 1 is raichi, 2 or more tuichi."""
    goal = rules.board.geometry.area_mask(*area)
    turned = attrs.evolve(position, to_move=Side.DEFENDERS, going_on_mask=0)
    return sum(
        1
        for move in rules.geometric_moves(turned)
        if move.origin_mask & position.kings_mask and move.target_mask & goal
    )


@attrs.frozen
class ExitFort:
    """The defenders win when the king is on the edge, can move, and stands in a fort that cannot be broken.

    The fort is the room that the king can walk in. No attacker may stand beside it; and no defender of
    its wall may be one that attackers could ever capture from outside, whether between two of them or against a
    hostile square, such as an empty corner in the room.

    ```
    . D D . .
    . D . D .
    . D K D .      on the edge: the king can move, and the wall holds
    ```
    """

    def judge(self, rules: Composition) -> Judge:
        """Look only after a defenders' move that leaves the king on the edge."""
        grid = rules.board.grid
        corners = (grid.row_masks[0] | grid.row_masks[-1]) & (grid.column_masks[0] | grid.column_masks[-1])
        shore = grid.edge_mask & ~corners
        men = victims_of(rules, ("defenders",))[Side.DEFENDERS]

        def fort(before: Position | None, after: Position) -> Outcome | None:
            if not after.kings_mask & shore or (before is not None and before.to_move is Side.ATTACKERS):
                return None
            hostile = [(after.kind_masks[index], hostile_to(after)) for index, hostile_to in men]
            return _EXIT_FORT if _holds(grid, after, hostile) else None

        return fort

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.exit_fort()

    def sentence(self) -> str:
        """Say the rule."""
        return "The defenders win when the king is on the edge, can move, and is in a fort that cannot be broken."


def _holds(grid: Grid, position: Position, hostile: list[tuple[int, int]]) -> bool:
    """Whether the fort cannot be broken; `hostile` are the squares of each kind of men and what is hostile to them."""
    empty = grid.everywhere_mask & ~(position.attacking_mask | position.defending_mask)
    room = grid.flood(position.kings_mask, empty | position.kings_mask)
    beside = grid.spread(room)
    if room == position.kings_mask or beside & position.attacking_mask:
        return False
    wall = position.defending_mask & ~position.kings_mask
    # Without a man who can be captured, others can be.
    while weak := union(
        1 << square
        for men, anvils in hostile
        for square in indices_of(wall & men)
        if _can_be_captured(grid, square, (wall | room | grid.outside_mask) & ~anvils)
    ):
        if weak & beside:
            return False
        wall &= ~weak
    return True


def _can_be_captured(grid: Grid, square: int, safe: int) -> bool:
    """Whether both sides of a piece, in its row or in its column, could be hostile to it."""
    up, right, down, left = (1 << ray[0] if ray else grid.outside_mask for ray in grid.rays[square])
    return not (up | down) & safe or not (left | right) & safe


@attrs.frozen
class NoMovesLoses:
    """A side that has no legal move on its turn loses.

    ```
    . . K .
    D . . .
    A D . .      the attacker in the corner cannot move: on their turn the attackers have lost
    ```
    """

    def stuck(self, side: Side) -> Outcome:
        """The other side wins."""
        return Outcome(side.other, Reason.NO_MOVES)

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.no_moves_loses()

    def sentence(self) -> str:
        """Say the rule."""
        return "A side that has no legal move on its turn loses."


@attrs.frozen
class NoMovesDraws:
    """The game is a draw when the side to move has no legal move.

    ```
    . . K .
    D . . .
    A D . .      the attacker in the corner cannot move: on the attackers' turn the game is a draw
    ```
    """

    def stuck(self, side: Side) -> Outcome:
        """Nobody wins."""
        return Outcome(None, Reason.NO_MOVES)

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.no_moves_draws()

    def sentence(self) -> str:
        """Say the rule."""
        return "The game is a draw when the side to move has no legal move."


@attrs.frozen
class CapturelessLimit:
    """The game ends when so many plays in a row have captured nothing.

    `plays` counts those of both players; `result` says who wins then, as a rule nobody.

    ```
    A . . . K      where 2 plays are too many: the attacker moves, the king moves, and the game is a draw
    ```
    """

    plays: int = attrs.field(validator=attrs.validators.ge(1))
    result: Verdict = attrs.field(default=Verdict.DRAW, converter=Verdict)

    def reached(self, history: History) -> Outcome | None:
        """Look at the last so many plays."""
        if history.reversible < self.plays:
            return None
        there: History | None = history
        for _ in range(self.plays):
            assert there is not None
            # A piece that changed sides was captured, though nothing left the board.
            if there.taken_mask:
                return None
            there = there.previous
        assert history.previous is not None
        return Outcome(self.result.winner(history.previous.position.to_move), Reason.CAPTURELESS)

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.captureless_limit(self.plays, self.result)

    def sentence(self) -> str:
        """Say the rule."""
        return f"After {self.plays} plays without a capture, {self.result.said}."


@attrs.frozen
class TurnLimit:
    """The game ends after so many turns of both players together.

    `turns` counts them from the start of the game, whatever is captured; `result` says who wins then, as a rule nobody.

    ```
    A D . A K      where the limit is 1 turn: the right attacker moves one to the left and captures,
                   and the game is a draw all the same
    ```
    """

    turns: int = attrs.field(validator=attrs.validators.ge(1))
    result: Verdict = attrs.field(default=Verdict.DRAW, converter=Verdict)

    def reached(self, history: History) -> Outcome | None:
        """Count the turns."""
        if history.turns < self.turns or history.previous is None:
            return None
        return Outcome(self.result.winner(history.previous.position.to_move), Reason.MOVE_LIMIT)

    def lower(self, to: Lowering) -> None:
        """Lower the rule to the kernel's own."""
        to.turn_limit(self.turns, self.result)

    def sentence(self) -> str:
        """Say the rule."""
        return f"After {self.turns} turns, {self.result.said}."
