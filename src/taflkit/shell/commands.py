"""The commands, one frozen class for each. Which of them a game knows, and when, is said by its dialect.

The docstring of a command is its help text in the language itself, unless the dialect has another.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar

import attrs

from taflkit.errors import TaflError

#: In characters. The largest board written out is far shorter.
MAX_COMMAND_LENGTH = 4096
#: Enough for any seed of 64 bits.
MAX_NUMBER_DIGITS = 20
_NUMBER = re.compile(rf"[+-]?\d{{1,{MAX_NUMBER_DIGITS}}}", re.ASCII)


class CommandError(TaflError):
    """A line that is not a command, or a command that cannot be obeyed."""


@attrs.frozen
class Command:
    """What a line of the command language means."""

    word: ClassVar[str] = ""
    """The word that it begins with."""
    arguments: ClassVar[str] = ""
    """What follows the word, as help and errors show it: one of `ARGUMENT_FORMS`."""


@attrs.frozen
class New(Command):
    """Abandon the game and set up the start position, without a move limit."""

    word: ClassVar[str] = "new"


@attrs.frozen
class Clear(Command):
    """Abandon the game: the start position, the set-up state, and only the second player automated."""

    word: ClassVar[str] = "clear"


@attrs.frozen
class Start(Command):
    """Play on from the position that has been set up."""

    word: ClassVar[str] = "start"


@attrs.frozen
class PlayMove(Command):
    """Play a move, such as b3-6, b3-f or b3-b6."""

    word: ClassVar[str] = "MOVE"
    text: str
    """The move as written."""


@attrs.frozen
class Seed(Command):
    """Seed the choices of the automated players."""

    word: ClassVar[str] = "seed"
    arguments: ClassVar[str] = "N"
    number: int
    """The seed."""


@attrs.frozen
class Auto(Command):
    """Make player C automated."""

    word: ClassVar[str] = "auto"
    arguments: ClassVar[str] = "C"
    player: str
    """The name of a player."""


@attrs.frozen
class Manual(Command):
    """Make player C manual."""

    word: ClassVar[str] = "manual"
    arguments: ClassVar[str] = "C"
    player: str
    """The name of a player."""


@attrs.frozen
class SetLimit(Command):
    """A player who must make more than N moves in this game loses."""

    word: ClassVar[str] = "limit"
    arguments: ClassVar[str] = "N"
    number: int
    """The number of moves of each player."""


@attrs.frozen
class Block(Command):
    """Set a block on a square and on its reflections, before the first move."""

    word: ClassVar[str] = "block"
    arguments: ClassVar[str] = "CR"
    square: str
    """The square, by its column and row."""


@attrs.frozen
class Dump(Command):
    """Print the board in the exact form that other programs read."""

    word: ClassVar[str] = "dump"


@attrs.frozen
class Undo(Command):
    """Take back moves to before your last one."""

    word: ClassVar[str] = "undo"


@attrs.frozen
class Redo(Command):
    """Play again what undo took back."""

    word: ClassVar[str] = "redo"


@attrs.frozen
class Resign(Command):
    """Give up the game for the player whose turn it is."""

    word: ClassVar[str] = "resign"


@attrs.frozen
class Quit(Command):
    """Leave."""

    word: ClassVar[str] = "quit"


@attrs.frozen
class Help(Command):
    """List the commands, or explain one."""

    word: ClassVar[str] = "help"
    arguments: ClassVar[str] = "[COMMAND]"
    about: str = ""
    """The command to explain; empty for a list of all."""


@attrs.frozen
class Load(Command):
    """Run the commands in a file, or go on from a recorded game."""

    word: ClassVar[str] = "load"
    arguments: ClassVar[str] = "FILE"
    file: str
    """The path."""


@attrs.frozen
class Save(Command):
    """Save the game: as a record if the name ends with .tafl, else as commands."""

    word: ClassVar[str] = "save"
    arguments: ClassVar[str] = "FILE"
    file: str
    """The path."""


@attrs.frozen
class SetUp(Command):
    """Start from a position, player C to move: the rows from the top, - or a number for empty squares."""

    word: ClassVar[str] = "set"
    arguments: ClassVar[str] = "C ROWS..."
    player: str
    """The name of the player to move."""
    rows: tuple[str, ...]
    """The rows from the top, in any number of words."""


@attrs.frozen
class SetLevel(Command):
    """Set how well the automated players play, or player C alone: 1 is for beginners, 10 is best. Alone, show it."""

    word: ClassVar[str] = "level"
    arguments: ClassVar[str] = "[[C] N]"
    player: str = ""
    """The name of a player; empty for both."""
    level: int | None = None
    """The level; `None` to show the levels."""


@attrs.frozen
class Hint(Command):
    """Show the move that the automated player would make."""

    word: ClassVar[str] = "hint"


@attrs.frozen
class ListMoves(Command):
    """List the legal moves, all or those from a square."""

    word: ClassVar[str] = "moves"
    arguments: ClassVar[str] = "[SQUARE]"
    square: str = ""
    """The square that moves start from; empty for all squares."""


@attrs.frozen
class ShowBoard(Command):
    """Draw the board with its coordinates."""

    word: ClassVar[str] = "board"


@attrs.frozen
class Flip(Command):
    """See the board from the other side, or from this side again."""

    word: ClassVar[str] = "flip"


@attrs.frozen
class History(Command):
    """List the moves of the game so far."""

    word: ClassVar[str] = "history"


@attrs.frozen
class ShowRules(Command):
    """Explain the rules of the game."""

    word: ClassVar[str] = "rules"


@attrs.frozen
class ShowVariants(Command):
    """List the games that can be played."""

    word: ClassVar[str] = "variants"


@attrs.frozen
class ChangeVariant(Command):
    """Start a game of another variant."""

    word: ClassVar[str] = "variant"
    arguments: ClassVar[str] = "NAME"
    name: str
    """The name, an alias or the path of the variant."""


@attrs.frozen
class Status(Command):
    """Show whose turn it is, which players are automated, and the move limit."""

    word: ClassVar[str] = "status"


@attrs.frozen
class Think(Command):
    """Make the move of the automated player whose turn it is. Drivers send this; it has no text form."""


def syntax(command: type[Command]) -> str:
    """The written form of a command, as help and errors show it."""
    return f"{command.word} {command.arguments}".strip()


def quoted(word: str, max_length: int = 40) -> str:
    """A word as errors quote it: cut to a length, in ASCII."""
    return ascii(word if len(word) <= max_length else word[: max_length - 3] + "...")


def _whole(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise CommandError(f"expected a whole number of at most {MAX_NUMBER_DIGITS} digits, not {quoted(word)}")
    return int(word)


def _number(text: str) -> tuple[int] | None:
    words = text.split()
    return (_whole(words[0]),) if len(words) == 1 else None


def _one_word(text: str) -> tuple[str] | None:
    words = text.split()
    return (words[0],) if len(words) == 1 else None


def _optional_word(text: str) -> tuple[str, ...] | None:
    words = text.split()
    return tuple(words) if len(words) <= 1 else None


def _player_and_level(text: str) -> tuple[str, int] | tuple[()]:
    *player, level = text.split() or [""]
    return (" ".join(player), _whole(level)) if level else ()


def _player_and_rows(text: str) -> tuple[str, tuple[str, ...]] | None:
    player, *rows = text.split() or [""]
    return (player, tuple(rows)) if rows else None


#: Parsers for each form of arguments, given the rest of the line; `None` means that the form does not match.
#: Names of files and variants may contain spaces.
ARGUMENT_FORMS: dict[str, Callable[[str], tuple[Any, ...] | None]] = {
    "": lambda text: () if not text else None,
    "N": _number,
    "C": lambda text: (" ".join(text.split()),) if text else None,
    "CR": _one_word,
    "FILE": lambda text: (text,) if text else None,
    "NAME": lambda text: (text,) if text else None,
    "[COMMAND]": _optional_word,
    "[SQUARE]": _optional_word,
    "[[C] N]": _player_and_level,
    "C ROWS...": _player_and_rows,
}
