"""Searchers give the values that looking at everything gives."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import Game
from taflkit.search import AlphaBeta, SearchLimit, WinFinder
from taflkit.search.tafl import TaflKnowledge
from tests.drawn import drawn
from tests.examples import examples
from tests.search.plain import EITHER_WAY, affordable_depth, minimax, random_game, wins_within

SEEDS = st.integers(0, 10**6)


@EITHER_WAY
@pytest.mark.parametrize("quiescence", [True, False])
@pytest.mark.parametrize("variant", ["tablut", "brandubh"])
@examples(10)
@given(seed=SEEDS, men=st.integers(0, 2), plies=st.integers(0, 12))
def test_alphabeta_without_reductions_has_the_value_of_minimax(
    kernel: bool, variant: str, quiescence: bool, seed: int, men: int, plies: int
) -> None:
    """In endgames with a history, alpha-beta without reductions finds the value of plain minimax."""
    game = random_game(variant, seed, plies=plies, men=men)
    if game.outcome is None:
        depth = affordable_depth(game)
        report = AlphaBeta(kernel=kernel, reductions=False, quiescence=quiescence).search(
            game, SearchLimit(depth=depth)
        )
        know = TaflKnowledge(game.variant)
        # A forced result ends the deepening early, and is then what every deeper search finds too.
        expected = minimax(game, report.depth, know, quiescence=quiescence)
        assert report.score.value == expected
        assert report.best in game.legal_moves
        if not report.score.is_exact:
            assert report.depth == depth


@EITHER_WAY
@pytest.mark.parametrize("variant", [pytest.param("tablut", marks=pytest.mark.slow), "brandubh"])
@examples(3)
@given(seed=SEEDS, plies=st.integers(0, 30))
def test_alphabeta_agrees_in_the_middle_game(kernel: bool, variant: str, seed: int, plies: int) -> None:
    """In middle games, alpha-beta without reductions finds the value of plain minimax two plies deep."""
    game = random_game(variant, seed, plies=plies)
    report = AlphaBeta(kernel=kernel, reductions=False).search(game, SearchLimit(depth=2))
    assert report.score.value == minimax(game, report.depth, TaflKnowledge(game.variant), quiescence=True)


def cage(side: str) -> Game:
    """A board with so few moves that deep minimax is quick, and on which pieces can only go to and fro."""
    return drawn(
        "tablut",
        side,
        """
        BBBBBBBBB
        BBBBBBBBB
        BBBBBB.BB
        BBBBBBWBB
        BBBB.BK.B
        BBBBBBWBB
        BBBBBB.BB
        BBBBBBBBB
        .BBBBBBBB
        """,
    )


@EITHER_WAY
@pytest.mark.parametrize("side", ["attackers", "defenders"])
@examples(15)
@given(seed=SEEDS, plies=st.integers(0, 6), depth=st.integers(3, 6))
def test_alphabeta_knows_the_history(kernel: bool, side: str, seed: int, plies: int, depth: int) -> None:
    """Where pieces can do little but go to and fro, a repetition that loses is seen at any depth."""
    chance = random.Random(seed)
    game = cage(side)
    for _ in range(plies):
        after = game.play(chance.choice(game.legal_moves))
        game = after if after.outcome is None else game
    depth = min(depth, affordable_depth(game))
    report = AlphaBeta(kernel=kernel, reductions=False, quiescence=False).search(game, SearchLimit(depth=depth))
    assert report.score.value == minimax(game, report.depth, TaflKnowledge(game.variant), quiescence=False)


@EITHER_WAY
@examples(15)
@given(seed=SEEDS, limit=st.integers(1, 3), plies=st.integers(0, 4))
def test_alphabeta_knows_the_move_limit(kernel: bool, seed: int, limit: int, plies: int) -> None:
    """Where a move limit is near, alpha-beta finds the value of plain minimax."""
    game = random_game("tablut", seed, plies=plies, men=0, move_limit=limit)
    if game.outcome is None:
        depth = affordable_depth(game)
        report = AlphaBeta(kernel=kernel, reductions=False, quiescence=False).search(game, SearchLimit(depth=depth))
        assert report.score.value == minimax(game, report.depth, TaflKnowledge(game.variant), quiescence=False)


@EITHER_WAY
@pytest.mark.parametrize("variant", ["tablut", "brandubh"])
@examples(12)
@given(seed=SEEDS, men=st.integers(0, 1), plies=st.integers(0, 8), limit=st.none() | st.integers(1, 8))
def test_the_win_finder_finds_a_win_where_there_is_one(
    kernel: bool, variant: str, seed: int, men: int, plies: int, limit: int | None
) -> None:
    """The win finder says within how many moves a win is forced, or that none is within two, as trying all does."""
    game = random_game(variant, seed, plies=plies, men=men, move_limit=limit)
    if game.outcome is None:
        found = WinFinder(kernel=kernel).find(game, 2)
        expected = next((moves for moves in (1, 2) if wins_within(game, moves)), None)
        assert found.moves == expected
        if expected is not None:
            end = game.play_all(found.line)
            assert end.outcome is not None
            assert end.outcome.winner is game.to_move
            assert len(found.line) == 2 * expected - 1
