"""Processes that share the work of a command, and that Ctrl-C ends without a word."""

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
    """A process that never hears of Ctrl-C, not even while it starts: the one that started it ends it."""

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        # What is blocked here stays blocked there, until `_ignore_interrupts` runs.
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
    """An executor that is interrupted between two pieces of work, and not in the midst of starting a process."""

    def __init__(self, jobs: int) -> None:
        """Start nothing yet: processes are started as work comes in."""
        super().__init__(jobs, mp_context=_QuietContext(), initializer=_ignore_interrupts)
        self._interrupted = False

    def interrupt(self, *_: object) -> None:
        """Remember Ctrl-C until it is heeded."""
        self._interrupted = True

    def heed(self) -> None:
        """Raise `KeyboardInterrupt` here if Ctrl-C was pressed."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """As every executor does it, unless Ctrl-C was pressed."""
        self.heed()
        return super().submit(fn, *args, **kwargs)


@contextmanager
def workers(jobs: int) -> Iterator[Workers]:
    """An executor of so many processes; whoever waits for its work heeds Ctrl-C by `heed`, as often as convenient."""
    executor = Workers(jobs)
    before: Any = None
    if threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGINT, executor.interrupt)
    try:
        yield executor
        executor.heed()
    finally:
        # After Ctrl-C what runs is soon finished, and what waits is not begun.
        executor.shutdown(wait=True, cancel_futures=True)
        if before is not None:
            signal.signal(signal.SIGINT, before)
