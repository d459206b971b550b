"""What happens when a position comes back."""

from __future__ import annotations

import attrs

from taflkit.board import Position
from taflkit.rules.outcome import Outcome, Reason, Verdict
from taflkit.rules.protocols import History


def occurrences(history: History, position: Position, enough: int) -> int:
    """How often the position stands in the history, counting no further than `enough`."""
    sets = position.sets
    found = 0
    there: History | None = history
    for _ in range(history.reversible + 1):
        assert there is not None
        if there.position.sets == sets and there.position == position:
            found += 1
            if found >= enough:
                break
        there = there.previous
    return found


@attrs.frozen
class RepetitionEnds:
    """The game ends when a position occurs for the given time: same pieces, same squares, same side to move."""

    occurrences: int = attrs.field(default=3, validator=attrs.validators.ge(2))
    result: Verdict = attrs.field(default=Verdict.DRAW, converter=Verdict)

    def repeated(self, history: History) -> Outcome | None:
        """Count the newest position in its own history."""
        if not history.seen_before:
            return None
        if occurrences(history, history.position, self.occurrences) < self.occurrences:
            return None
        previous = history.previous
        assert previous is not None
        return Outcome(self.result.winner(previous.position.to_move), Reason.REPETITION)

    @property
    def forbids_moves(self) -> bool:
        """Every move may be made; what comes of it is another matter."""
        return False

    def forbids(self, history: History, reached: Position) -> bool:
        """Nothing is forbidden."""
        return False

    def sentence(self) -> str:
        """Say the rule."""
        end = {
            Verdict.DRAW: "the game is a draw",
            Verdict.MOVER_LOSES: "the side whose move brought it back loses",
            Verdict.MOVER_WINS: "the side whose move brought it back wins",
            Verdict.ATTACKERS_LOSE: "the attackers lose",
            Verdict.DEFENDERS_LOSE: "the defenders lose",
        }[self.result]
        return f"When a position occurs {_TIMES.get(self.occurrences, f'{self.occurrences} times')} in a game, {end}."


_TIMES = {2: "twice", 3: "three times"}


@attrs.frozen
class RepetitionForbidden:
    """A move that would bring back an earlier position of the game is not allowed."""

    def repeated(self, history: History) -> Outcome | None:
        """It cannot come to that."""
        return None

    @property
    def forbids_moves(self) -> bool:
        """Some moves may not be made."""
        return True

    def forbids(self, history: History, reached: Position) -> bool:
        """What has been there before."""
        return bool(occurrences(history, reached, 1))

    def sentence(self) -> str:
        """Say the rule."""
        return "No move may bring back an earlier position of the game."


@attrs.frozen
class RepetitionIgnored:
    """Positions may come back as often as the players like."""

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
        """Say the rule."""
        return "Positions may be repeated without limit."
