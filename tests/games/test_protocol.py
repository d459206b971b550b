"""What the games of every kind answer alike."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import taflkit
from taflkit import NotationError, Square, VariantError
from taflkit.games import RecordedGame
from taflkit.games.ataxx import AtaxxGame
from taflkit.games.qirkat import QirkatGame

KINDS = ["brandubh", "ataxx", "qirkat"]


def played(name: str, plies: int = 6) -> RecordedGame[Any]:
    """A game of some moves."""
    game: RecordedGame[Any] = taflkit.start(name)
    for ply in range(plies):
        game = game.play(sorted(game.legal_moves)[ply % len(game.legal_moves)])
    return game


@pytest.mark.parametrize("name", KINDS)
def test_the_history_goes_forwards(name: str) -> None:
    """It has the game at every ply, the first without a past and the last being the game itself."""
    game = played(name)
    history = game.history()
    assert [before.ply for before in history] == list(range(7))
    assert history[0] == taflkit.start(name)
    assert history[-1] is game
    assert history[5] is game.previous


@pytest.mark.parametrize("name", KINDS)
def test_a_text_is_a_legal_move_where_it_can_be_played(name: str) -> None:
    """What `play` takes is in the legal moves; nothing is after the end."""
    game = played(name)
    for move in game.legal_moves:
        assert str(move) in game.legal_moves
        assert game.parse_move(str(move)) == move
    for text in ("", "a1-a1", "z9", "no move"):
        assert text not in game.legal_moves


def test_a_text_may_be_in_any_spelling() -> None:
    """An extend of Ataxx is written from any neighbour or none, a move of tafl in short."""
    ataxx = AtaxxGame()
    assert all(text in ataxx.legal_moves for text in ("f2", "g1-f2", "G1-F2", "g1g3"))
    assert "d4" not in ataxx.legal_moves
    brandubh = taflkit.start("brandubh", "7/7/7/K5A/2DA3/4D2/7 defenders")
    assert all(text in brandubh.legal_moves for text in ("e2-e3", "e2-3", "E2-3"))
    assert "e2-d3" not in brandubh.legal_moves


def test_captures_are_squares() -> None:
    """What a move captures or turns, in every kind of game."""
    assert taflkit.start("brandubh", "7/7/7/K5A/2DA3/4D2/7 defenders").captures("e2-e3") == {Square.parse("d3")}
    assert AtaxxGame.from_text("7/7/7/7/7/1oo4/x6 x 0 1", "ataxx").captures("a1-b1") == {
        Square.parse("b2"),
        Square.parse("c2"),
    }
    jumping = QirkatGame.from_text("white w---- b---- ----- ----- ---w-", "qirkat")
    assert jumping.captures("a1-a3") == {Square.parse("a2")}
    assert [str(move) for move in jumping.moves_from("a1")] == ["a1-a3"]
    with pytest.raises(NotationError):
        jumping.moves_from("a9")


@pytest.mark.parametrize("name", KINDS)
def test_a_game_writes_its_position_with_its_variant(name: str) -> None:
    """`from_text` reads what `to_text` writes, with or without the variant, and `str` draws the board."""
    game = played(name)
    text = game.to_text()
    assert text == taflkit.format_position(game)
    for again in (type(game).from_text(text), type(game).from_text(text.partition(" ")[2], name)):
        assert again.key == game.key
        assert again.variant == game.variant
        assert again.previous is None
    assert len(str(game).splitlines()) >= 5


def test_a_class_reads_its_own_kind_of_game() -> None:
    """A position of another kind is refused."""
    with pytest.raises(TypeError, match="expected a position of a QirkatGame, not AtaxxGame"):
        QirkatGame.from_text(AtaxxGame().to_text())
    with pytest.raises(VariantError, match="a variant of the kind ataxx, not of tafl"):
        taflkit.Game.from_text("ataxx 7/7/7/7/7/7/7 attackers")


@pytest.mark.parametrize("name", KINDS)
def test_legal_moves_are_pickled_as_a_tuple(name: str) -> None:
    """The game is not pickled with them."""
    moves = taflkit.start(name).legal_moves
    copy = pickle.loads(pickle.dumps(moves))
    assert copy == moves
    assert type(copy) is type(moves)
