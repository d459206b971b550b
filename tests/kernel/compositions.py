"""Random rules in which every strategy that the kernel knows meets every other, wherever it may stand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from taflkit import Board, Side, Variant
from taflkit.rules import (
    Area,
    Berserk,
    BesetKing,
    ByArea,
    Custodial,
    Edge,
    EmptyArea,
    Enemies,
    Jump,
    JumpCapture,
    Shieldwall,
    Slide,
    Surrounded,
)
from taflkit.testing import RECIPES, variants

_maybe = st.booleans()


def _names(draw: DrawFn, board: Board) -> tuple[str, ...]:
    return tuple(draw(st.lists(st.sampled_from(board.names), min_size=1, max_size=2, unique=True)))


def _area(draw: DrawFn, board: Board) -> tuple[str, ...]:
    return tuple(draw(st.lists(st.sampled_from(board.geometry.names), min_size=1, max_size=2, unique=True)))


def _several(draw: DrawFn, recipes: list[Any], most: int) -> Iterator[Any]:
    for recipe in draw(st.lists(st.sampled_from(recipes), max_size=most)):
        yield recipe()


def _movement(draw: DrawFn, board: Board) -> Iterator[object]:
    """Pieces that slide in no, one or two ways, and leap in as many; some of each side move in some way."""
    distances = st.sampled_from([None, 1, 2, 4])
    found: list[Any] = [Slide()] if draw(st.integers(0, 3)) else []
    found += _several(draw, [lambda: Slide(_names(draw, board), draw(distances))], 2)
    found += _several(
        draw,
        [lambda: Jump(_names(draw, board), _names(draw, board), _area(draw, board) if draw(_maybe) else ())],
        2,
    )
    # A side that never moves cannot begin: drawing rules again and again would take longer than comparing them.
    for side in Side:
        own = [piece for piece in board.pieces if piece.side is side]
        if not any(piece.is_one_of(movement.pieces) for piece in own for movement in found):
            found.append(Slide(side.value))
    return iter(found)


def hostility(draw: DrawFn, board: Board) -> Iterator[Any]:
    """Any number of hostile things, to anyone."""
    if draw(st.integers(0, 3)):
        yield Enemies()
    recipes = [
        lambda: Enemies(_names(draw, board)),
        lambda: EmptyArea(_area(draw, board), _names(draw, board)),
        lambda: Area(_area(draw, board), _names(draw, board)),
        lambda: Edge(_names(draw, board)),
        lambda: BesetKing(_area(draw, board), draw(st.integers(1, 4)), _names(draw, board)),
    ]
    yield from _several(draw, recipes, 4)


def _capture(draw: DrawFn, board: Board, depth: int = 2) -> Any:
    """One way of capture, which may be another in each of several areas."""
    recipes: list[Callable[[], Any]] = [
        lambda: Custodial(_names(draw, board), ("everyone",) if draw(_maybe) else _names(draw, board)),
        lambda: Custodial(_names(draw, board), hostility=tuple(hostility(draw, board))),
        lambda: Surrounded(_names(draw, board), draw(st.integers(2, 4))),
        lambda: Shieldwall(
            _names(draw, board),
            _area(draw, board) if draw(_maybe) else (),
            draw(_maybe),
            ("everyone",) if draw(_maybe) else _names(draw, board),
        ),
        lambda: JumpCapture(_names(draw, board)),
    ]
    recipes.append(lambda: draw(st.sampled_from(list(RECIPES["captures"](draw, board)))))
    if depth:
        recipes.append(lambda: ByArea(_area(draw, board), *(_capture(draw, board, depth - 1) for _ in range(2))))
    return draw(st.sampled_from(recipes))()


def captures(draw: DrawFn, board: Board) -> Iterator[object]:
    """Ways of capture, as a rule the usual one among them."""
    if draw(st.integers(0, 3)):
        yield Custodial()
    yield from _several(draw, [lambda: _capture(draw, board)], 2)


def _king(draw: DrawFn, board: Board) -> Iterator[object]:
    yield from _several(draw, [Surrounded, lambda: Custodial("king"), lambda: _capture(draw, board, 1)], 1)


def compositions() -> SearchStrategy[Variant]:
    """Random variants as those of `taflkit.testing`, and others that are stranger still."""
    strange = variants(
        movement=_movement,
        hostility=hostility,
        captures=captures,
        king=_king,
        turn=lambda draw, board: Berserk(_area(draw, board)) if draw(_maybe) else Berserk(),
    )
    quiet = variants(movement=_movement, hostility=hostility, captures=captures, king=_king)
    return variants() | quiet | strange
