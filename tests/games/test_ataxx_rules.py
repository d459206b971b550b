"""The rules of Ataxx, one fact each, on drawn boards."""

from __future__ import annotations

import pytest

from taflkit import GameOverError, IllegalMoveError
from taflkit.errors import NotationError, PositionError
from taflkit.games.ataxx import (
    JUMPS_25,
    PASS,
    PLIES_100,
    AtaxxGame,
    AtaxxVariant,
    Counted,
    ExtendLimit,
    MoveKind,
    Outcome,
    Player,
    Position,
    Reason,
)

RED, BLUE = Player.RED, Player.BLUE


def drawn(picture: str, to_move: Player = RED, limit: ExtendLimit = JUMPS_25, count: int = 0) -> AtaxxGame:
    """A game that starts from a picture, the top row first."""
    return AtaxxGame(AtaxxVariant(limit=limit), Position.from_picture(picture, to_move), count)


def rows(game: AtaxxGame) -> list[str]:
    """The board, the top row first, without blanks."""
    return game.position.picture.replace(" ", "").split("\n")


def texts(game: AtaxxGame) -> set[str]:
    """The legal moves as UAI writes them."""
    return {move.uai for move in game.legal_moves}


#: Neither side can jump or extend into the corner a7, which blocks surround.
FULL = """
    - X X b b b b
    X X X b b b b
    X X X b b b b
    r r r r r r r
    r r r r r r r
    r r r r r r r
    r r r r r r r
"""


class TestStart:
    """Seven by seven squares, two pieces each in the corners, Red first."""

    def test_pieces(self) -> None:
        """Red begins on a7 and g1, Blue on a1 and g7."""
        assert rows(AtaxxGame()) == ["r-----b", *["-------"] * 5, "b-----r"]
        assert AtaxxGame().to_move is RED

    def test_players_take_turns(self) -> None:
        """After Red it is Blue's turn, then Red's again."""
        game = AtaxxGame().play("g1-f2")
        assert game.to_move is BLUE
        assert game.play("a1-b2").to_move is RED


class TestMoves:
    """A piece extends to a neighbour or jumps two squares away."""

    LONE = """
        - - - - - - -
        - - - - - - -
        - - - - - - -
        - - - r - - -
        - - - - - - -
        - - - - - - -
        - - - - - - b
    """

    def test_an_extend_adds_a_piece(self) -> None:
        """The piece that an extend is written from stays."""
        after = drawn(self.LONE).play("d4-e5")
        assert rows(after)[2:4] == ["----r--", "---r---"]

    def test_a_jump_moves_a_piece(self) -> None:
        """The piece that jumps leaves its square."""
        after = drawn(self.LONE).play("d4-e6")
        assert rows(after)[1:4] == ["----r--", "-------", "-------"]

    def test_reach(self) -> None:
        """A piece in the middle has eight neighbours to extend to and sixteen squares to jump to."""
        kinds = [move.kind for move in drawn(self.LONE).legal_moves]
        assert kinds.count(MoveKind.EXTEND) == 8
        assert kinds.count(MoveKind.JUMP) == 16
        assert len(kinds) == 24

    def test_no_board_beyond_the_edge(self) -> None:
        """A piece on the edge does not reach round to the other side."""
        game = drawn(self.LONE, BLUE)
        assert texts(game) == {"f1", "f2", "g2", "g1e1", "g1e2", "g1e3", "g1f3", "g1g3"}

    def test_an_extend_is_one_move_however_it_is_written(self) -> None:
        """Two neighbours of a square make one extend of it, and both texts play it."""
        game = drawn("""
            - - - - - - b
            - - - - - - -
            - - - - - - -
            - - - - - - -
            - - - - - - -
            - - - - - - -
            - - - - - r r
        """)
        assert [move.uai for move in game.legal_moves].count("f2") == 1
        assert game.play("f1-f2") == game.play("g1-f2") == game.play("f2")
        assert str(game.play("g1-f2").last) == "f1-f2"

    def test_blocks_do_not_stop_a_jump(self) -> None:
        """A piece jumps out of a ring of blocks, and cannot extend."""
        game = drawn("""
            - - - - - - -
            - - - - - - -
            - - X X X - -
            - - X r X - -
            - - X X X - -
            - - - - - - -
            - - - - - - b
        """)
        assert {move.kind for move in game.legal_moves} == {MoveKind.JUMP}
        assert len(game.legal_moves) == 16

    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            ("a7-d7", "at most two columns and two rows"),
            ("a7-a7", "at most two columns and two rows"),
            ("a1-b2", "no piece of Red on a1"),
            ("d4-d5", "no piece of Red on d4"),
            ("b6-b5", "no piece of Red on b6"),
            ("d5", "no piece of Red next to d5"),
            ("-", "only a player without one passes"),
            ("0000", "only a player without one passes"),
        ],
    )
    def test_refusals(self, move: str, reason: str) -> None:
        """A move that the rules refuse is refused with the reason, in one line."""
        with pytest.raises(IllegalMoveError, match=reason) as caught:
            AtaxxGame().play(move)
        assert "\n" not in str(caught.value)

    def test_an_occupied_target_is_refused(self) -> None:
        """No move ends on a piece or on a block."""
        game = AtaxxGame().with_block("b2")
        with pytest.raises(IllegalMoveError, match="there is a block on f2"):
            game.play("g1-f2")
        with pytest.raises(IllegalMoveError, match="there is a piece on g1"):
            game.play("g1-f1").play("a1-b1").play("f1-g1")

    def test_a_text_names_a_piece_of_the_mover(self) -> None:
        """An extend written from a square without a piece of the mover is refused, though the square can be filled."""
        with pytest.raises(IllegalMoveError, match="no piece of Red on f1"):
            AtaxxGame().play("f1-f2")


class TestTurning:
    """After a move every enemy next to the square that was filled changes sides."""

    BEFORE = """
        b - - - - - -
        - - - - - - -
        - - b b b - -
        - - b - b - -
        - - b r b - -
        - b - - - - -
        - - - - - r -
    """

    def test_by_an_extend(self) -> None:
        """All eight neighbours are turned, enemies further away are not."""
        after = drawn(self.BEFORE).play("d3-d4")
        assert rows(after) == ["b------", "-------", "--rrr--", "--rrr--", "--rrr--", "-b-----", "-----r-"]

    def test_by_a_jump(self) -> None:
        """A jump turns its new neighbours and leaves the old ones as they were."""
        after = drawn(self.BEFORE).play("d3-b3")
        assert rows(after) == ["b------", "-------", "--bbb--", "--r-b--", "-rr-b--", "-r-----", "-----r-"]


class TestPassing:
    """A player with pieces and no move must pass; nobody else may."""

    STUCK = "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1"

    def test_a_player_without_moves_passes(self) -> None:
        """The pass is then the only move, in either notation, and changes nothing but the side to move."""
        game = AtaxxGame.from_fen(self.STUCK)
        assert game.legal_moves == (PASS,)
        assert game.count_moves() == 1
        after = game.play("-")
        assert after == game.play("0000")
        assert (rows(after), after.to_move) == (rows(game), BLUE)

    def test_nothing_else_is_legal(self) -> None:
        """The player cannot move instead."""
        with pytest.raises(IllegalMoveError, match="there is a piece on a3"):
            AtaxxGame.from_fen(self.STUCK).play("a1-a3")


class TestEndings:
    """The game ends when nobody can move, a side has no pieces, or nobody has extended for long; most pieces win."""

    def test_neither_can_move(self) -> None:
        """A square that nobody reaches leaves the game over."""
        game = drawn(FULL)
        assert game.outcome == Outcome(RED, Reason.NO_MOVES)
        assert str(game.outcome) == "Red wins: neither side can move"
        assert game.legal_moves == ()
        assert game.count_moves() == 0

    def test_the_winner_is_not_the_mover(self) -> None:
        """Most pieces win, whoever is to move."""
        assert drawn(FULL, BLUE).outcome == Outcome(RED, Reason.NO_MOVES)

    def test_a_side_without_pieces(self) -> None:
        """The last piece is turned: the game is over, though there are empty squares."""
        game = drawn("""
            - - - - - - -
            - - - - - - -
            - - - - - - -
            - r - b - - -
            - - - - - - -
            - - - - - - -
            - - - - - - -
        """).play("b4-c4")
        assert game.outcome == Outcome(RED, Reason.NO_PIECES)
        assert game.legal_moves == ()

    def test_a_draw(self) -> None:
        """Equal numbers are a draw."""
        game = drawn("""
            r r r r r r r
            r r r r r r r
            r r r r r r r
            X X X X X X X
            b b b b b b b
            b b b b b b b
            b b b b b b b
        """)
        assert game.outcome == Outcome(None, Reason.NO_MOVES)
        assert str(game.outcome) == "Draw: neither side can move"

    def test_no_move_after_the_end(self) -> None:
        """A move after the end is an error that says so, in either notation."""
        for move in ("a1-a3", "a7", "-"):
            with pytest.raises(GameOverError, match="the game is over, Red wins"):
                drawn(FULL).play(move)


#: Red is stuck behind Blue, who can jump to and fro.
BLOCKADE = """
    - - - - - - -
    - - - - - - -
    - - - - - - -
    - - - - - - -
    b b b b b b b
    b b b b b b b
    r r r r r r r
"""


class TestLimit:
    """25 jumps in a row end the game, or 100 plies, as the game is told."""

    def test_25_jumps(self) -> None:
        """After 24 jumps the game goes on, after 25 it is over."""
        game = AtaxxGame()
        there_and_back = ["a7-a5", "a1-c1", "a5-a7", "c1-a1"]
        game = game.play_all(there_and_back * 6)
        assert game.outcome is None
        assert game.play("a7-a5").outcome == Outcome(None, Reason.NO_EXTENDS)
        assert game.play("a7-a5").legal_moves == ()

    def test_an_extend_begins_the_count_anew(self) -> None:
        """Jumps before an extend do not count."""
        game = AtaxxGame().play_all(["a7-a5", "a1-c1", "a5-a7", "c1-a1"])
        assert game.count == 4
        assert game.play("g1-f2").count == 0

    def test_passes_neither_count_nor_interrupt(self) -> None:
        """Jumps with passes between them are jumps in a row."""
        game = drawn(BLOCKADE, count=3).play("-")
        assert game.count == 3
        assert game.play("d3-d5").count == 4

    def test_plies_count_passes(self) -> None:
        """Where plies are counted, a pass is one."""
        assert drawn(BLOCKADE, limit=PLIES_100).play("-").count == 1

    @pytest.mark.parametrize("limit", [JUMPS_25, PLIES_100], ids=["jumps", "plies"])
    def test_most_pieces_win(self, limit: ExtendLimit) -> None:
        """The limit ends the game for the side with more pieces."""
        game = drawn(BLOCKADE, BLUE, limit, limit.maximum - 1).play("d3-d5")
        assert game.outcome == Outcome(BLUE, Reason.NO_EXTENDS)

    def test_limits_are_values(self) -> None:
        """The two limits are built from a number and from what is counted."""
        assert ExtendLimit(25) == ExtendLimit(25, Counted.JUMPS) == JUMPS_25
        assert ExtendLimit(100, Counted("plies")) == PLIES_100
        with pytest.raises(ValueError, match="maximum"):
            ExtendLimit(0)


class TestBlocks:
    """A block is set with its reflections, before the first move, on squares without pieces."""

    @pytest.mark.parametrize(
        ("square", "blocked"), [("d4", {"d4"}), ("d2", {"d2", "d6"}), ("c3", {"c3", "e3", "c5", "e5"})]
    )
    def test_reflections(self, square: str, blocked: set[str]) -> None:
        """One, two or four squares, mirrored in the middle row and the middle column."""
        game = AtaxxGame().with_block(square)
        assert game.position.blocks_mask.bit_count() == len(blocked)
        assert game == AtaxxGame().with_block(min(blocked)) == AtaxxGame().with_block(max(blocked))

    def test_blocks_add_up(self) -> None:
        """Several blocks stay, and one that is set again changes nothing."""
        game = AtaxxGame().with_block("d4").with_block("a4").with_block("d4")
        assert rows(game)[3] == "X--X--X"

    @pytest.mark.parametrize("square", ["a1", "a7", "g1", "g7"])
    def test_none_on_a_corner(self, square: str) -> None:
        """There is a piece on every corner."""
        with pytest.raises(PositionError, match=f"no block on {square}: there is a piece on "):
            AtaxxGame().with_block(square)

    def test_none_on_a_piece_by_reflection(self) -> None:
        """A block is refused where one of its reflections has a piece on it."""
        game = AtaxxGame.from_fen("x5o/7/7/7/2x4/7/o5x x 0 1")
        with pytest.raises(PositionError, match="no block on e5: there is a piece on c3"):
            game.with_block("e5")

    def test_none_after_a_move(self) -> None:
        """Once a piece has been played, blocks are refused."""
        with pytest.raises(PositionError, match="no block can be set once a piece has been played"):
            AtaxxGame().play("g1-f2").with_block("c3")

    @pytest.mark.parametrize(("square", "column"), [("h1", 1), ("a8", 2), ("c", 2), ("", 1), ("c33", 3), ("c3-d3", 3)])
    def test_squares_that_are_none(self, square: str, column: int) -> None:
        """What is not the name of a square is refused, with the column."""
        with pytest.raises(NotationError) as caught:
            AtaxxGame().with_block(square)
        assert caught.value.column == column

    @pytest.mark.parametrize("square", [-1, 49])
    def test_numbers_that_are_no_square(self, square: int) -> None:
        """A number that is not that of a square is refused."""
        with pytest.raises(PositionError, match="numbers from 0 to 48"):
            AtaxxGame().with_block(square)
