"""Tablut, rule 4: which squares are hostile."""

from __future__ import annotations

import pytest

from tests.drawn import captured, drawn
from tests.rules.boards import captured_however_turned


class TestEnemies:
    """Rule 4: a square is hostile to a piece if an enemy stands on it."""

    @pytest.mark.parametrize(("mover", "victim", "to_move"), [("B", "W", "attackers"), ("W", "B", "defenders")])
    def test_enemy_is_hostile(self, mover: str, victim: str, to_move: str) -> None:
        """A man is captured between two enemies, whichever side he is of."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . x y . . . x .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "h7-e") == {"d7"}

    @pytest.mark.parametrize(("mover", "victim", "to_move"), [("B", "W", "attackers"), ("W", "B", "defenders")])
    def test_friend_is_not_hostile(self, mover: str, victim: str, to_move: str) -> None:
        """A man between an enemy and a friend is not captured."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . y y . . . x .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "h7-e") == {""}

    @pytest.mark.parametrize(("mover", "victim", "to_move"), [("B", "W", "attackers"), ("W", "B", "defenders")])
    def test_empty_square_is_not_hostile(self, mover: str, victim: str, to_move: str) -> None:
        """A man with an enemy on one side and nothing on the other is not captured."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . x . y . . . x .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "h7-e") == {""}


class TestEmptyThrone:
    """Rule 4: the empty throne is hostile to both sides, the king included."""

    @pytest.mark.parametrize(("mover", "victim", "to_move"), [("B", "W", "attackers"), ("W", "B", "defenders")])
    def test_empty_throne_is_hostile_to_men(self, mover: str, victim: str, to_move: str) -> None:
        """A man of either side is captured between an enemy and the empty throne."""
        picture = """
            . . . . . . . . .
            . . . . . . K . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . y . . .
            . . . . . . . . .
            . . . . . . x . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", mover).replace("y", victim))
        assert captured_however_turned(game, "g3-5") == {"f5"}

    def test_empty_throne_is_hostile_to_the_king(self) -> None:
        """The empty throne counts as one of the four hostile squares around the king beside it."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . B . . .
            . . . . . K . B .
            . . . . . B . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "h5-g") == {"f5"}

    def test_only_the_throne_is_hostile_when_empty(self) -> None:
        """Next to the throne's neighbours an empty square is just empty."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . K . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . W . . .
            . . . . . . B . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g3-4") == {""}


class TestOccupiedThrone:
    """Rule 4: the king's throne is hostile to white pieces when black ones stand on three squares around it."""

    def test_three_muscovites_make_the_throne_hostile(self) -> None:
        """A Swede is captured against the king's throne when Muscovites stand on its three other sides."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . B . . . .
            . . . B K W . . .
            . . . . B . . . .
            . . . . . . B . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g3-5") == {"f5"}

    @pytest.mark.parametrize("missing", ["1", "2", "3"])
    def test_two_muscovites_are_not_enough(self, missing: str) -> None:
        """With Muscovites on two sides only, the king's throne is not hostile to a Swede."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . 1 . . . .
            . . . 2 K W . . .
            . . . . 3 . . . .
            . . . . . . B . .
            . . . . . . . . .
            . . . . . . . . .
            """.replace(missing, ".")
        for number in "123":
            picture = picture.replace(number, "B")
        assert captured_however_turned(drawn("tablut", "attackers", picture), "g3-5") == {""}

    def test_a_swede_does_not_count(self) -> None:
        """Two Muscovites and a Swede around the king do not make his throne hostile."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . W . . . .
            . . . B K W . . .
            . . . . B . . . .
            . . . . . . B . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g3-5") == {""}

    def test_the_third_muscovite_captures_nothing_by_arriving(self) -> None:
        """The Muscovite that makes the throne hostile captures nothing, since he moves next to no Swede."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . B
            . . . B K W B . .
            . . . . B . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "i6-e") == {""}

    def test_only_on_the_throne(self) -> None:
        """Off the throne the king's square is not hostile to his men, however many Muscovites stand around him."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . B . . . . . .
            . B K W . . . . .
            . . B . . . . . .
            . . . . B . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "e4-6") == {""}

    def test_for_white_pieces_only(self) -> None:
        """A Muscovite between a Swede and the beset king is captured because the king is his enemy."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . B . . . .
            . . . B K B . . .
            . . . . . . . . .
            . . . . . . W . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured_however_turned(game, "g3-5") == {"f5"}

    def test_the_king_is_an_enemy_to_black_wherever_he_stands(self) -> None:
        """A Muscovite is captured against the king, on the throne and off it."""
        on_throne = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . K B . . .
            . . . . . . . . .
            . . . . . . W . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        elsewhere = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . K B . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . W .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert captured(on_throne, "g3-5") == "f5"
        assert captured(elsewhere, "h3-6") == "g6"
