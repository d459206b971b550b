"""`Channel`: a program that runs, and the lines to and from it. Memory is bounded, whatever the program prints."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import signal
import sys
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

from taflkit.engines.failures import EngineTerminatedError
from taflkit.processes import Guard

#: Called for every line sent (`<`), received (`>`) or received on standard error (`!`), with that sign and the line.
Trace = Callable[[str, str], None]

#: In bytes; the rest of a longer line is dropped.
MAX_LINE: Final = 64 * 1024
#: A program that has printed more lines than this before anybody asks is blocked until they are read.
MAX_UNREAD_LINES: Final = 1000
#: How many lines of the transcript are kept, and how many characters of each.
MAX_TRANSCRIPT, MAX_TRANSCRIPT_LINE = 200, 500
#: How many lines of a program's standard error are kept.
MAX_STDERR_LINES = 20
_CHUNK: Final = 16 * 1024
_END_SECONDS: Final = 5.0


def split_command(text: str, here: Path | None = None) -> tuple[str, ...]:
    """The words of a command line, split as a POSIX shell splits it.

    Args:
        text: The command line. `{python}` stands for the running interpreter, `{here}` for the directory `here`.
        here: The directory of the script that names the command; the current directory unless given.

    Raises:
        EngineTerminatedError: If the text is empty or a quotation is not closed.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise EngineTerminatedError(f"cannot read the command {text!r}: {error}") from None
    if not words:
        raise EngineTerminatedError("there is no command to start")
    directory = str(here or Path.cwd())
    words = [word.replace("{python}", sys.executable).replace("{here}", directory) for word in words]
    if words[0] == "taflkit" and shutil.which("taflkit") is None:
        words[:1] = [sys.executable, "-m", "taflkit"]
    return tuple(words)


def command_words(command: str | Sequence[str]) -> tuple[str, ...]:
    """A command as words, whether it was given as one text or as words.

    Raises:
        EngineTerminatedError: If a text cannot be split.
        TypeError: If the command is neither a text nor a sequence of texts.
    """
    if isinstance(command, str):
        return split_command(command)
    if not (isinstance(command, list | tuple) and command and all(isinstance(word, str) for word in command)):
        raise TypeError(f"a command is a text such as 'my-program --fast' or its words, not {command!r}")
    return tuple(command)


class Channel:
    """A running program. `close` ends it and every process that it started."""

    arrived_at: float
    """When the line that was received last arrived, or its output ended, by `time.monotonic`."""

    def __init__(
        self, name: str, guard: Guard, process: asyncio.subprocess.Process, trace: Trace | None = None
    ) -> None:
        """Follow a process; `Channel.open` starts one."""
        self.name = name
        self.arrived_at = time.monotonic()
        self._guard = guard
        self._process = process
        self._trace = trace
        self._transcript: deque[str] = deque(maxlen=MAX_TRANSCRIPT)
        self._stderr_lines: deque[str] = deque(maxlen=MAX_STDERR_LINES)
        self._arrived: asyncio.Queue[tuple[float, str | None]] = asyncio.Queue(MAX_UNREAD_LINES)
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = [
            asyncio.create_task(self._read(process.stdout)),
            asyncio.create_task(self._read_errors(process.stderr)),
        ]

    @classmethod
    async def open(cls, command: str | Sequence[str], trace: Trace | None = None) -> Self:
        """Start a program, under a guard that ends it and what it starts, see `taflkit.processes`.

        Args:
            command: The command line as one text, or its words.
            trace: Called for every line sent and received.

        Raises:
            EngineTerminatedError: If it cannot be started.
            TypeError: If the command is not one.
        """
        words = command_words(command)
        name = command.split()[0] if isinstance(command, str) else words[0]
        guard = Guard(words)
        try:
            process = await asyncio.create_subprocess_exec(
                *guard.command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                pass_fds=guard.pass_fds,
                start_new_session=os.name == "posix",
            )
            channel = cls(name, guard, process, trace)
            try:
                guard.confirm()
            except BaseException:
                await channel.close()
                raise
        except (OSError, ValueError) as error:
            guard.end()
            why = getattr(error, "strerror", None) or error
            raise EngineTerminatedError(f"cannot start {name!r}: {why}") from None
        return channel

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines sent (`<`), received (`>`) and received on standard error (`!`)."""
        return tuple(self._transcript)

    @property
    def stderr_lines(self) -> tuple[str, ...]:
        """The last lines that it printed on standard error."""
        return tuple(self._stderr_lines)

    @property
    def has_ended(self) -> bool:
        """Whether the program has exited."""
        return self._process.returncode is not None

    def _note(self, sign: str, line: str) -> None:
        self._transcript.append(f"{sign} {line[:MAX_TRANSCRIPT_LINE]}")
        if self._trace is not None:
            self._trace(sign, line)

    async def _read(self, stream: asyncio.StreamReader) -> None:
        async for line in _lines(stream):
            await self._arrived.put((time.monotonic(), line))
        await self._arrived.put((time.monotonic(), None))

    async def _read_errors(self, stream: asyncio.StreamReader) -> None:
        async for line in _lines(stream):
            self._stderr_lines.append(line)
            self._note("!", line)

    def send(self, line: str) -> None:
        """Send a line. This does not wait for the program to read it; what the line holds cannot break it."""
        line = " ".join(line.splitlines())
        self._note("<", line)
        stdin = self._process.stdin
        assert stdin is not None
        if not stdin.is_closing():  # A program that has ended is noticed when its answer is read.
            with suppress(OSError, RuntimeError):
                stdin.write(_encode(line) + b"\n")

    def close_input(self) -> None:
        """Close its standard input, after what has been sent. Programs end at the end of their input."""
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):
            self._process.stdin.close()

    async def next_line(self) -> str | None:
        """Wait for the next line, `None` if the program has closed its output."""
        self.arrived_at, line = await self._arrived.get()
        if line is None:
            self._arrived.put_nowait((self.arrived_at, None))  # So that the next call finds the end too.
        else:
            self._note(">", line)
        return line

    async def receive(self) -> str:
        """Wait for the next line.

        Raises:
            EngineTerminatedError: If the program has closed its output.
        """
        line = await self.next_line()
        if line is None:
            raise EngineTerminatedError(f"{self.name!r} {await self.how_it_ended()}", self.transcript)
        return line

    async def exit_status(self, seconds: float) -> int | None:
        """Its exit status, the negative of the signal that killed it; `None` if it does not exit in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._process.wait()
        return self._process.returncode

    async def how_it_ended(self) -> str:
        """A clause that says how it ended, for a program whose output ended too early."""
        status = await self.exit_status(1)
        if status is None:
            return "closed its output"
        # What it printed on standard error comes first; a child of the program may keep that pipe open for ever.
        await asyncio.wait(self._readers[1:], timeout=1)
        return describe_status(status)

    async def _discard(self) -> None:
        while True:
            await self._arrived.get()

    async def close(self, *, patience: float = 0.0) -> None:
        """End it and every process that it started.

        Args:
            patience: How many seconds it has to end by itself, after its input is closed.
        """
        self.close_input()
        # The end of the pipes is noticed only if what comes before it is read.
        discarding = asyncio.create_task(self._discard())
        if patience:
            await self.exit_status(patience)
        self._guard.end()
        if await self.exit_status(_END_SECONDS) is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self.exit_status(_END_SECONDS)
        for task in (discarding, *self._readers):
            task.cancel()
        await asyncio.gather(discarding, *self._readers, return_exceptions=True)
        while not self._arrived.empty():
            self._arrived.get_nowait()
        self._arrived.put_nowait((time.monotonic(), None))
        # A child that could not be ended may hold the pipes open; nobody reads them any more.
        self._process._transport.close()  # type: ignore[attr-defined]


async def _lines(stream: asyncio.StreamReader) -> AsyncIterator[str]:
    """The lines of a stream, without their ends; control characters in them are escaped."""
    line = bytearray()
    while chunk := await stream.read(_CHUNK):
        *ended, rest = chunk.split(b"\n")
        for piece in ended:
            line += piece[: MAX_LINE - len(line)]
            yield printable(line.decode("utf-8", "replace").rstrip("\r"))
            line.clear()
        line += rest[: MAX_LINE - len(line)]
    if line:
        yield printable(line.decode("utf-8", "replace").rstrip("\r"))


def _encode(line: str) -> bytes:
    try:
        return line.encode("utf-8", "surrogateescape")  # The bytes of a script that is not UTF-8 are sent as they are.
    except UnicodeEncodeError:
        return line.encode("utf-8", "replace")


def printable(text: str) -> str:
    """A text without characters that could change how a terminal shows it: they are escaped, and tabs are blanks."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text.replace("\t", " "))


def describe_status(status: int) -> str:
    """An exit status in words."""
    if status < 0:
        with suppress(ValueError):
            return f"was killed by {signal.Signals(-status).name}"
    return f"ended with status {status}"
