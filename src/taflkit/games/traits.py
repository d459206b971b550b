"""What a game may offer beyond `Playable` so that counting and searching are faster.

A class states a trait by having its method. A subclass that overrides what the trait must agree with, and not the
trait, has not: then the plain way is taken, which is right for every game.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from taflkit.games.kind import MoveT, Playable


def follow(game: Playable[MoveT], move: MoveT) -> Playable[MoveT]:
    """The game after a move from its `legal_moves`, which is not checked again if the class has a method `follow`."""
    cls: type = type(game)
    after: Playable[MoveT] = follower(cls)(game, move)
    return after


@cache
def follower(cls: type) -> Callable[[Any, Any], Any]:
    """The method of a class that plays a legal move: `follow` if it agrees with `play`, which checks, else that."""
    unchecked: Callable[[Any, Any], Any] | None = getattr(cls, "follow", None)
    return unchecked if unchecked is not None and _agrees(cls, "follow", "play") else lambda game, move: game.play(move)


@cache
def move_counter(cls: type) -> Callable[[Any], int] | None:
    """The method `count_moves` of a class if it agrees with `legal_moves`: it counts without making a list."""
    counter: Callable[[Any], int] | None = getattr(cls, "count_moves", None)
    return counter if counter is not None and _agrees(cls, "count_moves", "legal_moves") else None


def _agrees(cls: type, trait: str, plain: str) -> bool:
    """Whether no subclass overrides what a trait agrees with and leaves the trait as it was."""
    for base in cls.__mro__:
        if trait in vars(base):
            return True
        if plain in vars(base):
            return False
    return False
