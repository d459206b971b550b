"""Why a move is not legal: every clause, on a board where it is the first thing wrong."""

from __future__ import annotations

import attrs
import pytest

from taflkit import IllegalMoveError, Piece, Position, Side
from taflkit.board import grid
from taflkit.rules import Reserved, Slide
from tests.drawn import drawn
from tests.rules.boards import MEN_AND_KING, small

VARIANT = small(
    regions={"throne": "centre", "corners": "corners"},
    access=(Reserved("throne", cross="king"), Reserved("corners"), Reserved(("edge",), stop="everyone", cross="men")),
)
PICTURE = """
    . . . . .
    . D . . .
    . . . A .
    . A . K .
    . . . . .
    """


def why(to_move: str, move: str) -> str:
    """Why a move in the drawn position is illegal."""
    game = drawn(VARIANT, to_move, PICTURE)
    parsed = VARIANT.board.grid.parse_move(move)
    with pytest.raises(IllegalMoveError) as refused:
        game.variant.rules.play(game.position, parsed)
    assert refused.value.move is parsed
    assert refused.value.position is game.position
    assert refused.value.game is None
    return refused.value.reason


@pytest.mark.parametrize(
    ("to_move", "move", "reason"),
    [
        ("attackers", "a1-b", "there is no piece on a1"),
        ("attackers", "b4-5", "the defender on b4 is not the attackers' to move"),
        ("attackers", "d2-1", "the king on d2 is not the attackers' to move"),
        ("defenders", "b2-1", "the attacker on b2 is not the defenders' to move"),
        ("attackers", "b2-c3", "c3 is not on a line with b2"),
        ("attackers", "b2-c4", "c4 is not on a line with b2"),
        ("attackers", "b2-b4", "blocked by b4"),
        ("attackers", "b2-b5", "blocked by b4"),
        ("attackers", "b2-e2", "blocked by d2"),
        ("defenders", "b4-b1", "blocked by b2"),
        ("attackers", "d3-c3", "the attacker may not stop on c3 (throne)"),
        ("attackers", "d3-b3", "the attacker may not cross c3 (throne)"),
        ("attackers", "d3-a3", "the attacker may not cross c3 (throne)"),
    ],
)
def test_reason(to_move: str, move: str, reason: str) -> None:
    """The reason names the first thing that is wrong."""
    assert why(to_move, move) == reason


def test_unnamed_square() -> None:
    """A closed square that is in no region is named by itself."""
    variant = small(access=(Reserved("edge"),))
    game = drawn(variant, "attackers", "..... .A... ..... ..... .....".replace(" ", "\n"))
    with pytest.raises(IllegalMoveError, match=r"the attacker may not stop on b5$"):
        game.play("b4-5")


def test_the_edge_may_be_closed_to_cross() -> None:
    """A king who may stop on the edge but not cross it is told so."""
    game = drawn(VARIANT, "defenders", "..... ..... ..... ..... .K...".replace(" ", "\n"))
    with pytest.raises(IllegalMoveError, match=r"the king may not cross c1$"):
        game.play("b1-d")
    assert str(game.play("b1-c").last) == "b1-c1"


def test_another_board() -> None:
    """A move of another board is refused, and both sizes are named."""
    game = drawn(VARIANT, "attackers", PICTURE)
    move = grid(7, 6).parse_move("b2-3")
    assert not game.variant.rules.is_legal(game.position, move)
    with pytest.raises(IllegalMoveError, match="it is a move on a 7x6 board, and this one is 5x5"):
        game.play(move)


def test_another_piece_must_go_on() -> None:
    """While a piece must go on in its turn, no other piece of its side may move."""
    game = drawn(VARIANT, "attackers", PICTURE)
    going_on = attrs.evolve(game.position, going_on_mask=VARIANT.board.grid.mask(["d3"]))
    rules = VARIANT.rules
    move = VARIANT.board.grid.parse_move("b2-1")
    with pytest.raises(IllegalMoveError, match="the piece on d3 must go on"):
        rules.play(going_on, move)
    assert rules.play(going_on, VARIANT.board.grid.parse_move("d3-4")).outcome is None


def test_a_piece_that_moves_otherwise() -> None:
    """A piece that no movement takes there does not move like that."""
    variant = small(movement=(Slide(pieces="men"),))
    game = drawn(variant, "defenders", "..... ..... ..K.. ..... D....".replace(" ", "\n"))
    with pytest.raises(IllegalMoveError, match="the king does not move like that"):
        game.play("c3-4")


def test_kinds_are_named() -> None:
    """A piece with a kind of its own is named by it."""
    knight = Piece(Side.DEFENDERS, "knight", "N")
    variant = small(pieces=(*MEN_AND_KING, knight), access=(Reserved("throne", stop="king"),))
    position: Position = drawn(variant, "defenders", "..... ..... N.... ..... .....".replace(" ", "\n")).position
    move = variant.board.grid.parse_move("a3-c")
    assert variant.rules.why_illegal(position, move) == "the defending knight may not stop on c3 (throne)"
