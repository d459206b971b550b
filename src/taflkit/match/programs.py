"""`Program`: another program that speaks the command language, driven over pipes with a time limit on every answer."""

from __future__ import annotations

import math
import queue
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Self

import attrs

from taflkit.errors import TaflError
from taflkit.processes import GuardedProcess
from taflkit.shell import AnnouncedMove, Announcements, Sentences, Starred

#: How many lines of a program's standard error are kept.
MAX_STDERR_LINES = 20
#: In bytes; of a longer line only the beginning is read.
MAX_OUTPUT_LINE = 4096
#: A board has no more lines than this: one that goes on is none, and what was collected of it is dropped.
MAX_BOARD_LINES = 200
#: A program that has printed more lines than this before anybody asks is blocked until they are read.
MAX_UNREAD_LINES = 1000
#: What a program may speak if it is not known.
_LANGUAGES: tuple[Announcements, ...] = (Starred(), Sentences())


class ProgramError(TaflError):
    """A program that failed: it hangs, it ended too early, or it could not be started."""


@attrs.frozen
class Moved:
    """The program made a move, `* e5-8` or `Red moves g1-f2.`."""

    text: str
    """The move as printed; a pass is `-`."""
    at: float = attrs.field(default=0.0, eq=False)
    """When the line arrived, by `time.monotonic`."""


@attrs.frozen
class Won:
    """The program announced the end of a game, `* White wins.` or `Red wins.`."""

    text: str
    """The whole line."""
    at: float = attrs.field(default=0.0, eq=False)
    """When the line arrived, by `time.monotonic`."""


@attrs.frozen
class Dumped:
    """The program printed a board."""

    text: str
    """The board, from `===` to `===`."""
    at: float = attrs.field(default=0.0, eq=False)
    """When its last line arrived, by `time.monotonic`."""


@attrs.frozen
class Exited:
    """The program closed its output."""

    at: float = attrs.field(default=0.0, eq=False)
    """When that happened, by `time.monotonic`."""


Event = Moved | Won | Dumped | Exited
#: Called for every line sent (`<`), received (`>`) or received on standard error (`!`), with that sign and the line.
Trace = Callable[[str, str], None]


def split_command(text: str, here: Path | None = None) -> tuple[str, ...]:
    """The words of a command line, split as a POSIX shell splits it.

    Args:
        text: The command line. `{python}` stands for the running interpreter, `{here}` for the directory `here`.
        here: The directory of the script that names the command; the current directory unless given.

    Raises:
        ProgramError: If the text is empty or a quotation is not closed.
    """
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


def command_words(command: str | Sequence[str]) -> tuple[str, ...]:
    """A command as words, whether it was given as one text or as words.

    Raises:
        ProgramError: If a text cannot be split.
        TypeError: If the command is neither a text nor a sequence of texts.
    """
    if isinstance(command, str):
        return split_command(command)
    if not (isinstance(command, list | tuple) and command and all(isinstance(word, str) for word in command)):
        raise TypeError(f"a command is a text such as 'my-program --fast' or its words, not {command!r}")
    return tuple(command)


def _printed_lines(pipe: IO[bytes]) -> Iterator[str]:
    """The lines that a program prints, without their ends; control characters in them are escaped."""
    while line := pipe.readline(MAX_OUTPUT_LINE):
        ended = line.endswith(b"\n")
        yield printable(line.decode("utf-8", "replace").rstrip("\r\n"))
        while not ended and (rest := pipe.readline(MAX_OUTPUT_LINE)):
            ended = rest.endswith(b"\n")


def printable(text: str) -> str:
    """A text without characters that could change how a terminal shows it: they are escaped, and tabs are blanks."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text.replace("\t", " "))


class Program:
    """A running program. Leaving its `with` block kills it and every process that it started."""

    last_activity: float
    """When it was started, a line was last sent, or a move or win last arrived, by `time.monotonic`."""

    def __init__(
        self, command: str | Sequence[str], trace: Trace | None = None, announcements: Announcements | None = None
    ) -> None:
        """Start it, under a guard that ends it and what it starts, see `taflkit.processes`.

        Args:
            command: The command line as one text, or its words.
            trace: Called for every line sent and received, from several threads.
            announcements: How it announces moves and the end of a game, see `taflkit.shell.Dialect`. If left out, its
                first announcement decides, and after a command `variant` the next one.

        Raises:
            ProgramError: If it cannot be started.
            TypeError: If the command is not one.
        """
        words = command_words(command)
        self._trace = trace or (lambda sign, line: None)
        self._arrived: queue.Queue[tuple[float, str | None]] = queue.Queue(MAX_UNREAD_LINES)
        self._to_send: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._stderr_lines: deque[str] = deque(maxlen=MAX_STDERR_LINES)
        self._board: list[str] | None = None
        self._languages = _LANGUAGES if announcements is None else (announcements,)
        self._spoken = self._languages
        self._killed = threading.Event()
        try:
            self._process = GuardedProcess(words)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise ProgramError(f"cannot start {words[0]!r}: {why}") from None
        self.last_activity = time.monotonic()
        self._threads = [
            threading.Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._read_stderr, self._process.stderr),
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
            for line in _printed_lines(pipe):
                self._arrive(line)
        self._arrive(None)
        pipe.close()

    def _arrive(self, line: str | None) -> None:
        arrival = (time.monotonic(), line)
        while True:
            try:
                self._arrived.put(arrival, timeout=0.1)
            except queue.Full:
                if self._killed.is_set():
                    return  # Nobody will read the rest.
            else:
                return

    def _read_stderr(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            for line in _printed_lines(pipe):
                self._stderr_lines.append(line)
                self._trace("!", line)
        pipe.close()

    @property
    def stderr_lines(self) -> tuple[str, ...]:
        """The last lines that it printed on standard error."""
        return tuple(self._stderr_lines)

    def send(self, line: str) -> None:
        """Send a line. This never blocks or fails, even if the program does not read it."""
        self._trace("<", line)
        if line.lower().split()[:1] == ["variant"]:
            self._spoken = self._languages
        self.last_activity = time.monotonic()
        self._to_send.put(line)

    def next_event(self, seconds: float, since: float | None = None) -> Event:
        """Wait for the next event. Output that is neither a move, a win nor a board is skipped.

        Args:
            seconds: The time allowed.
            since: From when on, by `time.monotonic`; since the last activity if left out.

        Raises:
            ProgramError: If no event arrives in time.
        """
        deadline = (self.last_activity if since is None else since) + seconds
        while True:
            at, line = math.inf, None
            with suppress(queue.Empty):
                at, line = self._arrived.get(timeout=max(0.0, deadline - time.monotonic()))
            if at > deadline:
                raise ProgramError(f"it gave no answer within {seconds:g} s")
            if line is None:
                self._arrived.put((at, None))  # So that the next call finds the end too.
                return Exited(at)
            event = self._event(line, at)
            if event is not None:
                if not isinstance(event, Dumped):  # A program may print boards for ever.
                    self.last_activity = max(self.last_activity, at)
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
            if len(self._board) > MAX_BOARD_LINES:
                self._board = None
            return None
        for language in self._spoken:
            said = language.read(text)
            if said is not None:
                self._spoken = (language,)
                return Moved(said.move, at) if isinstance(said, AnnouncedMove) else Won(said.line, at)
        return None

    def close_input(self) -> None:
        """Close its standard input, after what has been sent. Programs end at the end of their input."""
        self.last_activity = time.monotonic()
        self._to_send.put(None)

    def wait(self, seconds: float) -> int:
        """Its exit status.

        Raises:
            ProgramError: If it does not exit in time.
        """
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise ProgramError(f"it did not exit within {seconds:g} s") from None

    @property
    def has_ended(self) -> bool:
        """Whether the program has exited."""
        try:
            self._process.wait(0)
        except subprocess.TimeoutExpired:
            return False
        return True

    def how_it_ended(self) -> str:
        """A clause that says how it ended, for a program whose output ended too early."""
        try:
            status = self._process.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its output"
        # Let the reader of standard error finish; a child of the program may keep that pipe open for ever.
        self._threads[-1].join(1)
        return describe_status(status)

    def kill(self) -> None:
        """Kill it and every process that it started."""
        self._killed.set()
        self.close_input()
        self._process.kill()
        for thread in self._threads:
            thread.join(1)


def describe_status(status: int) -> str:
    """An exit status in words."""
    if status < 0:
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-status).name}"
    return f"ended with status {status}"
