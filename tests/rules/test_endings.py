"""What ends the game on the board."""

from __future__ import annotations

import attrs
import pytest

from taflkit import Outcome, Reason, Side, Variant
from taflkit.rules import (
    Custodial,
    Encirclement,
    Enemies,
    KingCaptured,
    KingReaches,
    NoMovesDraws,
    NoMovesLoses,
    OpenWays,
)
from taflkit.rules.endings import open_ways
from taflkit.rules.traits import EndingTraits, traits_of
from tests.drawn import drawn
from tests.rules.boards import small

CAPTURED = Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)
ESCAPED = Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)
ENCIRCLED = Outcome(Side.ATTACKERS, Reason.ENCIRCLED)


class TestKingCaptured:
    """The attackers win by capturing the last king."""

    @property
    def variant(self) -> Variant:
        """A game in which everyone can be captured."""
        return small(endings=(KingCaptured(),), hostility=(Enemies(),), captures=(Custodial(victims="everyone"),))

    def test_capture_wins(self) -> None:
        """The move that takes the king wins, the one that takes a man does not."""
        game = drawn(
            self.variant,
            "attackers",
            """
            . . . . .
            . A K . A
            . . . . .
            . A D . A
            . . . . .
            """,
        )
        assert game.play("e4-d").outcome == CAPTURED
        assert game.play("e2-d").outcome is None

    def test_one_of_two_kings(self) -> None:
        """While a king is left the game goes on."""
        game = drawn(
            self.variant,
            "attackers",
            """
            . . . . .
            . A K . A
            . . . . .
            . A K . A
            . . . . .
            """,
        )
        after = game.play("e4-d")
        assert str(after.last) == "e4-d4xc4"
        assert after.outcome is None
        both = drawn(
            self.variant,
            "attackers",
            """
            . . . . .
            A K . K A
            . . . . .
            . . . . .
            . . A . .
            """,
        )
        assert both.play("c1-4").outcome == CAPTURED

    def test_a_board_without_a_king(self) -> None:
        """A position that was set up without a king is not over, and no move in it ends the game."""
        game = drawn(
            self.variant,
            "attackers",
            """
            . . . . .
            . A D . A
            . . . . .
            . . . . .
            . D . . .
            """,
        )
        assert game.outcome is None
        assert game.play("e4-d").outcome is None


class TestKingReaches:
    """The defenders win when the king stands on the area."""

    PICTURE = """
        . . . . .
        . D . . .
        . . . K .
        . . . . .
        A . . . .
        """

    @pytest.mark.parametrize(
        ("area", "wins"),
        [
            ("corners", ""),
            ("edge", "d3-a3 d3-d1 d3-d5 d3-e3"),
            ("throne", "d3-c3"),
            (("corners", "throne"), "d3-c3"),
        ],
    )
    def test_area(self, area: str | tuple[str, ...], wins: str) -> None:
        """The king wins on the area named and nowhere else; men win nowhere."""
        variant = small(regions={"throne": "centre", "corners": "corners"}, endings=(KingReaches(area),))
        game = drawn(variant, "defenders", self.PICTURE)
        outcomes = {str(move): game.variant.rules.play(game.position, move).outcome for move in game.legal_moves}
        assert " ".join(sorted(move for move, outcome in outcomes.items() if outcome == ESCAPED)) == wins
        assert set(outcomes.values()) <= {ESCAPED, None}

    def test_corners(self) -> None:
        """The king who gets to a corner in two moves has won with the second."""
        variant = small(regions={"corners": "corners"}, endings=(KingReaches("corners"),))
        game = drawn(variant, "defenders", self.PICTURE).play("d3-5").play("a1-2")
        assert game.outcome is None
        assert game.play("d5-e").outcome == ESCAPED

    def test_any_of_several_kings(self) -> None:
        """One king on the area is enough."""
        variant = small(endings=(KingReaches("edge"),))
        assert drawn(variant, "attackers", "..... .K.K. ..... ..A.. .....".replace(" ", "\n")).outcome is None
        assert drawn(variant, "attackers", "...K. .K... ..... ..A.. .....".replace(" ", "\n")).outcome == ESCAPED

    def test_set_up_on_the_area(self) -> None:
        """A position that is set up with the king on the area is over, whoever is to move."""
        variant = small(endings=(KingReaches("edge"),))
        for side in ("attackers", "defenders"):
            game = drawn(variant, side, "..... ..... ....K ..... A....".replace(" ", "\n"))
            assert game.outcome == ESCAPED


class TestEncirclement:
    """The attackers win when no defender can get to the edge any more."""

    @property
    def variant(self) -> Variant:
        """A game on a board that is not even square."""
        return small(width=7, height=6, regions={"home": ["d3"]}, endings=(Encirclement(),))

    def outcome(self, picture: str) -> Outcome | None:
        """What this ending says of a position that was set up."""
        game = drawn(self.variant, "defenders", picture)
        return game.variant.rules.outcome(game.position)

    def test_ring(self) -> None:
        """A ring without a gap wins, also where its attackers touch only at their corners."""
        assert (
            self.outcome(
                """
                . . . . . . .
                . . A A A . .
                . A . D . A .
                . A . K . A .
                . . A A A . .
                . . . . . . .
                """
            )
            == ENCIRCLED
        )

    @pytest.mark.parametrize("gap", "123456789x")
    def test_gap(self, gap: str) -> None:
        """A gap anywhere in the ring keeps the game going."""
        picture = """
            . . . . . . .
            . . 1 2 3 . .
            . 4 . D . 5 .
            . 6 . K . 7 .
            . . 8 9 x . .
            . . . . . . .
            """.replace(gap, ".")
        for number in "123456789x":
            picture = picture.replace(number, "A")
        assert self.outcome(picture) is None

    def test_one_outside(self) -> None:
        """A defender outside the ring, or on the edge, keeps the game going."""
        ring = """
            . . . . . . x
            y . A A A . .
            . A . . . A z
            . A . K . A .
            . . A A A . .
            . . . w . . .
            """
        for place in "wxyz":
            picture = ring.replace(place, "D")
            for other in "wxyz":
                picture = picture.replace(other, ".")
            assert self.outcome(picture) is None
        inner = """
            . . . . . . .
            . . . . . . .
            . . . . D . .
            . A A A . . .
            A . K . A . .
            . A A A . . .
            """
        assert self.outcome(inner) is None

    def test_the_edge_may_be_part_of_the_ring(self) -> None:
        """Attackers on edge squares close the ring as well; a defender on the edge has reached it."""
        inside = """
            . . . . . . .
            A A . . . . .
            . . A . . . .
            . K . A . . .
            A A A . . . .
            . . . . . . .
            """
        assert self.outcome(inside) is None
        closed = """
            . . . . . . .
            . A . . . . .
            A D A . . . .
            A K . A . . .
            . A A . . . .
            . . . . . . .
            """
        assert self.outcome(closed) == ENCIRCLED
        on_the_edge = """
            A . . . . . .
            K A . . . . .
            A . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """
        assert self.outcome(on_the_edge) is None

    def test_a_full_edge(self) -> None:
        """Attackers on every edge square encircle whoever is inside."""
        picture = """
            A A A A A A A
            A . . . . . A
            A . D . . . A
            A . . K . . A
            A . . . . . A
            A A A A A A A
            """
        assert self.outcome(picture) == ENCIRCLED

    def test_long_way_round(self) -> None:
        """A winding way out is a way out, however long."""
        picture = """
            . . . . . . .
            A A A A A A .
            . . . . . A .
            A A A A . A .
            A K . . . A .
            A A A A A A .
            """
        assert self.outcome(picture) is None
        assert self.outcome(picture.replace(". . . . . A .", "A . . . . A .")) == ENCIRCLED

    def test_two_rings(self) -> None:
        """Defenders in different rings are all encircled; if one ring has a gap they are not."""
        picture = """
            . A . . . . .
            A D A . A . .
            . A . A K A .
            . . . . A . .
            . . . . . . .
            . . . . . . .
            """
        assert self.outcome(picture) == ENCIRCLED
        assert self.outcome(picture.replace("K A", "K .")) is None

    def test_no_defenders(self) -> None:
        """Where there are no defenders there is nobody to encircle."""
        assert self.outcome("....... ..A.... .A.A... ..A.... ....... .......".replace(" ", "\n")) is None

    def test_the_closing_move(self) -> None:
        """The attacker who closes the ring wins; one who leaves it open does not."""
        game = drawn(
            self.variant,
            "attackers",
            """
            . . . . . . .
            . . A A A . .
            . A . D . A .
            . A . K . A .
            . . A A . . .
            . . . . A . .
            """,
        )
        assert game.play("e1-2").outcome == ENCIRCLED
        assert game.play("e1-f").outcome is None

    def test_only_the_attackers_close_a_ring(self) -> None:
        """A defender's move ends no game by encirclement, even inside a closed ring."""
        game = drawn(
            self.variant,
            "defenders",
            """
            . . . . . . .
            . . A A A . .
            . A . D . A .
            . A . K . A .
            . . A A A . .
            . . . . . . .
            """,
        )
        rules, move = game.variant.rules, game.variant.board.grid.parse_move("d4-e")
        play = rules.play(game.position, move)
        assert play.outcome is None
        assert rules.outcome(play.position) == ENCIRCLED


class TestOpenWays:
    """The defenders win when the king has so many ways to the area with his next move."""

    PICTURE = """
        . . A . .
        . . . . .
        A . K . A
        . . . . .
        . . D . .
        """

    def test_ways_are_counted_for_the_king_alone(self) -> None:
        """The squares of the area in the king's reach are counted, whoever is to move or has to go on."""
        variant = small(regions={"throne": "centre", "row": ["a2", "b2", "c2", "d2", "e2"]})
        area = variant.board.geometry.area_mask
        for side in ("attackers", "defenders"):
            position = drawn(variant, side, self.PICTURE).position
            assert open_ways(variant.rules, position, area("edge")) == 0
            assert open_ways(variant.rules, position, area("row")) == 1
            assert open_ways(variant.rules, position, area("everywhere")) == 4
        going_on = attrs.evolve(drawn(variant, "attackers", self.PICTURE).position, going_on_mask=1 << 10)
        assert open_ways(variant.rules, going_on, area("everywhere")) == 4

    @pytest.mark.parametrize(("ways", "over"), [(1, True), (2, True), (3, False)])
    def test_enough_ways(self, ways: int, over: bool) -> None:
        """The defenders' move that opens the second way wins where two are enough; an attackers' move never does."""
        variant = small(endings=(OpenWays("edge", ways=ways),))
        picture = """
            . . A . .
            . . . . .
            . A K . .
            . . D . .
            . . . . .
            """
        rules, grid = variant.rules, variant.board.grid
        opened = rules.apply(drawn(variant, "defenders", picture).position, grid.parse_move("c2-b"))
        assert opened.outcome == (Outcome(Side.DEFENDERS, Reason.OPEN_WAYS) if over else None)
        let_out = rules.apply(drawn(variant, "attackers", picture).position, grid.parse_move("b3-4"))
        assert let_out.outcome is None


def test_endings_that_come_of_kings_alone() -> None:
    """The endings that only a king's move or capture brings about state so."""
    assert traits_of(KingCaptured(), EndingTraits).only_kings
    assert traits_of(KingReaches("edge"), EndingTraits).only_kings
    assert not traits_of(Encirclement(), EndingTraits).only_kings
    assert not traits_of(OpenWays("edge"), EndingTraits).only_kings


class TestOrderOfEndings:
    """The first ending that applies, in the order of the composition, decides."""

    def test_first_decides(self) -> None:
        """A king who escapes inside a full ring has escaped or is encircled, as the rules list it."""
        picture = "..... .AAA. .AKA. .AAA. .....".replace(" ", "\n")
        escape, ring = KingReaches("throne"), Encirclement()
        for endings, expected in [((escape, ring), ESCAPED), ((ring, escape), ENCIRCLED)]:
            assert drawn(small(endings=endings), "attackers", picture).outcome == expected


class TestNoMoves:
    """What happens to a side that cannot move."""

    PICTURE = """
        A D . . .
        D . . . .
        . . . K .
        . . . . .
        . . . . .
        """

    @pytest.mark.parametrize(
        ("variant", "winner"),
        [
            (small(), Side.DEFENDERS),
            (small(no_moves=NoMovesLoses()), Side.DEFENDERS),
            (small(no_moves=NoMovesDraws()), None),
        ],
    )
    def test_stuck(self, variant: Variant, winner: Side | None) -> None:
        """A side that cannot move loses, or the game is a draw, as the rules say."""
        game = drawn(variant, "attackers", self.PICTURE)
        assert game.outcome == Outcome(winner, Reason.NO_MOVES)
        assert drawn(variant, "defenders", self.PICTURE).outcome is None

    def test_no_pieces(self) -> None:
        """A side without pieces cannot move."""
        game = drawn(small(), "defenders", "A.... ..... ..... ..... .....".replace(" ", "\n"))
        assert game.outcome == Outcome(Side.ATTACKERS, Reason.NO_MOVES)
