"""What follows the word of a command: each form is written in one way, and read by one function."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Generic, TypeVarTuple

import attrs

from taflkit.errors import TaflError

#: Enough for any seed of 64 bits.
MAX_NUMBER_DIGITS: Final = 20
_NUMBER: Final = re.compile(rf"[+-]?\d{{1,{MAX_NUMBER_DIGITS}}}", re.ASCII)

ArgumentTs = TypeVarTuple("ArgumentTs")
"""The types of a command's arguments."""


class CommandError(TaflError):
    """A line that is not a command, or a command that cannot be obeyed."""


@attrs.frozen
class Arguments(Generic[*ArgumentTs]):
    """A form of arguments."""

    written: str
    """As help and errors show it; brackets mark what is optional."""
    read: Callable[[str], tuple[*ArgumentTs] | None]
    """Reads the rest of a line, `None` if it has another form.

    Raises:
        CommandError: The form is right, but an argument is not.
    """


def quoted(word: str, max_length: int = 40) -> str:
    """A word as errors quote it: cut to a length, in ASCII."""
    return ascii(word if len(word) <= max_length else word[: max_length - 3] + "...")


def _whole(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise CommandError(f"expected a whole number of at most {MAX_NUMBER_DIGITS} digits, not {quoted(word)}")
    return int(word)


def _nothing(text: str) -> tuple[()] | None:
    return None if text else ()


def _number(text: str) -> tuple[int] | None:
    words = text.split()
    return (_whole(words[0]),) if len(words) == 1 else None


def _word(text: str) -> tuple[str] | None:
    words = text.split()
    return (words[0],) if len(words) == 1 else None


def _optional_word(text: str) -> tuple[str] | None:
    return _word(text) if text else ("",)


def _words(text: str) -> tuple[str] | None:
    return (" ".join(text.split()),) if text else None


def _rest(text: str) -> tuple[str] | None:
    return (text,) if text else None


def _player_and_level(text: str) -> tuple[str, int | None]:
    *player, level = text.split() or [""]
    return " ".join(player), _whole(level) if level else None


def _player_and_rows(text: str) -> tuple[str, tuple[str, ...]] | None:
    player, *rows = text.split() or [""]
    return (player, tuple(rows)) if rows else None


NOTHING: Final = Arguments("", _nothing)
NUMBER: Final = Arguments("N", _number)
MOVE_TEXT: Final = Arguments("", _word)
#: The name of a player, which may have several words.
PLAYER: Final = Arguments("C", _words)
SQUARE: Final = Arguments("CR", _word)
#: Names of files and variants may contain spaces.
FILE: Final = Arguments("FILE", _rest)
NAME: Final = Arguments("NAME", _rest)
OPTIONAL_COMMAND: Final = Arguments("[COMMAND]", _optional_word)
OPTIONAL_SQUARE: Final = Arguments("[SQUARE]", _optional_word)
#: No player stands for both, no level for a question.
PLAYER_AND_LEVEL: Final = Arguments("[[C] N]", _player_and_level)
#: The player to move, and the rows from the top in any number of words.
POSITION: Final = Arguments("C ROWS...", _player_and_rows)
