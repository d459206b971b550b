"""Worker processes that end with the process that started them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess

from taflkit.processes.guard import set_death_signal


def end_with_parent() -> None:
    """End this process, one of `multiprocessing`, when its parent ends in whatever way.

    The pools of the standard library do not: their workers wait for work that never comes. Linux kills the process at
    once, elsewhere a thread of it waits for the parent's end. Only for processes that the main thread of the parent
    starts: Linux takes the end of the thread that started a process for that of the parent.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if hasattr(signal, "SIGKILL"):
        set_death_signal(signal.SIGKILL)
    threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(parent: BaseProcess) -> None:
    wait([parent.sentinel])
    os._exit(1)
