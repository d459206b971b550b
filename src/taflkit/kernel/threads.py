"""Threads in which the kernel works beside the calling one; it releases the interpreter lock meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from typing import Protocol

from taflkit.kernel._native import Control

#: How long a thread that has been started takes at most until it runs.
_START_SECONDS = 0.5


class Switch(Protocol):
    """Cancels a search from another thread; `taflkit.search.Cancel` does."""

    def heard_by(self, listener: Callable[[], None], /) -> AbstractContextManager[None]:
        """Call a function when the switch is used; at once if it has been used already."""


@contextmanager
def controlled_by(cancel: Switch | None) -> Iterator[Control]:
    """Yield a control that stops the kernel when a search is cancelled."""
    control = Control()
    with nullcontext() if cancel is None else cancel.heard_by(control.stop):
        yield control


class Helper(threading.Thread):
    """A thread that works until it is done or stopped."""

    def __init__(self, work: Callable[[Control], None]) -> None:
        """Prepare some work, which obeys a control."""
        super().__init__(daemon=True)
        self._control = Control()
        self._work = partial(work, self._control)
        self._begun = threading.Event()

    def run(self) -> None:
        """Work."""
        self._begun.set()
        self._work()

    def stop(self) -> None:
        """Let it end soon, even if it has not begun yet."""
        self._control.stop()

    def wait(self) -> None:
        """Wait until it has ended. It may never begin: Ctrl-C, or a lack of threads, may have ended `start`."""
        if self.is_alive() or self._begun.wait(_START_SECONDS):
            self.join()


@contextmanager
def helped(count: int, work: Callable[[int, Control], None], cancel: Switch | None) -> Iterator[tuple[Helper, ...]]:
    """Let so many other threads work, with numbers from 1, while a block runs; they are stopped at its end."""
    helpers = tuple(Helper(partial(work, number)) for number in range(1, count + 1))
    started: list[Helper] = []
    with ExitStack() as stack:
        try:
            for helper in helpers:
                if cancel is not None:
                    stack.enter_context(cancel.heard_by(helper.stop))
                started.append(helper)
                helper.start()
            yield helpers
        finally:
            for helper in started:
                helper.stop()
            for helper in started:
                helper.wait()
