"""Tablut, rules 7 to 10: how the game ends."""

from __future__ import annotations

import random

import pytest

from taflkit import ATTACKER, KING, Game, GameOverError, Outcome, Reason, Side, load_variant, start
from tests.drawn import drawn

BLACK_REPEATED = Outcome(Side.DEFENDERS, Reason.REPETITION)
WHITE_REPEATED = Outcome(Side.ATTACKERS, Reason.REPETITION)
ESCAPED = Outcome(Side.DEFENDERS, Reason.KING_ESCAPED)


class TestRule7Escape:
    """Rule 7: White wins when the king stands on any edge square, corners included."""

    def test_every_edge_square_wins_and_no_other(self) -> None:
        """The king has won on each of the thirty-two edge squares and on none of the forty-nine others."""
        variant = load_variant("tablut")
        won = set()
        for square in variant.board.grid.squares:
            man = "c3" if str(square) == "b2" else "b2"
            position = variant.board.position({square: KING, man: ATTACKER}, Side.ATTACKERS)
            outcome = Game(variant, position).outcome
            assert outcome in (None, ESCAPED)
            if outcome:
                won.add(str(square))
        rim = {f"{column}{row}" for column in "abcdefghi" for row in (1, 9)}
        rim |= {f"{column}{row}" for column in "ai" for row in range(1, 10)}
        assert won == rim
        assert len(won) == 32

    FREE = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . K . .
        . . W . . . . . .
        . . . . . . . . .
        . B . . . . . . .
        . . . . . . . . .
        """

    @pytest.mark.parametrize("move", ["g5-1", "g5-9", "g5-a", "g5-i"])
    def test_the_king_wins_by_moving_to_the_edge(self, move: str) -> None:
        """A king who reaches the edge has won at once."""
        after = drawn("tablut", "defenders", self.FREE).play(move)
        assert after.outcome == ESCAPED
        assert not after.legal_moves

    @pytest.mark.parametrize("move", ["g5-2", "g5-8", "g5-b", "g5-h"])
    def test_one_square_short_is_no_win(self, move: str) -> None:
        """A king one square short of the edge has won nothing."""
        assert drawn("tablut", "defenders", self.FREE).play(move).outcome is None

    @pytest.mark.parametrize("move", ["c4-1", "c4-9", "c4-a", "c4-i"])
    def test_a_swede_on_the_edge_is_no_win(self, move: str) -> None:
        """A Swede on the edge wins nothing."""
        assert drawn("tablut", "defenders", self.FREE).play(move).outcome is None


class TestRule8Repetition:
    """Rule 8: a side loses when its move brings back a position that has occurred in this game."""

    def test_white_brings_back_the_initial_position(self) -> None:
        """White loses by bringing back the initial position."""
        game = start("tablut").play_all(["h5-7", "f5-4", "h7-5"])
        assert game.outcome is None
        assert game.play("f4-5").outcome == WHITE_REPEATED

    def test_black_brings_back_a_position(self) -> None:
        """Black loses by bringing back the position after his first move."""
        game = start("tablut").play_all(["d9-8", "e7-d", "e2-f", "d7-e"])
        assert game.outcome is None
        assert game.play("f2-e").outcome == BLACK_REPEATED

    def test_the_other_side_to_move_is_another_position(self) -> None:
        """The same pieces on the same squares with the other side to move are no repetition."""
        game = start("tablut").play_all(["i6-7", "c5-6", "i7-8", "c6-5", "i8-6"])
        assert game.position.kind_masks == start("tablut").position.kind_masks
        assert game.to_move is Side.DEFENDERS
        assert game.outcome is None

    def test_other_pieces_on_the_same_squares_are_another_position(self) -> None:
        """A position with a Swede where the king was is another position."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . K . . . . .
            . . . W . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . B . . . . . . .
            . . . . . . . . .
            """,
        )
        # King and Swede change places while the Muscovite goes to and fro along the bottom.
        game = game.play_all(["d6-g", "b2-1", "d5-6", "b1-2", "g6-5", "b2-1", "g5-d", "b1-2"])
        assert str(game.position["d6"]) == "defender"
        assert game.outcome is None

    def test_alike_pieces_that_changed_places_are_the_same_position(self) -> None:
        """Two Swedes who change places bring back the same position."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . W . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . B . . . . . . .
            . . . . . . . . .
            """,
        )
        game = game.play_all(["c7-d", "b2-1", "c5-7", "b1-2", "d7-5", "b2-1", "d5-c"])
        assert game.outcome is None
        assert game.play("b1-2").outcome == BLACK_REPEATED

    def test_the_loss_is_known_at_once(self) -> None:
        """The repetition ends the game as soon as it is there: the other side has no more moves to make."""
        game = start("tablut").play_all(["h5-7", "f5-4", "h7-5", "f4-5"])
        assert not game.legal_moves
        with pytest.raises(GameOverError, match="the attackers win: the position was repeated"):
            game.play("e2-a")

    def test_positions_of_another_game_do_not_count(self) -> None:
        """Only positions of this game count: the same moves from another start repeat nothing."""
        game = start("tablut").play_all(["h5-7", "f5-4"])
        fresh = Game(game.variant, game.position)
        assert game.play_all(["h7-5", "f4-5"]).outcome == WHITE_REPEATED
        assert fresh.play_all(["h7-5", "f4-5"]).outcome is None


class TestRule8NoMoves:
    """Rule 8: a side loses when it has no legal move on its turn."""

    STUCK_BLACK = """
        . . . . . . . W B
        . . . . . . . . .
        . . . . . . . . W
        . . . . . . . . .
        . . . . K . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        """

    def test_black_cannot_move(self) -> None:
        """Black loses when his last man is enclosed on his turn."""
        game = drawn("tablut", "defenders", self.STUCK_BLACK).play("i7-8")
        assert game.outcome == Outcome(Side.DEFENDERS, Reason.NO_MOVES)

    def test_black_can_move_once_more(self) -> None:
        """One free square is enough to go on."""
        game = drawn("tablut", "defenders", self.STUCK_BLACK).play("i7-h")
        assert game.outcome is None
        assert str(game.legal_moves) == "i9-i1 i9-i2 i9-i3 i9-i4 i9-i5 i9-i6 i9-i7 i9-i8"

    def test_it_matters_on_its_turn_only(self) -> None:
        """A side that could not move has not lost while it is the other's turn."""
        picture = """
            . . . . . . . W B
            . . . . . . . . W
            . . . . . . . . .
            . . . . . . . . .
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """
        assert drawn("tablut", "defenders", picture).outcome is None
        assert drawn("tablut", "attackers", picture).outcome == Outcome(Side.DEFENDERS, Reason.NO_MOVES)

    STUCK_WHITE = """
        . . . . . . . . .
        . . . . . . . . .
        . . B . . . . . .
        . B K B . . . . .
        . . B . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . B . . . .
        W B . . . . . . .
        """

    def test_white_cannot_move(self) -> None:
        """White loses when the king and his last man are enclosed on their turn."""
        game = drawn("tablut", "attackers", self.STUCK_WHITE).play("e2-a")
        assert game.outcome == Outcome(Side.ATTACKERS, Reason.NO_MOVES)

    def test_white_can_move_once_more(self) -> None:
        """White goes on while one man can move."""
        game = drawn("tablut", "attackers", self.STUCK_WHITE).play("e2-3")
        assert game.outcome is None
        assert str(game.legal_moves) == "a1-a2 a1-a3 a1-a4 a1-a5 a1-a6 a1-a7 a1-a8 a1-a9"

    def test_no_draws(self) -> None:
        """Every game that is played to its end has a winner."""
        chance = random.Random(1732)
        reasons = set()
        for _ in range(60):
            game = start("tablut")
            while game.outcome is None:
                game = game.play(chance.choice(game.legal_moves))
            assert game.outcome.winner is not None
            reasons.add(game.outcome.reason)
        assert reasons >= {Reason.KING_ESCAPED, Reason.KING_CAPTURED}


class TestRule9MoveLimit:
    """Rule 9: with a limit of N moves, the player who must make move N+1 loses; that is Black, after White's N-th."""

    MOVES = ("h5-7", "f5-4", "h7-6", "f4-3")

    def test_black_loses_right_after_white_s_last_move(self) -> None:
        """With a limit of two, Black has lost when White has made the second move."""
        game = start("tablut", move_limit=2).play_all(self.MOVES[:3])
        assert game.outcome is None
        assert game.play(self.MOVES[3]).outcome == Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)

    def test_one_move_more(self) -> None:
        """With a limit of three, Black may make a third move after White's second, and White may answer it."""
        game = start("tablut", move_limit=3).play_all(self.MOVES)
        assert game.outcome is None
        assert game.play("a4-3").outcome is None
        assert game.play("a4-3").play("g5-4").outcome == Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)

    def test_no_limit_unless_set(self) -> None:
        """Without a limit the game goes on."""
        assert start("tablut").play_all(self.MOVES).outcome is None

    def test_who_moves_first_loses_first(self) -> None:
        """Where White moves first, it is White who must make one move too many."""
        game = drawn("tablut", "defenders", start("tablut").position.picture).with_limit(1)
        assert game.play_all(["f5-4", "h5-7"]).outcome == Outcome(Side.ATTACKERS, Reason.MOVE_LIMIT)


class TestRule10Order:
    """Rule 10: king captured or escaped, then repetition, then no legal move, then the limit."""

    def test_escape_before_no_legal_move(self) -> None:
        """A king who escapes while Black has no move left has won by his escape."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . W B
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . K .
            . . . . . . . . W
            """,
        )
        assert game.play("h2-i").outcome == ESCAPED
        boxed = game.play("i1-8")
        assert boxed.outcome == Outcome(Side.DEFENDERS, Reason.NO_MOVES)

    def test_escape_before_the_limit(self) -> None:
        """A king who escapes with the last move that the limit allows has won by his escape."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . K . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . B . . . . . . .
            . . . . . . . . .
            """,
        )
        game = game.with_limit(1).play("b2-1")
        assert game.play("g7-i").outcome == ESCAPED
        assert game.play("g7-h").outcome == Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)

    def test_capture_before_the_limit(self) -> None:
        """A king who is captured when White may make no more moves has lost by the capture."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . B K . . B . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            W . . . . . . . .
            """,
        )
        game = game.with_limit(1).play("a1-2")
        assert game.play("g6-e").outcome == Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)
        assert game.play("g6-f").outcome == Outcome(Side.ATTACKERS, Reason.MOVE_LIMIT)

    def test_capture_before_no_legal_move(self) -> None:
        """A king who is captured with his last man enclosed has lost by the capture."""
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
            . . . . . . . . .
            B . . . . . . . .
            W B . . . . . . .
            """,
        )
        after = game.play("g6-e")
        assert after.outcome == Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)
        assert not after.variant.rules.has_moves(after.position)

    def test_a_winning_move_still_captures(self) -> None:
        """The king who escapes captures what stands between him and a Swede."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . W
            . . . . . . . . B
            . . . . . . K . .
            . . . . . . . . .
            . . . . . . . . .
            . B . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        after = game.play("g6-i")
        assert str(after.last) == "g6-i6xi7"
        assert after.position["i7"] is None
        assert after.outcome == ESCAPED

    def test_repetition_before_the_limit(self) -> None:
        """White, who repeats with the last move that the limit allows, loses by it; Black would lose by the limit."""
        game = start("tablut", move_limit=2).play_all(["h5-7", "f5-4", "h7-5", "f4-5"])
        assert game.outcome == WHITE_REPEATED

    def test_no_legal_move_before_the_limit(self) -> None:
        """Black, who has no move and is at the limit too, has lost because he cannot move."""
        game = drawn(
            "tablut",
            "attackers",
            """
            . . . . . . . W .
            . . . . . . . . B
            . . . . . . . . .
            . . . . . . . . W
            . . . . K . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        game = game.with_limit(1).play("i8-9")
        assert game.play("i6-8").outcome == Outcome(Side.DEFENDERS, Reason.NO_MOVES)
        assert game.play("i6-7").outcome == Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)

    def test_a_king_in_a_pocket_is_not_captured_by_an_unrelated_move(self) -> None:
        """A king between two Muscovites stays when another moves elsewhere, even to a third side of him."""
        game = drawn(
            "tablut",
            "defenders",
            """
            . . . . . . . . .
            . . . . . . . . .
            . . B . B . . . .
            . . . . . . . . B
            . . . . . . . . .
            . . . K . . . . .
            . . W . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            """,
        )
        pocket = game.play("d4-7")
        assert pocket.play("i6-7").outcome is None
        assert pocket.play("i6-d").outcome is None
        back = pocket.play("e7-8").play("c3-2").play("e8-7")
        assert back.outcome == Outcome(Side.ATTACKERS, Reason.KING_CAPTURED)
