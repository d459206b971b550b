"""What a move did, and lists of moves."""

from __future__ import annotations

import pickle

from taflkit import DEFENDER, Move, Play, Position, Square, start
from taflkit.rules.play import Captured, LegalMoves
from tests.drawn import drawn

CROWD = """
    . . . . . . . . .
    . . . . B . . . .
    . . . . W . . . .
    B . . . . W B . .
    . . . . W . . . .
    . . . . B . . . .
    . . K . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """


def crowd() -> Play:
    """A play that takes three."""
    last = drawn("tablut", "attackers", CROWD).play("a6-e").last
    assert last is not None
    return last


class TestPlay:
    """A play says what moved and what was taken."""

    def test_text(self) -> None:
        """It prints the move and every square where something was captured."""
        assert str(crowd()) == "a6-e6xe5xf6xe7"
        game = start("tablut").play("e2-a")
        assert str(game.last) == "e2-a2"

    def test_piece(self) -> None:
        """It knows which piece moved."""
        game = start("tablut").play("e2-a").play("e4-h")
        assert game.last is not None
        assert str(game.last.piece) == "defender"
        assert str(crowd().piece) == "attacker"

    def test_captured(self) -> None:
        """It lists what was taken, from a1 along the rows, with where it stood."""
        assert crowd().captured == tuple(Captured(DEFENDER, Square.parse(square)) for square in ["e5", "f6", "e7"])
        assert [str(taken) for taken in crowd().captured] == ["defender on e5", "defender on f6", "defender on e7"]

    def test_quiet(self) -> None:
        """A play that takes nothing says so, and can be undone by playing back."""
        play = start("tablut").play("e2-a").last
        assert play is not None
        assert play.captured == ()
        assert play.taken_mask == 0
        assert play.irreversible is False
        assert crowd().irreversible is True

    def test_positions(self) -> None:
        """It holds the positions before and after."""
        game = start("tablut")
        after = game.play("e2-a")
        assert after.last is not None
        assert after.last.before == game.position
        assert after.last.position == after.position

    def test_pickle(self) -> None:
        """It comes back from a pickle as it was."""
        play = crowd()
        back = pickle.loads(pickle.dumps(play))
        assert (back.move, back.before, back.position) == (play.move, play.before, play.position)
        assert (back.taken_mask, back.irreversible, back.outcome) == (play.taken_mask, play.irreversible, play.outcome)


class TestLegalMoves:
    """The legal moves are a tuple that prints itself."""

    def test_like_a_tuple(self) -> None:
        """They have a length, a truth value, indices, and know what is in them."""
        game = start("tablut")
        moves = game.legal_moves
        grid = game.variant.board.grid
        assert len(moves) == 80
        assert moves
        assert moves[0] in moves
        assert grid.parse_move("e2-a") in moves
        assert grid.parse_move("e4-h") not in moves
        assert not LegalMoves()
        assert all(isinstance(move, Move) for move in moves)

    def test_a_text_is_in_them_if_it_is_a_legal_move(self) -> None:
        """`in` takes a move as text; what is no move, or no move on this board, is not in them."""
        moves = start("tablut").legal_moves
        inside: list[object] = ["e2-a", "e2-a2"]
        outside: list[object] = ["e4-h", "zz", "", "e2-e12"]
        assert all(text in moves for text in inside)
        assert not any(text in moves for text in outside)
        assert not any(text in LegalMoves() for text in inside)

    def test_text(self) -> None:
        """They print sorted, and with their number."""
        position: Position = drawn("tablut", "attackers", CROWD).position
        moves = drawn("tablut", "attackers", CROWD).variant.rules.legal_moves(position)
        few = LegalMoves(move for move in reversed(moves) if str(move.origin) == "a6")
        assert str(few) == "a6-a1 a6-a2 a6-a3 a6-a4 a6-a5 a6-a7 a6-a8 a6-a9 a6-b6 a6-c6 a6-d6 a6-e6"
        assert repr(few) == f"<LegalMoves (12): {few}>"
