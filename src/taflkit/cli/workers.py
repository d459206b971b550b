"""Worker processes that share the work of a command, and that Ctrl-C ends without a traceback."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class _QuietProcess(SpawnProcess):
    """A process that never receives Ctrl-C, not even while it starts; its parent ends it."""

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        # The child inherits the blocked signal, until `_ignore_interrupts` runs there.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _QuietContext(SpawnContext):
    Process = _QuietProcess


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Workers(ProcessPoolExecutor):
    """An executor in which Ctrl-C takes effect only in `submit` and `heed`, never while a process starts."""

    def __init__(self, jobs: int) -> None:
        """Create the executor; processes are started as work comes in."""
        super().__init__(jobs, mp_context=_QuietContext(), initializer=_ignore_interrupts)
        self._interrupted = False

    def interrupt(self, *_: object) -> None:
        """Note a Ctrl-C, for the next `heed`."""
        self._interrupted = True

    def heed(self) -> None:
        """Raise `KeyboardInterrupt` if Ctrl-C was pressed."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit work as any executor does, unless Ctrl-C was pressed."""
        self.heed()
        return super().submit(fn, *args, **kwargs)


@contextmanager
def workers(jobs: int) -> Iterator[Workers]:
    """An executor of worker processes. The caller has to call `heed` now and then for Ctrl-C to take effect."""
    executor = Workers(jobs)
    before: Any = None
    if threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGINT, executor.interrupt)
    try:
        yield executor
        executor.heed()
    finally:
        # After Ctrl-C, running work is short and is finished; waiting work is cancelled.
        executor.shutdown(wait=True, cancel_futures=True)
        if before is not None:
            signal.signal(signal.SIGINT, before)
