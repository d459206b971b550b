"""Searchers by name: the built-in ones, and plug-ins of the entry point group `taflkit.searchers`."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, cast

import attrs

from taflkit.errors import TaflError, check_type, near, nearest
from taflkit.games import MoveT, Playable
from taflkit.plugins import load_plugins
from taflkit.search.alphabeta import AlphaBeta
from taflkit.search.limits import Cancel, SearchLimit
from taflkit.search.montecarlo import MonteCarlo
from taflkit.search.random import Random
from taflkit.search.reports import OnReport, SearchReport
from taflkit.search.searcher import Searcher, SearcherError, checked_clock, checked_moves, checked_report, usual_limit
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
class _PluginSearcher:
    """A searcher of a plug-in, whose arguments and answers are checked."""

    searcher: Searcher

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit | None = None,
        *,
        lines: int = 1,
        moves: Sequence[MoveT] | None = None,
        on_report: OnReport[MoveT] | None = None,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Look for the best move; see `Searcher.search`."""
        checked_clock(game, usual_limit(game) if limit is None else limit, on_report, cancel)
        checked_moves(game, moves, lines)
        found = self.searcher.search(game, limit, lines=lines, moves=moves, on_report=on_report, cancel=cancel)
        return checked_report(found, self.searcher)


@cache
def _makers() -> dict[str, SearcherMaker]:
    return {**BUILT_IN, **load_plugins(GROUP, _load_plugin, taken=BUILT_IN)}


def _load_plugin(point: EntryPoint) -> SearcherMaker:
    found = point.load()
    if not callable(found):
        raise TaflError(f"expected a function from a seed to a searcher, not {found!r}")

    def make(seed: int) -> Searcher:
        searcher = found(seed)
        try:
            return _PluginSearcher(check_searcher(searcher))
        except SearcherError as error:
            raise SearcherError(f"the plug-in {point.name!r} made no searcher: {error}") from None

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


def check_searcher(value: object) -> Searcher:
    """A searcher, if that is what it is; every function that takes a searcher asks this first.

    Raises:
        SearcherError: if it is something else: a class, a text, or an object whose method is none of a `Searcher`.
    """
    if isinstance(value, type):
        raise SearcherError(f"expected a searcher, not the class {value.__name__}; did you mean {value.__name__}()?")
    if isinstance(value, str):
        hint = "".join(f"; did you mean searcher_named({name!r})(0)?" for name in near(value, searcher_names())[:1])
        raise SearcherError(f"expected a searcher such as AlphaBeta(), not the text {value!r}{hint}")
    method = getattr(value, "search", None)
    if not callable(method):
        raise SearcherError(f"expected a searcher, an object with a method search, not {value!r}")
    try:
        inspect.signature(method).bind(None, None, lines=1, moves=None, on_report=None, cancel=None)
    except TypeError as error:
        raise SearcherError(
            f"a searcher has search(game, limit=None, *, lines=1, moves=None, on_report=None, cancel=None); "
            f"that of {type(value).__name__} does not fit: {error}"
        ) from None
    return cast("Searcher", value)
