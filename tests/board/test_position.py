"""Boards with their pieces, and positions on them."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taflkit import (
    ATTACKER,
    DEFENDER,
    KING,
    Board,
    Geometry,
    GeometryError,
    Piece,
    Position,
    PositionError,
    Side,
    Square,
)
from taflkit.board import grid, indices_of
from taflkit.counting import perft
from taflkit.testing import positions, variants
from tests.drawn import drawn

bounded = settings(max_examples=30, deadline=None)
KNIGHT = Piece(Side.DEFENDERS, "knight", "N")
BOARD = Board(Geometry.build(5, 6), (ATTACKER, DEFENDER, KING, KNIGHT))
PICTURE = """
    . . A . .
    . . . . .
    . . D . .
    A . K N A
    . . . . .
    . . A . D
"""


@pytest.fixture
def position() -> Position:
    """A position with every kind of piece on a board that is not square."""
    return BOARD.parse(PICTURE, Side.ATTACKERS)


any_position = variants(largest=12).flatmap(positions)


def test_a_picture_is_read_from_the_top(position: Position) -> None:
    """Each letter of a picture is a piece on the square where it is drawn."""
    assert dict(position.pieces()) == {
        Square.parse("c1"): ATTACKER,
        Square.parse("e1"): DEFENDER,
        Square.parse("a3"): ATTACKER,
        Square.parse("c3"): KING,
        Square.parse("d3"): KNIGHT,
        Square.parse("e3"): ATTACKER,
        Square.parse("c4"): DEFENDER,
        Square.parse("c6"): ATTACKER,
    }
    assert position.to_move is Side.ATTACKERS


def test_spaces_in_a_picture_do_not_matter(position: Position) -> None:
    """A picture may be indented, spread out or neither."""
    assert BOARD.parse("..A..\n.....\n..D..\nA.KNA\n.....\n..A.D", Side.ATTACKERS) == position


def test_a_position_is_made_of_pieces_on_squares(position: Position) -> None:
    """Squares and their names serve alike as the places of pieces."""
    made = BOARD.position(dict(position.pieces()), Side.ATTACKERS)
    assert made == position
    assert BOARD.position({str(square): piece for square, piece in position.pieces()}, Side.ATTACKERS) == position


@bounded
@given(any_position)
def test_the_picture_of_a_position_is_read_back(position: Position) -> None:
    """Reading the picture of a position gives the same position."""
    assert position.board.parse(position.picture, position.to_move) == position


def test_a_position_is_drawn_with_its_coordinates(position: Position) -> None:
    """A position prints as a board with rows and columns named, and says whose turn it is."""
    assert str(position).splitlines() == [
        " 6 . . A . .",
        " 5 . . . . .",
        " 4 . . D . .",
        " 3 A . K N A",
        " 2 . . . . .",
        " 1 . . A . D",
        "   a b c d e",
        "attackers to move",
    ]
    assert repr(position) == "<Position ..A../...../..D../A.KNA/...../..A.D attackers>"


def test_rows_of_two_figures_stay_in_line() -> None:
    """The drawing of a large board has its columns one above the other."""
    lines = str(Board(Geometry.build(11, 11)).position({}, Side.DEFENDERS)).splitlines()
    assert lines[0] == "11 " + " ".join("." * 11)
    assert lines[10] == " 1 " + " ".join("." * 11)
    assert lines[11] == "   a b c d e f g h i j k"


def test_a_position_answers_where_pieces_stand(position: Position) -> None:
    """Pieces are found by square, by side and by the names that rules use."""
    assert position["c3"] == KING
    assert position[Square.parse("d3")] == KNIGHT
    assert position["b3"] is None
    assert position.squares("king") == BOARD.grid.set(["c3"])
    assert position.squares("men", "king") == BOARD.grid.set(square for square, _ in position.pieces())
    assert position.squares("defenders") == BOARD.grid.set(["c4", "e1", "d3"])
    assert position.squares("knight", "king") == BOARD.grid.set(["c3", "d3"])
    with pytest.raises(PositionError, match="no piece is called 'dragon'; there are"):
        position.squares("dragon")
    assert position.side_mask(Side.ATTACKERS) == position.pieces_mask("attackers")
    assert position.side_mask(Side.DEFENDERS) == position.pieces_mask("defenders", "king")


@bounded
@given(any_position)
def test_the_masks_of_a_position_agree_with_its_pieces(position: Position) -> None:
    """The squares of a side, of the kings and of everyone are those of the pieces."""
    pieces = dict(position.pieces())
    board = position.board.grid
    assert position.occupied_mask == board.mask(pieces)
    assert position.kings_mask == board.mask(square for square, piece in pieces.items() if piece.is_king)
    for side in Side:
        assert position.side_mask(side) == board.mask(square for square, piece in pieces.items() if piece.side is side)
    assert all(position[square] == pieces.get(square) for square in board.squares)


@bounded
@given(any_position)
def test_a_position_is_a_value(position: Position) -> None:
    """Pickled and copied positions are equal and have equal hashes; the other side's turn makes another position."""
    for other in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert other == position
        assert hash(other) == hash(position)
        assert str(other) == str(position)
    assert attrs.evolve(position, to_move=position.to_move.other) != position
    assert position != position.picture


def test_a_position_cannot_be_changed(position: Position) -> None:
    """Setting an attribute is refused."""
    with pytest.raises(AttributeError):
        position.to_move = Side.DEFENDERS  # type: ignore[misc]


def test_the_same_pieces_on_another_board_are_another_position() -> None:
    """Boards with different regions have different positions."""
    plain, throned = Board(Geometry.build(9, 9)), Board(Geometry.build(9, 9, throne="centre"))
    assert plain.position({"e5": KING}, Side.ATTACKERS) != throned.position({"e5": KING}, Side.ATTACKERS)


@pytest.mark.parametrize("size", [7, 9, 11, 13, 19])
def test_one_piece_has_another_hash_on_every_square(size: int) -> None:
    """Positions that differ by the square of one piece have different hashes, on boards of any size."""
    board = Board(Geometry.build(size, size))
    made = [
        Position(board, tuple(1 << index if kind == piece else 0 for kind in board.pieces), side)
        for index in range(size * size)
        for piece in board.pieces
        for side in Side
    ]
    assert len({hash(position) for position in made}) == len(set(made)) == size * size * 6


def test_positions_reached_in_two_plies_have_different_hashes() -> None:
    """Of the thousands of positions that follow one on a board of more than 61 squares no two share a hash."""
    game = drawn(
        "tablut",
        "attackers",
        """
        B . . . . . . . .
        . . B . . . . B .
        . . . . . . . . .
        . . . . W . . . B
        . W . . K . . . .
        . . . . . . . . .
        . . . B . . W . .
        . B . . . . . . .
        . . . . . . . . B
        """,
    )
    reached = {
        after.position for move in game.legal_moves for after in map(game.play(move).play, game.play(move).legal_moves)
    }
    assert len({hash(position) for position in reached}) == len(reached)
    assert 1000 < len(reached) <= perft(game, 2)


@bounded
@given(any_position, st.data())
def test_a_symmetry_takes_every_piece_along(position: Position, data: st.DataObject) -> None:
    """Under a symmetry each piece stands on the image of its square, and the turn stays."""
    symmetry = data.draw(st.sampled_from(position.board.grid.symmetries))
    seen = position.transformed(symmetry)
    assert dict(seen.pieces()) == {symmetry.square(square): piece for square, piece in position.pieces()}
    assert seen.to_move is position.to_move


def test_a_piece_that_goes_on_is_part_of_the_position(position: Position) -> None:
    """A position in which a piece must go on differs from the one without, and symmetries take that along."""
    going = attrs.evolve(position, going_on_mask=BOARD.grid.mask(["a3"]))
    assert going != position
    assert hash(going) != hash(position)
    assert pickle.loads(pickle.dumps(going)) == going
    mirrored = going.transformed(BOARD.grid.symmetries[1])
    assert [BOARD.grid.squares[index] for index in indices_of(mirrored.going_on_mask)] == [Square.parse("e3")]


@pytest.mark.parametrize("squares", [["b3"], ["c4"], ["a3", "c1"]])
def test_one_piece_of_the_side_to_move_goes_on(position: Position, squares: list[str]) -> None:
    """No empty square, no enemy and no two pieces can be the piece that goes on."""
    with pytest.raises(PositionError, match="the piece that continues its turn must be a piece of the side to move"):
        attrs.evolve(position, going_on_mask=BOARD.grid.mask(squares))


@pytest.mark.parametrize(
    ("picture", "problem"),
    [
        ("", "the picture has 0 rows, the board has 6"),
        ("..A..\n.....", "the picture has 2 rows, the board has 6"),
        (PICTURE.replace("A . K N A", "A . K N"), "row 3 of the picture has 4 squares, the board is 5 wide"),
        (PICTURE.replace("A . K N A", "A . K N A ."), "row 3 of the picture has 6 squares, the board is 5 wide"),
        (PICTURE.replace("N", "Q"), r"no piece is drawn as 'Q'; there are A \(attacker\), D \(defender\), K \(king\)"),
        (PICTURE.replace("N", "n"), "no piece is drawn as 'n'"),
    ],
)
def test_a_broken_picture_is_refused(picture: str, problem: str) -> None:
    """An error about a picture says which row or letter is wrong."""
    with pytest.raises(PositionError, match=problem):
        BOARD.parse(picture, Side.ATTACKERS)


def test_two_pieces_on_one_square_are_refused() -> None:
    """An error about pieces on one square names it."""
    with pytest.raises(PositionError, match="two pieces stand on c3"):
        BOARD.position({"c3": KING, Square.parse("c3"): ATTACKER}, Side.ATTACKERS)


@pytest.mark.parametrize(
    ("sets", "problem"),
    [
        ((1, 2), "4 kinds of piece need as many masks, not 2"),
        ((1, 0, 1, 0), "two pieces stand on a1"),
        ((0, 0, 1 << 30, 0), r"a piece \(king\) stands off the board"),
        ((0, 0, 0, -1), r"a piece \(defending knight\) stands off the board"),
    ],
)
def test_masks_that_make_no_position_are_refused(sets: tuple[int, ...], problem: str) -> None:
    """A position needs a mask for each kind of piece, apart from each other and on the board."""
    with pytest.raises(PositionError, match=problem):
        Position(BOARD, sets, Side.ATTACKERS)


def test_a_piece_that_does_not_play_here_is_refused() -> None:
    """A kind of piece that the board does not have cannot be put on it."""
    with pytest.raises(PositionError, match="no attacking commander plays on this board; there are attacker, defender"):
        BOARD.position({"c3": Piece(Side.ATTACKERS, "commander", "C")}, Side.ATTACKERS)


@pytest.mark.parametrize("letter", ["", "AB", ".", "1", "é"])
def test_a_piece_is_drawn_as_one_letter(letter: str) -> None:
    """What is no letter from a to z cannot be the letter of a piece."""
    with pytest.raises(PositionError, match="a piece is drawn as one letter from a to z"):
        Board(Geometry.build(5, 5), (ATTACKER, Piece(Side.DEFENDERS, "man", letter)))


def test_no_two_kinds_of_piece_are_drawn_alike() -> None:
    """Letters tell the kinds of piece apart."""
    with pytest.raises(PositionError, match="drawn with the same letter: A A D"):
        Board(Geometry.build(5, 5), (ATTACKER, DEFENDER, Piece(Side.ATTACKERS, "commander", "A")))


def test_no_two_kinds_of_a_side_have_the_same_name() -> None:
    """A kind stands for one sort of piece of a side."""
    with pytest.raises(PositionError, match="two pieces of one side have the same kind"):
        Board(Geometry.build(5, 5), (ATTACKER, Piece(Side.ATTACKERS, "man", "B")))


def test_a_board_knows_its_pieces_by_letter_and_by_name() -> None:
    """Letters find pieces, and the names are those of all its pieces."""
    assert [BOARD.piece(letter) for letter in "ADKN"] == [ATTACKER, DEFENDER, KING, KNIGHT]
    assert set(BOARD.names) == {"everyone", "men", "man", "attackers", "defenders", "king", "knight"}
    assert len(BOARD.names) == 7
    assert BOARD.king_indices == (2,)


def test_a_board_is_a_value() -> None:
    """Boards are equal if geometry and pieces are, and stay equal when pickled and copied."""
    assert Board(Geometry.build(5, 6), (ATTACKER, DEFENDER, KING, KNIGHT)) == BOARD
    assert Board(Geometry.build(5, 6)) != BOARD
    for other in (pickle.loads(pickle.dumps(BOARD)), copy.copy(BOARD), copy.deepcopy(BOARD)):
        assert other == BOARD
        assert hash(other) == hash(BOARD)
        assert other.grid is grid(5, 6)


def test_a_symmetry_of_another_grid_does_not_apply() -> None:
    """A position can only be mirrored on its own board."""
    with pytest.raises(GeometryError, match="does not apply to a position on the 5x6 board"):
        BOARD.position({}, Side.ATTACKERS).transformed(grid(9, 9).symmetries[1])
