"""Scores: evaluations and forced results, on one scale."""

from __future__ import annotations

import attrs

from taflkit.games import Player
from taflkit.kernel.limits import MAX_PLIES_TO_WIN, WIN

__all__ = ["DECIDED", "MAX_PLIES_TO_WIN", "WIN", "Score"]

DECIDED = WIN - MAX_PLIES_TO_WIN
"""A value above this is a forced win, one below its negative a forced loss."""


@attrs.frozen(order=True, repr=False)
class Score:
    """How good a position is for a player: larger is better.

    Scores order by their value. A forced win is larger than any evaluation, and than a forced win that takes longer.
    """

    value: int
    """Hundredths of a man, or a forced result as a distance from `WIN`."""

    side: Player | None = attrs.field(default=None, order=False, eq=False)
    """The player from whose point of view it is, if known."""

    @classmethod
    def win(cls, in_plies: int, side: Player | None = None) -> Score:
        """A forced win whose last move is that many plies away."""
        return cls(WIN - in_plies, side)

    @classmethod
    def loss(cls, in_plies: int, side: Player | None = None) -> Score:
        """A forced loss in that many plies."""
        return cls(in_plies - WIN, side)

    @property
    def win_in(self) -> int | None:
        """The plies to a forced win, `None` if there is none."""
        return WIN - self.value if self.value > DECIDED else None

    @property
    def loss_in(self) -> int | None:
        """The plies to a forced loss, `None` if there is none."""
        return WIN + self.value if self.value < -DECIDED else None

    @property
    def is_exact(self) -> bool:
        """Whether this is a forced result."""
        return self.win_in is not None or self.loss_in is not None

    def __neg__(self) -> Score:
        """The same from the opponent's point of view."""
        return Score(-self.value, self.side.other if self.side is not None else None)

    def for_side(self, side: Player) -> Score:
        """The same from the point of view of a player.

        Raises:
            ValueError: if the score does not say whose it is.
        """
        if self.side is None:
            raise ValueError("this score does not say whose it is")
        return self if side == self.side else -self

    def __str__(self) -> str:
        """Print as `+1.25`, `win in 7` or `loss in 4`, in plies."""
        if self.win_in is not None:
            return f"win in {self.win_in}"
        if self.loss_in is not None:
            return f"loss in {self.loss_in}"
        return f"{self.value / 100:+.2f}"

    def __repr__(self) -> str:
        """Print so that it is told from a text."""
        return f"<Score {self}>"
