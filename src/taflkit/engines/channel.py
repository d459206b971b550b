"""`Channel`: lines to and from an engine's process, with asyncio. Memory is bounded, whatever the engine prints."""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Final, Self

from taflkit.engines.failures import EngineTerminatedError
from taflkit.match.programs import ProgramError, command_words, describe_status, printable
from taflkit.processes import Guard

#: In bytes; the rest of a longer line is dropped.
MAX_LINE: Final = 64 * 1024
#: An engine that has printed more lines than this before anybody asks is blocked until they are read.
MAX_UNREAD_LINES: Final = 1000
#: How many lines of the transcript are kept, and how many characters of each.
MAX_TRANSCRIPT, MAX_TRANSCRIPT_LINE = 200, 500
_CHUNK: Final = 16 * 1024
_END_SECONDS: Final = 5.0


class Channel:
    """A running engine. `close` ends it and every process that it started."""

    def __init__(self, name: str, guard: Guard, process: asyncio.subprocess.Process) -> None:
        """Follow a process; `Channel.open` starts one."""
        self.name = name
        self._guard = guard
        self._process = process
        self._transcript: deque[str] = deque(maxlen=MAX_TRANSCRIPT)
        self._arrived: asyncio.Queue[str | None] = asyncio.Queue(MAX_UNREAD_LINES)
        assert process.stdout is not None
        assert process.stderr is not None
        self._readers = [
            asyncio.create_task(self._read(process.stdout)),
            asyncio.create_task(self._read_errors(process.stderr)),
        ]

    @classmethod
    async def open(cls, command: str | Sequence[str]) -> Self:
        """Start an engine.

        Args:
            command: The command line as one text, or its words.

        Raises:
            EngineTerminatedError: If it cannot be started.
        """
        try:
            words = command_words(command)
        except ProgramError as error:
            raise EngineTerminatedError(str(error)) from None
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
            channel = cls(name, guard, process)
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

    def _note(self, sign: str, line: str) -> None:
        self._transcript.append(f"{sign} {line[:MAX_TRANSCRIPT_LINE]}")

    async def _read(self, stream: asyncio.StreamReader) -> None:
        async for line in _lines(stream):
            self._note(">", line)
            await self._arrived.put(line)
        await self._arrived.put(None)

    async def _read_errors(self, stream: asyncio.StreamReader) -> None:
        async for line in _lines(stream):
            self._note("!", line)

    def send(self, line: str) -> None:
        """Send a line. This does not wait for the engine to read it; what an engine sent cannot break the line."""
        line = " ".join(line.splitlines()) or ""
        self._note("<", line)
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):  # An engine that has ended is noticed when its answer is read.
            self._process.stdin.write(line.encode("utf-8", "replace") + b"\n")

    async def receive(self) -> str:
        """Wait for the next line.

        Raises:
            EngineTerminatedError: If the engine has closed its output.
        """
        line = await self._arrived.get()
        if line is None:
            self._arrived.put_nowait(None)  # So that the next call finds the end too.
            raise EngineTerminatedError(f"{self.name!r} {await self._how_it_ended()}", self.transcript)
        return line

    async def _how_it_ended(self) -> str:
        try:
            async with asyncio.timeout(1):
                status = await self._process.wait()
                await asyncio.wait(self._readers[1:])
        except TimeoutError:
            return "closed its output"
        return describe_status(status)

    async def _discard(self) -> None:
        while True:
            await self._arrived.get()

    async def close(self, *, patience: float = 0.0) -> None:
        """End it and every process that it started.

        Args:
            patience: How many seconds it has to end by itself, after its input is closed.
        """
        assert self._process.stdin is not None
        with suppress(OSError, RuntimeError):
            self._process.stdin.close()
        # The end of the pipes is noticed only if what comes before it is read.
        discarding = asyncio.create_task(self._discard())
        if patience:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self._process.wait()
        self._guard.end()
        with suppress(TimeoutError):
            async with asyncio.timeout(_END_SECONDS):
                await self._process.wait()
        if self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        for task in (discarding, *self._readers):
            task.cancel()
        await asyncio.gather(discarding, *self._readers, return_exceptions=True)
        while not self._arrived.empty():
            self._arrived.get_nowait()
        self._arrived.put_nowait(None)
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
