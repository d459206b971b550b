"""Serving a protocol on standard input and output, or on any lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol


class Server(Protocol):
    """An engine that obeys lines."""

    def obey(self, line: str, /) -> bool:
        """Obey a line, and return whether to go on."""

    def close(self, *, finish: bool = False) -> None:
        """End what is still running; with `finish`, let what has a limit end by itself."""


def serve(server: Server, lines: Iterable[str]) -> None:
    """Let a server obey lines until they end or it is told to quit; whatever happens, its search ends."""
    quitting = True
    try:
        for line in lines:
            if not server.obey(line):
                return
        quitting = False
    finally:
        server.close(finish=not quitting)
