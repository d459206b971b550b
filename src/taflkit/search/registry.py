"""Searchers by name, plug-ins included: the entry point group `taflkit.searchers`."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from taflkit.errors import TaflError
from taflkit.plugins import load_plugins
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.api import Searcher
from taflkit.search.montecarlo import MonteCarlo
from taflkit.search.randomly import Random
from taflkit.search.winfinder import WinFinder

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.searchers"

#: Makes a searcher whose choices between equally good moves depend on a seed.
Maker = Callable[[int], Searcher]

BUILT_IN: dict[str, Maker] = {
    "alphabeta": lambda seed: AlphaBeta(seed=seed),
    "montecarlo": lambda seed: MonteCarlo(seed=seed),
    "random": lambda seed: Random(seed=seed),
    "winfinder": lambda seed: WinFinder(),
}


@cache
def _makers() -> dict[str, Maker]:
    return {**BUILT_IN, **load_plugins(GROUP, _load_plugin, taken=BUILT_IN)}


def _load_plugin(point: EntryPoint) -> Maker:
    found = point.load()
    if not callable(found):
        raise TaflError("a searcher is named by a function from a seed to the searcher")
    maker: Maker = found
    return maker


def searcher_names() -> tuple[str, ...]:
    """The names of all searchers."""
    return tuple(sorted(_makers()))


def searcher_named(name: str) -> Maker:
    """The function that makes the searcher of that name, given a seed."""
    if name in BUILT_IN:
        return BUILT_IN[name]
    try:
        return _makers()[name]
    except KeyError:
        near = difflib.get_close_matches(name, _makers(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(searcher_names())}"
        raise TaflError(f"there is no searcher called {name!r}; {hint}") from None
