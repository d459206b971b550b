"""The standard streams: reading and printing lines, errors, JSON, and what the terminal can show."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

import click

#: In bytes. Of a longer line only the beginning is read; unless the rest is a comment, it is not a command.
MAX_INPUT_LINE = 4 * 1024 * 1024
#: In characters; errors may quote text of any length.
MAX_ERROR_LENGTH = 1000
#: C0 and C1 controls, which terminals obey, but for the line feed; and surrogates, which cannot be written.
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class OutputError(Exception):
    """Standard output cannot be written. `reason` says why; it is empty if the reader closed the pipe."""

    def __init__(self, reason: str) -> None:
        """Keep the reason."""
        super().__init__(reason)
        self.reason = reason


def prepare() -> None:
    """Make standard input accept any bytes, and the output replace what its encoding lacks."""
    for stream, errors in ((sys.stdin, "surrogateescape"), (sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def printable(text: str) -> str:
    """A text as it may be printed: control characters are escaped, so that a terminal does not obey them.

    Everything that is printed goes through this, since it may come from a file, a record or another program. Ends of
    lines are kept, and tabs become spaces.
    """
    return _CONTROLS.sub(lambda control: repr(control[0])[1:-1], text.replace("\t", " "))


def echo(text: str, *, err: bool = False, coloured: bool = False) -> None:
    """Print a line or several on standard output or standard error.

    Args:
        text: The text.
        err: Whether to print on standard error.
        coloured: Whether the text has escape sequences of our own, which are printed as they are.
    """
    click.echo(text if coloured else printable(text), err=err, color=True if coloured else None)


def warn(trouble: object) -> None:
    """Print a warning on standard error."""
    echo(f"Warning: {trouble}", err=True)


def echo_file(content: bytes) -> None:
    """Print the content of a file: exactly, unless standard output is a terminal."""
    if is_terminal(sys.stdout):
        echo(content.decode("utf-8", "replace").removesuffix("\n"))
    else:
        click.echo(content, nl=False)


def say(text: str) -> None:
    """Print text and flush, so that a program at the other end of a pipe sees it at once.

    Raises:
        OutputError: If standard output cannot be written.
    """
    if sys.stdout is None:
        raise OutputError("it is closed")
    try:
        sys.stdout.write(f"{printable(text)}\n")
        sys.stdout.flush()
    except BrokenPipeError:
        raise OutputError("") from None
    except OSError as error:
        raise OutputError(error.strerror or str(error)) from None


def echo_json(value: object, indent: int | None = None) -> None:
    """Print a value as JSON."""
    import json  # Imported here because most runs of a command print no JSON.

    click.echo(json.dumps(value, indent=indent))


def complain(text: str) -> None:
    """Print an error on standard error. This never fails, even if standard error is closed."""
    shown = printable(text if len(text) <= MAX_ERROR_LENGTH else text[:MAX_ERROR_LENGTH] + "...")
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(f"Error: {shown}\n")
        sys.stderr.flush()
    except OSError:
        give_up(sys.stderr)


def give_up(stream: IO[str] | None) -> None:
    """Redirect a stream to devnull, so that the flush at exit cannot raise."""
    with suppress(OSError, ValueError):
        if stream is not None:
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, stream.fileno())
            os.close(null)


def ask(question: str) -> bool:
    """Ask a question at the terminal; anything but yes, the end of input too, means no."""
    try:
        answer = input(f"{question} [y/N] ")
    except EOFError:
        say("")
        return False
    return answer.strip().lower() in ("y", "yes")


def is_terminal(*streams: IO[str] | None) -> bool:
    """Whether all streams are terminals."""
    return all(stream is not None and stream.isatty() for stream in streams)


def wants_colours() -> bool:
    """Whether standard output is a terminal with colours, and NO_COLOR is not set: https://no-color.org.

    A terminal without Unicode may be anything, so it gets no escape sequences either.
    """
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return is_terminal(sys.stdout) and not plain and can_show("●")


def line_width() -> int:
    """How many characters a line of prose has: those of the terminal, and never more than are easy to read."""
    return max(20, min(98, shutil.get_terminal_size().columns)) if is_terminal(sys.stdout) else 98


def wrapped(text: str, width: int, indent: int) -> Iterator[str]:
    """The lines of a text, wrapped at words; a line goes on `indent` characters from the left."""
    for line in text.splitlines() or [""]:
        if len(line) <= width:
            yield line
        else:
            yield from textwrap.wrap(
                line, width, subsequent_indent=" " * min(indent, width // 2), break_on_hyphens=False
            )


def can_show(text: str) -> bool:
    """Whether the encoding of standard output has all characters of a text."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def read_lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream, as they arrive. Bytes that are not UTF-8 become surrogates, as in file names."""
    start = True
    while line := stream.readline(MAX_INPUT_LINE):
        if start:
            line = line.removeprefix(_BYTE_ORDER_MARK)
            start = False
        if len(line) == MAX_INPUT_LINE and not line.endswith(b"\n"):
            while (rest := stream.readline(MAX_INPUT_LINE)) and not rest.endswith(b"\n"):
                pass
            if b"#" not in line:
                line += b" ..."  # So that the beginning of a long line is not taken for a command.
        yield line.decode("utf-8", errors="surrogateescape")
