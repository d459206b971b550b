"""`parse_command`: a line of text becomes a command with its arguments. `typed_move`: what people write for a move."""

from __future__ import annotations

import re
from typing import Final

from taflkit.errors import near
from taflkit.shell.arguments import CommandError, quoted
from taflkit.shell.dialect import Call, Dialect
from taflkit.shell.dialects.tafl import TAFL

#: In characters. The largest board written out is far shorter.
MAX_COMMAND_LENGTH: Final = 4096

#: Squares, and perhaps a row or a column at the end, with blanks, hyphens or nothing between them.
_SQUARES: Final = re.compile(
    r"[a-z]\d{1,2}(?:[\s-]*[a-z]\d{1,2})*(?:[\s-]+(?:[a-z]|\d{1,2}))?", re.ASCII | re.IGNORECASE
)
_STEP: Final = re.compile(r"[a-z]\d{1,2}|[a-z]|\d{1,2}", re.ASCII | re.IGNORECASE)


def parse_command(line: str, dialect: Dialect = TAFL) -> Call | None:
    """Read one line.

    Args:
        line: The line, with or without its end.
        dialect: The command language; that of a session is `Session.dialect`.

    Returns:
        The command, or `None` for a blank line or a comment.

    Raises:
        CommandError: If the line is not a command.
        TypeError: If the line is not a `str`.
    """
    if not isinstance(line, str):
        raise TypeError(f"a line is a str, not {line!r}")
    text = line.partition("#")[0].strip()
    if not text:
        return None
    if len(text) > MAX_COMMAND_LENGTH:
        raise CommandError(f"a command has at most {MAX_COMMAND_LENGTH} characters, not {len(text)}")
    word, *rest = text.split(maxsplit=1)
    command = dialect.command_called(word)
    if command is None:
        if dialect.move_pattern.fullmatch(word):
            if rest:
                raise CommandError(f"write it as: {dialect.move.syntax}, alone on its line")
            return Call(dialect.move, (word,))
        raise CommandError(_unknown(word, dialect))
    arguments = command.arguments.read("".join(rest))
    if arguments is None:
        raise CommandError(f"write it as: {command.syntax}")
    return Call(command, arguments)


def typed_move(line: str) -> str:
    """A line that a person typed, with a move as the command language writes it: `e5 e8` and `e5e8` become `e5-e8`."""
    text = line.strip()
    return "-".join(_STEP.findall(text)) if _SQUARES.fullmatch(text) else line


def _unknown(word: str, dialect: Dialect) -> str:
    found = near(word.lower(), dialect.by_word)
    return f"unknown command {quoted(word)}; " + (f"did you mean {found[0]!r}?" if found else "try help")
