"""Positions as one line of text."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import taflkit
from taflkit import (
    ATTACKER,
    DEFENDER,
    KING,
    Board,
    Game,
    Geometry,
    NotationError,
    Piece,
    Position,
    Rules,
    Side,
    Variant,
    format_position,
    game_from_text,
    load_variant,
)
from taflkit.board import format_rows, grid, parse_rows
from taflkit.rules import Slide
from taflkit.rules.protocols import Composition, GoesOn
from tests.drawn import drawn
from tests.variants import TAFL

KNIGHT = Piece(Side.DEFENDERS, "knight", "n")
START = "tablut 3BBB3/4B4/4W4/B3W3B/BBWWKWWBB/B3W3B/4W4/4B4/3BBB3 attackers"


def plain(width: int, height: int, *more: Piece) -> Variant:
    """A variant on a board of that size in which nothing ends the game."""
    board = Board(Geometry(grid(width, height)), (ATTACKER, DEFENDER, KING, *more))
    return Variant("plain", Rules(board, (Slide(),)), Position(board, (0,) * len(board.pieces), Side.ATTACKERS))


@attrs.frozen
class Restless:
    """Every piece goes on moving for ever."""

    def goes_on(self, rules: Composition) -> GoesOn:
        """Always."""
        return lambda position, taken: True

    def may_move(self, rules: Composition) -> None:
        """Anywhere."""


def restless(variant: Variant) -> Variant:
    """A variant in which any piece may have to go on."""
    return attrs.evolve(variant, rules=attrs.evolve(variant.rules, turn=Restless()))


@st.composite
def positions(draw: st.DrawFn) -> tuple[Variant, Position]:
    """Any position on a board of any size, with four kinds of piece, perhaps in the middle of a turn."""
    variant = plain(draw(st.integers(5, 19)), draw(st.integers(5, 19)), KNIGHT)
    squares = draw(st.lists(st.sampled_from(variant.board.grid.squares), unique=True, max_size=40))
    pieces = {square: draw(st.sampled_from(variant.board.pieces)) for square in squares}
    position = variant.board.position(dict(pieces.items()), draw(st.sampled_from(Side)))
    movers = [square for square, piece in pieces.items() if piece.side is position.to_move]
    goes_on = draw(st.sampled_from([None, *movers]))
    if goes_on is not None:
        variant = restless(variant)
        going_on = attrs.evolve(position, going_on_mask=variant.board.grid.mask([goes_on]))
        position = going_on if variant.rules.has_moves(going_on) else position
    return variant, position


@given(positions())
@settings(deadline=None)
def test_a_position_that_is_written_is_read_back(drawn_position: tuple[Variant, Position]) -> None:
    """Parsing what was formatted gives the same position, on boards of every size, and the same text again."""
    variant, position = drawn_position
    text = format_position(Game(variant, position))
    assert game_from_text(text, variant).position == position
    assert format_position(game_from_text(text, variant)) == text
    assert len(text) <= 1000


@given(positions())
@settings(deadline=None, max_examples=30)
def test_rows_that_are_written_are_read_back(drawn_position: tuple[Variant, Position]) -> None:
    """The rows alone say where every piece stands."""
    variant, position = drawn_position
    rows = format_rows(position)
    assert parse_rows(variant.board, rows, position.to_move).kind_masks == position.kind_masks
    assert rows.count("/") == variant.board.grid.height - 1


@given(st.data())
@settings(deadline=None, max_examples=8)
def test_a_position_of_a_game_is_found_by_its_variant(data: st.DataObject) -> None:
    """The line names its variant, so that it can be read without knowing it."""
    game = taflkit.start(data.draw(st.sampled_from(TAFL)))
    for _ in range(data.draw(st.integers(0, 20))):
        if game.outcome is None:
            game = game.play(data.draw(st.sampled_from(game.legal_moves)))
    again = game_from_text(format_position(game))
    assert (again.variant, again.position, again.previous) == (game.variant, game.position, None)


def test_the_start_of_tablut_is_one_line() -> None:
    """Letters are the variant's own, numbers count empty squares, and the side to move is a word."""
    assert format_position(taflkit.start("tablut")) == START
    assert game_from_text(START) == taflkit.start("tablut")


def test_two_digits_count_empty_squares_on_wide_boards() -> None:
    """On a board of eleven columns or more a number may have two digits."""
    board = plain(11, 5)
    position = board.board.parse("...........\n..........A\nK..........\n...........\n...........", Side.DEFENDERS)
    text = format_position(Game(board, position))
    assert text == "plain 11/10A/K10/11/11 defenders"
    assert game_from_text(text, board).position == position


def test_a_number_may_be_cut_in_two_by_a_piece_only() -> None:
    """`110` is one number, not eleven and ten or one and ten."""
    with pytest.raises(NotationError) as caught:
        game_from_text("110/11/11/11/11 attackers", plain(11, 5))
    assert (caught.value.column, caught.value.expected) == (1, "a number from 1 to 11")


def test_the_piece_that_goes_on_is_part_of_the_line() -> None:
    """Where a piece must go on moving, its square follows the side after an @."""
    game = drawn("brandubh", "attackers", ".......\n.......\n..A....\n...K...\n.......\n.......\n.......")
    variant = restless(game.variant)
    going_on = Game(variant, attrs.evolve(game.position, going_on_mask=variant.board.grid.mask(["c5"])))
    text = "brandubh 7/7/2A4/3K3/7/7/7 attackers@c5"
    assert format_position(going_on) == text
    assert game_from_text(text, variant).position == going_on.position
    assert game_from_text(text, variant).position != game.position


def test_the_name_of_the_variant_may_be_left_out_where_it_is_known() -> None:
    """With the variant at hand the rows and the side are enough, and the name must be right if it stands there."""
    tablut = load_variant("tablut")
    _, rows, side = START.split()
    assert game_from_text(f"{rows} {side}", tablut) == game_from_text(START)
    assert game_from_text(f"TABLUT {rows} {side}", tablut) == game_from_text(START)


@pytest.mark.parametrize("text", [f"  {START}  ", START.replace(" ", "\t  "), START.replace("attackers", "ATTACKERS")])
def test_spaces_and_the_case_of_words_make_no_difference(text: str) -> None:
    """The side may be in capitals, and any white space stands between the words."""
    assert game_from_text(text) == taflkit.start("tablut")


ROWS = "7/7/7/K5A/7/7/7"


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "the name of a variant ('' is not the name of a variant)"),
        ("   ", 1, "the name of a variant ('' is not the name of a variant)"),
        ("brandubh", 1, "a variant, the rows from the top and the side to move, with spaces between"),
        (f"{ROWS} attackers", 1, "the name of a variant ("),
        (f"brandubh {ROWS} attackers and more", 36, "the end of the text"),
        (
            f" brandub-h {ROWS} attackers",
            2,
            "the name of a variant (there is no variant called 'brandub-h'; did you mean ",
        ),
        (f"../brandubh {ROWS} attackers", 1, "the name of a variant ('../brandubh' is not the name of a variant)"),
        (f"brandubh.toml {ROWS} attackers", 1, "the name of a variant ('brandubh.toml' is not the name of a variant)"),
        (f"brandubh {ROWS} white", 26, "attackers or defenders"),
        (f"brandubh {ROWS} @a4", 26, "attackers or defenders"),
        (f"brandubh {ROWS} attackers@", 36, "a square such as e5"),
        (f"brandubh {ROWS} attackers@z4", 36, "a column from a to s"),
        (f"brandubh {ROWS} attackers@a99", 37, "a row from 1 to 19"),
        (f"brandubh {ROWS} attackers@a4", 36, "the square of a piece of the attackers"),
        (f"brandubh {ROWS} attackers@b4", 36, "the square of a piece of the attackers"),
        (f"brandubh {ROWS} attackers@h9", 36, "the square of a piece of the attackers"),
        (f"brandubh {ROWS} attackers now", 36, "the end of the text"),
        (f"brandubh {ROWS} attackers now or never", 36, "the end of the text"),
        ("brandubh 7/7/7/K5A/7/7 attackers", 23, "7 rows, not 6,"),
        ("brandubh 7/7/7/K5A/7/7/7/7 attackers", 26, "7 rows, not 8,"),
        ("brandubh x attackers", 10, "a number or one of A, D, K"),
        ("brandubh 7/7/7/K5Q/7/7/7 attackers", 18, "a number or one of A, D, K"),
        ("brandubh 7/7/7/K5a/7/7/7 attackers", 18, "a number or one of A, D, K"),
        ("brandubh 7/7/7/K5./7/7/7 attackers", 18, "a number or one of A, D, K"),
        ("brandubh 7/7/7/K5²/7/7/7 attackers", 18, "a number or one of A, D, K"),
        ("brandubh 7/7/7/K\u0665A/7/7/7 attackers", 17, "a number or one of A, D, K"),
        ("brandubh 7/7/7/K6A/7/7/7 attackers", 18, "the end of row 4, which has 7 squares,"),
        ("brandubh 7/7/7/K4A/7/7/7 attackers", 19, "7 squares in row 4, not 6,"),
        ("brandubh 7/7/7/K5A1/7/7/7 attackers", 19, "the end of row 4, which has 7 squares,"),
        ("brandubh 7/7/7/K7/7/7/7 attackers", 17, "a number from 1 to 6"),
        ("brandubh 7/7/7/K0/7/7/7 attackers", 17, "a number from 1 to 6"),
        ("brandubh 8/7/7/K5A/7/7/7 attackers", 10, "a number from 1 to 7"),
        (f"brandubh 7/7/7/K{'5' * 900}A/7/7/7 attackers", 17, "a number from 1 to 6"),
        ("brandubh 7/7//K5A/7/7/7 attackers", 14, "7 squares in row 5, not 0,"),
        (f"brandubh {'9' * 1000}", 1001, "no more than 1000 characters"),
        ("x" * 10_000_000, 1001, "no more than 1000 characters"),
    ],
)
def test_what_cannot_be_read_is_refused_with_column_and_expectation(text: str, column: int, expected: str) -> None:
    """Every error names the column where reading stopped and what would have been right there."""
    with pytest.raises(NotationError) as caught:
        game_from_text(text)
    assert (caught.value.text, caught.value.column) == (text, column)
    assert caught.value.expected.startswith(expected)
    assert f" at column {column}" in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_line_of_another_variant_is_refused() -> None:
    """Where the variant is handed in, another name is wrong."""
    with pytest.raises(NotationError) as caught:
        game_from_text(f"  {START}", load_variant("brandubh"))
    assert (caught.value.column, caught.value.expected) == (3, "the variant brandubh")


def test_a_line_opens_no_file_by_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line from anywhere names variants of the search path only."""
    (tmp_path / "brandubh.toml").write_text("not even TOML", "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotationError, match="is not the name of a variant"):
        game_from_text(f"./brandubh.toml {ROWS} attackers")


def test_rows_alone_are_refused_by_their_own_columns() -> None:
    """`parse_rows` counts columns from the first of the rows."""
    board = load_variant("brandubh").board
    with pytest.raises(NotationError) as caught:
        parse_rows(board, "7/7/7/K5Q/7/7/7", Side.ATTACKERS)
    assert (caught.value.text, caught.value.column) == ("7/7/7/K5Q/7/7/7", 9)


@given(st.text(max_size=60))
@settings(deadline=None)
def test_any_text_is_a_position_or_a_notation_error(text: str) -> None:
    """Whatever is written, nothing but a `NotationError` comes of it."""
    brandubh = load_variant("brandubh")
    for line in (text, f"{text} attackers", f"brandubh {text} defenders", f"{ROWS} {text}"):
        try:
            game = game_from_text(line, brandubh)
        except NotationError as error:
            where = error.column
        else:
            assert game.variant is brandubh
            continue
        assert 1 <= where <= len(line) + 1


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        (
            "brandubh 7/7/7/K5A/7/7/7 attackers@g4",
            36,
            "the square of a piece that must continue its turn under these rules",
        ),
        ("brandubh 7/7/7/K5A/7/7/7 attackers@a4", 36, "the square of a piece of the attackers"),
        ("brandubh 7/7/7/K5A/7/7/7 attackers@h9", 36, "the square of a piece of the attackers"),
    ],
)
def test_who_must_continue_is_checked(text: str, column: int, expected: str) -> None:
    """It is a piece of the side to move, by rules that have such turns."""
    with pytest.raises(NotationError) as caught:
        game_from_text(text)
    assert (caught.value.text, caught.value.column, caught.value.expected) == (text, column, expected)


def test_a_number_may_have_a_zero_in_front() -> None:
    """It is read as if it had none."""
    usual = game_from_text("brandubh 7/7/7/K5A/7/7/7 attackers")
    assert game_from_text("brandubh 7/07/7/K05A/7/7/007 attackers") == usual
