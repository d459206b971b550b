"""An argument of a wrong type is refused where it is handed in, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from taflkit import render, start

GAME = start("brandubh")
NUMBER: Any = 5
TEXT: Any = "brandubh"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: render.svg(TEXT), "expected a Game or a Position to draw, not str 'brandubh'"),
        (lambda: render.text(TEXT), "expected a Game or a Position to draw, not str 'brandubh'"),
        (lambda: render.svg(GAME.variant), "expected a Game or a Position to draw, not Variant"),  # type: ignore[arg-type]
        (lambda: render.svg(GAME, highlights=NUMBER), "expected several squares or moves to show, .*, not int 5"),
        (lambda: render.text(GAME, highlights=NUMBER), "expected several squares or moves to show, .*, not int 5"),
        (lambda: render.svg(GAME, highlights=[NUMBER]), "expected a Square, not int 5"),
        (lambda: render.svg(GAME, arrows=[NUMBER]), "expected a move to show, .*, not int 5"),
        (lambda: render.svg(GAME, last_move=NUMBER), "expected a move to show, .*, not int 5"),
        (lambda: render.svg(GAME, title=NUMBER), "expected the title and the description .*, not int 5"),
    ],
)
def test_a_wrong_type_is_refused(call: Callable[[], object], sentence: str) -> None:
    """The error says what is expected and what was handed in."""
    with pytest.raises(TypeError, match=sentence):
        call()
