"""Reading a text step by step, with errors that say where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from taflkit.errors import NotationError, check_type

MAX_TEXT = 64 * 1024 * 1024
"""The characters of a text of games; a longer one is refused before anything of it is read."""
MAX_TAGS = 200
"""The tags of one game."""

_SPACE = re.compile(r"\s*")
_Read = TypeVar("_Read")


def lines_alike(text: str) -> str:
    """Return a text whose lines all end with a line feed, as not all systems end them."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class RecordError(NotationError):
    """A text of several lines that cannot be read; `text` is the line where reading stopped."""

    def __init__(self, text: str, column: int, expected: str, line: int = 1) -> None:
        """Build the error from its facts."""
        super().__init__(text, column, expected)
        self.args = (text, column, expected, line)
        self.line = line
        """The number of the line, from 1."""

    def below(self, lines: int) -> RecordError:
        """Return the error as one of a longer text, in which so many lines come first."""
        return RecordError(self.text, self.column, self.expected, self.line + lines)

    def __str__(self) -> str:
        """Say on one line what was expected and where."""
        return f"line {self.line}: {super().__str__()}"


class Source:
    """A text and the place up to which it has been read."""

    def __init__(self, text: str) -> None:
        """Start at the beginning of a text."""
        check_type(text, str, "the text of a game")
        if len(text) > MAX_TEXT:
            raise RecordError(text[:100], 1, f"no more than {MAX_TEXT} characters")
        self.text = lines_alike(text.removeprefix("\ufeff"))
        """The whole text."""
        self.at = 0
        """The place up to which it has been read."""

    def error(self, expected: str, at: int | None = None) -> RecordError:
        """Return the error that something else was expected, here or at another place."""
        at = self.at if at is None else at
        start = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        line = self.text[start : end if end >= 0 else None]
        return RecordError(line, at - start + 1, expected, self.text.count("\n", 0, start) + 1)

    def read_at(self, at: int, read: Callable[..., _Read], *args: object) -> _Read:
        """Call a function that reads the part of the text that begins at a place; its errors become errors there."""
        try:
            return read(*args)
        except NotationError as error:
            raise self.error(error.expected, at + error.column - 1) from None

    def skip_space(self) -> None:
        """Skip blanks and ends of lines."""
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.at >= len(self.text)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what a pattern matches here; `None` if it does not match."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def take_tags(
        self, pattern: re.Pattern[str], example: str, read: Callable[[re.Match[str]], tuple[str, str]]
    ) -> tuple[dict[str, str], dict[str, int]]:
        """Read the tags of a game; return their values and the places of these, by their names."""
        values: dict[str, str] = {}
        places: dict[str, int] = {}
        while True:
            self.skip_space()
            at = self.at
            match = self.take(pattern)
            if match is None:
                if self.text.startswith("[", at):
                    raise self.error(f"a tag such as {example}")
                return values, places
            name, value = read(match)
            if name in values or len(values) >= MAX_TAGS:
                raise self.error(f"no second tag {name}" if name in values else f"at most {MAX_TAGS} tags", at)
            values[name], places[name] = value, match.start(2)
