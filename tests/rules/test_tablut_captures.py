"""Tablut, rule 5: the capture of men."""

from __future__ import annotations

import pytest

from taflkit import Side
from tests.drawn import captured, drawn
from tests.rules.boards import captured_however_turned

SIDES = pytest.mark.parametrize(("mover", "victim", "to_move"), [("B", "W", "attackers"), ("W", "B", "defenders")])


class TestBetweenHostileSquares:
    """Rule 5: a man is captured between two hostile squares on opposite sides, one of them the mover's."""

    @SIDES
    def test_same_row(self, mover: str, victim: str, to_move: str) -> None:
        """A man is captured between two enemies of his row."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . x . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . x y . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        after = game.play("g7-3")
        assert after.position["f3"] is None
        assert str(after.last) == "g7-g3xf3"

    @SIDES
    def test_same_column(self, mover: str, victim: str, to_move: str) -> None:
        """A man is captured between two enemies of his column."""
        picture = """
            . . . . . . . . .
            . . . . . . x . .
            . . . . . . y . .
            . x . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        after = game.play("b6-g")
        assert after.position["g7"] is None
        assert str(after.last) == "b6-g6xg7"

    @SIDES
    def test_not_round_a_corner(self, mover: str, victim: str, to_move: str) -> None:
        """Two enemies on sides that are not opposite capture nothing."""
        picture = """
            . . . . . . . . .
            . . . . . . x . .
            . . . . . . y . .
            . . . . . . . x .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "h6-7") == {""}

    @SIDES
    def test_not_diagonally(self, mover: str, victim: str, to_move: str) -> None:
        """Two enemies on opposite corners of a man's square capture nothing."""
        picture = """
            . . . . . . . . .
            . . . . . x . . .
            . . . . . . y . .
            . . . . . . . . x
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "i6-h") == {""}

    @SIDES
    def test_not_from_a_distance(self, mover: str, victim: str, to_move: str) -> None:
        """An enemy that stops short of a man does not capture him."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . x y . . . . x
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured(game, "i7-f") == ""
        assert captured(game, "i7-e") == "d7"

    @SIDES
    def test_not_two_in_a_row(self, mover: str, victim: str, to_move: str) -> None:
        """Two men side by side between two enemies are not captured."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . x y y . . . x
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "i7-f") == {""}

    @SIDES
    def test_not_in_passing(self, mover: str, victim: str, to_move: str) -> None:
        """A piece captures where it stops, not where it passes."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . x .
            . . . . . x y . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured(game, "h7-3") == ""
        assert captured(game, "h7-6") == "g6"


class TestOnlyTheEnemyMoves:
    """Rule 5: only a move of the enemy captures, and only the piece moved next to."""

    @SIDES
    def test_safe_between_two_enemies(self, mover: str, victim: str, to_move: str) -> None:
        """A piece may move between two enemies in safety."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . x . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . y . y .
            . . . . . . . . .
            . . . . . . . . .
            """
        after = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim)).play("g7-3")
        assert str(after.last) == "g7-g3"
        assert after.position["g3"] is not None

    def test_an_unrelated_move_does_not_capture(self) -> None:
        """A Swede who went between two Muscovites stays when Black moves something else."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . W . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . B . B .
            . . . . . . . . .
            B . . . . . . . .
            """,
        )
        after = game.play("g7-3").play("a1-9")
        assert str(after.last) == "a1-a9"
        assert str(after.position["g3"]) == "defender"

    def test_a_move_beside_captures_only_in_its_own_line(self) -> None:
        """A Muscovite who moves next to a Swede between two others captures him only in the mover's own line."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . B
            . . . . . B W B .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "i4-g") == {""}

    def test_leaving_and_coming_back_captures(self) -> None:
        """The Swede between two Muscovites is captured when one of them leaves and comes back."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . W . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . B W B .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        game = game.play("h3-4").play("b8-9")
        assert captured(game, "h4-3") == "g3"


class TestSeveralAtOnce:
    """Rule 5: one move can capture up to three pieces, all found before anything is removed."""

    @SIDES
    def test_two(self, mover: str, victim: str, to_move: str) -> None:
        """One move captures two men, one in its row and one in its column."""
        picture = """
            . . . . . . . . .
            . . . . . . x . .
            . . . . . . y . .
            x . . . . . . y x
            . . . . . . . . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "a6-g") == {"g7 h6"}

    @SIDES
    def test_three(self, mover: str, victim: str, to_move: str) -> None:
        """One move captures three men around the square it leads to."""
        picture = """
            . . . . . . . . .
            . . . . . . x . .
            . . . . . . y . .
            x . . . . . . y x
            . . . . . . y . .
            . . . . . . x . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        after = game.play("a6-g")
        assert captured_however_turned(game, "a6-g") == {"g5 g7 h6"}
        assert after.position.occupied_mask.bit_count() == 5

    @SIDES
    def test_only_those_with_a_hostile_square_behind(self, mover: str, victim: str, to_move: str) -> None:
        """Of three men around the square moved to, only the one between two enemies is captured."""
        picture = """
            . . . . . . . . .
            . . . . . . y . .
            . . . . . . y . .
            x . . . . . . y x
            . . . . . . y . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "a6-g") == {"h6"}

    def test_king_and_swede_are_found_together(self) -> None:
        """A move that captures the king captures the Swede on its other side as well."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . B K . W B . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . B . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "d3-6") == {"c6 e6"}


class TestTheKingCaptures:
    """Rule 5: the king captures like any other white piece."""

    def test_by_moving(self) -> None:
        """The king captures a Muscovite between himself and a Swede."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . W . .
            . . . . . . B . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "e5-g") == {"g6"}

    def test_by_moving_onto_the_throne(self) -> None:
        """The king who returns to the throne captures the Muscovite beside it."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . W B . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "e7-5") == {"d5"}

    def test_by_standing_still(self) -> None:
        """A Swede captures a Muscovite between himself and the king."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . K . .
            . . . . . . B . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "c5-g") == {"g6"}


class TestTheEdge:
    """Rule 5: the edge is not hostile."""

    @SIDES
    def test_not_against_the_edge(self, mover: str, victim: str, to_move: str) -> None:
        """A man on the edge is not captured by one enemy that moves in front of him."""
        picture = """
            . . . y . . . . .
            . . . . . . . . x
            . . . . . . . . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "i8-d") == {""}

    @SIDES
    def test_not_in_a_corner(self, mover: str, victim: str, to_move: str) -> None:
        """A man in a corner is not captured, whatever stands beside him."""
        picture = """
            y x . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            x . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "a3-8") == {""}

    @SIDES
    def test_along_the_edge(self, mover: str, victim: str, to_move: str) -> None:
        """A man on the edge is captured between two enemies on the edge."""
        picture = """
            . . x y . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . x . K . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "e3-9") == {"d9"}

    def test_a_capture_is_the_other_side_s_turn_next(self) -> None:
        """A capture ends the turn: there is no second move."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . B W . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . B
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        after = game.play("i3-e").play("e5-d").play("e3-9")
        assert str(after.last) == "e3-e9xd9"
        assert after.to_move is Side.DEFENDERS
