"""Engines on standard input and output: what `uci` and `htp` have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from taflkit.cli.signals import INTERRUPTED, exit_on_signals
from taflkit.cli.streams import OutputError, complain, give_up, prepare, read_lines, say

if TYPE_CHECKING:
    from taflkit.engines import Server


def serve_on_pipes(make: Callable[[Callable[[str], None]], Server]) -> int:
    """Let an engine obey standard input, and return the exit status.

    Args:
        make: Makes the engine from the function that writes a line.
    """
    from taflkit.engines import serve

    prepare()
    lost: list[str] = []

    def write(line: str) -> None:
        # The search prints from another thread, which cannot end the program: the main thread notices at the next line.
        if not lost:
            try:
                say(line)
            except OutputError as error:
                lost.append(error.reason)

    server = make(write)

    def lines_while_heard() -> Iterator[str]:
        for line in read_lines(sys.stdin.buffer):
            if lost:
                return
            yield line

    try:
        with exit_on_signals():
            serve(server, () if sys.stdin is None else lines_while_heard())
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        complain(f"cannot read standard input: {error.strerror or error}")
        return 1
    if lost:
        give_up(sys.stdout)
        if lost[0]:
            complain(f"cannot write to standard output: {lost[0]}")
        return 1
    return 0
