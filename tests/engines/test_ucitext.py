"""Positions, moves and scores as UCI engines write them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflkit
from taflkit import NotationError, Side, games, load_variant, start
from taflkit.engines import format_fen, format_uci_move, parse_fen, parse_uci_move
from taflkit.engines.ucitext import format_score, is_no_move, parse_score
from taflkit.search import Score
from tests.variants import ALL, each_of

COPENHAGEN = "3aaaaa3/5a5/11/a4d4a/a3ddd3a/aa1ddkdd1aa/a3ddd3a/a4d4a/11/5a5/3aaaaa3 a"


def test_the_start_of_copenhagen_is_written_as_the_field_writes_it() -> None:
    """Rows from the top, letters a, d and k, the side to move."""
    assert format_fen(start("copenhagen")) == COPENHAGEN
    assert parse_fen(load_variant("copenhagen"), COPENHAGEN).key == start("copenhagen").key


@each_of(ALL)
def test_every_start_is_read_back(name: str) -> None:
    """Whatever pieces a variant has, its start survives writing and reading."""
    game: Any = taflkit.start(name)
    assert parse_fen(taflkit.load_variant(name), format_fen(game)).key == game.key


def test_our_own_positions_are_read_too() -> None:
    """The text of `format_position` is a FEN as well."""
    game = start("tablut").play("d1-d4")
    text = games.kind_of(game).format_position(game)
    assert parse_fen(game.variant, text).to_move is Side.DEFENDERS


@pytest.mark.parametrize("text", ["", "a", "9/9 a", "3x5/9/9/9/9/9/9/9/9 a", "9/9/9/9/9/9/9/9/9 x", f"{COPENHAGEN} a"])
def test_wrong_positions_are_refused(text: str) -> None:
    """What is no position of tablut is an error that says where."""
    with pytest.raises(NotationError):
        parse_fen(load_variant("tablut"), text)


def test_moves_of_tafl_have_no_hyphen() -> None:
    """`d1d4` is written, and read as `d1-d4` is."""
    game = start("copenhagen")
    move = game.parse_move("d1-d4")
    assert format_uci_move(move, game) == "d1d4"
    assert parse_uci_move(game, "d1d4") == parse_uci_move(game, "D1-D4") == move
    assert parse_uci_move(game, "k8k10") == game.parse_move("k8-k10")


def test_moves_of_ataxx_are_those_of_its_programs() -> None:
    """An extend is written as the square that is filled."""
    game: Any = taflkit.start("ataxx-uai")
    written = {format_uci_move(move, game) for move in game.legal_moves}
    assert {"a6", "a7a5"} <= written
    assert {parse_uci_move(game, text) for text in written} == set(game.legal_moves)


def test_an_engine_without_a_move_says_so() -> None:
    """`(none)`, `0000` and moves that go nowhere mean that there is no move."""
    game = start("tablut")
    assert all(is_no_move(text, game) for text in ("(none)", "0000", "a1a1"))
    assert not is_no_move("d1d4", game)


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(25), "cp 25"),
        (Score(-3), "cp -3"),
        (Score.win(1), "mate 1"),
        (Score.win(5), "mate 3"),
        (Score.loss(0), "mate 0"),
        (Score.loss(2), "mate -1"),
        (Score.loss(6), "mate -3"),
    ],
)
def test_forced_results_are_told_in_moves(score: Score, text: str) -> None:
    """A win in five plies is one in three moves; both directions agree."""
    assert format_score(score) == text
    kind, value = text.split()
    assert parse_score(kind, value, Side.ATTACKERS) == score


@given(st.sampled_from(["cp", "mate", "", "lowerbound"]), st.text("0123456789-+.e \u0663", max_size=30))
def test_no_text_breaks_the_reader_of_scores(kind: str, value: str) -> None:
    """Anything is a score or `None`."""
    found = parse_score(kind, value, Side.ATTACKERS)
    assert found is None or isinstance(found, Score)
