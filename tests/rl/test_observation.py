"""Games as planes."""

from __future__ import annotations

import random

import numpy as np
import pytest

from taflkit import TaflError, load_variant, start
from taflkit.rl import Encoder
from tests.rl.playing import some_games


def _plane(encoder: Encoder, name: str) -> int:
    return encoder.names.index(name)


def test_the_planes_of_the_pieces_are_where_the_pieces_stand() -> None:
    """Each kind of piece has a plane; row 0 is the bottom row."""
    for game in some_games("tablut", 10):
        encoder = Encoder(game.variant)
        planes = encoder.observe(game)
        for square, piece in game.position.pieces():
            assert planes[_plane(encoder, str(piece)), square.row, square.column] == 1
        assert planes[:3].sum() == len(game.position.occupied)


def test_the_names_say_what_there_is() -> None:
    """Brandubh has three kinds of piece and two regions."""
    assert Encoder(load_variant("brandubh")).names == (
        "attacker", "defender", "king", "defenders to move", "continuing", "throne", "corners",
        "repetitions", "captureless", "turns",
    )  # fmt: skip


def test_whose_turn_it_is() -> None:
    """The plane is full when the defenders are to move."""
    game = start("brandubh")
    encoder = Encoder(game.variant)
    plane = _plane(encoder, "defenders to move")
    assert not encoder.observe(game)[plane].any()
    assert encoder.observe(game.play("d1-c1"))[plane].all()


def test_history_shows_earlier_positions() -> None:
    """The planes of one move back are those of the game before; before the start they are empty."""
    game = start("brandubh").play_all(["d1-c1", "d3-c3"])
    assert game.previous is not None
    encoder, plain = Encoder(game.variant, history=3), Encoder(game.variant)
    planes = encoder.observe(game)
    np.testing.assert_array_equal(planes[3:6], plain.observe(game.previous)[:3])
    np.testing.assert_array_equal(planes[6:9], plain.observe(start("brandubh"))[:3])
    assert not planes[9:12].any()


def test_the_side_to_move_may_come_first() -> None:
    """With `mover_first` the defenders' planes come before the attackers' when the defenders are to move."""
    game = start("brandubh").play("d1-c1")
    first, plain = Encoder(game.variant, mover_first=True), Encoder(game.variant)
    np.testing.assert_array_equal(first.observe(game)[:3], plain.observe(game)[[1, 2, 0]])


def test_repetitions_are_counted() -> None:
    """A position that stands for the second time has occurred once before."""
    game = start("brandubh")
    encoder = Encoder(game.variant)
    plane = _plane(encoder, "repetitions")
    again = game.play_all(["d1-c1", "d3-c3", "c1-d1", "c3-d3"])
    assert again.position == game.position
    assert (encoder.observe(again)[plane] == 1).all()
    assert not encoder.observe(game)[plane].any()


def test_progress_towards_a_move_limit() -> None:
    """After a move of each player of 10 allowed, a tenth of the limit is used up: 25 of 255, as float a tenth."""
    game = start("brandubh", move_limit=10).play_all(["d1-c1", "d3-c3"])
    encoder = Encoder(game.variant)
    assert (encoder.observe(game)[-1] == 25).all()
    assert encoder.observe(game, np.float32)[-1, 0, 0] == pytest.approx(25 / 255)


def test_variants_of_one_size_share_planes() -> None:
    """A variant without corners has an empty plane for them."""
    both = Encoder([load_variant("brandubh"), load_variant("fidchell")])
    assert both.shape == (10, 7, 7)
    corners = _plane(both, "corners")
    assert both.observe(start("brandubh"))[corners].sum() == 4
    assert not both.observe(start("fidchell"))[corners].any()


def test_wrong_arguments_are_refused_at_the_door() -> None:
    """Boards of different sizes, names instead of variants, and foreign games are refused in a sentence."""
    with pytest.raises(TaflError, match="tablut is played on 9x9, brandubh on 7x7"):
        Encoder([load_variant("tablut"), load_variant("brandubh")])
    with pytest.raises(TypeError, match="a Variant"):
        Encoder("tablut")
    with pytest.raises(TaflError, match="from 0 to 32 earlier positions, not 33"):
        Encoder(load_variant("tablut"), history=33)
    with pytest.raises(TaflError, match="not that of brandubh"):
        Encoder(load_variant("tablut")).observe(start("brandubh"))
    with pytest.raises(TypeError, match="a Game"):
        Encoder(load_variant("tablut")).observe("tablut")  # type: ignore[arg-type]


def test_the_piece_that_must_continue_is_shown() -> None:
    """In berserk hnefatafl, a piece that captured and can capture again must continue; its square is marked."""
    game, chance = start("berserk"), random.Random(0)
    encoder = Encoder(game.variant)
    while not game.position.going_on_mask:
        game = game.play(chance.choice(game.legal_moves)) if game.outcome is None else start("berserk")
    square = game.position.going_on
    assert square is not None
    shown = np.argwhere(encoder.observe(game)[_plane(encoder, "continuing")])
    assert shown.tolist() == [[square.row, square.column]]
