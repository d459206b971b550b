"""Searchers by name: the built-in ones, and plug-ins of the entry point group `taflkit.searchers`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import attrs

from taflkit.errors import TaflError, check_type, nearest
from taflkit.games import MoveT, Playable
from taflkit.plugins import load_plugins
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.limits import Clock
from taflkit.search.montecarlo import MonteCarlo
from taflkit.search.random import Random
from taflkit.search.reports import OnReport, SearchReport
from taflkit.search.searcher import BuiltInSearcher, Searcher, SearcherError, checked_report
from taflkit.search.winfinder import WinFinder

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.searchers"

SearcherMaker = Callable[[int], Searcher]
"""Makes a searcher from a seed, which decides between equally good moves."""

BUILT_IN: dict[str, SearcherMaker] = {
    "alphabeta": lambda seed: AlphaBeta(seed=seed),
    "classic": lambda seed: AlphaBeta(seed=seed, learned=False),
    "montecarlo": lambda seed: MonteCarlo(seed=seed),
    "random": lambda seed: Random(seed=seed),
    "winfinder": lambda seed: WinFinder(),
}


@attrs.frozen
class _PluginSearcher(BuiltInSearcher):
    """A searcher of a plug-in, whose arguments and answers are checked."""

    searcher: Searcher

    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        return checked_report(self.searcher.search(game, clock.limit, on_report, cancel=clock.cancel), self.searcher)


@cache
def _makers() -> dict[str, SearcherMaker]:
    return {**BUILT_IN, **load_plugins(GROUP, _load_plugin, taken=BUILT_IN)}


def _load_plugin(point: EntryPoint) -> SearcherMaker:
    found = point.load()
    if not callable(found):
        raise TaflError(f"expected a function from a seed to a searcher, not {found!r}")

    def make(seed: int) -> Searcher:
        searcher = found(seed)
        if not isinstance(searcher, Searcher):
            raise SearcherError(f"the plug-in {point.name!r} made {searcher!r}, which has no method search")
        return _PluginSearcher(searcher)

    return make


def searcher_names() -> tuple[str, ...]:
    """The names of all searchers."""
    return tuple(sorted(_makers()))


def searcher_named(name: str) -> SearcherMaker:
    """The function that makes the searcher of a name from a seed.

    Raises:
        TaflError: if there is none of that name.
    """
    check_type(name, str, "the name of a searcher")
    if name in BUILT_IN:
        return BUILT_IN[name]
    try:
        return _makers()[name]
    except KeyError:
        raise TaflError(f"there is no searcher called {name!r}; {nearest(name, searcher_names())}") from None
