"""What the tests of the compiled searchers share."""

from __future__ import annotations

from taflkit import Game
from taflkit.search.tafl import TaflKnowledge
from taflkit.search.tafl.kernel_search import KernelAccelerator

#: What has not come back after so many seconds never will.
HANGS = 300
#: The king can get two ways to the edge at once, and so wins in two moves.
TWO_WAYS = """
    . . . B B . . . .
    . . . B . . . . .
    . . . . . . . . .
    . . . . . . . . .
    B B . K . . . B .
    . . . . . . . . .
    . . . . . . . . .
    . . . B . . . . .
    . . . B . . . . .
"""


def accelerator_of(game: Game) -> KernelAccelerator:
    """The compiled search of a game."""
    found = KernelAccelerator.of(game, TaflKnowledge(game.variant), 1)
    assert isinstance(found, KernelAccelerator)
    return found
