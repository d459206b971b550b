"""Talking to a program over pipes or a terminal, waiting for each thing that it says."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from tests.cli.running import COMMAND

#: Nothing takes so long; a program that does is ended, and what waits for it fails.
PATIENCE = 120.0
#: Makes the standard input the terminal from which keys such as Ctrl-C come, and goes on with the command.
TAKE_TERMINAL = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
)


def environment(**changes: str) -> dict[str, str]:
    """The environment of the tests without what would change how taflkit works."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("TAFLKIT_", "PYTHON", "XDG_"))}
    return {**kept, **changes}


class Pipe:
    """A program at the other end of pipes."""

    def __init__(self, *arguments: str | Path) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
            bufsize=0,
        )
        self._watchdog = threading.Timer(PATIENCE, self.process.kill)
        self._watchdog.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._watchdog.cancel()
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def send(self, *lines: str) -> None:
        """Send lines."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    def line(self) -> str:
        """Wait for a line, and no further."""
        assert self.process.stdout is not None
        text = bytearray()
        while not text.endswith(b"\n"):
            byte = self.process.stdout.read(1)
            assert byte, f"the program ended: {self.errors()!r}"
            text += byte
        return text.decode().rstrip("\n")

    def lines(self, count: int) -> list[str]:
        """Wait for so many lines."""
        return [self.line() for _ in range(count)]

    def errors(self) -> str:
        """What it has said on standard error when it ended."""
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def end(self) -> int:
        """Wait for its end, and return its status."""
        return self.process.wait(PATIENCE)


class Terminal:
    """A program at a pseudo-terminal."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self._master = master
        self.process = process
        self._seen = ""

    def type(self, text: str | bytes) -> None:
        """Press keys."""
        os.write(self._master, text if isinstance(text, bytes) else text.encode())

    def until(self, pattern: str, nudge: str = "") -> str:
        """Wait until the screen shows something that matches; what was shown up to its end.

        A key to `nudge` with is pressed again when nothing comes of it: Python does not hear of Ctrl-C until the next
        key if it is pressed in the very moment in which it begins to wait, for a key or for what a file gives.
        """
        nudges = 0
        while (match := re.search(pattern, self._seen)) is None:
            if nudge and not select.select([self._master], [], [], 1)[0]:
                nudges += 1
                assert nudges < PATIENCE, f"never saw {pattern!r}, but {self._seen!r}"
                self.type(nudge)
            assert self._read(), f"never saw {pattern!r}, but {self._seen!r}"
        shown, self._seen = self._seen[: match.end()], self._seen[match.end() :]
        return shown

    def end(self, nudge: str = "") -> tuple[int, str]:
        """Wait for the program's end, with a key to nudge as in `until`: its status, and what it showed last."""
        while True:
            if nudge and not select.select([self._master], [], [], 1)[0]:
                self.type(nudge)
            elif not self._read():
                break
        return self.process.wait(PATIENCE), self._seen

    def _read(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], PATIENCE)
        assert ready, f"nothing more after {self._seen!r}"
        try:
            data = os.read(self._master, 65536)
        except OSError:  # How Linux reports that the other end is closed.
            return False
        self._seen += data.decode("utf-8", "replace").replace("\r\n", "\n")
        return bool(data)


@contextmanager
def terminal(*arguments: str | Path, **changes: str) -> Iterator[Terminal]:
    """Start a program at a terminal of its own, so that keys such as Ctrl-C work."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [COMMAND[0], "-c", TAKE_TERMINAL, *COMMAND, *map(str, arguments)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment(**{"TERM": "dumb", **changes}),
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Terminal(master, process)
    finally:
        process.kill()
        process.wait()
        os.close(master)
