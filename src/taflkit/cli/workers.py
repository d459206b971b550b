"""Worker processes that share the work of a command, and that Ctrl-C ends without a traceback."""

from __future__ import annotations

import signal
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing.context import SpawnContext, SpawnProcess
from types import FrameType
from typing import Any, ParamSpec, TypeVar

from taflkit import TaflError
from taflkit.cli.signals import exit_now, exit_on_signals
from taflkit.processes import end_with_parent

P = ParamSpec("P")
T = TypeVar("T")


#: The processes of the pools that are in use.
_started: weakref.WeakSet[SpawnProcess] = weakref.WeakSet()


class _QuietProcess(SpawnProcess):
    """A process that never receives Ctrl-C, not even while it starts; its parent ends it."""

    def start(self) -> None:
        _started.add(self)
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        # The child inherits the blocked signal, until `_prepare` runs there.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _QuietContext(SpawnContext):
    Process = _QuietProcess


def _prepare() -> None:
    """Leave Ctrl-C to the parent, and end with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


class Workers(ProcessPoolExecutor):
    """An executor in which no signal takes effect while a process starts."""

    def __init__(self, jobs: int, patient: bool = True) -> None:
        """Create the executor; processes are started as work comes in.

        Args:
            jobs: How many processes.
            patient: Whether Ctrl-C takes effect only in `submit` and `heed`, so that short work is finished.
        """
        super().__init__(jobs, mp_context=_QuietContext(), initializer=_prepare)
        self._patient = patient
        self._submitting = False
        self._interrupted = False
        self._ending: int | None = None

    def end(self, number: int, _frame: FrameType | None = None) -> None:
        """Handle a signal that ends the program: at once, or when a process has been started."""
        if not self._submitting:
            exit_now(number)
        self._ending = number

    def interrupt(self, *_: object) -> None:
        """Note a Ctrl-C for the next `heed`, or raise it at once."""
        if not self._patient and not self._submitting:
            raise KeyboardInterrupt
        self._interrupted = True

    def heed(self) -> None:
        """Raise `KeyboardInterrupt` if Ctrl-C was pressed."""
        if self._interrupted:
            self._interrupted = False
            raise KeyboardInterrupt

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Submit work as any executor does, unless Ctrl-C was pressed."""
        self.heed()
        self._submitting = True
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            self._submitting = False
            if self._ending is not None:
                exit_now(self._ending)


@contextmanager
def workers(jobs: int, patient: bool = True) -> Iterator[Workers]:
    """An executor of worker processes, see `Workers`. A patient caller calls `heed` now and then."""
    executor = Workers(jobs, patient)
    before: Any = None
    if threading.current_thread() is threading.main_thread():
        before = signal.signal(signal.SIGINT, executor.interrupt)
    try:
        with exit_on_signals(executor.end):
            yield executor
            executor.heed()
    except BrokenProcessPool:
        raise TaflError("a worker process ended unexpectedly; was it killed, or is there too little memory?") from None
    except BaseException:
        for process in tuple(_started):
            with suppress(ValueError):  # It is closed, or was not started after all.
                process.kill()
        raise
    finally:
        executor.shutdown(wait=True, cancel_futures=True)
        if before is not None:
            signal.signal(signal.SIGINT, before)
