"""How pieces move, and what is closed to them."""

from __future__ import annotations

import pytest

from taflkit import ATTACKER, DEFENDER, KING
from taflkit.rules import Reserved, Slide
from tests.drawn import drawn
from tests.rules.boards import listed, small, targets

OPEN = """
    . . . . .
    . . . . .
    x . . . .
    . . . . .
    . . . . .
    """
BY_LETTER = pytest.mark.parametrize(("letter", "side"), [("A", "attackers"), ("D", "defenders"), ("K", "defenders")])
COLUMN = "a1 a2 a4 a5 "


class TestSlide:
    """Pieces slide along rows and columns."""

    @BY_LETTER
    def test_everyone(self, letter: str, side: str) -> None:
        """Unless it names pieces, everyone slides."""
        assert targets(drawn(small(), side, OPEN.replace("x", letter)), "a3") == COLUMN + "b3 c3 d3 e3"

    def test_named_pieces_only(self) -> None:
        """Pieces that no movement names cannot move."""
        variant = small(movement=(Slide(pieces="king"),))
        picture = """
            . . . . .
            . D . K .
            . . . . .
            . A . . .
            . . . . .
            """
        assert targets(drawn(variant, "defenders", picture), "b4") == ""
        assert targets(drawn(variant, "defenders", picture), "d4") == "c4 d1 d2 d3 d5 e4"
        assert not drawn(variant, "attackers", picture).legal_moves

    def test_two_movements_are_united(self) -> None:
        """A kind of piece moves as any of the movements that name it allows."""
        variant = small(movement=(Slide(pieces="king"), Slide(pieces=("defenders", "attackers"))))
        assert targets(drawn(variant, "defenders", OPEN.replace("x", "D")), "a3") == COLUMN + "b3 c3 d3 e3"
        assert targets(drawn(variant, "attackers", OPEN.replace("x", "A")), "a3") == COLUMN + "b3 c3 d3 e3"

    def test_targets_in_a_position(self) -> None:
        """Asked about a position, it answers with the empty squares in reach; about an empty square, with none."""
        variant = small()
        position = drawn(variant, "attackers", "..... ..D.. A.... ..... .....".replace(" ", "\n")).position
        grid = variant.board.grid
        everywhere = grid.everywhere_mask
        assert listed(variant, Slide().targets(position, 10, everywhere)) == COLUMN + "b3 c3 d3 e3"
        assert listed(variant, Slide().targets(position, 10, everywhere ^ grid.mask(["c3"]))) == COLUMN + "b3 c3"
        assert listed(variant, Slide().targets(position, 17, everywhere)) == "a4 b4 c1 c2 c3 c5 d4 e4"
        assert Slide().targets(position, 0, everywhere) == 0


class TestReserved:
    """Only some pieces may stop on an area, and only some may cross it."""

    @pytest.mark.parametrize(
        ("rule", "attacker", "defender", "king"),
        [
            # The squares of row 3 that a piece on a3 can go to; the throne is c3.
            (Reserved("throne"), "b3 d3 e3", "b3 d3 e3", "b3 c3 d3 e3"),
            (Reserved("throne", cross="king"), "b3", "b3", "b3 c3 d3 e3"),
            (Reserved("throne", stop="everyone", cross="king"), "b3 c3", "b3 c3", "b3 c3 d3 e3"),
            (Reserved("throne", stop="everyone", cross=()), "b3 c3", "b3 c3", "b3 c3"),
            (Reserved("throne", stop=(), cross=()), "b3", "b3", "b3"),
            (Reserved("throne", stop=(), cross="everyone"), "b3 d3 e3", "b3 d3 e3", "b3 d3 e3"),
            (Reserved("throne", stop="defenders", cross="attackers"), "b3 d3 e3", "b3 c3", "b3"),
            (Reserved("throne", stop=("king", "defenders"), cross=("king", "defenders")), "b3", *["b3 c3 d3 e3"] * 2),
            (Reserved("throne", stop="men", cross="men"), "b3 c3 d3 e3", "b3 c3 d3 e3", "b3"),
        ],
        ids=repr,
    )
    def test_who_may_stop_and_cross(self, rule: Reserved, attacker: str, defender: str, king: str) -> None:
        """A piece stops on the area, crosses it, does both or neither, as its kind is named."""
        variant = small(access=(rule,))
        for letter, side, row in [
            ("A", "attackers", attacker),
            ("D", "defenders", defender),
            ("K", "defenders", king),
        ]:
            assert targets(drawn(variant, side, OPEN.replace("x", letter)), "a3") == COLUMN + row

    def test_several_areas(self) -> None:
        """An area may be several regions together."""
        variant = small(
            regions={"throne": "centre", "corners": "corners"},
            access=(Reserved(("throne", "corners"), cross="king"),),
        )
        assert targets(drawn(variant, "attackers", OPEN.replace("x", "A")), "a3") == "a2 a4 b3"
        assert targets(drawn(variant, "defenders", OPEN.replace("x", "K")), "a3") == COLUMN + "b3 c3 d3 e3"

    def test_restrictions_add_up(self) -> None:
        """What any of several restrictions closes is closed."""
        variant = small(
            regions={"throne": "centre", "corners": "corners"},
            access=(Reserved("throne"), Reserved("corners", cross="king")),
        )
        assert targets(drawn(variant, "attackers", OPEN.replace("x", "A")), "a3") == "a2 a4 b3 d3 e3"
        closed = (Reserved("throne", stop="everyone", cross="king"), Reserved("corners", stop="king"))
        for access in (closed, closed[::-1]):
            variant = small(regions={"throne": "centre", "corners": "corners"}, access=access)
            assert targets(drawn(variant, "attackers", OPEN.replace("x", "A")), "a3") == "a2 a4 b3 c3"

    def test_leaving_a_closed_square(self) -> None:
        """A piece that stands on an area closed to it may leave it."""
        variant = small(access=(Reserved("throne", cross="king"),))
        game = drawn(variant, "attackers", "..... ..... ..A.. ..... .....".replace(" ", "\n"))
        assert targets(game, "c3") == "a3 b3 c1 c2 c4 c5 d3 e3"

    def test_closed_squares(self) -> None:
        """It answers with the whole area for pieces it is closed to, and with nothing for the others."""
        variant = small()
        rule = Reserved(("throne", "beside throne"), stop="king", cross="attackers")
        area = "b3 c2 c3 c4 d3"
        stop = [listed(variant, rule.closed_to_stop(variant.board, piece, 0)) for piece in (ATTACKER, DEFENDER, KING)]
        cross = [listed(variant, rule.closed_to_cross(variant.board, piece, 0)) for piece in (ATTACKER, DEFENDER, KING)]
        assert stop == [area, area, ""]
        assert cross == ["", area, area]
