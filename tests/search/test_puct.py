"""`PUCT`, led by stubs."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from taflkit import Game, Side, start
from taflkit.search import PUCT, SearcherError, SearchLimit, Stop
from taflkit.search.puct import Tree, evaluate

Evaluations = list[tuple[Sequence[float], float]]


def even(games: Sequence[Any]) -> Evaluations:
    """Every move is as probable as the others, and nobody is better."""
    return [([1 / len(game.legal_moves)] * len(game.legal_moves), 0.0) for game in games]


def _won_in_one() -> Game:
    """The king stands in a free line to a corner."""
    return Game.from_text("brandubh A6/7/7/7/7/7/3K2A defenders")


def test_it_finds_a_win_at_once() -> None:
    """The king's way to the corner is the most visited move, and scores as a win."""
    game = _won_in_one()
    report = PUCT(even, seed=1).search(game, SearchLimit(nodes=300))
    assert report.best is not None
    outcome = game.play(report.best).outcome
    assert outcome is not None
    assert outcome.winner is Side.DEFENDERS
    assert report.score.value > 900
    assert (report.nodes, report.stopped) == (300, Stop.NODES)


def test_it_sees_what_the_opponent_threatens() -> None:
    """The attackers, to move, close the king's only way to a corner: values change their sign with the player."""
    game = Game.from_text("brandubh 3A3/7/7/7/5A1/7/1A1K3 attackers")
    report = PUCT(even, seed=1, batch=4).search(game, SearchLimit(nodes=3000))
    assert report.best is not None
    after = game.play(report.best)
    assert str(report.best) == "f3-f1"
    assert all(reply.outcome is None for reply in map(after.play, after.legal_moves))


def test_probable_moves_are_visited_first() -> None:
    """An evaluator that knows one move leads the search to it."""
    game = start("brandubh")
    wanted = game.legal_moves[7]

    def sure(games: Sequence[Any]) -> Evaluations:
        return [([0.9 if move is wanted else 0.1 / 39 for move in g.legal_moves], 0.0) for g in games]

    report = PUCT(sure).search(game, SearchLimit(nodes=64))
    assert report.best is wanted
    assert report.line[0] is wanted


def test_the_same_seed_gives_the_same_search() -> None:
    """Noise and temperature are drawn by the seed; another seed gives other moves."""
    game = start("brandubh")

    def best(seed: int) -> object:
        searcher = PUCT(even, noise=0.5, temperature=1.0, seed=seed)
        return searcher.search(game, SearchLimit(nodes=60)).best

    assert best(1) == best(1)
    assert len({best(seed) for seed in range(8)}) > 1


def test_the_tree_is_used_again() -> None:
    """If the game goes on from the last search, its positions need not be evaluated again."""
    asked = Counter[Any]()

    def counting(games: Sequence[Any]) -> Evaluations:
        asked.update(game.moves for game in games)
        return even(games)

    game, searcher = start("brandubh"), PUCT(counting)
    for _ in range(3):
        report = searcher.search(game, SearchLimit(nodes=200))
        assert report.best is not None
        game = game.play(report.best)
    assert max(asked.values()) == 1
    searcher.search(start("tablut"), SearchLimit(nodes=10))  # another game begins a new tree


def test_batches_reach_different_positions() -> None:
    """Until a batch is evaluated, its ways count as lost, so that its positions differ."""
    sizes, games = list[int](), set[Any]()

    def watched(asked: Sequence[Any]) -> Evaluations:
        sizes.append(len(asked))
        games.update(game.moves for game in asked)
        return even(asked)

    PUCT(watched, batch=16).search(start("brandubh"), SearchLimit(nodes=161))
    assert max(sizes) > 8
    assert len(games) == sum(sizes)


def test_it_counts_as_the_limits_say() -> None:
    """A depth is 100 visits; a game that is over has no move."""
    report = PUCT(even).search(start("brandubh"), SearchLimit(depth=2))
    assert report.stopped is Stop.DEPTH
    assert 200 <= report.nodes <= 220
    over = _won_in_one().play("d1-a1")
    assert over.outcome is not None
    assert PUCT(even).search(over, SearchLimit(nodes=5)).best is None


def test_the_policy_is_the_share_of_the_visits() -> None:
    """The shares add up to one, and the tree after a move goes on with what is known."""
    tree = Tree(start("brandubh"))
    for _ in range(50):
        leaf = tree.select()
        if leaf is not None:
            evaluate([(tree, leaf)], even)
    assert sum(share for _, share in tree.policy()) == pytest.approx(1)
    after = tree.advance(tree.best())
    assert after.game == start("brandubh").play(tree.best())
    assert tree.draw(1.0, random.Random(1)) in start("brandubh").legal_moves


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda games: [], "0 evaluations for 1 games"),
        (lambda games: [([1.0], 0.0) for _ in games], "1 probabilities for 40 legal moves"),
        (lambda games: [([float("nan")] * 40, 0.0) for _ in games], "not finite"),
    ],
)
def test_evaluators_that_answer_wrongly_are_named(wrong: Any, said: str) -> None:
    """The error says what the evaluator gave."""
    with pytest.raises(SearcherError, match=said):
        PUCT(wrong).search(start("brandubh"), SearchLimit(nodes=5))


def test_settings_out_of_range_are_refused() -> None:
    """Each setting has its bounds."""
    with pytest.raises(ValueError, match="noise must be from 0 to 1, not 2"):
        PUCT(even, noise=2)
    with pytest.raises(TypeError, match="temperature must be a number"):
        PUCT(even, temperature="hot")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="batch"):
        PUCT(even, batch=0)
