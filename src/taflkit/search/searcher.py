"""`Searcher`: the method that everything which picks moves has."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable

from taflkit.errors import TaflError
from taflkit.games import MoveT, Playable, check_game
from taflkit.search.limits import Cancel, Clock, SearchLimit
from taflkit.search.reports import OnReport, SearchReport


@runtime_checkable
class Searcher(Protocol):
    """Anything that picks moves. A class of your own needs this one method and no base class."""

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit,
        on_report: OnReport[MoveT] | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Look for the best move.

        Args:
            game: The game, whose player to move asks.
            limit: How far the search may go.
            on_report: Called with a report of each depth that is completed.
            cancel: Stops the search from another thread.

        Returns:
            The best move found when the search stopped.

        Raises:
            TypeError: if an argument is of the wrong type.
        """


class SearcherError(TaflError, TypeError):
    """A searcher, of a plug-in as a rule, that does not do what a `Searcher` does."""


def checked_report(report: SearchReport[MoveT], searcher: object) -> SearchReport[MoveT]:
    """What a searcher returned, if that is a report.

    Raises:
        SearcherError: if it is something else.
    """
    if not isinstance(report, SearchReport):
        raise SearcherError(f"a searcher returns a SearchReport; {type(searcher).__name__} returned {report!r}")
    return report


class BuiltInSearcher(ABC):
    """Checks the arguments and starts the clock, for the searchers of taflkit."""

    __slots__ = ()

    def search(
        self,
        game: Playable[MoveT],
        limit: SearchLimit,
        on_report: OnReport[MoveT] | None = None,
        *,
        cancel: Cancel | None = None,
    ) -> SearchReport[MoveT]:
        """Look for the best move; see `Searcher.search`."""
        return self._search(game, checked_clock(game, limit, on_report, cancel), on_report or ignore_report)

    @abstractmethod
    def _search(self, game: Playable[MoveT], clock: Clock, on_report: OnReport[MoveT]) -> SearchReport[MoveT]:
        """Look for the best move within what the clock allows."""


def checked_clock(game: object, limit: SearchLimit, on_report: object, cancel: Cancel | None) -> Clock:
    """Start the clock of a search whose arguments are checked.

    Raises:
        TypeError: if an argument is of the wrong type.
    """
    check_game(game)
    if on_report is not None and not callable(on_report):
        raise TypeError(f"on_report is called with reports, and {on_report!r} cannot be called")
    return Clock(limit, cancel)


def ignore_report(_: object) -> None:
    """Nobody follows the search."""
