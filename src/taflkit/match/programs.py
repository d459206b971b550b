"""`Program`: another program that speaks the command language, driven with a time limit on every answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Self

import attrs

from taflkit.engines.background import Background
from taflkit.engines.channel import Channel, Trace
from taflkit.engines.failures import EngineTimeoutError
from taflkit.shell import AnnouncedMove, Announcements, Sentences, Starred

#: A board has no more lines than this: one that goes on is none, and what was collected of it is dropped.
MAX_BOARD_LINES = 200
#: What a program may speak if it is not known.
_LANGUAGES: tuple[Announcements, ...] = (Starred(), Sentences())


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


class Program:
    """A running program. Leaving its `with` block ends it and every process that it started."""

    last_activity: float
    """When it was started, a line was last sent, or a move or win last arrived, by `time.monotonic`."""

    def __init__(
        self, command: str | Sequence[str], trace: Trace | None = None, announcements: Announcements | None = None
    ) -> None:
        """Start it.

        Args:
            command: The command line as one text, or its words.
            trace: Called for every line sent and received, from another thread.
            announcements: How it announces moves and the end of a game, see `taflkit.shell.Dialect`. If left out, its
                first announcement decides, and after a command `variant` the next one.

        Raises:
            EngineTerminatedError: If it cannot be started.
            TypeError: If the command is not one.
        """
        self._board: list[str] | None = None
        self._languages = _LANGUAGES if announcements is None else (announcements,)
        self._spoken = self._languages
        self._background = Background()
        self._channel = self._background.open(Channel.open(command, trace), Channel.close)
        self.last_activity = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._background.wait_for(self._channel.close())
        finally:
            self._background.close()

    @property
    def stderr_lines(self) -> tuple[str, ...]:
        """The last lines that it printed on standard error."""
        return self._channel.stderr_lines

    def send(self, line: str) -> None:
        """Send a line. This does not wait for the program to read it."""
        if line.lower().split()[:1] == ["variant"]:
            self._spoken = self._languages
        self.last_activity = time.monotonic()
        self._background.call(self._channel.send, line)

    def next_event(self, seconds: float, since: float | None = None) -> Event:
        """Wait for the next event. Output that is neither a move, a win nor a board is skipped.

        Args:
            seconds: The time allowed.
            since: From when on, by `time.monotonic`; since the last activity if left out.

        Raises:
            EngineTimeoutError: If no event arrives in time.
        """
        deadline = (self.last_activity if since is None else since) + seconds
        event = self._background.wait_for(self._next_event(deadline))
        if event is None:
            raise EngineTimeoutError(f"it gave no answer within {seconds:g} s", self._channel.transcript)
        if isinstance(event, Moved | Won):  # A program may print boards for ever.
            self.last_activity = max(self.last_activity, event.at)
        return event

    async def _next_event(self, deadline: float) -> Event | None:
        """The next event, `None` if there is none before the deadline."""
        channel = self._channel
        while True:
            try:
                async with asyncio.timeout_at(deadline):
                    line = await channel.next_line()
            except TimeoutError:
                return None
            if channel.arrived_at > deadline:
                return None
            if line is None:
                return Exited(channel.arrived_at)
            event = self._event(line, channel.arrived_at)
            if event is not None:
                return event

    def _event(self, line: str, at: float) -> Event | None:
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
        self._background.call(self._channel.close_input)

    def wait(self, seconds: float) -> int:
        """Its exit status.

        Raises:
            EngineTimeoutError: If it does not exit in time.
        """
        status = self._background.wait_for(self._channel.exit_status(seconds))
        if status is None:
            raise EngineTimeoutError(f"it did not exit within {seconds:g} s", self._channel.transcript)
        return status

    def how_it_ended(self) -> str:
        """A clause that says how it ended, for a program whose output ended too early."""
        return self._background.wait_for(self._channel.how_it_ended())
