"""The bench signature: a number that belongs to the search, not to the machine."""

from __future__ import annotations

from functools import partial

import pytest

from taflkit import start
from taflkit.search import AlphaBeta, SearchLimit
from taflkit.search.tafl.bench import POSITIONS, BenchPosition, BenchTotal, bench

SMALL = BenchPosition("brandubh", "d6-c d5-c", 3)


def test_the_signature_can_be_repeated() -> None:
    """Two runs visit the same number of positions."""
    first, second = (BenchTotal(tuple(bench([SMALL]))) for _ in range(2))
    assert first.signature == second.signature > 0


def test_the_signature_is_the_nodes_of_the_searches() -> None:
    """What the searchers report by themselves is what the benchmark counts, with the engine that ran it."""
    game = start("brandubh").play_all(["d6-c", "d5-c"])
    alphabeta, winfinder = bench([SMALL])
    alone = AlphaBeta().search(game, SearchLimit(depth=3))
    assert (alphabeta.nodes, alphabeta.engine, alphabeta.ply) == (alone.nodes, alone.engine, 2)
    total = BenchTotal((alphabeta, winfinder))
    assert total.signature == alone.nodes + winfinder.nodes
    assert total.engine == alone.engine


def test_another_search_has_another_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that reduces no late moves visits other positions."""
    before = BenchTotal(tuple(bench([SMALL])))
    monkeypatch.setattr("taflkit.search.tafl.bench.AlphaBeta", partial(AlphaBeta, reductions=False))
    assert BenchTotal(tuple(bench([SMALL]))).signature != before.signature


def test_every_position_can_be_searched() -> None:
    """The positions of the benchmark are unfinished games."""
    for position in POSITIONS:
        game = start(position.variant).play_all(position.moves.split())
        assert game.outcome is None
