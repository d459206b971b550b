"""Tablut, rules 1 to 3: the board, the men, the moves."""

from __future__ import annotations

import pytest

from taflkit import IllegalMoveError, Side, load_variant, start
from tests.drawn import drawn
from tests.rules.boards import targets


class TestRule1Board:
    """Rule 1: nine by nine squares, columns a to i from the left, rows 1 to 9 from the bottom, the throne on e5."""

    def test_size(self) -> None:
        """The board has nine columns and nine rows, from a1 to i9."""
        grid = load_variant("tablut").board.grid
        assert (grid.width, grid.height, len(grid.squares)) == (9, 9, 81)
        assert [str(grid.squares[0]), str(grid.squares[-1])] == ["a1", "i9"]

    def test_columns_from_the_left_and_rows_from_the_bottom(self) -> None:
        """Column b is the second from the left, row 8 the second from the top."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . B . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . W
            K . . . . . . . .
            """,
        )
        assert [f"{square} {piece}" for square, piece in game.position.pieces()] == [
            "a1 king",
            "i2 defender",
            "b8 attacker",
        ]

    def test_throne(self) -> None:
        """The throne is the middle square e5 and nothing else."""
        assert [str(square) for square in load_variant("tablut").geometry.squares("throne")] == ["e5"]


class TestRule2Men:
    """Rule 2: who stands where at the start, and that Black moves first."""

    @pytest.mark.parametrize(
        ("names", "squares"),
        [
            ("king", "e5"),
            ("defenders", "c5 d5 f5 g5 e3 e4 e6 e7"),
            ("attackers", "d1 e1 f1 e2 d9 e9 f9 e8 a4 a5 a6 b5 i4 i5 i6 h5"),
        ],
    )
    def test_start(self, names: str, squares: str) -> None:
        """A king, eight Swedes and sixteen Muscovites stand where the rule says."""
        assert {str(square) for square in start("tablut").position.squares(names)} == set(squares.split())

    def test_nobody_else(self) -> None:
        """There are twenty-five pieces in all."""
        assert start("tablut").position.occupied_mask.bit_count() == 25

    def test_black_moves_first(self) -> None:
        """Black moves first, and has eighty moves; White must wait."""
        game = start("tablut")
        assert game.to_move is Side.ATTACKERS
        assert len(game.legal_moves) == 80
        with pytest.raises(IllegalMoveError, match="the defender on e4 is not the attackers' to move"):
            game.play("e4-h")

    def test_the_sides_take_turns(self) -> None:
        """After a black move it is White's turn, then Black's again."""
        game = start("tablut").play("e2-a")
        assert game.to_move is Side.DEFENDERS
        assert game.play("e3-i").to_move is Side.ATTACKERS


class TestRule3Moves:
    """Rule 3: pieces move like rooks, never over or onto another; the throne is for the king, but may be crossed."""

    @pytest.mark.parametrize(("letter", "to_move"), [("B", "attackers"), ("W", "defenders"), ("K", "defenders")])
    def test_any_number_of_squares_in_a_straight_line(self, letter: str, to_move: str) -> None:
        """Every piece may go to every other square of its row and column, and nowhere else."""
        picture = """
            . . . . . . . . .
            . . . . . . . . .
            . . x . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", letter))
        assert targets(game, "c7") == "a7 b7 c1 c2 c3 c4 c5 c6 c8 c9 d7 e7 f7 g7 h7 i7"

    @pytest.mark.parametrize(("letter", "to_move"), [("B", "attackers"), ("W", "defenders"), ("K", "defenders")])
    @pytest.mark.parametrize("other", ["B", "W"])
    def test_never_over_or_onto_another_piece(self, letter: str, to_move: str, other: str) -> None:
        """A piece stops before any other piece, its own or the enemy's."""
        picture = """
            . . . . . . . . .
            . . y . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            y . x . . y . . .
            . . y . . . . . .
            . . . . . . . . .
            """
        game = drawn("tablut", to_move, picture.replace("x", letter).replace("y", other))
        assert targets(game, "c3") == "b3 c4 c5 c6 c7 d3 e3"
        for move, blocker in [("c3-a", "a3"), ("c3-2", "c2"), ("c3-1", "c2"), ("c3-9", "c8"), ("c3-i", "f3")]:
            with pytest.raises(IllegalMoveError, match=f"blocked by {blocker}$"):
                game.play(move)

    def test_not_askew(self) -> None:
        """No piece moves diagonally or like a knight."""
        game = start("tablut")
        for move in ["e2-d3", "e2-f4", "h5-g3"]:
            with pytest.raises(IllegalMoveError, match="is not on a line with"):
                game.play(move)

    def test_enclosed_piece_has_no_move(self) -> None:
        """A piece with neighbours on all sides cannot move."""
        game = start("tablut")
        assert targets(game, "e1") == ""
        assert targets(game, "a5") == ""

    PASSAGE = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . x . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """

    @pytest.mark.parametrize(("letter", "to_move"), [("B", "attackers"), ("W", "defenders")])
    def test_men_pass_over_the_throne_without_stopping(self, letter: str, to_move: str) -> None:
        """A man may pass over the empty throne but may not stop on it."""
        game = drawn("tablut", to_move, self.PASSAGE.replace("x", letter))
        assert targets(game, "c5") == "a5 b5 c1 c2 c3 c4 c6 c7 c8 c9 d5 f5 g5 h5 i5"
        with pytest.raises(IllegalMoveError, match=r"may not stop on e5 \(throne\)"):
            game.play("c5-e")

    def test_men_pass_over_the_throne_along_the_column(self) -> None:
        """A man may pass over the empty throne along its column too."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . B . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert "e8-e4" in map(str, game.legal_moves)
        assert "e8-e5" not in map(str, game.legal_moves)

    def test_the_king_may_stop_on_the_throne_and_pass_it(self) -> None:
        """The king may return to the throne, and may pass over it."""
        game = drawn("tablut", "defenders", self.PASSAGE.replace("x", "K"))
        assert targets(game, "c5") == "a5 b5 c1 c2 c3 c4 c6 c7 c8 c9 d5 e5 f5 g5 h5 i5"
        assert str(game.play("c5-e").position["e5"]) == "king"

    def test_the_king_may_leave_the_throne(self) -> None:
        """The king moves off the throne like any other piece."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . B . . . .
            . . . . . . . . .
            . . W . K B . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert targets(game, "e5") == "d5 e1 e2 e3 e4 e6"

    def test_nobody_passes_over_the_king_on_his_throne(self) -> None:
        """While the king stands on the throne nobody passes over it."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . B . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        assert targets(game, "c5") == "a5 b5 c1 c2 c3 c4 c6 c7 c8 c9 d5"
        with pytest.raises(IllegalMoveError, match="blocked by e5"):
            game.play("c5-g")
