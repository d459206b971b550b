"""The ready answers for moves along lines: whatever is kept or forgotten, the moves are the same."""

from __future__ import annotations

import random

import attrs
import pytest

from taflkit import DEFENDER, KING, Geometry, Position, Variant, load_variant, start
from taflkit.board import Board, Piece, grid, union
from taflkit.rules import Reserved, Slide, lines
from taflkit.rules.lines import LineTables, Reach
from tests.drawn import drawn
from tests.rules.boards import MEN_AND_KING, small


def sorted_moves(variant: Variant, position: Position) -> list[str]:
    """The legal moves as sorted texts."""
    return sorted(map(str, variant.rules.legal_moves(position)))


def test_kinds_that_move_alike_share_their_answers() -> None:
    """Attackers and defenders share their answers; the king, who may stop on the throne, has his own."""
    board = small().board
    slide = Slide()
    attackers, defenders, king = (Reach(board, piece, [slide], [Reserved("throne")]).key for piece in MEN_AND_KING)
    assert attackers == defenders != king


def test_kinds_that_cross_otherwise_do_not_share() -> None:
    """Kinds that may stop alike but not cross alike have tables of their own."""
    board = small().board
    slide = Slide()
    access = [Reserved("throne", stop="everyone", cross="king")]
    assert Reach(board, DEFENDER, [slide], access).key != Reach(board, KING, [slide], access).key


@pytest.mark.parametrize("most", [1, 2, 3])
def test_tables_are_emptied_when_they_are_full(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that may hold little give the same moves and hold no more than they may."""
    usual, scarce = load_variant("tablut"), load_variant("tablut")
    scarce = Variant("scarce", type(scarce.rules)(*scarce.rules.__getstate__()), scarce.start)  # type: ignore[arg-type]
    monkeypatch.setattr(lines, "MAX_ARRANGEMENTS", most)
    chance = random.Random(5)
    for _ in range(3):
        game = start(usual)
        while game.outcome is None and game.turns < 25:
            assert sorted_moves(scarce, game.position) == sorted_moves(usual, game.position)
            game = game.play(chance.choice(game.legal_moves))
    assert max(len(line) for _, line in scarce.rules._lines._lines) == most


def test_answers_are_kept() -> None:
    """The moves of an arrangement that has been met are the same objects again."""
    board = small().board
    tables = LineTables(board, [Reach(board, piece, [Slide()], []) for piece in MEN_AND_KING])
    position = drawn(small(), "defenders", "..... ..... .D... ..... .....".replace(" ", "\n")).position
    lines = [line for line in tables.moves(position) if line]
    assert [[str(move) for move in line] for line in lines] == [
        ["b3-a3", "b3-c3", "b3-d3", "b3-e3"],
        ["b3-b1", "b3-b2", "b3-b4", "b3-b5"],
    ]
    assert all(again is line for again, line in zip(filter(None, tables.moves(position)), lines, strict=True))


def test_each_piece_of_a_line_moves_in_its_own_manner() -> None:
    """Kinds that move differently do so on one line, and pieces of the opponent only block."""
    board = small().board
    reaches = [
        Reach(board, piece, [Slide(distance=distance)], [])
        for piece, distance in zip(MEN_AND_KING, (1, 2, None), strict=True)
    ]
    tables = LineTables(board, reaches)
    for row, side, far in [
        ("A...D", "attackers", ["a3-b3"]),
        ("D...A", "defenders", ["a3-b3", "a3-c3"]),
        ("K...A", "defenders", ["a3-b3", "a3-c3", "a3-d3"]),
        ("K.D.A", "defenders", ["a3-b3", "c3-b3", "c3-d3"]),
    ]:
        position = drawn(small(), side, f"..... ..... {row} ..... .....".replace(" ", "\n")).position
        found = [str(move) for line in tables.moves(position) for move in line if move.target.row == 2]
        assert found == far


class Hop(Slide):
    """A piece goes to any empty square of its lines, over others."""

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """All squares of both lines."""
        return union(line for line in board.grid.line_masks if line >> origin & 1) & ~occupied


def test_a_movement_that_does_not_stop_at_pieces() -> None:
    """Nothing is taken for granted of a subclass: its moves go over pieces, and are legal."""
    variant = small()
    rules = attrs.evolve(variant.rules, movement=(Hop(),))
    game = drawn(attrs.evolve(variant, rules=rules), "attackers", "..... ..... AD... ..... ..D..".replace(" ", "\n"))
    moves = [move for move in rules.legal_moves(game.position) if move.origin.row == move.target.row]
    assert sorted(map(str, moves)) == ["a3-c3", "a3-d3", "a3-e3"]
    assert all(rules.is_legal(game.position, move) for move in moves)
    assert not small().rules.is_legal(game.position, moves[0])


def test_several_pieces_on_a_line() -> None:
    """A line lists the moves of all its pieces, each stopped by the others."""
    game = drawn(small(), "attackers", "..... ..... A.A.A ..... ..D..".replace(" ", "\n"))
    row = [str(move) for move in game.legal_moves if move.origin.row == move.target.row]
    assert sorted(row) == ["a3-b3", "c3-b3", "c3-d3", "e3-d3"]


def test_a_wide_board() -> None:
    """On the largest board too a piece in the middle reaches every square of its lines."""
    board = Board(Geometry(grid(19, 19)))
    reach = Reach(board, DEFENDER, [Slide()], [])
    centre = len(board.grid.squares) // 2
    assert reach.from_square(centre, 1 << centre).bit_count() == 36
    assert reach.from_square(0, 1 | 1 << 3 | 1 << 38).bit_count() == 2 + 1
