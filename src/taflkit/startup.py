"""The command `taflkit` while it starts: Ctrl-C ends it quietly, and a damaged installation is one sentence.

Importing the package takes a moment, and what happens meanwhile cannot be handled by the functions being imported.
Programs that import taflkit as a library are left alone.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

_INTERRUPTED = 130
_FAILED = 2

#: The signal handler that `watch` has replaced, if it has.
_handlers: list[Any] = []


def _is_command() -> bool:
    """Whether this process is the console script or `python -m taflkit`, and not a program that imports taflkit."""
    name = Path(sys.argv[0]).name if sys.argv else ""
    if name == "-m":  # The name while Python looks for the module that it is to run.
        return any(word.endswith("taflkit") for word in sys.orig_argv[1:])
    # Worker processes have the arguments of the command that started them.
    return name.removesuffix(".exe") == "taflkit" and "--multiprocessing-fork" not in sys.orig_argv


def watch() -> None:
    """Watch over the start of the command, until `finish` is called."""
    if not _is_command():
        return
    sys.excepthook = _report
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # Background jobs ignore Ctrl-C.
        with suppress(ValueError):  # Only the main thread may set handlers.
            # Nothing has been read or written yet, so there is nothing to clean up. An exception, however, might be
            # raised where Python cannot pass it on.
            _handlers.append(signal.signal(signal.SIGINT, lambda number, frame: os._exit(_INTERRUPTED)))


def finish() -> None:
    """Handle Ctrl-C and exceptions as usual again."""
    if sys.excepthook is _report:
        sys.excepthook = sys.__excepthook__
    if _handlers:
        signal.signal(signal.SIGINT, _handlers.pop())


def _report(_kind: type[BaseException], error: BaseException, _traceback: TracebackType | None) -> None:
    """Report an exception that an import has raised, and exit."""
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"Error: {import_trouble(error)}\n")
            sys.stderr.flush()
    os._exit(_FAILED)


def import_trouble(error: BaseException) -> str:
    """Say what an import has raised, and what to do about it."""
    trouble = " ".join(f"{type(error).__name__}: {error}".split())
    return f"a module cannot be imported ({trouble}); install taflkit, or the plug-in that needs it, again"
