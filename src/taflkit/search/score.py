"""Scores: how good a position is for a side, exact where the game is decided."""

from __future__ import annotations

import attrs

from taflkit.board import Side

#: A win at once; each ply further off is worth one less. Evaluations stay far below.
WIN = 1_000_000
#: No game is searched deeper than this, so a score above `WIN - LONGEST` is a win.
LONGEST = 10_000


@attrs.frozen(order=True, repr=False)
class Score:
    """A number from the point of view of `side`: larger is better for it.

    Scores order by their value. A forced win in N plies is more than any evaluation, and more than a longer win.
    """

    value: int
    side: Side | None = attrs.field(default=None, order=False, eq=False)

    @classmethod
    def win(cls, in_plies: int, side: Side | None = None) -> Score:
        """A forced win, the last move of which is that many plies away."""
        return cls(WIN - in_plies, side)

    @classmethod
    def loss(cls, in_plies: int, side: Side | None = None) -> Score:
        """A forced loss in that many plies."""
        return cls(in_plies - WIN, side)

    @property
    def win_in(self) -> int | None:
        """In how many plies the side wins by force, if it does."""
        return WIN - self.value if self.value > WIN - LONGEST else None

    @property
    def loss_in(self) -> int | None:
        """In how many plies the side loses by force, if it does."""
        return WIN + self.value if self.value < LONGEST - WIN else None

    @property
    def is_exact(self) -> bool:
        """Whether the game is decided."""
        return self.win_in is not None or self.loss_in is not None

    def __neg__(self) -> Score:
        """The same from the opponent's point of view."""
        return Score(-self.value, self.side.other if self.side else None)

    def for_side(self, side: Side) -> Score:
        """The same from the point of view of a side."""
        if self.side is None:
            raise ValueError("this score does not say whose it is")
        return self if side is self.side else -self

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
