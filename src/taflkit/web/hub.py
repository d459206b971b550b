"""`Hub`: one board on the server: its pages, which hear of every change, and the search that runs for it.

Everything here runs in the event loop, except the handling of requests and the searches, which have threads of their
own.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from taflkit.search import Cancel, SearchReport
from taflkit.web.board import Board
from taflkit.web.jobs import Job, show_report
from taflkit.web.requests import answer

MAX_PAGES = 16
"""The pages that may watch one board at a time."""
MAX_WAITING = 64
"""The events that may wait for a page; one that does not read them is cut off, and connects again."""
HEARTBEAT = 15.0
"""A page hears something at least every so many seconds, so that both sides notice when the other is gone."""

Queue = asyncio.Queue[bytes | None]


def event(name: str, data: Any) -> bytes:
    """Return a server-sent event. That of a state has its version as its id: a page that has it need not read it."""
    version = f"id: {data['version']}\n" if name == "state" else ""
    return f"event: {name}\n{version}data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


class Hub:
    """A board with those who watch it."""

    def __init__(self, board: Board) -> None:
        """Begin without pages: nothing is searched until one watches."""
        self.board = board
        """The board."""
        self._pages: set[Queue] = set()
        self._lock = asyncio.Lock()
        self._running: tuple[Job, Cancel] | None = None

    @property
    def is_watched(self) -> bool:
        """Whether there is a page."""
        return bool(self._pages)

    @property
    def is_searching(self) -> bool:
        """Whether a search runs, or has just ended by itself."""
        return self._running is not None

    @property
    def is_full(self) -> bool:
        """Whether no further page may watch."""
        return len(self._pages) >= MAX_PAGES

    async def ask(self, request: object) -> dict[str, Any]:
        """Answer a request of a page, and tell the others what has changed."""
        async with self._lock:
            before = self.board.version
            found = await asyncio.to_thread(answer, self.board, request)
            if self.board.version != before:
                self._tell("state", found.get("state") or self.board.state())
            self._search()
        return found

    async def watch(self, gone: Awaitable[object]) -> AsyncIterator[bytes]:
        """Iterate over the events for a page, from the state of now on.

        Args:
            gone: Ends when the page goes away, and so do the events.
        """
        queue: Queue = asyncio.Queue(MAX_WAITING)
        self._pages.add(queue)
        going = asyncio.ensure_future(gone)
        going.add_done_callback(lambda _: self._cut(queue))
        try:
            yield event("state", self.board.state())
            self._search()
            while True:
                try:
                    told = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    told = b": still here\n\n"
                if told is None:
                    return
                yield told
        finally:
            going.cancel()
            self._leave(queue)

    def stop(self) -> None:
        """Stop the search, if one runs."""
        if self._running is not None:
            self._running[1]()
            self._running = None

    def close(self) -> None:
        """Stop everything: no page hears anything more."""
        self.stop()
        for queue in tuple(self._pages):
            self._cut(queue)

    def _tell(self, name: str, data: Any) -> None:
        told = event(name, data)
        for queue in tuple(self._pages):
            try:
                queue.put_nowait(told)
            except asyncio.QueueFull:
                self._cut(queue)

    def _cut(self, queue: Queue) -> None:
        """End the events of a page."""
        self._leave(queue)
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(None)

    def _leave(self, queue: Queue) -> None:
        """Forget a page; nothing is searched for nobody."""
        self._pages.discard(queue)
        if not self._pages:
            self.stop()

    def _search(self) -> None:
        """Search for what the board wants now, and nothing else."""
        wanted = self.board.job() if self._pages else None
        if self._running is not None and self._running[0] == wanted:
            return
        self.stop()
        if wanted is not None:
            cancel = Cancel()
            self._running = wanted, cancel
            # A daemon, so that a search that has not heard yet that it is cancelled does not delay the end.
            thread = threading.Thread(target=self._run, args=(wanted, cancel, asyncio.get_running_loop()), daemon=True)
            thread.start()

    def _run(self, job: Job, cancel: Cancel, loop: asyncio.AbstractEventLoop) -> None:
        """Search, in a thread of its own."""

        def later(call: Callable[..., object], *arguments: object) -> None:
            if not cancel.is_set and not loop.is_closed():
                loop.call_soon_threadsafe(call, *arguments)

        report = job.run(lambda found: later(self._report, job, found), cancel)
        later(lambda: loop.create_task(self._finish(job, cancel, report)))

    def _report(self, job: Job, report: SearchReport[Any]) -> None:
        if self._running is not None and self._running[0] == job:
            self._tell("thinking", show_report(job, report))

    async def _finish(self, job: Job, cancel: Cancel, report: SearchReport[Any]) -> None:
        async with self._lock:
            if cancel.is_set or self._running is None or self._running[0] != job:
                return
            if job.purpose == "analysis":
                self._tell("thinking", show_report(job, report))
                return  # It stays the running job, so that it does not begin again.
            self._running = None
            told = await asyncio.to_thread(self.board.finish, job, report)
            if told is not None:
                self._tell("hint", told)
            self._tell("state", self.board.state())
            self._search()
