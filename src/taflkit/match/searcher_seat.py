"""The seat of a searcher: it is asked for a move in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

import attrs

from taflkit.errors import TaflError
from taflkit.games import Player
from taflkit.match.entrants import Answer, EntrantError, Fault, TimeLeft
from taflkit.search import Cancel, Searcher, SearcherError, SearchLimit, SearchReport
from taflkit.search.timing import allot

if TYPE_CHECKING:
    from taflkit.match.pairing import Pairing

#: What a move takes beyond its search.
_OVERHEAD_SECONDS = 0.01


class SearcherSeat:
    """A searcher at a board."""

    def __init__(
        self,
        make: Callable[[int], Searcher],
        limit: SearchLimit | None = None,
        *,
        has_usual_limit: bool = False,
    ) -> None:
        """Sit down.

        Args:
            make: Makes the searcher of a game from a seed.
            limit: How far it looks, instead of what the match says.
            has_usual_limit: Whether it takes its usual effort if the limit is left out, instead of what the match says.
        """
        self._make = make
        self._own_limit = limit
        self._has_usual_limit = has_usual_limit
        self._pairing: Pairing[Any] | None = None
        self._searcher: Searcher | None = None

    def begin(self, pairing: Pairing[Any], player: Player) -> None:
        """Make the searcher of this game."""
        self._pairing = pairing
        try:
            self._searcher = self._make(pairing.seed)
        except SearcherError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a searcher of one's own raises, it loses and others play on
            raise _failed(error) from None

    def move(self, game: Any, left: TimeLeft) -> Answer[Any]:
        """The best move of the searcher."""
        assert self._searcher is not None
        assert self._pairing is not None
        try:
            report: SearchReport[Any] = self._search(game, left)
        except SearcherError:
            raise
        except Exception as error:  # noqa: BLE001 - as above
            raise _failed(error) from None
        if not isinstance(report, SearchReport):
            raise SearcherError(f"a searcher returns a SearchReport; {self._searcher!r} returned {report!r}")
        if report.best is None or report.best not in game.legal_moves:
            raise EntrantError(f"{report.best} is not a legal move", Fault.ILLEGAL)
        return Answer(report.best, report.score, report.depth, report.seconds)

    def _search(self, game: Any, left: TimeLeft) -> SearchReport[Any]:
        """Search within its own limit, or what the match allows; with a clock, for a part of the time that is left."""
        assert self._searcher is not None
        assert self._pairing is not None
        limits, limit = self._pairing.limits, self._own_limit
        if limits.clock is None or left.own is None:
            return self._searcher.search(game, limit or (None if self._has_usual_limit else limits.search))
        allotment, cancel = allot(left.own, limits.clock.increment, overhead=_OVERHEAD_SECONDS), Cancel()
        timed = SearchLimit(seconds=allotment.most)
        if limit is not None:
            timed = attrs.evolve(limit, seconds=min(allotment.most, limit.seconds or allotment.most))

        def on_report(found: SearchReport[Any]) -> None:
            if not allotment.begins_depth(found.seconds):
                cancel()

        return self._searcher.search(game, timed, on_report=on_report, cancel=cancel)

    def finish(self, game: Any) -> str:
        """A searcher does not announce winners."""
        return ""

    @property
    def is_fit(self) -> bool:
        """It can always go on."""
        return True

    @property
    def last_words(self) -> str:
        """It says nothing else."""
        return ""

    def close(self) -> None:
        """Nothing was started."""


def _failed(error: Exception) -> EntrantError:
    """How an entrant lost by an error: the error of taflkit itself, or which one another searcher raised, and where."""
    if isinstance(error, TaflError):
        return EntrantError(str(error), getattr(error, "fault", Fault.CRASH))
    where = extract_tb(error.__traceback__)[-1]
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return EntrantError(f"it raised {said} ({Path(where.filename).name}, line {where.lineno})", Fault.CRASH)
