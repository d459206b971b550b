"""Levels: which there are, what bounds them, and that their mistakes are seeded."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import taflkit
from taflkit import games, start
from taflkit.search import MAX_LEVEL, AlphaBeta, Automaton, SearchLimit, level_searcher
from taflkit.search.levels import STRENGTHS, Strength, effort_of
from taflkit.search.winfirst import default_effort
from tests.search.nim import Nim

LEVELS = range(1, MAX_LEVEL + 1)


@pytest.mark.parametrize("name", ["brandubh", "ataxx", "qirkat"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_a_legal_move_of_every_kind_of_game(name: str, level: int) -> None:
    """A level knows no kind of game, so it plays each."""
    game = taflkit.start(name)
    report = level_searcher(level).search(game, SearchLimit(nodes=500))
    assert report.best in game.legal_moves


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_a_game_without_a_kind(level: int) -> None:
    """Nothing but `Playable` is asked."""
    assert level_searcher(level).search(Nim(7), SearchLimit(nodes=500)).best in Nim(7).legal_moves


@pytest.mark.parametrize("level", [1, 3, 6, 9])
def test_the_same_seed_plays_the_same_move(level: int) -> None:
    """Mistakes are drawn from the seed and the position, not from what was played before."""
    game = taflkit.start("brandubh")
    found = [level_searcher(level, seed=5).search(game) for _ in range(2)]
    assert found[0].line == found[1].line


def test_other_seeds_make_other_mistakes() -> None:
    """A beginner does not always go wrong in the same way."""
    game = taflkit.start("tablut")
    assert len({level_searcher(1, seed=seed).search(game).best for seed in range(10)}) > 3


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("nodes", [1, 100, 20_000])
def test_nodes_bound_all_that_a_level_visits(level: int, nodes: int) -> None:
    """The win finder counts too. The kernel stops within a few nodes of the limit."""
    assert level_searcher(level).search(taflkit.start("copenhagen"), SearchLimit(nodes=nodes)).nodes <= nodes + 100


@pytest.mark.parametrize("nodes", [1, 1000, 50_000])
@pytest.mark.parametrize("name", ["tablut", "berserk", "ataxx"])
def test_nodes_bound_all_that_the_automaton_visits(name: str, nodes: int) -> None:
    """The limit is that of a move, looking for forced wins included."""
    assert Automaton(SearchLimit(nodes=nodes)).search(taflkit.start(name), 0).nodes <= nodes + 100


def test_each_level_searches_more_and_errs_less_than_the_one_below() -> None:
    """No step of the table takes back what another one gives."""
    for weaker, stronger in pairwise(STRENGTHS):
        assert stronger.reach >= weaker.reach or weaker.glances == 1.0  # Who never searches has no reach.
        assert stronger.glances <= weaker.glances
        assert stronger.win_within >= weaker.win_within
        assert stronger.overlooks <= weaker.overlooks
        assert stronger.misjudges <= weaker.misjudges
        assert stronger != weaker


@pytest.mark.parametrize("name", ["tablut", "ataxx", "qirkat"])
def test_levels_that_search_differ_in_every_kind_of_game(name: str) -> None:
    """However little the default player of a game looks at, a higher reach is more nodes, and never more than its."""
    game = taflkit.start(name)
    nodes = [nodes_of(game, strength) for strength in STRENGTHS if strength.glances < 1]
    assert nodes == sorted(nodes)
    assert len(set(nodes)) == len({strength.reach for strength in STRENGTHS if strength.glances < 1})
    assert nodes[-1] < default_effort(game).nodes


def nodes_of(game: Any, strength: Strength) -> int:
    """How many nodes a player visits who does not look for wins and does not trust first impressions."""
    return effort_of(strength, default_effort(game)).nodes


def test_the_highest_level_is_the_default_player() -> None:
    """Level 10 plays what `Automaton` plays within the same limit."""
    game, limit = taflkit.start("brandubh"), SearchLimit(nodes=2000)
    assert level_searcher(MAX_LEVEL, seed=3).search(game, limit).best == Automaton(limit)(game, 3)


@pytest.mark.parametrize("level", [7, 8, 9, 10])
def test_looking_for_wins_leaves_nodes_for_the_search(level: int) -> None:
    """With few nodes a player still looks two plies ahead."""
    game = start("tablut").play_all(["i4-h", "d5-7"])
    report = level_searcher(level, seed=1).search(game, SearchLimit(nodes=3000))
    assert report.depth >= 2


@pytest.mark.parametrize(("level", "error"), [(0, ValueError), (11, ValueError), (2.5, TypeError), ("3", TypeError)])
def test_other_levels_are_refused(level: Any, error: type[Exception]) -> None:
    """A level is a whole number from 1 to 10."""
    with pytest.raises(error, match="level must be a whole number"):
        level_searcher(level)


def test_a_beginner_loses_to_a_player_who_looks_one_ply_ahead() -> None:
    """Level 1 loses more games than it wins, as either side."""
    won = 0
    for number in range(8):
        game = start("brandubh")
        players = [level_searcher(1, seed=number), AlphaBeta(depth=1, seed=number)]
        beginner = list(games.kind_of(game).players)[number % 2]
        while game.outcome is None and game.ply < 200:
            searcher = players[game.to_move != beginner]
            best = searcher.search(game, SearchLimit(nodes=5000)).best
            assert best is not None
            game = game.play(best)
        won += game.outcome is not None and game.outcome.winner == beginner
    assert won <= 4
