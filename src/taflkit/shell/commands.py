"""The command language: text into commands, one frozen class each, with its syntax and help."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, get_args

import attrs

from taflkit.errors import TaflError, near

#: No command is longer; the largest board written out is far shorter.
LONGEST = 4096
#: Numbers of more digits are no seeds and no limits; these hold 64 bits.
MOST_DIGITS = 20
#: A move begins like one: what comes after is for the board to read.
_MOVE = re.compile(r"[a-z]\d{1,2}-\S*", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(rf"[+-]?\d{{1,{MOST_DIGITS}}}", re.ASCII)


class CommandError(TaflError):
    """A line that is no command, or a command that cannot be obeyed."""


@attrs.frozen
class New:
    """Abandon the game and set up the start position, without a move limit."""

    word: ClassVar[str] = "new"
    arguments: ClassVar[str] = ""


@attrs.frozen
class Play:
    """Play a move, such as b3-6, b3-f or b3-b6."""

    word: ClassVar[str] = "MOVE"
    arguments: ClassVar[str] = ""
    text: str


@attrs.frozen
class Seed:
    """Seed the choices of the automated players."""

    word: ClassVar[str] = "seed"
    arguments: ClassVar[str] = "N"
    number: int


@attrs.frozen
class Auto:
    """Make player C automated."""

    word: ClassVar[str] = "auto"
    arguments: ClassVar[str] = "C"
    player: str


@attrs.frozen
class Manual:
    """Make player C manual."""

    word: ClassVar[str] = "manual"
    arguments: ClassVar[str] = "C"
    player: str


@attrs.frozen
class Limit:
    """Let a player lose who must make more than N moves in this game."""

    word: ClassVar[str] = "limit"
    arguments: ClassVar[str] = "N"
    number: int


@attrs.frozen
class Dump:
    """Print the board in the exact form that other programs read."""

    word: ClassVar[str] = "dump"
    arguments: ClassVar[str] = ""


@attrs.frozen
class Undo:
    """Take back to before your last move."""

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


@attrs.frozen
class Load:
    """Obey the commands of a file."""

    word: ClassVar[str] = "load"
    arguments: ClassVar[str] = "FILE"
    file: str


@attrs.frozen
class Save:
    """Write the game to a file, as commands that bring it back."""

    word: ClassVar[str] = "save"
    arguments: ClassVar[str] = "FILE"
    file: str


@attrs.frozen
class SetUp:
    """Start from a position, player C to move: the rows from the top, - or a number for empty squares."""

    word: ClassVar[str] = "set"
    arguments: ClassVar[str] = "C ROWS..."
    player: str
    rows: tuple[str, ...]


@attrs.frozen
class Hint:
    """Ask the automated player what it would play."""

    word: ClassVar[str] = "hint"
    arguments: ClassVar[str] = ""


@attrs.frozen
class Moves:
    """List the legal moves, all or those from a square."""

    word: ClassVar[str] = "moves"
    arguments: ClassVar[str] = "[SQUARE]"
    square: str = ""


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


@attrs.frozen
class Status:
    """Say whose turn it is, who plays, and what limit there is."""

    word: ClassVar[str] = "status"
    arguments: ClassVar[str] = ""


@attrs.frozen
class Think:
    """Let the automated player whose turn it is make its move; nobody types this."""

    word: ClassVar[str] = ""
    arguments: ClassVar[str] = ""


Command = (
    New
    | Play
    | Seed
    | Auto
    | Manual
    | Limit
    | Dump
    | Undo
    | Quit
    | Help
    | Load
    | Save
    | SetUp
    | Hint
    | Moves
    | ShowBoard
    | ChangeVariant
    | Status
    | Think
)

#: Every command that begins with its word, by it, in the order of the help.
COMMANDS: dict[str, type[Command]] = {
    command.word: command for command in get_args(Command) if command not in (Play, Think)
}


def parse_command(line: str) -> Command | None:
    """Read a line; `None` if there is nothing on it but space and a comment."""
    text = line.partition("#")[0].strip()
    if not text:
        return None
    if len(text) > LONGEST:
        raise CommandError(f"a command has at most {LONGEST} characters, and here are {len(text)}")
    word, *rest = text.split(maxsplit=1)
    command: Any = COMMANDS.get(word.lower())
    if command is None:
        if _MOVE.fullmatch(word):
            if rest:
                raise CommandError(f"write it as: {Play.word}, alone on its line")
            return Play(word)
        raise CommandError(_unknown(word))
    arguments = _READERS[command.arguments]("".join(rest))
    if arguments is None:
        raise CommandError(f"write it as: {syntax(command)}")
    made: Command = command(*arguments)
    return made


def syntax(command: type[Command]) -> str:
    """How a command is written."""
    return f"{command.word} {command.arguments}".strip()


def quoted(word: str, longest: int = 40) -> str:
    """A word as errors quote it: bounded, and plain characters only."""
    return ascii(word if len(word) <= longest else word[: longest - 3] + "...")


def _unknown(word: str) -> str:
    found = near(word.lower(), COMMANDS)
    return f"unknown command {quoted(word)}; " + (f"did you mean {found[0]!r}?" if found else "try help")


def _number(text: str) -> tuple[int] | None:
    if len(text.split()) != 1:
        return None
    if not _NUMBER.fullmatch(text):
        raise CommandError(f"expected a whole number of at most {MOST_DIGITS} digits, not {quoted(text)}")
    return (int(text),)


def _optional_word(text: str) -> tuple[str, ...] | None:
    words = text.split()
    return tuple(words) if len(words) <= 1 else None


def _player_and_rows(text: str) -> tuple[str, tuple[str, ...]] | None:
    player, *rows = text.split() or [""]
    return (player, tuple(rows)) if rows else None


#: How the arguments of each form are read from the rest of the line; `None` if they are not written like that.
#: Names of files and variants may have spaces in them.
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
