"""The moves of Qirkat as values: a step such as `c2-c3`, or a whole sequence of jumps such as `c3-a5-a3`."""

from __future__ import annotations

from itertools import pairwise

import attrs

from taflkit.errors import NotationError, TaflError
from taflkit.games.qirkat.board import LEAPS, NAMES, NEIGHBOURS, POINTS, SIZE


@attrs.frozen(repr=False, order=True)
class Move:
    """A move: the points that a piece comes to, from the one it leaves.

    Raises:
        TaflError: The points are neither one step along a line nor jumps along lines.
    """

    path: tuple[int, ...]
    """The point of the piece, and every point it comes to."""
    jumped_mask: int = attrs.field(init=False, eq=False, order=False)
    """The points of the pieces that are jumped over; empty for a step."""

    def __attrs_post_init__(self) -> None:
        path = self.path
        if len(path) < 2 or not all(point in POINTS for point in path):
            raise TaflError(f"a move has two or more points, numbers from 0 to {POINTS[-1]}, not {path}")
        jumped = 0
        if len(path) > 2 or path[1] not in NEIGHBOURS[path[0]]:
            for point, landing in pairwise(path):
                over = {leap.over_mask for leap in LEAPS[point] if leap.landing == landing}
                if not over:
                    raise TaflError(f"{NAMES.path_name(path)} is neither a step nor a jump along the lines")
                jumped |= over.pop()
        object.__setattr__(self, "jumped_mask", jumped)

    @property
    def origin(self) -> int:
        """The point that the piece leaves."""
        return self.path[0]

    @property
    def target(self) -> int:
        """The point where the piece ends."""
        return self.path[-1]

    @property
    def is_jump(self) -> bool:
        """Whether the move jumps, once or several times."""
        return self.jumped_mask != 0

    @property
    def is_sideways(self) -> bool:
        """Whether the move is a step within a row."""
        return not self.jumped_mask and self.origin // SIZE == self.target // SIZE

    def __str__(self) -> str:
        """Print as players write it: `c3-a5-a3`."""
        return NAMES.path_name(self.path)

    def __repr__(self) -> str:
        """Print the text and what it is."""
        return f"<Move {self}, {'jump' if self.is_jump else 'step'}>"


def parse_move(text: str) -> Move:
    """The move that a text means, such as `c2-c3` or `c3-a5-a3`.

    White space around it is ignored, and so is letter case. Whether the move is legal depends on the game, see
    `QirkatGame.play`.

    Raises:
        NotationError: The text is not a move, or its points are neither a step nor jumps apart.
    """
    path = read_path(text)
    try:
        return Move(path)
    except TaflError:
        raise NotationError(text.strip(), 4, "one step or jumps along the lines") from None


def read_path(text: str) -> tuple[int, ...]:
    """The points that the text of a move names, two or more.

    Raises:
        NotationError: The text is not a list of points with hyphens between them.
    """
    text = text.strip()
    path = NAMES.read_path(text)
    if len(path) < 2:
        raise NotationError(text, 3, "a hyphen and another point")
    return path
