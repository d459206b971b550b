"""Programs that are started under a guard, a small process which ends them and all that they start."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from taflkit.processes import guard as guard_program


class Guard:
    """The command line that runs a program under a guard, and the pipe whose end ends it.

    The program, and every process below it, ends when `end` is called, when the program itself ends, and when the
    process that made this object ends in whatever way. Under Linux that includes descendants that left the session;
    under other systems with process groups, what stays in the program's group. Windows has no guard: there the command
    is the program's own.

    Start `command` with `pass_fds`, in a new session, and call `confirm`.
    """

    command: tuple[str, ...]
    """What to start."""
    pass_fds: tuple[int, ...]
    """The file descriptors that it inherits."""

    def __init__(self, words: Sequence[str]) -> None:
        """Prepare to start a program.

        Args:
            words: The program and its arguments.
        """
        self._control = self._status = -1
        self.command, self.pass_fds = tuple(words), ()
        if os.name == "posix":
            theirs, self._control = os.pipe()
            self._status, status = os.pipe()
            self.pass_fds = (theirs, status)
            script = str(Path(guard_program.__file__))
            self.command = (sys.executable, "-I", "-S", script, str(theirs), str(status), *words)

    def confirm(self) -> None:
        """Wait until the program runs; to be called once, after the command was started.

        Raises:
            OSError: If the guard could not start the program.
        """
        self._close_theirs()
        if self._status < 0:
            return
        with os.fdopen(self._status, "rb") as status:
            self._status = -1
            problem = status.read(1000).decode("utf-8", "replace")
        if problem:
            self.end()
            raise OSError(problem)

    def end(self) -> None:
        """End the program and everything below it. This does not wait, and may be repeated."""
        self._close_theirs()
        for number in (self._control, self._status):
            if number >= 0:
                os.close(number)
        self._control = self._status = -1

    def _close_theirs(self) -> None:
        for number in self.pass_fds:
            os.close(number)
        self.pass_fds = ()

    def __del__(self) -> None:
        self.end()
