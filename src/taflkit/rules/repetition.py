"""Repetition: what happens when a position comes back."""

from __future__ import annotations

import attrs

from taflkit.board import Position
from taflkit.rules.fields import whole
from taflkit.rules.play import Outcome, Reason, Verdict
from taflkit.rules.protocols import History
from taflkit.rules.traits import RepetitionTraits


def occurrences(history: History, position: Position, enough: int) -> int:
    """How often the position stands in the history, counting no further than `enough`."""
    sets = position.kind_masks
    found = 0
    there: History | None = history
    for _ in range(history.reversible + 1):
        assert there is not None
        if there.position.kind_masks == sets and there.position == position:
            found += 1
            if found >= enough:
                break
        there = there.previous
    return found


def occurrences_of_images(history: History, position: Position, enough: int) -> int:
    """The same as `occurrences`, for the position or any of its images under the symmetries of the board."""
    images = {position.transformed(symmetry).kind_masks for symmetry in position.board.geometry.symmetries}
    found = 0
    there: History | None = history
    for _ in range(history.reversible + 1):
        assert there is not None
        if there.position.kind_masks in images and there.position.to_move is position.to_move:
            found += not there.position.going_on_mask
            if found >= enough:
                break
        there = there.previous
    return found


@attrs.frozen
class RepetitionEnds:
    """The game ends when a position occurs for the given time: same pieces, same squares, same side to move.

    `occurrences` is that time, the first one counted; `result` says who wins then, as a rule nobody. With `symmetric`,
    positions that lie on each other when the board is turned or mirrored are the same.

    ```
    A . . . K      the attacker moves one to the right, the king one to the left, and both go back:
                   the position has occurred twice; when they have done so again, three times
    ```
    """

    occurrences: int = attrs.field(default=3, validator=[whole, attrs.validators.ge(2)])
    """At which occurrence of a position the game ends, the first one counted."""
    result: Verdict = attrs.field(default=Verdict.DRAW, converter=Verdict)
    """Who wins then."""
    symmetric: bool = False
    """Whether positions count as the same that differ by a rotation or reflection of the board."""

    @property
    def traits(self) -> RepetitionTraits:
        """The occurrence and the result are the whole rule, unless images of a position count as well."""
        ends_after = None if self.symmetric else (self.occurrences, self.result)
        return RepetitionTraits(ends_after=ends_after, only_occurrences=True)

    def repeated(self, history: History) -> Outcome | None:
        """Count the newest position in its own history."""
        if history.position.going_on_mask:
            return None  # The turn is not over yet.
        if self.symmetric:
            found = occurrences_of_images(history, history.position, self.occurrences)
        elif history.seen_before:
            found = occurrences(history, history.position, self.occurrences)
        else:
            return None
        if found < self.occurrences:
            return None
        previous = history.previous
        assert previous is not None
        return Outcome(self.result.winner(previous.position.to_move), Reason.REPETITION)

    @property
    def forbids_moves(self) -> bool:
        """Every move may be made."""
        return False

    def forbids(self, history: History, reached: Position) -> bool:
        """Nothing is forbidden."""
        return False

    def sentence(self) -> str:
        """Describe the rule."""
        times = _TIMES.get(self.occurrences, f"{self.occurrences} times")
        alike = ", or its mirror image or turned round," if self.symmetric else ""
        return f"When a position{alike} occurs {times} in a game, {self.result.said}."


_TIMES = {2: "twice", 3: "three times"}


@attrs.frozen
class RepetitionForbidden:
    """A move that would bring back an earlier position of the game is not allowed.

    ```
    A . . . K      the attacker moves one to the right, the king one to the left, the attacker back:
                   now the king may not go back
    ```
    """

    traits = RepetitionTraits(only_occurrences=True)

    def repeated(self, history: History) -> Outcome | None:
        """Never ends the game: what is forbidden cannot happen."""
        return None

    @property
    def forbids_moves(self) -> bool:
        """Some moves may not be made."""
        return True

    def forbids(self, history: History, reached: Position) -> bool:
        """What has been there before."""
        return bool(occurrences(history, reached, 1))

    def sentence(self) -> str:
        """Describe the rule."""
        return "No move may bring back an earlier position of the game."


@attrs.frozen
class RepetitionIgnored:
    """Positions may come back as often as the players like.

    ```
    A . . . K      the attacker and the king may go to and fro for ever
    ```
    """

    traits = RepetitionTraits(ignored=True)

    def repeated(self, history: History) -> Outcome | None:
        """Never ends the game."""
        return None

    @property
    def forbids_moves(self) -> bool:
        """Every move may be made."""
        return False

    def forbids(self, history: History, reached: Position) -> bool:
        """Nothing is forbidden."""
        return False

    def sentence(self) -> str:
        """Describe the rule."""
        return "Positions may be repeated without limit."
