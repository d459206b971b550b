"""The command language: one frozen class for each command, and `parse_command`, which reads a line.

The docstring of a command is its help text in the language itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, get_args

import attrs

from taflkit.errors import TaflError, near

#: In characters. The largest board written out is far shorter.
MAX_COMMAND_LENGTH = 4096
#: Enough for any seed of 64 bits.
MAX_NUMBER_DIGITS = 20
#: Recognises a move by its beginning; the board parses the rest.
_MOVE = re.compile(r"[a-z]\d{1,2}-\S*", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(rf"[+-]?\d{{1,{MAX_NUMBER_DIGITS}}}", re.ASCII)


class CommandError(TaflError):
    """A line that is not a command, or a command that cannot be obeyed."""


@attrs.frozen
class New:
    """Abandon the game and set up the start position, without a move limit."""

    word: ClassVar[str] = "new"
    arguments: ClassVar[str] = ""


@attrs.frozen
class PlayMove:
    """Play a move, such as b3-6, b3-f or b3-b6."""

    word: ClassVar[str] = "MOVE"
    arguments: ClassVar[str] = ""
    text: str
    """The move as written."""


@attrs.frozen
class Seed:
    """Seed the choices of the automated players."""

    word: ClassVar[str] = "seed"
    arguments: ClassVar[str] = "N"
    number: int
    """The seed."""


@attrs.frozen
class Auto:
    """Make player C automated."""

    word: ClassVar[str] = "auto"
    arguments: ClassVar[str] = "C"
    player: str
    """The name of a player."""


@attrs.frozen
class Manual:
    """Make player C manual."""

    word: ClassVar[str] = "manual"
    arguments: ClassVar[str] = "C"
    player: str
    """The name of a player."""


@attrs.frozen
class SetLimit:
    """A player who must make more than N moves in this game loses."""

    word: ClassVar[str] = "limit"
    arguments: ClassVar[str] = "N"
    number: int
    """The number of moves of each player."""


@attrs.frozen
class Dump:
    """Print the board in the exact form that other programs read."""

    word: ClassVar[str] = "dump"
    arguments: ClassVar[str] = ""


@attrs.frozen
class Undo:
    """Take back moves to before your last one."""

    word: ClassVar[str] = "undo"
    arguments: ClassVar[str] = ""


@attrs.frozen
class Quit:
    """Leave."""

    word: ClassVar[str] = "quit"
    arguments: ClassVar[str] = ""


@attrs.frozen
class Help:
    """List the commands, or explain one."""

    word: ClassVar[str] = "help"
    arguments: ClassVar[str] = "[COMMAND]"
    about: str = ""
    """The command to explain; empty for a list of all."""


@attrs.frozen
class Load:
    """Run the commands in a file."""

    word: ClassVar[str] = "load"
    arguments: ClassVar[str] = "FILE"
    file: str
    """The path."""


@attrs.frozen
class Save:
    """Save the game to a file of commands, for load."""

    word: ClassVar[str] = "save"
    arguments: ClassVar[str] = "FILE"
    file: str
    """The path."""


@attrs.frozen
class SetUp:
    """Start from a position, player C to move: the rows from the top, - or a number for empty squares."""

    word: ClassVar[str] = "set"
    arguments: ClassVar[str] = "C ROWS..."
    player: str
    """The name of the player to move."""
    rows: tuple[str, ...]
    """The rows from the top, in any number of words."""


@attrs.frozen
class Hint:
    """Show the move that the automated player would make."""

    word: ClassVar[str] = "hint"
    arguments: ClassVar[str] = ""


@attrs.frozen
class ListMoves:
    """List the legal moves, all or those from a square."""

    word: ClassVar[str] = "moves"
    arguments: ClassVar[str] = "[SQUARE]"
    square: str = ""
    """The square that moves start from; empty for all squares."""


@attrs.frozen
class ShowBoard:
    """Draw the board with its coordinates."""

    word: ClassVar[str] = "board"
    arguments: ClassVar[str] = ""


@attrs.frozen
class ChangeVariant:
    """Start a game of another variant."""

    word: ClassVar[str] = "variant"
    arguments: ClassVar[str] = "NAME"
    name: str
    """The name, an alias or the path of the variant."""


@attrs.frozen
class Status:
    """Show whose turn it is, which players are automated, and the move limit."""

    word: ClassVar[str] = "status"
    arguments: ClassVar[str] = ""


@attrs.frozen
class Think:
    """Make the move of the automated player whose turn it is. Drivers send this; it has no text form."""

    word: ClassVar[str] = ""
    arguments: ClassVar[str] = ""


Command = (
    New
    | PlayMove
    | Seed
    | Auto
    | Manual
    | SetLimit
    | Dump
    | Undo
    | Quit
    | Help
    | Load
    | Save
    | SetUp
    | Hint
    | ListMoves
    | ShowBoard
    | ChangeVariant
    | Status
    | Think
)

#: The commands that begin with a fixed word, by that word, in the order of the help text.
COMMANDS: dict[str, type[Command]] = {
    command.word: command for command in get_args(Command) if command not in (PlayMove, Think)
}


def parse_command(line: str) -> Command | None:
    """Read one line.

    Args:
        line: The line, with or without its end.

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
    command: Any = COMMANDS.get(word.lower())
    if command is None:
        if _MOVE.fullmatch(word):
            if rest:
                raise CommandError(f"write it as: {PlayMove.word}, alone on its line")
            return PlayMove(word)
        raise CommandError(_unknown(word))
    arguments = _READERS[command.arguments]("".join(rest))
    if arguments is None:
        raise CommandError(f"write it as: {syntax(command)}")
    made: Command = command(*arguments)
    return made


def syntax(command: type[Command]) -> str:
    """The written form of a command, as help and errors show it."""
    return f"{command.word} {command.arguments}".strip()


def quoted(word: str, max_length: int = 40) -> str:
    """A word as errors quote it: cut to a length, in ASCII."""
    return ascii(word if len(word) <= max_length else word[: max_length - 3] + "...")


def _unknown(word: str) -> str:
    found = near(word.lower(), COMMANDS)
    return f"unknown command {quoted(word)}; " + (f"did you mean {found[0]!r}?" if found else "try help")


def _number(text: str) -> tuple[int] | None:
    if len(text.split()) != 1:
        return None
    if not _NUMBER.fullmatch(text):
        raise CommandError(f"expected a whole number of at most {MAX_NUMBER_DIGITS} digits, not {quoted(text)}")
    return (int(text),)


def _optional_word(text: str) -> tuple[str, ...] | None:
    words = text.split()
    return tuple(words) if len(words) <= 1 else None


def _player_and_rows(text: str) -> tuple[str, tuple[str, ...]] | None:
    player, *rows = text.split() or [""]
    return (player, tuple(rows)) if rows else None


#: Parsers for each form of arguments, given the rest of the line; `None` means that the form does not match.
#: Names of files and variants may contain spaces.
_READERS: dict[str, Callable[[str], tuple[Any, ...] | None]] = {
    "": lambda text: () if not text else None,
    "N": _number,
    "C": lambda text: (" ".join(text.split()),) if text else None,
    "FILE": lambda text: (text,) if text else None,
    "NAME": lambda text: (text,) if text else None,
    "[COMMAND]": _optional_word,
    "[SQUARE]": _optional_word,
    "C ROWS...": _player_and_rows,
}
