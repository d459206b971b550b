"""Tablut, rule 6: the capture of the king."""

from __future__ import annotations

import pytest

from taflkit import Outcome, Reason, Side
from tests.drawn import captured, drawn
from tests.rules.boards import captured_however_turned

KING_CAPTURED = Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)


class TestOnTheThrone:
    """Rule 6: on the throne the king is captured when all four squares around him are hostile."""

    def test_four_muscovites(self) -> None:
        """A king on the throne is captured by the fourth Muscovite beside him."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . B . . . .
            . . . B K . . B .
            . . . . B . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "h5-f") == {"e5"}
        assert game.play("h5-f").outcome == KING_CAPTURED

    def test_three_are_not_enough(self) -> None:
        """A king on the throne is not captured by three Muscovites, two of them opposite."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . B . . . .
            . . . . K . . B .
            . . . . B . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "h5-f") == {""}
        assert game.play("h5-f").outcome is None

    def test_a_swede_beside_him_protects(self) -> None:
        """A king on the throne with a Swede at his side is not captured by three Muscovites."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . B . . . .
            . . . W K . . B .
            . . . . B . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "h5-f") == {""}

    def test_the_capturing_piece_must_be_next_to_him(self) -> None:
        """A king who stepped between four hostile squares is not captured by a move elsewhere."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . B . . . .
            . . . B K B . . .
            . . . . B . . . .
            . . W . . . . . .
            . . . . . . . . .
            B . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "a1-2") == {""}


class TestBesideTheThrone:
    """Rule 6: beside the throne too the king needs four hostile squares, of which the empty throne is one."""

    @pytest.mark.parametrize(
        ("missing", "comes_from", "move"), [("1", "x", "i6-f"), ("2", "y", "g8-5"), ("3", "z", "i4-f")]
    )
    def test_three_muscovites_and_the_throne(self, missing: str, comes_from: str, move: str) -> None:
        """A king beside the empty throne is captured by the third Muscovite, on whichever side he arrives."""
        picture = """
            . . . . . . . . .
            . . . . . . y . .
            . . . . . . . . .
            . . . . . 1 . . x
            . . . . . K 2 . .
            . . . . . 3 . . z
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            """.replace(missing, ".").replace(comes_from, "B")
        for number in "123":
            picture = picture.replace(number, "B")
        for unused in "xyz":
            picture = picture.replace(unused, ".")
        game = drawn("tablut", "attackers", picture)
        assert captured_however_turned(game, move) == {"f5"}
        assert game.play(move).outcome == KING_CAPTURED

    def test_two_opposite_are_not_enough(self) -> None:
        """A king beside the throne is not captured between two Muscovites."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . B
            . . . . . K . . .
            . . . . . B . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "i6-f") == {""}

    def test_one_and_the_throne_are_not_enough(self) -> None:
        """A king beside the throne is not captured between it and a Muscovite."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . K . . B
            . . . . . . . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "i5-g") == {""}

    def test_a_swede_beside_him_protects(self) -> None:
        """A king beside the throne with a Swede at his side is not captured."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . W . . .
            . . . . . K . . B
            . . . . . B . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "i5-g") == {""}

    def test_a_king_in_a_pocket_is_safe_from_other_moves(self) -> None:
        """A king who stepped between three Muscovites and the throne falls only when one of them comes back."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . B . . .
            . . . . K . B . .
            . . . . . B . . .
            . . . . . . . . .
            . . W . . . . . .
            B . . . . . . . .
            """,
        )
        game = game.play("e5-f")
        assert captured(game, "a1-9") == ""
        game = game.play("g5-h").play("c2-1")
        assert captured(game, "h5-g") == "f5"


class TestElsewhere:
    """Rule 6: anywhere else the king is captured like another piece."""

    def test_two_opposite_in_the_row(self) -> None:
        """Away from the throne the king is captured between two Muscovites of his row."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . B K . . B . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g7-e") == {"d7"}
        assert game.play("g7-e").outcome == KING_CAPTURED

    def test_two_opposite_in_the_column(self) -> None:
        """Away from the throne the king is captured between two Muscovites of his column."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . B . . . . .
            . . . K . . . . .
            . . . . . . B . .
            . . . . . . . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g6-d") == {"d7"}
        assert game.play("g6-d").outcome == KING_CAPTURED

    def test_diagonal_to_the_throne_is_elsewhere(self) -> None:
        """On a square that touches the throne only with a corner the king is captured between two."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . B K . . B . .
            . . . . . . . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g6-e") == {"d6"}

    def test_two_squares_from_the_throne_is_elsewhere(self) -> None:
        """In line with the throne but not beside it the king is captured between two."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . B K . . B .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "h7-f") == {"e7"}

    def test_not_round_a_corner(self) -> None:
        """Two Muscovites on sides that are not opposite do not capture the king."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . B . . . . .
            . . . K . . B . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g7-e") == {""}

    def test_not_between_a_muscovite_and_a_swede(self) -> None:
        """The king is not captured against a man of his own."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . W K . . B . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g7-e") == {""}

    def test_not_in_passing_between(self) -> None:
        """The king may move between two Muscovites in safety."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . B . B . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . K . . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        after = game.play("d4-7")
        assert after.outcome is None
        assert str(after.position["d7"]) == "king"

    def test_a_swede_captures_no_king(self) -> None:
        """A white move never captures the king, even when it leaves him between two Muscovites."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . B K B . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . W . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "d4-6") == {""}
