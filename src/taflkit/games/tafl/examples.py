"""Whether the examples of a variant hold."""

from __future__ import annotations

from taflkit.board import Position
from taflkit.game import Game
from taflkit.variant import Example, Variant
from taflkit.variant.examples import problem_of


def check_example(variant: Variant, example: Example[Position]) -> str | None:
    """Run an example; return what happens instead of what it says, or `None` if it holds."""
    return problem_of(example, Game(variant, example.position))
