"""The default player: a short forced win, then the best move, within one limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from taflkit import SearchLimit, game_from_text, start
from taflkit.games.knowledge import Effort
from taflkit.kernel import installed
from taflkit.search import AlphaBeta, Automaton, SearchReport
from taflkit.search.knowledge import knowledge_of
from taflkit.search.limits import Clock
from taflkit.search.runners import begin_search
from taflkit.search.winfirst import WinFirst

if TYPE_CHECKING:
    from taflkit.kernel.searches import KernelSearch

WITH_KERNEL = pytest.mark.skipif(not installed(), reason="there is no kernel")


def kernel_search() -> type[KernelSearch]:
    """The class of the kernel's searches, which needs the extension."""
    from taflkit.kernel.searches import KernelSearch

    return KernelSearch


def searched(*, kernel: bool, depth: int, sought: int) -> SearchReport[Any]:
    """Brandubh's first move, where forced wins of so many moves have been looked for."""
    game = start("brandubh")
    compiled = begin_search(game, knowledge_of(game), 1) if kernel else "not wanted"
    return AlphaBeta().search_with(compiled, game, Clock(SearchLimit(depth=depth)), sought=sought)


@pytest.mark.parametrize(("kernel", "depth"), [pytest.param(True, 5, marks=WITH_KERNEL), (False, 3)])
def test_wins_that_were_sought_are_not_sought_again(kernel: bool, depth: int) -> None:
    """A search finds the same with fewer nodes if it is told that short wins have been looked for."""
    plain, told = (searched(kernel=kernel, depth=depth, sought=sought) for sought in (0, 3))
    assert (told.best, told.score) == (plain.best, plain.score)
    assert told.nodes < plain.nodes


@WITH_KERNEL
def test_the_default_player_looks_for_a_short_win_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search that follows the win finder does not look for the same wins, even if the nodes were not enough."""
    calls = []
    find_win = kernel_search().find_win

    def find(self: Any, *args: Any, **settings: Any) -> Any:
        calls.append(args)
        return find_win(self, *args, **settings)

    monkeypatch.setattr(kernel_search(), "find_win", find)
    report = WinFirst(Effort(nodes=20_000, win_within=4, win_nodes=500)).search(
        start("copenhagen"), SearchLimit(nodes=50_000)
    )
    assert report.depth >= 3
    assert len(calls) == 1


@pytest.mark.parametrize("kernel", [pytest.param(True, marks=WITH_KERNEL), False])
def test_a_search_finds_the_shortest_win_that_the_win_finder_had_no_nodes_for(kernel: bool) -> None:
    """The king steps beside the men that block his ways, and two new ways cannot both be blocked: three plies."""
    game = game_from_text("tablut 9/4B4/9/9/1B2K2B1/9/9/4B4/9 defenders")
    compiled = begin_search(game, knowledge_of(game), 1) if kernel else "not wanted"
    for sought in (0, 1, 2):
        report = AlphaBeta().search_with(compiled, game, Clock(SearchLimit(depth=5)), sought=sought)
        assert report.score.win_in == 3


@pytest.mark.parametrize(
    ("limit", "nodes"), [(SearchLimit(nodes=4_000_000), 500_000), (SearchLimit(nodes=1000), 250), (None, 100_000)]
)
@WITH_KERNEL
def test_a_player_with_many_nodes_looks_longer_for_a_win(
    limit: SearchLimit | None, nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a large board the win finder has a hundred thousand nodes, an eighth of more, or a quarter of few."""
    allowed = []

    def find(self: Any, within: int, clock: Clock, **settings: Any) -> Any:
        allowed.append((clock.nodes_left, settings["threads"]))
        return 1, start("copenhagen").legal_moves[:1], 0, None

    monkeypatch.setattr(kernel_search(), "find_win", find)
    Automaton(limit, threads=2, book=False).search(start("copenhagen"), 1)
    assert allowed == [(nodes, 2)]


@WITH_KERNEL
def test_a_search_still_looks_for_the_wins_that_were_not_sought(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that looks for wins of one move first leaves the longer ones to its search."""
    asked = []
    find_win = kernel_search().find_win

    def find(self: Any, within: int, *args: Any, **settings: Any) -> Any:
        asked.append(within)
        return find_win(self, within, *args, **settings)

    monkeypatch.setattr(kernel_search(), "find_win", find)
    report = WinFirst(Effort(nodes=100_000, win_within=1, win_nodes=500)).search(start("tablut"), SearchLimit(depth=5))
    assert report.depth == 5
    assert asked == [1, 2, 3]
