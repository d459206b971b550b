"""Other programs that speak the command language, driven over pipes, with a time limit for everything they do."""

from __future__ import annotations

import math
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

import attrs

from taflkit.errors import TaflError

#: What is kept of a program's standard error, and of a line of it.
MOST_COMPLAINTS = 20
LONGEST_LINE = 64 * 1024
#: A program that prints more than this before it is asked must wait.
MOST_UNREAD = 1000
_WIN = re.compile(r".+ wins\.?|Draw\.?", re.IGNORECASE)


class ProgramError(TaflError):
    """A program that did not do what it should: it hangs, it ended, or it could not be started."""


@attrs.frozen
class Moved:
    """An automated move, `* e5-8`, and when it came."""

    text: str
    at: float = attrs.field(default=0.0, eq=False)


@attrs.frozen
class Won:
    """The end of a game, `* White wins.`, and when it came."""

    text: str
    at: float = attrs.field(default=0.0, eq=False)


@attrs.frozen
class Dumped:
    """A board, with the lines around it, and when it came."""

    text: str
    at: float = attrs.field(default=0.0, eq=False)


@attrs.frozen
class Ended:
    """The program says no more."""

    at: float = attrs.field(default=0.0, eq=False)


Event = Moved | Won | Dumped | Ended
#: Hears of every line sent and received: a sign for the direction, and the line.
Trace = Callable[[str, str], None]


def split_command(text: str, here: Path | None = None) -> tuple[str, ...]:
    """The words of a command line; `{python}` is the interpreter that runs this, `{here}` the directory of a script."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise ProgramError(f"cannot read the command {text!r}: {error}") from None
    if not words:
        raise ProgramError("there is no command to start")
    directory = str(here or Path.cwd())
    words = [word.replace("{python}", sys.executable).replace("{here}", directory) for word in words]
    if words[0] == "taflkit" and shutil.which("taflkit") is None:
        words[:1] = [sys.executable, "-m", "taflkit"]
    return tuple(words)


class Program:
    """A running program. It never makes us wait longer than we choose to, and it is gone when we leave it."""

    def __init__(self, command: Sequence[str], trace: Trace | None = None) -> None:
        """Start it, in a process group of its own."""
        self._trace = trace or (lambda sign, line: None)
        self._arrived: queue.Queue[tuple[float, str | None]] = queue.Queue(MOST_UNREAD)
        self._to_send: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._complaints: deque[str] = deque(maxlen=MOST_COMPLAINTS)
        self._board: list[str] | None = None
        self._killed = threading.Event()
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name == "posix",
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise ProgramError(f"cannot start {command[0]!r}: {why}") from None
        #: When something last happened: it was started, a line was sent, or an event came.
        self.last = time.monotonic()
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._read_complaints, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while (line := self._to_send.get()) is not None:
                pipe.write(line.encode("utf-8", "surrogateescape") + b"\n")
                pipe.flush()
        with suppress(OSError, ValueError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST_LINE):
                self._arrive(line.decode("utf-8", "replace"))
        self._arrive(None)
        pipe.close()

    def _arrive(self, line: str | None) -> None:
        arrival = (time.monotonic(), line)
        while True:
            try:
                self._arrived.put(arrival, timeout=0.1)
            except queue.Full:
                if self._killed.is_set():
                    return  # Nobody will read so much.
            else:
                return

    def _read_complaints(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST_LINE):
                text = line.decode("utf-8", "replace").rstrip()
                self._complaints.append(text)
                self._trace("!", text)
        pipe.close()

    @property
    def complaints(self) -> tuple[str, ...]:
        """The last lines of its standard error."""
        return tuple(self._complaints)

    def send(self, line: str) -> None:
        """Send a line; it does not matter whether anybody reads it."""
        self._trace("<", line)
        self.last = time.monotonic()
        self._to_send.put(line)

    def event(self, seconds: float) -> Event:
        """The next thing that it prints, within so many seconds from when something last happened."""
        deadline = self.last + seconds
        while True:
            at, line = math.inf, None
            with suppress(queue.Empty):
                at, line = self._arrived.get(timeout=max(0.0, deadline - time.monotonic()))
            if at > deadline:
                raise ProgramError(f"it gave no answer within {seconds:g} s")
            if line is None:
                self._arrived.put((at, None))  # For whoever asks again.
                return Ended(at)
            event = self._event(line.rstrip("\r\n"), at)
            if event is not None:
                self.last = max(self.last, at)
                return event

    def _event(self, line: str, at: float) -> Event | None:
        self._trace(">", line)
        text = line.rpartition(">")[2].rstrip()
        if text.strip() == "===":
            if self._board is None:
                self._board = []
                return None
            board, self._board = self._board, None
            return Dumped("\n".join(["===", *board, "==="]), at)
        if self._board is not None:
            self._board.append(text)
            return None
        star, _, rest = text.lstrip().partition(" ")
        if star != "*":
            return None
        said = rest.strip()
        return Won(f"* {said}", at) if _WIN.fullmatch(said) else Moved(said, at)

    def close(self) -> None:
        """Send no more: the end of its input is for the program a reason to leave."""
        self.last = time.monotonic()
        self._to_send.put(None)

    def wait(self, seconds: float) -> int:
        """Its exit status, once its input is closed and its output at an end."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise ProgramError(f"it did not leave within {seconds:g} s") from None

    def epitaph(self) -> str:
        """How it ended, for a program that should not have."""
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its output"
        # What it said last may still be on its way to `complaints`, and a child of it may keep that way open.
        self._threads[-1].join(1)
        return said_of(status)

    def kill(self) -> None:
        """End it and everything that it has started."""
        self._killed.set()
        self.close()
        if os.name == "posix":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(1)


def end_by_signal() -> None:
    """Let SIGTERM end this program in good order, so that it ends the programs it has started."""
    with suppress(ValueError):  # Only the main thread may say so.
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))


def said_of(status: int) -> str:
    """An exit status in words."""
    if status < 0:
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-status).name}"
    return f"ended with status {status}"
