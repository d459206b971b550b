"""Brandubh: what differs from a game won on the edge."""

from __future__ import annotations

import pytest

from taflkit import IllegalMoveError, Outcome, Reason, Side, start
from tests.drawn import captured, drawn
from tests.rules.boards import captured_however_turned, targets

ESCAPED = Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)
CAPTURED = Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)
ENCIRCLED = Outcome(Side.ATTACKERS, Reason.ENCIRCLED)


class TestStart:
    """Seven by seven squares; eight attackers, who move first, against four defenders and the king."""

    def test_pieces(self) -> None:
        """Attackers and defenders stand in a cross with the king in its middle."""
        game = start("brandubh")
        assert game.position.picture.split() == [
            "...A...",
            "...A...",
            "...D...",
            "AADKDAA",
            "...D...",
            "...A...",
            "...A...",
        ]
        assert game.to_move is Side.ATTACKERS

    def test_moves(self) -> None:
        """The attackers have forty moves."""
        assert len(start("brandubh").legal_moves) == 40


class TestCorners:
    """Only the king may go to a corner, where he wins; empty corners are hostile to everyone."""

    @pytest.mark.parametrize(("letter", "to_move"), [("A", "attackers"), ("D", "defenders")])
    def test_no_man_stops_on_a_corner(self, letter: str, to_move: str) -> None:
        """A man on the edge goes as far as the square before the corner."""
        picture = """
            . . . . . . .
            . . . . . . .
            x . . . . . .
            . . . . . . .
            . . . . . . .
            . . . K . . .
            . . . . . . .
            """
        game = drawn("brandubh", to_move, picture.replace("x", letter))
        assert targets(game, "a5") == "a2 a3 a4 a6 b5 c5 d5 e5 f5 g5"
        for move, corner in [("a5-7", "a7"), ("a5-1", "a1")]:
            with pytest.raises(IllegalMoveError, match=rf"may not stop on {corner} \(corners\)"):
                game.play(move)

    @pytest.mark.parametrize("move", ["b7-a", "b7-g"])
    def test_the_king_wins_in_a_corner(self, move: str) -> None:
        """The king who reaches a corner has won."""
        game = drawn(
            "brandubh",
            "defenders",
            """
            . K . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . A . . . .
            """,
        )
        assert game.outcome is None
        assert game.play(move).outcome == ESCAPED

    def test_the_edge_is_no_escape(self) -> None:
        """A king on an edge square that is no corner has won nothing."""
        game = drawn(
            "brandubh",
            "defenders",
            """
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . K . . . .
            . . . . . . .
            . . . . A . .
            """,
        )
        for move in ["c3-1", "c3-7", "c3-a", "c3-g"]:
            assert game.play(move).outcome is None

    @pytest.mark.parametrize(("mover", "victim", "to_move"), [("A", "D", "attackers"), ("D", "A", "defenders")])
    def test_a_man_is_captured_against_a_corner(self, mover: str, victim: str, to_move: str) -> None:
        """A man of either side is captured between an enemy and an empty corner."""
        picture = """
            . y . . . . .
            . . . . . . .
            . . x . . . .
            . . . K . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """
        game = drawn("brandubh", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "c5-7") == {"b7"}

    @pytest.mark.parametrize(("mover", "victim", "to_move"), [("A", "D", "attackers"), ("D", "A", "defenders")])
    def test_the_rest_of_the_edge_is_not_hostile(self, mover: str, victim: str, to_move: str) -> None:
        """A man on the edge is captured neither against the edge nor against an edge square next to a corner."""
        picture = """
            . . y . . . .
            . . . . . . .
            . . . x . . .
            . . . . . . .
            . . . K . . .
            . . . . . . .
            . . x . . . .
            """
        game = drawn("brandubh", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "d5-7") == {""}
        assert captured_however_turned(game, "c1-6") == {""}

    def test_the_king_is_captured_against_a_corner(self) -> None:
        """The king is captured between an attacker and an empty corner."""
        game = drawn(
            "brandubh",
            "attackers",
            """
            . K . . . . .
            . . . . . . .
            . . A . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """,
        )
        assert captured_however_turned(game, "c5-7") == {"b7"}
        assert game.play("c5-7").outcome == CAPTURED

    def test_the_king_on_the_edge_is_not_captured_from_in_front(self) -> None:
        """A king on the edge is not captured by one attacker that moves in front of him."""
        game = drawn(
            "brandubh",
            "attackers",
            """
            . . . K . . .
            . . . . . . .
            . . A . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """,
        )
        assert captured_however_turned(game, "c5-d") == {""}

    def test_the_king_on_the_edge_is_captured_between_two(self) -> None:
        """A king on the edge is captured between two attackers."""
        game = drawn(
            "brandubh",
            "attackers",
            """
            . . A K . . .
            . . . . . . .
            . . . . A . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """,
        )
        assert captured_however_turned(game, "e5-7") == {"d7"}


class TestThrone:
    """The throne is the king's; empty it is hostile, and the king is strong on it and beside it."""

    def test_men_pass_over_it(self) -> None:
        """A man passes over the empty throne but does not stop on it."""
        game = drawn(
            "brandubh",
            "attackers",
            """
            . . . . . . .
            . . K . . . .
            . . . . . . .
            . A . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """,
        )
        assert targets(game, "b4") == "a4 b1 b2 b3 b5 b6 b7 c4 e4 f4 g4"

    @pytest.mark.parametrize(("mover", "victim", "to_move"), [("A", "D", "attackers"), ("D", "A", "defenders")])
    def test_the_empty_throne_is_hostile(self, mover: str, victim: str, to_move: str) -> None:
        """A man is captured between an enemy and the empty throne."""
        picture = """
            . . K . . . .
            . . . . . . .
            . . . . . x .
            . . . . y . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            """
        game = drawn("brandubh", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "f5-4") == {"e4"}

    def test_the_king_s_throne_is_not_hostile_to_his_men(self) -> None:
        """A defender is not captured against the king's throne, even with attackers on its three other sides."""
        game = drawn(
            "brandubh",
            "attackers",
            """
            . . . . . . .
            . . . . . . .
            . . . A . A .
            . . A K D . .
            . . . A . . .
            . . . . . . .
            . . . . . . .
            """,
        )
        assert captured_however_turned(game, "f5-4") == {""}

    def test_four_attackers_capture_him_on_the_throne(self) -> None:
        """The king on the throne is captured by four attackers, not by three."""
        game = drawn(
            "brandubh",
            "attackers",
            """
            . . . . . . .
            . . . A . . .
            . . . . . . .
            . . A K A . .
            . . . A . . .
            D . . . . . .
            . . . . . . .
            """,
        )
        assert captured_however_turned(game, "d6-5") == {"d4"}
        assert captured_however_turned(game, "d6-c") == {""}

    def test_three_attackers_and_the_throne_capture_him_beside_it(self) -> None:
        """Beside the throne the king is captured by three attackers and the empty throne, not by two of them."""
        game = drawn(
            "brandubh",
            "attackers",
            """
            . . . . A . .
            . . . . . . .
            . . . . . . .
            . . . . K A .
            . . . . A . .
            D . . . . . .
            . . . . . . .
            """,
        )
        assert captured_however_turned(game, "e7-5") == {"e4"}
        without = drawn("brandubh", "attackers", game.position.picture.replace("KA", "K."))
        assert captured(without, "e7-5") == ""


class TestEncirclement:
    """The attackers win when no defender can get to the edge any more."""

    RING = """
        . . . . . . .
        . . A A . . .
        . A . . . . A
        . A D K A . .
        . . A A . . .
        . . . . . . .
        . . . . . . .
        """

    def test_a_closed_ring_wins(self) -> None:
        """The attacker who closes the ring wins."""
        assert drawn("brandubh", "attackers", self.RING).play("g5-e").outcome == ENCIRCLED

    def test_a_gap_is_enough_to_go_on(self) -> None:
        """While the ring has a gap the game goes on."""
        assert drawn("brandubh", "attackers", self.RING).play("g5-f").outcome is None

    def test_one_defender_outside_is_enough_to_go_on(self) -> None:
        """While one defender stands outside the ring the game goes on."""
        picture = """
            . . . . . . .
            . . A A . . .
            . A . . . . A
            . A D K A . .
            . . A A . . .
            . . . . . . .
            . . . . D . .
            """
        assert drawn("brandubh", "attackers", picture).play("g5-e").outcome is None

    def test_diagonal_neighbours_close_a_ring(self) -> None:
        """A ring whose attackers touch only at their corners is closed: nobody moves diagonally."""
        game = drawn(
            "brandubh",
            "attackers",
            """
            . . . . . . .
            . . . A . . .
            . . A . A . .
            . A . K . A .
            . . A . A . .
            . . . . . . .
            . . . A . . .
            """,
        )
        assert game.play("d1-2").outcome == ENCIRCLED


class TestRepetition:
    """The third occurrence of a position loses for the defenders, whoever brought it about."""

    ROUND = ("a4-3", "d5-e", "a3-4", "e5-d")

    def test_brought_about_by_the_defenders(self) -> None:
        """The defenders lose when they bring about a position for the third time, and not for the second."""
        game = start("brandubh").play_all(self.ROUND)
        assert game.outcome is None
        assert game.play_all(self.ROUND[:3]).outcome is None
        assert game.play_all(self.ROUND).outcome == Outcome(Side.ATTACKERS, Reason.REPETITION)

    def test_brought_about_by_the_attackers(self) -> None:
        """The defenders lose as well when the attackers bring about a position for the third time."""
        begun = start("brandubh").play("d7-c")
        # Now the position that comes back is one with the defenders to move.
        turn = ("d5-e", "a4-3", "e5-d", "a3-4")
        assert begun.play_all(turn).outcome is None
        assert begun.play_all(turn * 2).outcome == Outcome(Side.ATTACKERS, Reason.REPETITION)


def test_no_moves_loses() -> None:
    """A side that has no legal move on its turn loses; one that has a single move does not."""
    game = drawn(
        "brandubh",
        "defenders",
        """
        . . . . . . .
        . . . . . . .
        D . . K . . .
        A . . . . . D
        D . . . . . .
        . . . . . . .
        . . . . . . .
        """,
    )
    assert game.play("g4-b").outcome == Outcome(Side.DEFENDERS, Reason.NO_MOVES)
    assert game.play("g4-c").outcome is None
    assert str(game.play("g4-c").legal_moves) == "a4-b4"
