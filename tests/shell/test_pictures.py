"""Boards for people."""

from __future__ import annotations

from taflkit import Board, Geometry, Piece, Rules, Side, Variant, start
from taflkit.board import ATTACKER, DEFENDER, KING
from taflkit.rules import KingReaches, Slide
from taflkit.shell import unicode_board
from tests.shell.sessions import field


def test_the_last_move_is_in_brackets() -> None:
    """The square that was left and the square that was reached are marked, and the move is written below."""
    lines = unicode_board(start("tablut").play("i6-g").play("d5-7").play("i4-g")).splitlines()
    assert lines[5] == " 4  ●  ·  ·  ·  ○  · [●] · [·]"
    assert lines[-3:] == ["    a  b  c  d  e  f  g  h  i", "last move i4-g4xg5", "White to move"]


def test_pieces_have_signs() -> None:
    """Men are discs, the king is a king, and special squares are crosses while they are empty."""
    rows = unicode_board(start("tablut")).splitlines()
    assert rows[4] == " 5  ●  ●  ○  ○  ♔  ○  ○  ●  ●"
    corner = unicode_board(start("brandubh")).splitlines()[0]
    assert corner == " 7  +  ·  ·  ●  ·  ·  +"


def test_large_boards_are_aligned() -> None:
    """Row numbers of two digits do not move the columns."""
    rows = unicode_board(start(field())).splitlines()
    assert rows[0] == "11" + "  ·" * 11
    assert rows[11] == "    " + "  ".join("abcdefghijk")


def test_other_kinds_keep_their_letters() -> None:
    """A kind of piece without a sign of its own is shown by its letter."""
    board = Board(Geometry.build(5, 5), (ATTACKER, DEFENDER, KING, Piece(Side.DEFENDERS, "knight", "N")))
    rules = Rules(board, movement=(Slide(),), endings=(KingReaches("edge"),))
    variant = Variant("knights", rules, board.parse(".A.D.\n.....\n..K..\n..N..\n.....", Side.ATTACKERS))
    assert unicode_board(start(variant)).splitlines()[3] == " 2  ·  ·  N  ·  ·"


def test_pictures_have_no_signs_that_programs_read() -> None:
    """A board for people cannot be taken for a dump, a move or a prompt."""
    picture = unicode_board(start("tablut").play("i6-g"))
    assert not {"*", ">"} & set(picture)
    assert "===" not in picture
