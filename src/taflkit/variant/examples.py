"""The examples of variant files of any kind of game: facts by which a file proves that it says what it means."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

import attrs

from taflkit.errors import GameOverError, IllegalMoveError, TaflError
from taflkit.variant.description import key
from taflkit.variant.problems import problems_at, variant_error

PositionT = TypeVar("PositionT")
PlayerT = TypeVar("PlayerT")


@attrs.frozen(kw_only=True)
class ExampleKeys:
    """The keys of an example in the files of every kind of game. A kind adds those that speak of its players."""

    says: str = key("the fact, in a sentence")
    position: str | None = key("the board, drawn like `start`; the start position if left out", None)
    before: tuple[str, ...] = key("moves to play first", ())
    move: str = key("the move that shows the rule")
    legal: bool = key("whether the move is legal", True)
    over: bool | None = key("whether the move ends the game", None)


@attrs.frozen
class Example(Generic[PositionT]):
    """A fact about a variant: a position, a move, and what must happen."""

    says: str
    """The fact, as a sentence."""
    position: PositionT
    """Where it begins."""
    before: tuple[str, ...]
    """Moves that are played first."""
    move: str
    """The move that shows the rule."""
    legal: bool = True
    """Whether the move is legal."""
    captures: tuple[str, ...] | None = None
    """The squares where pieces are captured or turned; `None` if the example does not say."""
    over: bool | None = None
    """Whether the game is over after the move; `None` if the example does not say."""
    winner: object | None = None
    """The player who wins if the game is over; `None` for a draw."""
    reason: enum.Enum | None = None
    """Why the game is over; `None` if the example does not say."""


def example_position(
    file: Path, place: str, table: Any, start: PositionT, first: PlayerT, read: Callable[[str, PlayerT], PositionT]
) -> PositionT:
    """Where an example begins: the position that its table draws, with the player `to_move`, or the start.

    Args:
        file: The file, which errors name.
        place: The place of the example in it.
        table: The table, `ExampleKeys` with `to_move`.
        start: The start position of the variant.
        first: Who is to move in it.
        read: Reads a drawn position, given who is to move.

    Raises:
        VariantError: The position cannot be read, or `to_move` stands without one.
    """
    if table.position is None:
        if table.to_move is not None:
            raise variant_error(file, [f"{place}.to_move: goes with a position"])
        return start
    with problems_at(file, f"{place}.position"):
        return read(table.position, table.to_move or first)


def build_example(
    file: Path,
    place: str,
    table: Any,
    taken: str | None,
    position: PositionT,
    check_move: Callable[[str], object],
    check_square: Callable[[str], object],
) -> Example[PositionT]:
    """Build an example from its table: `ExampleKeys`, perhaps with `winner`, `reason` and a key for squares.

    Args:
        file: The file, which errors name.
        place: The place of the example in it.
        table: The table.
        taken: The key that lists the squares where pieces are captured or turned, if there is one.
        position: Where the example begins.
        check_move: Raises a `TaflError` for a text that is no move.
        check_square: Raises a `TaflError` for a text that is no square.

    Raises:
        VariantError: Claims contradict each other, so that they would never be checked, or a text cannot be read.
    """
    claims = {name: getattr(table, name, None) for name in (taken or "", "over", "winner", "reason")}
    for name, claim in claims.items():
        if not table.legal and claim is not None:
            problem = f"{place}.{name}: does not go with legal = false: nothing comes of that move"
            raise variant_error(file, [problem])
    for name in ("winner", "reason"):
        if table.over is False and claims[name] is not None:
            raise variant_error(file, [f"{place}.{name}: does not go with over = false"])
    for step, text in (*((f"before[{n}]", text) for n, text in enumerate(table.before, 1)), ("move", table.move)):
        with problems_at(file, f"{place}.{step}"):
            check_move(text)
    squares, winner, reason = claims[taken or ""], claims["winner"], claims["reason"]
    for number, square in enumerate(squares or (), 1):
        with problems_at(file, f"{place}.{taken}[{number}]"):
            check_square(square)
    return Example(
        says=table.says,
        position=position,
        before=table.before,
        move=table.move,
        legal=table.legal,
        captures=squares,
        over=True if winner is not None or reason is not None else table.over,
        winner=winner,
        reason=reason,
    )


def failed_examples(examples: Sequence[Example[PositionT]], begin: Callable[[Example[PositionT]], object]) -> list[str]:
    """Return a sentence for each example that does not hold.

    Args:
        examples: The examples.
        begin: The game in which an example begins.
    """
    failures = []
    for number, example in enumerate(examples, 1):
        problem = problem_of(example, begin(example))
        if problem is not None:
            failures.append(f"examples[{number}]: {example.says!r} does not hold: {problem}")
    return failures


def problem_of(example: Example[PositionT], game: Any) -> str | None:
    """What happens instead of what an example says, `None` if it holds.

    Args:
        example: The example.
        game: The game in which it begins, a `taflkit.games.RecordedGame`.
    """
    try:
        for move in example.before:
            game = game.play(move)
    except TaflError as error:
        return f"the moves before cannot be played: {error}"
    try:
        after = game.play(example.move)
    except GameOverError as error:
        return str(error)
    except IllegalMoveError as error:
        return str(error) if example.legal else None
    except TaflError as error:
        return str(error)
    if not example.legal:
        return f"{example.move} is legal"
    found = list(map(str, game.captures(example.move)))
    if example.captures is not None and set(found) != set(map(str.lower, example.captures)):
        return f"the move captures {' '.join(found) or 'nothing'}"
    return _wrong_outcome(example, after.outcome)


def _wrong_outcome(example: Example[PositionT], outcome: Any) -> str | None:
    if example.over is None:
        return None
    if outcome is None:
        return "the game goes on" if example.over else None
    if not example.over:
        return f"the game is over: {outcome}"
    if outcome.winner != example.winner or example.reason not in (None, getattr(outcome, "reason", None)):
        return f"{outcome}"
    return None
