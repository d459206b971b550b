"""How much of a clock is spent on a move."""

from __future__ import annotations

from typing import Final

import attrs

#: A game is taken to last so many more moves where nobody says how many there are until the next time control.
_MOVES_TO_GO: Final = 30
#: No move takes more than this part of the time that is left, or this many times its fair share.
_MAX_PART, _MAX_SHARES = 0.5, 4.0
#: A new depth is begun only before this part of the fair share is over: it takes longer than all depths before it.
_BEGIN_PART: Final = 0.6
#: The least that a search gets.
_MIN_SECONDS: Final = 0.001


@attrs.frozen
class Clocks:
    """The clocks of a game, in seconds."""

    first: float
    """What is left to the player who moves first in the variant; `wtime` of UCI."""
    second: float
    """What is left to the other player; `btime`."""
    first_increment: float = 0.0
    """What the first player gets for each move."""
    second_increment: float = 0.0
    """What the second player gets for each move."""
    moves_to_go: int | None = None
    """How many moves there are until the next time control, if there is one."""

    def after_move(self, taken: float, *, first: bool) -> Clocks:
        """The clocks after a move.

        Args:
            taken: The seconds that it took.
            first: Whether the first player made it.
        """
        left, increment = (self.first, self.first_increment) if first else (self.second, self.second_increment)
        left = max(0.0, left - taken) + increment
        to_go = None if self.moves_to_go in (None, 1) else self.moves_to_go - 1
        changed = attrs.evolve(self, moves_to_go=to_go)
        return attrs.evolve(changed, first=left) if first else attrs.evolve(changed, second=left)


@attrs.frozen
class Allotment:
    """The time for a move."""

    begin: float
    """No depth is begun after so many seconds."""
    most: float
    """The search is stopped after so many seconds."""

    def begins_depth(self, seconds: float) -> bool:
        """Whether another depth is begun after so many seconds: one that would hardly be completed is not."""
        return seconds <= self.begin


def allot(left: float, increment: float = 0.0, moves_to_go: int | None = None, overhead: float = 0.0) -> Allotment:
    """The time for a move.

    Args:
        left: The seconds on the clock of the player to move.
        increment: The seconds that the player gets for each move.
        moves_to_go: How many moves there are until the next time control.
        overhead: The seconds that passing on a move takes, which are not used.

    Returns:
        Times that never use up the clock, as long as there is more on it than the overhead.
    """
    moves = min(moves_to_go or _MOVES_TO_GO, _MOVES_TO_GO)
    usable = max(_MIN_SECONDS, left - overhead)
    share = usable / moves + 0.8 * increment
    # The last move before a time control may take nearly all that is left.
    part = 0.9 if moves == 1 else _MAX_PART
    most = max(_MIN_SECONDS, min(_MAX_SHARES * share, part * usable))
    return Allotment(min(_BEGIN_PART * share, most), most)
