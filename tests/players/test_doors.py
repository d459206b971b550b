"""The same level, seed and position give the same move, whoever asks."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from taflkit import start
from taflkit.engines import open_engine
from taflkit.match import Pairing, play_pairing
from taflkit.players import player
from taflkit.search import Automaton, SearchLimit
from taflkit.shell import Session
from taflkit.shell.dialect import Think
from taflkit.web.board import Board

LEVELS = pytest.mark.parametrize("level", [1, 2, 3, 6, 8])


def move_of_session(game: Any, level: int, seed: int) -> object:
    """What `taflkit play` plays."""
    session = Session(game, Automaton(), frozenset({game.to_move}), seed, playing=True).with_level(level)
    after, _ = session.step(Think())
    return after.game.moves[-1]


def move_of_board(game: Any, level: int, seed: int) -> object:
    """What the board in the browser plays."""
    job = Board(game, automated=frozenset({game.to_move}), level=level, seed=seed).job()
    assert job is not None
    return job.run(lambda _: None).best


@LEVELS
def test_a_level_plays_the_same_move_behind_every_door(level: int) -> None:
    """The library, `play`, the web board, a match and `uci` have the same players below the highest level."""
    game = start("brandubh")
    expected = player(level).search(game).best
    assert player(f"level:{level}").search(game).best == expected
    assert move_of_session(game, level, 0) == expected
    assert move_of_board(game, level, 0) == expected
    in_match, _ = play_pairing(Pairing((f"level:{level}", "random"), game, seed=0)).games
    assert in_match.game.moves[0] == expected
    with open_engine((sys.executable, "-m", "taflkit", "uci"), options={"Level": level}) as engine:
        assert engine.search(game, SearchLimit(nodes=10**9)).best == expected


@LEVELS
@pytest.mark.parametrize("seed", [3, 11])
def test_a_level_goes_on_as_it_began(level: int, seed: int) -> None:
    """In the middle of a game, terminal and browser draw the same choices from a seed."""
    game = start("brandubh").play("d7-c7").play("d5-c5")
    assert move_of_session(game, level, seed) == move_of_board(game, level, seed)
