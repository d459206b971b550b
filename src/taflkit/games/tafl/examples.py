"""Running the examples of variant files, which check that the rules are what the file means."""

from __future__ import annotations

from taflkit.errors import GameOverError, IllegalMoveError, TaflError, check_type
from taflkit.game import Game
from taflkit.variant import Example, Variant


def failed_examples(variant: Variant) -> list[str]:
    """Run the examples of a variant; return a sentence for each that fails."""
    check_type(variant, Variant, "a Variant, such as load_variant returns")
    failures = []
    for number, example in enumerate(variant.examples, 1):
        problem = check_example(variant, example)
        if problem is not None:
            failures.append(f"examples[{number}]: {example.says!r} does not hold: {problem}")
    return failures


def check_example(variant: Variant, example: Example) -> str | None:
    """Run an example; return what happens instead of what it says, or `None` if it holds."""
    try:
        game = Game(variant, example.position).play_all(example.before)
    except TaflError as error:
        return f"the moves before cannot be played: {error}"
    try:
        after = game.play(example.move)
    except GameOverError as error:
        return str(error)
    except IllegalMoveError as error:
        return None if not example.legal else str(error)
    except TaflError as error:
        return str(error)
    if not example.legal:
        return f"{example.move} is legal"
    return _check_captures(example, after) or _check_outcome(example, after)


def _check_captures(example: Example, after: Game) -> str | None:
    if example.captures is None or after.last is None:
        return None
    try:
        expected = after.variant.board.grid.mask(example.captures)
    except TaflError as error:
        return str(error)
    if after.last.taken_mask == expected:
        return None
    return f"the move captures {' '.join(str(c.square) for c in after.last.captured) or 'nothing'}"


def _check_outcome(example: Example, after: Game) -> str | None:
    outcome = after.outcome
    if example.over is None:
        return None
    if outcome is None:
        return "the game goes on" if example.over else None
    if not example.over:
        return f"the game is over: {outcome}"
    if outcome.winner is not example.winner or example.reason not in (None, outcome.reason):
        return f"{outcome}"
    return None
