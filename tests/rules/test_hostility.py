"""Which squares are hostile to whom."""

from __future__ import annotations

import pytest

from taflkit import ATTACKER, DEFENDER, KING, Piece, Side
from taflkit.rules import Area, BesetKing, EmptyArea, Enemies
from taflkit.rules.protocols import Hostility
from tests.drawn import drawn
from tests.rules.boards import MEN_AND_KING, listed, small

KNIGHT = Piece(Side.DEFENDERS, "knight", "N")
BATTLE = """
    A . . . N
    . . . . .
    . A K D .
    . . . . .
    D . . . A
    """


def hostile(to: Piece, picture: str, *rules: Hostility) -> str:
    """The squares hostile to a kind of piece on a drawn board with a throne in the middle and corners."""
    regions = {"throne": "centre", "corners": "corners"}
    variant = small(regions=regions, pieces=(*MEN_AND_KING, KNIGHT), hostility=rules)
    return listed(variant, variant.rules.hostile_to(to)(drawn(variant, "attackers", picture).position))


class TestEnemies:
    """A square is hostile if an armed enemy stands on it."""

    @pytest.mark.parametrize(
        ("armed", "to_attackers", "to_defenders"),
        [
            ("everyone", "a1 c3 d3 e5", "a5 b3 e1"),
            ("men", "a1 d3 e5", "a5 b3 e1"),
            ("king", "c3", ""),
            ("attackers", "", "a5 b3 e1"),
            ("defenders", "a1 d3 e5", ""),
            ("knight", "e5", ""),
            (("king", "knight"), "c3 e5", ""),
            ((), "", ""),
        ],
    )
    def test_armed(self, armed: str | tuple[str, ...], to_attackers: str, to_defenders: str) -> None:
        """Only enemies of the kinds that are armed count, and friends never do."""
        rule = Enemies(armed=armed)
        assert hostile(ATTACKER, BATTLE, rule) == to_attackers
        for piece in (DEFENDER, KING, KNIGHT):
            assert hostile(piece, BATTLE, rule) == to_defenders


class TestEmptyArea:
    """An area is hostile while it is empty."""

    EMPTY = """
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        """

    @pytest.mark.parametrize(
        ("to", "hostile_to"),
        [
            ("everyone", {"A", "D", "K", "N"}),
            ("men", {"A", "D", "N"}),
            ("attackers", {"A"}),
            ("defenders", {"D", "N"}),
            ("king", {"K"}),
            (("king", "attackers"), {"A", "K"}),
            ((), set()),
        ],
    )
    def test_to_whom(self, to: str | tuple[str, ...], hostile_to: set[str]) -> None:
        """It is hostile to the pieces named and to nobody else."""
        pieces = (*MEN_AND_KING, KNIGHT)
        found = {piece.letter: hostile(piece, self.EMPTY, EmptyArea("throne", to=to)) for piece in pieces}
        assert found == {piece.letter: "c3" if piece.letter in hostile_to else "" for piece in pieces}

    @pytest.mark.parametrize("letter", ["A", "D", "K", "N"])
    def test_not_while_occupied(self, letter: str) -> None:
        """A square of the area is not hostile while anyone stands on it; the others are."""
        picture = f"..... ..... ..{letter}.. ..... {letter}....".replace(" ", "\n")
        for piece in (*MEN_AND_KING, KNIGHT):
            assert hostile(piece, picture, EmptyArea("throne")) == ""
            assert hostile(piece, picture, EmptyArea(("throne", "corners"))) == "a5 e1 e5"


class TestArea:
    """An area is hostile whether it is empty or not."""

    @pytest.mark.parametrize("letter", ["A", "D", "K", "N", "."])
    def test_whoever_stands_there(self, letter: str) -> None:
        """It is hostile to the pieces named, whoever stands on it."""
        picture = f"..... ..... ..{letter}.. ..... .....".replace(" ", "\n")
        rule = Area(("throne", "corners"), to=("king", "attackers"))
        found = [hostile(piece, picture, rule) for piece in (ATTACKER, DEFENDER, KING, KNIGHT)]
        assert found == ["a1 a5 c3 e1 e5", "", "a1 a5 c3 e1 e5", ""]
        assert hostile(DEFENDER, picture, Area("throne")) == "c3"


class TestBesetKing:
    """An area is hostile while a king stands on it with enough enemies around him."""

    AROUND = """
        . . . . .
        . . 1 . .
        . 2 K 3 .
        . . 4 . .
        . . . . .
        """

    def picture(self, attackers: int) -> str:
        """The king with so many attackers around him."""
        drawing = self.AROUND
        for number in range(1, 5):
            drawing = drawing.replace(str(number), "A" if number <= attackers else ".")
        return drawing

    @pytest.mark.parametrize("enough", [1, 2, 3, 4])
    @pytest.mark.parametrize("attackers", [0, 1, 2, 3, 4])
    def test_how_many(self, enough: int, attackers: int) -> None:
        """The throne is hostile to the king's men from the number of enemies that is enough."""
        rule = BesetKing("throne", enemies=enough)
        assert hostile(DEFENDER, self.picture(attackers), rule) == ("c3" if attackers >= enough else "")

    def test_three_unless_it_says_otherwise(self) -> None:
        """Three enemies are enough unless another number is given."""
        assert hostile(DEFENDER, self.picture(2), BesetKing("throne")) == ""
        assert hostile(DEFENDER, self.picture(3), BesetKing("throne")) == "c3"

    def test_to_the_king_s_men_unless_it_says_otherwise(self) -> None:
        """It is hostile to the king's men alone, unless others are named."""
        found = [hostile(piece, self.picture(4), BesetKing("throne")) for piece in (ATTACKER, DEFENDER, KING, KNIGHT)]
        assert found == ["", "c3", "", "c3"]
        assert hostile(ATTACKER, self.picture(4), BesetKing("throne", to="everyone")) == "c3"
        assert hostile(DEFENDER, self.picture(4), BesetKing("throne", to="attackers")) == ""

    def test_only_in_the_area(self) -> None:
        """A king outside the area makes nothing hostile, however beset."""
        assert hostile(DEFENDER, self.picture(4), BesetKing("corners")) == ""
        assert hostile(DEFENDER, self.picture(4), BesetKing(("corners", "throne"))) == "c3"

    def test_only_a_king(self) -> None:
        """A man on the area makes nothing hostile."""
        assert hostile(DEFENDER, self.picture(4).replace("K", "D"), BesetKing("throne")) == ""

    def test_his_own_men_do_not_count(self) -> None:
        """The king's own men around him do not beset him."""
        assert hostile(DEFENDER, self.picture(4).replace("A", "D", 2), BesetKing("throne")) == ""

    def test_each_king_for_himself(self) -> None:
        """Of two kings only the beset one's square is hostile."""
        picture = """
            K A . . .
            A . . . .
            . . . . .
            . . . . A
            . . . . K
            """
        assert hostile(DEFENDER, picture, BesetKing("corners", enemies=2)) == "a5"
        assert hostile(DEFENDER, picture, BesetKing("corners", enemies=1)) == "a5 e1"


class TestUnion:
    """The squares hostile to a piece are the union of what each rule says."""

    def test_union(self) -> None:
        """Enemies and empty areas are hostile together."""
        assert hostile(ATTACKER, BATTLE, Enemies(), EmptyArea("corners")) == "a1 c3 d3 e5"
        assert hostile(DEFENDER, BATTLE.replace("N", "."), Enemies(), EmptyArea("corners")) == "a5 b3 e1 e5"

    def test_none(self) -> None:
        """Without any rule nothing is hostile."""
        assert hostile(ATTACKER, BATTLE) == ""
