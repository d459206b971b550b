"""What can go wrong with an engine; every error has the transcript of what was said."""

from __future__ import annotations

from collections.abc import Iterable

from taflkit.errors import TaflError


class EngineError(TaflError):
    """An engine that failed."""

    transcript: tuple[str, ...]
    """The last lines sent (`<`), received (`>`) and received on standard error (`!`)."""

    def __init__(self, text: str, transcript: Iterable[str] = ()) -> None:
        """Say what is wrong.

        Args:
            text: What is wrong, as a sentence without a full stop.
            transcript: The last lines sent and received.
        """
        super().__init__(text)
        self.transcript = tuple(transcript)


class EngineTerminatedError(EngineError):
    """An engine that could not be started, or ended too early."""


class EngineTimeoutError(EngineError):
    """An engine that gave no answer in time."""


class EngineProtocolError(EngineError):
    """An engine that answered with something that its protocol does not allow, such as an illegal move."""
