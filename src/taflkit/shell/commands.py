"""The command language: text into commands, one frozen class each, with its syntax and help."""

from __future__ import annotations

import difflib
import re
from typing import ClassVar

import attrs

from taflkit.board import Side
from taflkit.errors import TaflError

#: Numbers beyond this are no seeds and no limits.
MOST_DIGITS = 18
#: A move begins like one: what comes after is for the board to read.
_MOVE = re.compile(r"[a-z]\d{1,2}-\S*", re.ASCII | re.IGNORECASE)


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
    """Make a player automated."""

    word: ClassVar[str] = "auto"
    arguments: ClassVar[str] = "C"
    player: str


@attrs.frozen
class Manual:
    """Make a player manual."""

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
    """Set up a position, C to move: the rows from the top, - for empty; the game starts there."""

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
    """Say whose turn it is, who plays, and what limits there are."""

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

#: Every command by its word, in the order of the help.
COMMANDS: dict[str, type[Command]] = {
    command.word: command
    for command in (
        New,
        Seed,
        Auto,
        Manual,
        Limit,
        Dump,
        Undo,
        Quit,
        Help,
        Load,
        Save,
        SetUp,
        Hint,
        Moves,
        ShowBoard,
        ChangeVariant,
        Status,
    )
}


def parse_command(line: str) -> Command | None:
    """Read a line; `None` if there is nothing on it but space and a comment."""
    words = line.partition("#")[0].split()
    if not words:
        return None
    word, arguments = words[0].lower(), words[1:]
    command = COMMANDS.get(word)
    if command is None:
        if _MOVE.fullmatch(words[0]) and not arguments:
            return Play(words[0])
        raise CommandError(_unknown(words[0]))
    return _with_arguments(command, arguments)


def _unknown(word: str) -> str:
    shown = _shown(word)
    near = difflib.get_close_matches(word.lower(), COMMANDS, 1) if len(word) < 30 else []
    return f"unknown command {shown}" + (f"; did you mean {near[0]!r}?" if near else "; try help")


def _shown(word: str) -> str:
    """A word as errors quote it: bounded, and without characters that other programs look for."""
    return ascii(word if len(word) <= 40 else word[:37] + "...")


def _with_arguments(command: type[Command], arguments: list[str]) -> Command:
    count = len(arguments)
    if command in (Seed, Limit) and count == 1:
        return command(_number(arguments[0]))
    if command in (Auto, Manual, Load, Save, ChangeVariant) and count == 1:
        return command(arguments[0])
    if command in (Help, Moves) and count <= 1:
        return command(*arguments)
    if command is SetUp and count >= 2:
        return SetUp(arguments[0], tuple(arguments[1:]))
    if command.arguments == "" and count == 0:
        return command()  # type: ignore[call-arg]
    raise CommandError(f"write it as: {syntax(command)}")


def _number(word: str) -> int:
    if len(word) > MOST_DIGITS or not re.fullmatch(r"[+-]?\d+", word, re.ASCII):
        raise CommandError(f"expected a whole number of at most {MOST_DIGITS} digits, not {_shown(word)}")
    return int(word)


def syntax(command: type[Command]) -> str:
    """How a command is written."""
    return f"{command.word} {command.arguments}".strip()


def parse_player(word: str, names: dict[str, Side]) -> Side:
    """The side that a player's name means."""
    side = names.get(word.lower())
    if side is None:
        raise CommandError(f"expected a player, {' or '.join(dict.fromkeys(names))}, not {_shown(word)}")
    return side
