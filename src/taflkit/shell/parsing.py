"""`parse_command`: a line of text becomes a command with its arguments."""

from __future__ import annotations

from typing import Final

from taflkit.errors import near
from taflkit.shell.arguments import CommandError, quoted
from taflkit.shell.dialect import Call, Dialect
from taflkit.shell.dialects.tafl import TAFL

#: In characters. The largest board written out is far shorter.
MAX_COMMAND_LENGTH: Final = 4096


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


def _unknown(word: str, dialect: Dialect) -> str:
    found = near(word.lower(), dialect.by_word)
    return f"unknown command {quoted(word)}; " + (f"did you mean {found[0]!r}?" if found else "try help")
