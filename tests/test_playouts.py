"""Random games: the same with the compiled kernel and without."""

from __future__ import annotations

import pytest

import taflkit
from taflkit import Outcome, Reason, Side, load_variant, start
from taflkit.random_games import Playouts, playouts
from tests.runners import game_in_python
from tests.variants import TAFL, each_of


def test_every_game_ends_or_is_broken_off() -> None:
    """The outcomes are those of the games that ended; the others are unfinished."""
    found = playouts(start("tablut"), 20, seed=3)
    assert found.games == 20
    assert found.unfinished == 0
    assert found.won_by(Side.ATTACKERS) + found.won_by(Side.DEFENDERS) + found.won_by(None) == 20
    assert found.plies > 20
    broken = playouts(start("tablut"), 20, seed=3, max_plies=2)
    assert (broken.unfinished, broken.plies, dict(broken.outcomes)) == (20, 40, {})


def test_the_seed_decides() -> None:
    """The same seed gives the same games, another gives others; a negative one is a seed too."""
    game = start("brandubh")
    assert playouts(game, 30, seed=1) == playouts(game, 30, seed=1)
    assert playouts(game, 30, seed=1) != playouts(game, 30, seed=2)
    assert playouts(game, 1, seed=-1).games == 1


def test_games_do_not_depend_on_their_number() -> None:
    """The first games of many are the games of few, so that the work can be shared out."""
    game = start("brandubh")
    assert playouts(game, 200, seed=4, threads=3) == playouts(game, 200, seed=4)


@each_of(TAFL)
def test_the_kernel_plays_the_same_games(name: str) -> None:
    """A random game goes the same way in Python, with the same end, for every variant."""
    game = start(load_variant(name))
    assert playouts(game, 2, seed=7, max_plies=120) == playouts(game_in_python(game), 2, seed=7, max_plies=120)


def test_a_game_with_a_past() -> None:
    """What has been there before counts: one more repetition ends the game, and so does a limit on moves."""
    game = start("tablut", move_limit=3)
    found = playouts(game, 40, seed=1)
    assert found == playouts(game_in_python(game), 40, seed=1)
    assert found.outcomes[Outcome(Side.DEFENDERS, Reason.MOVE_LIMIT)] > 0
    shuttled = start("brandubh").play_all(["d6-c", "d5-c", "c6-d", "c5-d", "d6-c", "d5-c", "c6-d"])
    assert playouts(shuttled, 40, seed=2) == playouts(game_in_python(shuttled), 40, seed=2)


def test_a_game_that_is_over() -> None:
    """Nothing is played any more: every playout ends as the game has."""
    game = start("tablut").play_all(["e2-a", "e4-d", "a2-e", "d4-e"])
    assert game.outcome is not None
    assert playouts(game, 5) == Playouts(5, 0, {game.outcome: 5})


def test_nothing_to_play() -> None:
    """No games are no games; fewer, or games without plies or threads, are refused."""
    assert playouts(start("tablut"), 0) == Playouts(0, 0, {})
    for games, threads, plies in ((-1, 1, 1), (1, 0, 1), (1, 1, 0), (1, 1, 10**7)):
        with pytest.raises(ValueError, match="expected 0 or more games"):
            playouts(start("tablut"), games, threads=threads, max_plies=plies)


def test_it_is_part_of_the_package() -> None:
    """`taflkit.playouts` is the function."""
    assert taflkit.playouts is playouts
