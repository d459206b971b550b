"""Games and rules as engines see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from taflkit import Game, Rules
from taflkit.kernel import in_python, runner_for
from taflkit.kernel.encoding import EncodedLine
from taflkit.kernel.python_runner import PythonState

if TYPE_CHECKING:
    from taflkit.kernel._native import Kernel


def kernel_of(rules: Rules) -> Kernel | None:
    """The compiled kernel of some rules, `None` where they run in Python."""
    return getattr(runner_for(rules), "kernel", None)


def line_of(game: Game) -> EncodedLine:
    """A game as the kernel takes it."""
    return runner_for(game.variant.rules).line(game._state)


def history_of(game: Game) -> PythonState:
    """The past of a game as strategies see it."""
    rules = game.variant.rules
    state = PythonState(rules, game.start, rules.outcome(game.start), game.move_limit)
    for move in game.moves:
        state = state.follow(move)
    return state


def game_in_python(game: Game) -> Game:
    """The same game, played in Python."""
    variant = attrs.evolve(game.variant, rules=in_python(game.variant.rules))
    plain = Game(variant, game.start, move_limit=game.move_limit)
    for move in game.moves:
        plain = plain.follow(move)
    return plain
