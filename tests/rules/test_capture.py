"""What a move captures, by each way of capture on its own."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from taflkit import Board, Move, Piece, Position, Side, Variant
from taflkit.rules import BesetKing, ByArea, Custodial, EmptyArea, Enemies, Surrounded
from taflkit.rules.protocols import Capture, Composition
from taflkit.rules.traits import CaptureTraits, traits_of
from tests.drawn import captured, drawn
from tests.rules.boards import MEN_AND_KING, small

KNIGHT = Piece(Side.DEFENDERS, "knight", "N")


def capturing(*captures: object, hostility: tuple[object, ...] = (Enemies(),)) -> Variant:
    """A game on a small board with these ways of capture."""
    return small(captures=captures, hostility=hostility, pieces=(*MEN_AND_KING, KNIGHT))


@attrs.frozen
class HostileEdge:
    """Everything off the board is hostile to everyone."""

    def against(self, board: Board, victim: Piece) -> Callable[[Position], int]:
        """What is off the board has a bit of its own."""
        return lambda after: board.grid.outside_mask


@attrs.frozen
class Lightning:
    """Every move of the other side takes whoever stands on one square, wherever the move leads."""

    square: str

    def captor(self, rules: Composition) -> Callable[[Position, Move], int]:
        """Whatever stands there, if it is not of the side that moved."""
        strikes = rules.board.grid.mask([self.square])
        return lambda after, move: strikes & after.side_mask(after.to_move)


class TestCustodial:
    """A piece is captured between the enemy that moves beside it and a hostile square."""

    #: On a1 stands one to whom nothing ever happens.
    ROW = """
        . . . . .
        . . . . .
        x y . . x
        . . . . .
        y . . . .
        """

    @pytest.mark.parametrize(
        ("victims", "taken"),
        [
            ("men", "ADN"),
            ("everyone", "ADKN"),
            ("king", "K"),
            ("attackers", "A"),
            ("defenders", "DN"),
            ("knight", "N"),
            (("king", "knight"), "KN"),
            ((), ""),
        ],
    )
    def test_victims(self, victims: str | tuple[str, ...], taken: str) -> None:
        """Only the kinds named can be captured so."""
        variant = capturing(Custodial(victims=victims))
        for victim in "ADKN":
            mover, side = ("D", "defenders") if victim == "A" else ("A", "attackers")
            game = drawn(variant, side, self.ROW.replace("x", mover).replace("y", victim))
            assert captured(game, "e3-c") == ("b3" if victim in taken else "")

    @pytest.mark.parametrize(
        ("by", "movers"),
        [
            ("everyone", "ADKN"),
            ("men", "ADN"),
            ("king", "K"),
            ("attackers", "A"),
            ("defenders", "DN"),
            ("knight", "N"),
            (("king", "attackers"), "AK"),
            ((), ""),
        ],
    )
    def test_by(self, by: str | tuple[str, ...], movers: str) -> None:
        """Only the kinds named capture by moving; whoever is armed helps by standing still."""
        variant = capturing(Custodial(victims="everyone", by=by))
        for mover in "ADKN":
            helper, victim, side = ("A", "D", "attackers") if mover == "A" else ("D", "A", "defenders")
            picture = self.ROW.replace("x", helper, 1).replace("x", mover).replace("y", victim)
            assert captured(drawn(variant, side, picture), "e3-c") == ("b3" if mover in movers else "")

    def test_an_unarmed_piece_is_no_anvil(self) -> None:
        """Where the king is unarmed, nothing is captured against him, though he captures by moving."""
        variant = capturing(Custodial(), hostility=(Enemies(armed="men"),))
        anvil = drawn(variant, "defenders", self.ROW.replace("x", "K", 1).replace("x", "D").replace("y", "A"))
        hammer = drawn(variant, "defenders", self.ROW.replace("x", "D", 1).replace("x", "K").replace("y", "A"))
        assert captured(anvil, "e3-c") == ""
        assert captured(hammer, "e3-c") == "b3"

    def test_each_victim_against_what_is_hostile_to_it(self) -> None:
        """Where an area is hostile to knights alone, a knight is captured against it and a defender is not."""
        hostility = (Enemies(), EmptyArea("beside throne", to="knight"))
        picture = """
            . . . . A
            . y . . .
            . . . . .
            . . . . .
            . . . . .
            """
        variant = capturing(Custodial(), hostility=hostility)
        assert captured(drawn(variant, "attackers", picture.replace("y", "N")), "e5-b") == "b4"
        assert captured(drawn(variant, "attackers", picture.replace("y", "D")), "e5-b") == ""

    def test_victims_of_different_kinds(self) -> None:
        """Victims of different kinds fall to one move."""
        game = drawn(
            capturing(Custodial(victims="everyone")),
            "attackers",
            """
            . . A . .
            . . D . .
            A N . K A
            . . . . .
            . . A . .
            """,
        )
        assert captured(game, "c1-3") == "b3 c4 d3"

    def test_hostility_of_its_own(self) -> None:
        """Where a capture says itself what is hostile, that counts for it and the rules' own hostility does not."""
        picture = """
            . . . . .
            . . . . .
            . . . y A
            . . . . .
            A y . . A
            """
        own = Custodial(victims="king", hostility=(EmptyArea("throne", to="king"),))
        variant = capturing(Custodial(), own, hostility=(Enemies(),))
        king = drawn(variant, "attackers", picture.replace("y", "K"))
        man = drawn(variant, "attackers", picture.replace("y", "D"))
        assert captured(king, "e3-2") == captured(man, "e3-2") == ""
        assert captured(drawn(variant, "attackers", king.position.picture.replace("KA", "K.")), "e1-3") == "d3"
        assert captured(drawn(variant, "attackers", man.position.picture.replace("DA", "D.")), "e1-3") == ""
        assert captured(king, "e1-c") == ""
        assert captured(man, "e1-c") == "b1"
        for victim in "KD":
            nothing = capturing(Custodial(victims="everyone", hostility=()), hostility=(Enemies(),))
            assert captured(drawn(nothing, "attackers", picture.replace("y", victim)), "e1-c") == ""

    def test_friends_are_not_taken(self) -> None:
        """A move beside an enemy who falls takes no friend beside it, whatever stands behind him."""
        game = drawn(
            capturing(Custodial(victims="everyone")),
            "attackers",
            """
            . . A . .
            . . A . .
            A A . D A
            . . . . .
            . . A . .
            """,
        )
        assert captured(game, "c1-3") == "d3"

    def test_hostile_edge(self) -> None:
        """Where what is off the board is hostile, a man on the edge is captured by one enemy in front of him."""
        picture = """
            . D . . .
            . . . . .
            . A . . .
            . . . . .
            . . . . .
            """
        assert captured(drawn(capturing(Custodial()), "attackers", picture), "b3-4") == ""
        hostility = (Enemies(), HostileEdge())
        assert captured(drawn(capturing(Custodial(), hostility=hostility), "attackers", picture), "b3-4") == "b5"

    def test_two_ways_of_capture_are_united(self) -> None:
        """What any of several ways of capture takes is taken."""
        variant = capturing(Custodial(victims="defenders"), Custodial(victims="king"))
        picture = """
            . . A . .
            . . D . .
            . . . K A
            . . . . .
            . . A . .
            """
        assert captured(drawn(variant, "attackers", picture), "c1-3") == "c4 d3"


class TestSurrounded:
    """A piece is captured when an enemy moves beside it and all squares around it are then hostile."""

    MIDDLE = """
        . . . . .
        . . A . .
        . A y . A
        . . A . .
        . . . . .
        """

    @pytest.mark.parametrize(("victims", "taken"), [("king", "K"), ("men", "DN"), ("everyone", "DKN"), ("knight", "N")])
    def test_victims(self, victims: str, taken: str) -> None:
        """Only the kinds named can be captured so, the king alone unless it says otherwise."""
        for victim in "DKN":
            picture = self.MIDDLE.replace("y", victim)
            expected = "c3" if victim in taken else ""
            assert captured(drawn(capturing(Surrounded(victims=victims)), "attackers", picture), "e3-d") == expected
        assert captured(drawn(capturing(Surrounded()), "attackers", self.MIDDLE.replace("y", "K")), "e3-d") == "c3"
        assert captured(drawn(capturing(Surrounded()), "attackers", self.MIDDLE.replace("y", "N")), "e3-d") == ""

    def test_every_side_must_be_hostile(self) -> None:
        """With any one side open there is no capture, and nothing happens to anyone else."""
        picture = """
            . . . . .
            . . 1 . .
            . 2 K . A
            . . 3 . .
            D . . . .
            """
        for open_side in "123":
            drawing = picture.replace(open_side, ".")
            for number in "123":
                drawing = drawing.replace(number, "A")
            assert captured(drawn(capturing(Surrounded()), "attackers", drawing), "e3-d") == ""

    def test_the_mover_must_be_beside(self) -> None:
        """A move elsewhere does not capture a piece that is surrounded already."""
        game = drawn(
            capturing(Surrounded()),
            "attackers",
            """
            . . . . A
            . . A . .
            . A K A .
            . . A . .
            . . . . .
            """,
        )
        assert captured(game, "e5-4") == ""

    EDGE = """
        . . K . A
        . . A . .
        . A . . .
        . . . . .
        . . . . .
        """

    def test_not_on_the_edge(self) -> None:
        """On the edge a piece with enemies on its three sides is not captured."""
        assert captured(drawn(capturing(Surrounded()), "attackers", self.EDGE.replace(". . K", ". A K")), "e5-d") == ""

    def test_on_a_hostile_edge(self) -> None:
        """Where what is off the board is hostile, three enemies capture a piece on the edge, and two do not."""
        variant = capturing(Surrounded(), hostility=(Enemies(), HostileEdge()))
        assert captured(drawn(variant, "attackers", self.EDGE.replace(". . K", ". A K")), "e5-d") == "c5"
        assert captured(drawn(variant, "attackers", self.EDGE), "e5-d") == ""

    def test_in_a_hostile_corner(self) -> None:
        """Where what is off the board is hostile, two enemies capture a piece in the corner."""
        variant = capturing(Surrounded(), hostility=(Enemies(), HostileEdge()))
        game = drawn(
            variant,
            "attackers",
            """
            K . . . A
            A . . . .
            . . . . .
            . . . . .
            . . . . .
            """,
        )
        assert captured(game, "e5-b") == "a5"

    def test_two_at_once(self) -> None:
        """Two surrounded pieces fall to one move that comes beside both."""
        game = drawn(
            capturing(Surrounded(victims="men")),
            "attackers",
            """
            . A . A .
            A D . D A
            . A . A .
            . . . . .
            . . A . .
            """,
        )
        assert captured(game, "c1-4") == "b4 d4"

    def test_only_the_side_that_did_not_move(self) -> None:
        """A piece that completes the ring around a friend captures nothing."""
        game = drawn(
            capturing(Surrounded(victims="everyone"), hostility=(Enemies(), EmptyArea("everywhere"))),
            "attackers",
            """
            . . . . .
            . D . . .
            D A . . .
            . D . . A
            . . . . .
            """,
        )
        assert captured(game, "e2-c") == "b2"
        assert str(game.play("e2-c").position["b3"]) == "attacker"

    def test_the_mover_must_be_armed(self) -> None:
        """A piece that is not armed does not close the ring."""
        picture = """
            . . . . .
            . . D . .
            . D A . K
            . . D . .
            . . . . .
            """
        armed = capturing(Surrounded(victims="attackers"))
        unarmed = capturing(Surrounded(victims="attackers"), hostility=(Enemies(armed="men"),))
        assert captured(drawn(armed, "defenders", picture), "e3-d") == "c3"
        assert captured(drawn(unarmed, "defenders", picture), "e3-d") == ""


class TestByArea:
    """One way of capture for the pieces in an area, another for those elsewhere."""

    RULE = ByArea(("throne", "beside throne"), inside=Surrounded(), outside=Custodial(victims="king"))

    def test_inside(self) -> None:
        """In the area the way for the inside counts, and the other does not."""
        variant = capturing(self.RULE)
        two = "..... ..... .AK.A ..... .....".replace(" ", "\n")
        four = "..... ..A.. .AK.A ..A.. .....".replace(" ", "\n")
        assert captured(drawn(variant, "attackers", two), "e3-d") == ""
        assert captured(drawn(variant, "attackers", four), "e3-d") == "c3"

    def test_outside(self) -> None:
        """Elsewhere the way for the outside counts."""
        variant = capturing(self.RULE)
        game = drawn(variant, "attackers", "..... AK..A ..... ..... .....".replace(" ", "\n"))
        assert captured(game, "e4-c") == "b4"

    def test_both_at_once(self) -> None:
        """One move can capture one piece inside the area and another outside."""
        variant = capturing(ByArea("throne", inside=Custodial(victims="king"), outside=Custodial()))
        game = drawn(
            variant,
            "attackers",
            """
            . . . . .
            . . . . .
            . A K . A
            . . . D .
            . . . A .
            """,
        )
        assert captured(game, "e3-d") == "c3 d2"

    def test_for_either_side(self) -> None:
        """It holds for the pieces of both sides."""
        variant = capturing(ByArea("throne", inside=Surrounded(victims="everyone"), outside=Custodial()))
        for mover, victim, side in [("A", "D", "attackers"), ("D", "A", "defenders")]:
            outside = "..... xy..x ..... ..... y....".replace(" ", "\n")
            inside = "..... ..x.. .xy.x ..x.. y....".replace(" ", "\n")
            for picture, move, taken in [(outside, "e4-c", "b4"), (inside, "e3-d", "c3"), (outside, "e4-5", "")]:
                game = drawn(variant, side, picture.replace("x", mover).replace("y", victim))
                assert captured(game, move) == taken

    def test_the_other_way_does_not_reach_across(self) -> None:
        """Neither way captures where the other applies."""
        variant = capturing(ByArea("throne", inside=Custodial(victims="king"), outside=Custodial(victims="men")))
        man_inside = drawn(variant, "attackers", "..... ..... .AD.A ..... .....".replace(" ", "\n"))
        king_outside = drawn(variant, "attackers", "..... ..... ..... .AK.A .....".replace(" ", "\n"))
        assert captured(man_inside, "e3-d") == ""
        assert captured(king_outside, "e2-d") == ""

    def test_ways_that_reach_far(self) -> None:
        """A way of one's own may take pieces far from the square moved to, inside the area and outside."""
        picture = """
            D . . . .
            . . . . .
            . . K . .
            . . . . .
            . . . . A
            """
        inside = capturing(ByArea("throne", inside=Lightning("c3"), outside=Custodial()))
        outside = capturing(ByArea("throne", inside=Custodial(), outside=Lightning("a5")))
        neither = capturing(ByArea("throne", inside=Lightning("a5"), outside=Lightning("c3")))
        assert captured(drawn(inside, "attackers", picture), "e1-2") == "c3"
        assert captured(drawn(outside, "attackers", picture), "e1-2") == "a5"
        assert captured(drawn(neither, "attackers", picture), "e1-2") == ""

    def test_nested(self) -> None:
        """Areas nest: a way of capture inside an area may itself go by area."""
        variant = capturing(
            ByArea("everywhere", inside=ByArea("throne", Surrounded(), Custodial(victims="king")), outside=Custodial())
        )
        game = drawn(variant, "attackers", "..... AK..A ..... ..... .....".replace(" ", "\n"))
        assert captured(game, "e4-c") == "b4"


class TestTogether:
    """The captures of one move are found together, before anything is removed."""

    def test_what_is_taken_still_stands_when_the_rest_is_found(self) -> None:
        """A piece that is taken from a hostile area by the same move does not make the area count as empty."""
        rules = (Lightning("c3"), Custodial())
        picture = """
            . . . . .
            . . . . .
            A . N D .
            . . . . .
            . . . . A
            """
        for order in (rules, rules[::-1]):
            variant = capturing(*order, hostility=(Enemies(), EmptyArea("throne")))
            assert captured(drawn(variant, "attackers", picture), "e1-3") == "c3"
            vacant = drawn(variant, "attackers", picture.replace("N", "."))
            assert captured(vacant, "e1-3") == "d3"

    def test_the_beset_king_counts_as_he_stood(self) -> None:
        """A man against the beset king's throne is taken together with the king himself."""
        variant = capturing(Custodial(), Lightning("c3"), hostility=(Enemies(), BesetKing("throne")))
        game = drawn(
            variant,
            "attackers",
            """
            . . . . .
            . . A . .
            . A K D .
            . . A . .
            . . . . A
            """,
        )
        assert captured(game, "e1-3") == "c3 d3"


def _only_beside(capture: Capture) -> bool:
    return traits_of(capture, CaptureTraits).only_beside


def test_takes_only_beside() -> None:
    """The built-in captures say that they take only what is beside the square moved to; of others nothing is known."""
    assert _only_beside(Custodial())
    assert _only_beside(Surrounded())
    assert _only_beside(ByArea("throne", Surrounded(), Custodial()))
    assert not _only_beside(Lightning("c3"))
    assert not _only_beside(ByArea("throne", Surrounded(), Lightning("c3")))
    assert not _only_beside(ByArea("throne", Lightning("c3"), Surrounded()))
