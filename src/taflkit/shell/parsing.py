"""`parse_command`: a line of text becomes a command."""

from __future__ import annotations

from typing import Any

from taflkit.errors import near
from taflkit.shell.commands import ARGUMENT_FORMS, MAX_COMMAND_LENGTH, Command, CommandError, PlayMove, quoted
from taflkit.shell.dialect import Dialect
from taflkit.shell.dialects import TAFL

#: Words that mean the same as a command, because people try them.
OTHER_WORDS = {"exit": "quit", "?": "help"}


def parse_command(line: str, dialect: Dialect = TAFL) -> Command | None:
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
    command: Any = dialect.commands.get(OTHER_WORDS.get(word.lower(), word.lower()))
    if command is None:
        if dialect.move.fullmatch(word):
            if rest:
                raise CommandError(f"write it as: {PlayMove.word}, alone on its line")
            return PlayMove(word)
        raise CommandError(_unknown(word, dialect))
    arguments = ARGUMENT_FORMS[command.arguments]("".join(rest))
    if arguments is None:
        raise CommandError(f"write it as: {dialect.by_command[command].syntax}")
    made: Command = command(*arguments)
    return made


def _unknown(word: str, dialect: Dialect) -> str:
    found = near(word.lower(), dialect.commands)
    return f"unknown command {quoted(word)}; " + (f"did you mean {found[0]!r}?" if found else "try help")
