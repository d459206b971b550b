"""Seats that are kept between games, so that programs and engines need not be started for each."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from taflkit.match.entrants import Entrant, Seat

#: A seat that nobody has used for so long is given up: who plays games in another process cannot say that a match is
#: over.
_IDLE_SECONDS = 20.0


class SeatPool:
    """Seats that are free. Any number of threads may take and return seats."""

    def __init__(self) -> None:
        """Create an empty pool."""
        self._lock = threading.Lock()
        self._free: dict[Entrant, list[Seat]] = {}
        self._timer: threading.Timer | None = None

    @contextmanager
    def seat(self, entrant: Entrant) -> Iterator[Seat]:
        """A seat of an entrant, which is kept afterwards if it is fit for another game.

        Raises:
            TaflError: If a program cannot be started.
        """
        if not entrant.keeps_running:
            seat = entrant.sit()
            try:
                yield seat
            finally:
                seat.close()
            return
        with self._lock:
            self._stop_timer()
            seats = self._free.get(entrant, [])
            taken = seats.pop() if seats else None
        seat = taken or entrant.sit()
        try:
            yield seat
        except BaseException:
            seat.close()
            raise
        if not seat.is_fit:
            seat.close()
            return
        with self._lock:
            self._free.setdefault(entrant, []).append(seat)
            self._stop_timer()
            self._timer = threading.Timer(_IDLE_SECONDS, self.close)
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """Give up all seats that are free."""
        with self._lock:
            self._stop_timer()
            seats = [seat for free in self._free.values() for seat in free]
            self._free.clear()
        for seat in seats:
            seat.close()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


#: The seats that are free in this process.
POOL = SeatPool()
