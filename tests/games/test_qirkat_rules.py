"""The rules of Qirkat, one fact each, on drawn boards."""

from __future__ import annotations

import pytest

from taflkit import GameOverError, IllegalMoveError
from taflkit.games.qirkat import Outcome, Player, Position, QirkatGame, Reason

WHITE, BLACK = Player.WHITE, Player.BLACK


def drawn(picture: str, to_move: Player = WHITE) -> QirkatGame:
    """A game that starts from a picture, the top row first."""
    return QirkatGame(position=Position.from_picture(picture, to_move))


def texts(game: QirkatGame) -> set[str]:
    """The legal moves, as text."""
    return set(map(str, game.legal_moves))


def refusal(game: QirkatGame, move: str) -> str:
    """The reason for which a move is refused."""
    with pytest.raises(IllegalMoveError) as caught:
        game.play(move)
    assert "\n" not in str(caught.value)
    return caught.value.reason


class TestStart:
    """Five by five points, twelve pieces each, White first."""

    def test_pieces(self) -> None:
        """White has rows 1 and 2 and d3, e3, Black rows 4 and 5 and a3, b3; c3 is empty."""
        assert QirkatGame().position.picture.split("\n") == [
            "b b b b b",
            "b b b b b",
            "b b - w w",
            "w w w w w",
            "w w w w w",
        ]
        assert QirkatGame().to_move is WHITE

    def test_moves(self) -> None:
        """White has four moves to the middle."""
        assert texts(QirkatGame()) == {"b2-c3", "c2-c3", "d2-c3", "d3-c3"}


class TestSteps:
    """A piece goes one step along a line, forwards or sideways."""

    def test_on_a_point_with_diagonals(self) -> None:
        """White goes up, up on the diagonals, or sideways; never backwards."""
        game = drawn("""
            - - - - -
            - - - - -
            - - w - -
            - - - - -
            b - - - -
        """)
        assert texts(game) == {"c3-b3", "c3-d3", "c3-b4", "c3-c4", "c3-d4"}

    def test_on_a_point_without_diagonals(self) -> None:
        """Only the lines of the row and the column go through every other point."""
        game = drawn("""
            - - - - -
            - - - - -
            - - - - -
            - - w - -
            b - - - -
        """)
        assert texts(game) == {"c2-b2", "c2-d2", "c2-c3"}
        assert refusal(game, "c2-d3") == "c2-d3 is not a step or a jump along a line"

    def test_black_goes_down(self) -> None:
        """Forwards is down the board for Black."""
        game = drawn(
            """
            - - - - -
            - - - - -
            - - b - -
            - - - - -
            w - - - -
        """,
            BLACK,
        )
        assert texts(game) == {"c3-b3", "c3-d3", "c3-b2", "c3-c2", "c3-d2"}
        assert refusal(game, "c3-c4") == "a piece does not move backwards"

    def test_no_step_onto_a_piece(self) -> None:
        """A step ends on an empty point."""
        assert refusal(QirkatGame(), "a1-b1") == "there is a piece on b1"

    def test_only_own_pieces(self) -> None:
        """A player moves pieces of its own."""
        assert refusal(QirkatGame(), "b3-c3") == "there is no piece of White on b3"
        assert refusal(QirkatGame(), "c3-c4") == "there is no piece of White on c3"

    def test_not_from_the_enemys_base_row(self) -> None:
        """A piece on the enemy's base row does not move."""
        game = drawn("""
            - - w - -
            - - - - -
            - - - - -
            - - - - -
            b - - - w
        """)
        assert texts(game) == {"e1-d1", "e1-d2", "e1-e2"}
        assert refusal(game, "c5-b5") == "a piece on row 5 only jumps"

    def test_nor_does_blacks(self) -> None:
        """Row 1 is the base row for Black's pieces."""
        game = drawn(
            """
            - - - - w
            - - - - -
            - - - - -
            - - - - b
            b - - - -
        """,
            BLACK,
        )
        assert texts(game) == {"e2-d2", "e2-e1"}

    def test_its_own_base_row_is_no_hindrance(self) -> None:
        """A piece on its own base row moves sideways and forwards."""
        game = drawn("""
            b - - - -
            - - - - -
            - - - - -
            - - - - -
            - - w - -
        """)
        assert texts(game) == {"c1-b1", "c1-d1", "c1-b2", "c1-c2", "c1-d2"}


class TestJumps:
    """A piece jumps over an enemy next to it along a line; a player who can jump must."""

    def test_every_direction(self) -> None:
        """A piece jumps forwards, sideways and backwards, along diagonals too."""
        game = drawn("""
            - - - - -
            - b b b -
            - b w b -
            - b b b -
            - - - - -
        """)
        firsts = {str(move)[3:5] for move in game.legal_moves}
        assert firsts == {"a1", "c1", "e1", "a3", "e3", "a5", "c5", "e5"}

    def test_no_diagonals_elsewhere(self) -> None:
        """From a point without diagonals there is no diagonal jump."""
        game = drawn("""
            - - - - -
            - - - - -
            - - b - -
            - - - w -
            - - b - -
        """)
        assert texts(game) == {"d2-b4"}
        moved = drawn("""
            - - - - -
            - - b - -
            - - - w -
            - - b - -
            - - - - -
        """)
        assert not any(move.is_jump for move in moved.legal_moves)

    def test_the_enemy_is_removed(self) -> None:
        """What is jumped over leaves the board."""
        game = drawn("""
            - - - - -
            - - - - b
            - - b - -
            - - w - -
            - - - - -
        """).play("c2-c4")
        assert game.position.picture.split("\n")[1:4] == ["- - w - b", "- - - - -", "- - - - -"]

    def test_a_player_who_can_jump_must(self) -> None:
        """While there is a jump no other piece steps."""
        game = drawn("""
            - - - - -
            - - - - -
            - - b - -
            - - w - -
            w - - - -
        """)
        assert texts(game) == {"c2-c4"}
        assert refusal(game, "a1-b1") == "White can jump, and must"

    def test_a_jump_goes_on(self) -> None:
        """A piece jumps on as long as it can, and the whole sequence is one move."""
        game = drawn("""
            - - - - -
            b b - - -
            - - w - -
            - - - - -
            - - - - -
        """)
        assert texts(game) == {"c3-a5-a3"}
        assert refusal(game, "c3-a5") == "the piece can jump on from a5, and must"
        after = game.play("c3-a5-a3")
        assert after.position.rows == "----- ----- w---- ----- -----"
        assert after.ply == 1

    def test_a_jump_does_not_go_on_too_far(self) -> None:
        """A sequence ends where there is nothing to jump over."""
        game = drawn("""
            - - - - -
            b b - - -
            - - w - -
            - - - - -
            - - - - -
        """)
        assert refusal(game, "c3-a5-a3-a1") == "a3-a1 jumps over no piece of Black"

    def test_free_choice(self) -> None:
        """Among several jumps the player is free, the shorter one included."""
        game = drawn("""
            - - - - -
            b b - - -
            - - w b -
            - - - - -
            - - - - -
        """)
        assert texts(game) == {"c3-a5-a3", "c3-e3"}

    def test_an_enemy_is_jumped_once(self) -> None:
        """What has been jumped over is gone, so that it is not jumped again and does not stand in the way."""
        game = drawn("""
            - - - - -
            - b b - -
            - b w - -
            - - - - -
            - - - - -
        """)
        assert all(move.jumped_mask.bit_count() == len(move.path) - 1 for move in game.legal_moves)
        assert refusal(game, "c3-a3-c3") == "a3-c3 jumps over no piece of Black"

    def test_round_to_where_it_began(self) -> None:
        """A sequence may come back to the point that the piece left."""
        game = drawn("""
            - - - - -
            - b - b -
            - - - - -
            - b - b -
            - - w - -
        """)
        assert "c1-a3-c5-e3-c1" in texts(game)
        after = game.play("c1-a3-c5-e3-c1")
        assert after.position.rows == "--w-- ----- ----- ----- -----"

    def test_not_over_ones_own(self) -> None:
        """A piece does not jump over a piece of its own, nor over two pieces."""
        game = drawn("""
            - - - - -
            - - - - -
            - - b - -
            - - b - -
            w w w - -
        """)
        assert not any(move.is_jump for move in game.legal_moves)
        assert refusal(game, "a1-c1") == "a1-c1 jumps over no piece of Black"
        assert refusal(game, "c1-c3") == "there is a piece on c3"

    def test_from_the_enemys_base_row(self) -> None:
        """A piece on the enemy's base row may jump."""
        game = drawn("""
            - - w b -
            - - - - -
            - - - - -
            - - - - -
            - - - - -
        """)
        assert texts(game) == {"c5-e5"}


class TestSideways:
    """A piece does not go back sideways when it is next played, unless it has jumped in between."""

    BOARD = """
        - - - - -
        - - - - b
        - - - - -
        - - w - -
        w - - - -
    """

    def test_not_back(self) -> None:
        """A piece that went left may not go right."""
        game = drawn(self.BOARD).play("c2-b2").play("e4-d4")
        assert refusal(game, "b2-c2") == "the piece came from there when it was last played"
        assert texts(game) >= {"b2-a2", "b2-b3", "b2-c3", "a1-b1"}

    def test_nor_to_the_left(self) -> None:
        """A piece that went right may not go left."""
        game = drawn(self.BOARD).play("c2-d2").play("e4-d4")
        assert "d2-c2" not in texts(game)
        assert "d2-e2" in texts(game)

    def test_however_long_ago(self) -> None:
        """What counts is when the piece is next played, whatever other pieces do meanwhile."""
        game = drawn(self.BOARD).play_all(["c2-b2", "e4-d4", "a1-b1", "d4-c4", "b1-c1", "c4-b4"])
        assert "b2-c2" not in texts(game)

    def test_on_in_the_same_direction(self) -> None:
        """A piece may go on sideways, and then not back either."""
        game = drawn(self.BOARD).play_all(["c2-b2", "e4-d4", "b2-a2", "d4-c4"])
        assert "a2-b2" not in texts(game)

    def test_after_a_step_forwards(self) -> None:
        """A step forwards is the next time the piece is played: afterwards both sides are free."""
        game = drawn(self.BOARD).play_all(["c2-b2", "e4-e3", "b2-b3", "e3-e2"])
        assert {"b3-a3", "b3-c3"} <= texts(game)

    def test_after_a_jump(self) -> None:
        """A jump in between frees the piece."""
        game = drawn("""
            - - - - b
            - b - - -
            - - - - -
            - - - w -
            - - - - -
        """).play_all(["d2-c2", "b4-c3", "c2-c4", "e5-e4"])
        assert {"c4-b4", "c4-d4"} <= texts(game)

    def test_another_piece_on_the_square_is_free(self) -> None:
        """A piece that takes the place of one that was captured there does not inherit its past."""
        game = QirkatGame().play_all(["d3-c3", "b3-d3", "e3-c3", "d4-e3"])
        assert game.play("c3-d3").ply == 5

    def test_the_piece_remembers_among_others(self) -> None:
        """A piece that went sideways to d2 may not go back to c2, whatever has happened around it."""
        game = QirkatGame().play_all(["d2-c3", "b4-d2", "e1-c3", "d4-d2-b4", "c2-d2", "c4-d4"])
        assert refusal(game, "d2-c2") == "the piece came from there when it was last played"

    def test_free_after_setting_up(self) -> None:
        """After a position has been set up every sideways move is free."""
        game = QirkatGame().play_all(["d2-c3", "b4-d2", "e1-c3", "d4-d2-b4", "c2-d2", "c4-d4"])
        assert "d2-c2" in texts(QirkatGame(position=Position.from_rows(game.position.rows, WHITE)))


class TestEnd:
    """A player who cannot move loses."""

    def test_no_moves(self) -> None:
        """Pieces that are stuck lose the game."""
        game = drawn("""
            w - - - -
            - - - - -
            - - - - -
            - - - - b
            - - - - -
        """)
        assert game.outcome == Outcome(BLACK, Reason.NO_MOVES)
        assert str(game.outcome) == "Black wins: the opponent cannot move"
        assert game.legal_moves == ()
        assert game.count_moves() == 0

    def test_no_pieces(self) -> None:
        """So does a side without pieces."""
        game = drawn("""
            - - - - -
            - - - - -
            - - b - -
            - - w - -
            - - - - -
        """).play("c2-c4")
        assert game.outcome == Outcome(WHITE, Reason.NO_PIECES)
        assert str(game.outcome) == "White wins: the opponent has no pieces"

    def test_no_move_after_the_end(self) -> None:
        """A move after the end is an error that says so."""
        game = drawn("""
            w - - - -
            - - - - -
            - - - - -
            - - - - b
            - - - - -
        """)
        with pytest.raises(GameOverError, match="the game is over, Black wins"):
            game.play("a5-b5")
