"""Reading a text step by step, so that an error says where it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from taflkit.errors import NotationError

#: A longer text is no record of games; it is refused before anything of it is read.
LONGEST = 64 * 1024 * 1024
MOST_TAGS = 200

_SPACE = re.compile(r"\s*")
_Read = TypeVar("_Read")


def lines_alike(text: str) -> str:
    """A text whose lines all end in one way: a file from another system may end them in another."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


class RecordError(NotationError):
    """A text of several lines that cannot be read: as `NotationError`, with the `line` (from 1) that `text` is."""

    def __init__(self, text: str, column: int, expected: str, line: int = 1) -> None:
        """Remember the place."""
        super().__init__(text, column, expected)
        self.args = (text, column, expected, line)
        self.line = line

    def __str__(self) -> str:
        """Say in one line what was expected and where."""
        return f"line {self.line}: {super().__str__()}"


class Source:
    """A text and the place up to which it has been read."""

    def __init__(self, text: str) -> None:
        """Begin at the beginning."""
        if len(text) > LONGEST:
            raise RecordError(text[:100], 1, f"no more than {LONGEST} characters")
        self.text = lines_alike(text.removeprefix("\ufeff"))
        self.at = 0

    def error(self, expected: str, at: int | None = None) -> RecordError:
        """The error that something else was expected here, or at another place."""
        at = self.at if at is None else at
        start = self.text.rfind("\n", 0, at) + 1
        end = self.text.find("\n", at)
        line = self.text[start : end if end >= 0 else None]
        return RecordError(line, at - start + 1, expected, self.text.count("\n", 0, start) + 1)

    def read_at(self, at: int, read: Callable[..., _Read], *args: object) -> _Read:
        """What a function reads from the part of the text that begins at a place; what is wrong is wrong there."""
        try:
            return read(*args)
        except NotationError as error:
            raise self.error(error.expected, at + error.column - 1) from None

    def skip_space(self) -> None:
        """Go on to what is no blank and no end of a line."""
        found = _SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self.at >= len(self.text)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Read what a pattern matches here, if it does."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def take_tags(
        self, pattern: re.Pattern[str], example: str, read: Callable[[re.Match[str]], tuple[str, str]]
    ) -> tuple[dict[str, str], dict[str, int]]:
        """Read the tags of a game: their values by their names, and the place of each value."""
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
            if name in values or len(values) >= MOST_TAGS:
                raise self.error(f"no second tag {name}" if name in values else f"at most {MOST_TAGS} tags", at)
            values[name], places[name] = value, match.start(2)
