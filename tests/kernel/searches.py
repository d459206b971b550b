"""What the tests of the compiled searchers share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from taflkit import Game
from taflkit.search.tafl import TaflKnowledge

if TYPE_CHECKING:
    from taflkit.kernel.searches import KernelSearch

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


def search_of(game: Game) -> KernelSearch:
    """A compiled search of a game, with an empty table."""
    runner = TaflKnowledge(game.variant).search_runner(game)
    assert not isinstance(runner, str)
    return runner.begin(game, 1)
