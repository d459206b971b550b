"""An argument of a wrong type is refused where it is handed in, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from taflkit import ATTACKER, Board, Geometry, Move, Piece, Position, Side, Square, SquareSet
from taflkit.board import grid

GRID = grid(9, 9)
BOARD = Board(Geometry.build(9, 9))
POSITION = BOARD.position({"e5": ATTACKER}, Side.ATTACKERS)
#: What no function here takes, typed so that it may be handed to any.
NUMBER: Any = 5
NOTHING: Any = None
TEXT: Any = "e5"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: Square(TEXT, 4), "expected the column and the row of a square as numbers .*, not str 'e5'"),
        (lambda: Square.parse(NUMBER), "expected the text of a square such as 'e5', not int 5"),
        (lambda: Move.parse(NUMBER, GRID), "expected the text of a move such as 'e5-e8', not int 5"),
        (lambda: grid(TEXT, 9), "expected the width of a board as a number, not str 'e5'"),
        (lambda: GRID.index(TEXT), "expected a Square, not str 'e5'"),
        (lambda: GRID.mask(NUMBER), r"expected several squares, such as \['e5', 'e6'\], not int 5"),
        (lambda: GRID.mask(TEXT), r"expected several squares, such as \['e5', 'e6'\], not str 'e5'"),
        (lambda: GRID.mask([NUMBER]), "expected a Square, not int 5"),
        (lambda: GRID.move(NUMBER, "e5"), "expected a Square, not int 5"),
        (lambda: GRID.parse_move(NOTHING), "expected the text of a move such as 'e5-e8', not NoneType None"),
        (lambda: SquareSet(NUMBER), "expected a grid, such as .*, not int 5"),
        (lambda: SquareSet(GRID, TEXT), "expected a mask .*, not str 'e5'"),
        (lambda: Geometry(NUMBER), "expected a grid .*, not int 5"),
        (lambda: Geometry.build(9, 9, throne=NUMBER), "expected several squares, .* not int 5"),
        (lambda: BOARD.geometry.squares(NUMBER), "expected the name of a region, not int 5"),
        (lambda: Piece(TEXT, "man", "A"), "expected a Side, such as Side.ATTACKERS, not str 'e5'"),
        (lambda: Piece(Side.ATTACKERS, NUMBER, "A"), "expected the kind and the letter of a piece as texts, not int 5"),
        (lambda: Board(NUMBER), "expected a Geometry, .* not int 5"),
        (lambda: Board(BOARD.geometry, (TEXT,)), "expected a Piece, not str 'e5'"),
        (lambda: BOARD.parse(NOTHING, Side.ATTACKERS), "expected the picture of a board as a text, not NoneType None"),
        (lambda: BOARD.position(TEXT, Side.ATTACKERS), "expected a mapping from squares to pieces .*, not str 'e5'"),
        (lambda: BOARD.position({"e5": TEXT}, Side.ATTACKERS), "expected the Piece on e5, not str 'e5'"),
        (lambda: BOARD.position({}, TEXT), "expected the side to move as a Side, .* not str 'e5'"),
        (lambda: Position(NUMBER, (), Side.ATTACKERS), "expected a Board, .* not int 5"),
        (lambda: POSITION[NUMBER], "expected a Square, not int 5"),
        (lambda: POSITION.side_mask(TEXT), "expected a Side, such as Side.ATTACKERS, not str 'e5'"),
        (lambda: POSITION.transformed(TEXT), "expected a symmetry, .* not str 'e5'"),
    ],
)
def test_a_wrong_type_is_refused(call: Callable[[], object], sentence: str) -> None:
    """The error says what is expected and what was handed in."""
    with pytest.raises(TypeError, match=sentence):
        call()


def test_a_long_value_is_cut_short() -> None:
    """The error shows no more than the beginning of what was handed in."""
    with pytest.raises(TypeError) as caught:
        Square.parse(["e5"] * 1000)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 150
