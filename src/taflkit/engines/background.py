"""`Background`: programs that are driven with asyncio, for code without it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from taflkit.engines.failures import EngineTerminatedError

_T = TypeVar("_T")

#: How long what was interrupted may take to end a program.
_SETTLE_SECONDS: Final = 10.0


class Background:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        """Start the thread."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.is_closed = False

    def wait_for(self, work: Coroutine[Any, Any, _T]) -> _T:
        """What some work returns.

        Raises:
            EngineTerminatedError: If the thread has been closed.
        """
        if self.is_closed:
            work.close()
            raise EngineTerminatedError("the engine has been closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            # Ctrl-C, as a rule: the work stops as well.
            future.cancel()
            raise

    def open(self, opening: Coroutine[Any, Any, _T], end: Callable[[_T], Coroutine[Any, Any, object]]) -> _T:
        """What some work opens. If that fails or is interrupted, what it has opened is ended, and so is the thread."""
        opened: list[_T] = []

        async def keep() -> _T:
            opened.append(await opening)
            return opened[0]

        async def end_all() -> None:
            for each in opened:
                await end(each)

        try:
            return self.wait_for(keep())
        except BaseException:
            # It may have been opened in the moment of the interruption.
            self.wait_for(end_all())
            self.close()
            raise

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in the thread, after what has been called before."""
        self._loop.call_soon_threadsafe(function, *arguments)

    def close(self) -> None:
        """End the thread, when what was interrupted has ended."""
        self.is_closed = True
        asyncio.run_coroutine_threadsafe(_settle(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _settle() -> None:
    """Let what was cancelled end what it started."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        _, late = await asyncio.wait(others, timeout=_SETTLE_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
