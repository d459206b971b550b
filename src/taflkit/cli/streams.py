"""The standard streams: lines in, lines out, each seen by the other end at once, and what a terminal shows."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO

import click

#: The status of a command that Ctrl-C ended, as shells know it.
INTERRUPTED = 130
#: A line of more bytes is not read whole; what of it is not a comment is then no command.
LARGEST_LINE = 4 * 1024 * 1024
#: An error says no more than this: what it speaks of may be of any length.
LONGEST_ERROR = 1000
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class OutputError(Exception):
    """Standard output takes no more: `reason` says why, empty if the reader has simply gone away."""

    def __init__(self, reason: str) -> None:
        """Remember the reason."""
        super().__init__(reason)
        self.reason = reason


def prepare() -> None:
    """Let the streams take and give any bytes: what cannot be shown is replaced."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def say(text: str) -> None:
    """Print, and let programs at the other end of a pipe see it at once."""
    if sys.stdout is None:
        raise OutputError("it is closed")
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise OutputError("") from None
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from None


def echo_json(value: object, indent: int | None = None) -> None:
    """Print a value as programs read it."""
    import json  # Most commands are asked for no JSON most of the time.

    click.echo(json.dumps(value, indent=indent))


def complain(text: str) -> None:
    """Print a line on standard error, if anybody listens."""
    shown = text if len(text) <= LONGEST_ERROR else text[:LONGEST_ERROR] + "..."
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"Error: {shown}\n")
        sys.stderr.flush()
    except OSError:
        give_up(sys.stderr)


def give_up(stream: IO[str] | None) -> None:
    """Let what is still to be written vanish, so that the interpreter does not stumble over it at its end."""
    with suppress(OSError, ValueError):
        if stream is not None:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)


def is_terminal(*streams: IO[str] | None) -> bool:
    """Whether somebody sits at the other end of all of these."""
    return all(stream is not None and stream.isatty() for stream in streams)


def can_show(text: str) -> bool:
    """Whether standard output has all the signs of a text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def progress(length: int, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, if that is a terminal; what is yielded hears how much is done."""
    if not (shown and is_terminal(sys.stderr)):
        yield lambda done: None
        return
    with click.progressbar(length=length, file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)
        bar.update(length - bar.pos)


def read_lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream as they come; bytes that are no UTF-8 are kept, as Python keeps them in file names."""
    start = True
    while line := stream.readline(LARGEST_LINE):
        if start:
            line = line.removeprefix(_BYTE_ORDER_MARK)
            start = False
        if len(line) == LARGEST_LINE and not line.endswith(b"\n"):
            while (rest := stream.readline(LARGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            if b"#" not in line:
                line += b" ..."  # It goes on, so that it is not the command that its beginning may be.
        yield line.decode("utf-8", errors="surrogateescape")
