"""Signals: Ctrl-C at the moments when it may interrupt, and SIGTERM and SIGHUP as an orderly exit."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Self

#: The exit status after Ctrl-C, as shells expect it.
INTERRUPTED = 130


class Interrupts:
    """Delivers Ctrl-C only inside `heard()`, so that nothing is left half done; until then it is pending."""

    def __init__(self) -> None:
        """Create it without touching the signal handler."""
        self._open = False
        self._pending = False
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _on_signal(self, _: int, __: FrameType | None) -> None:
        if self._open:
            raise KeyboardInterrupt
        self._pending = True

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Inside this context Ctrl-C raises `KeyboardInterrupt`, at once if it is pending."""
        before, self._open = self._open, True
        try:
            if self._pending:
                raise KeyboardInterrupt
            yield
        finally:
            self._open, self._pending = before, False


class Terminated(SystemExit):
    """Ends the program after a signal. A class of its own, so that no plug-in is blamed for calling `sys.exit`."""


def exit_now(number: int, _frame: FrameType | None = None) -> None:
    """Handle a signal by raising `Terminated` at once."""
    raise Terminated(128 + number)


@contextmanager
def exit_on_signals(handler: Callable[[int, FrameType | None], None] = exit_now) -> Iterator[None]:
    """Turn SIGTERM and SIGHUP into `Terminated`, so that `with` blocks end the processes that were started."""
    before: dict[int, Any] = {}
    try:
        with suppress(ValueError):  # Only the main thread may set handlers.
            for name in ("SIGTERM", "SIGHUP"):
                number = getattr(signal, name, None)
                # What `nohup` ignores stays ignored.
                if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                    before[number] = signal.signal(number, handler)
        yield
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)
