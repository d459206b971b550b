"""The exceptions of taflkit: one root, and every error carries its facts as attributes, a hint where one can help."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from taflkit.board import Move, Position
    from taflkit.game import Game

#: A hint lists no more names than this, and looks for nothing near to a longer word: both may come from anywhere.
MOST_NAMES = 20
LONGEST_WORD = 100


class TaflError(Exception):
    """The root of everything that taflkit raises on purpose."""


class NotationError(TaflError, ValueError):
    """A text that cannot be read: `text`, the `column` (from 1) where reading stopped, what was `expected`."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        """Remember where reading stopped and what would have been right."""
        super().__init__(text, column, expected)
        self.text = text
        self.column = column
        self.expected = expected

    def __str__(self) -> str:
        """Say in one line what was expected and where."""
        shown = self.text if len(self.text) <= 60 else self.text[:57] + "..."
        return f"cannot read {shown!r}: expected {self.expected} at column {self.column}"


class GeometryError(TaflError, ValueError):
    """A board that cannot be: a wrong size, a region off the board, regions that overlap."""


class PositionError(TaflError, ValueError):
    """A position that cannot be: a broken picture, an unknown letter, two pieces on one square."""


class RulesError(TaflError, ValueError):
    """A composition of rules that does not fit its board, for example a region the board does not have."""


class IllegalMoveError(TaflError, ValueError):
    """A move that the rules refuse: the `move`, the `position`, the `reason`, and the `game` if there was one."""

    def __init__(self, move: Move | str, reason: str, position: Position, game: Game | None = None) -> None:
        """Remember the move and why it was refused."""
        super().__init__(move, reason, position, game)
        self.move = move
        self.reason = reason
        self.position = position
        self.game = game

    def __str__(self) -> str:
        """Say in one line why the move was refused."""
        return f"illegal move {self.move}: {self.reason}"


class GameOverError(IllegalMoveError):
    """A move in a game that has ended."""


class VariantError(TaflError, ValueError):
    """A variant that cannot be loaded: the `path` (or name) asked for and every one of its `problems`."""

    def __init__(self, path: str, problems: Iterable[str]) -> None:
        """Remember the file and its problems, each of which names its place."""
        self.path = str(path)
        self.problems = tuple(problems)
        super().__init__(self.path, self.problems)

    def __str__(self) -> str:
        """List the problems, one a line when there are several."""
        if len(self.problems) == 1:
            return f"{self.path}: {self.problems[0]}"
        return "\n".join([f"{self.path}: {len(self.problems)} problems", *(f"  {p}" for p in self.problems)])


class PluginWarning(UserWarning):
    """A plug-in that could not be loaded; taflkit goes on without it."""


def near(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The known words that are much like a word, the nearest first."""
    import difflib  # Only those who mistype wait for it.

    return difflib.get_close_matches(word, list(known), most) if len(word) <= LONGEST_WORD else []


def nearest(word: str, known: Iterable[str], *, listed: Iterable[str] | None = None, most: int = 1) -> str:
    """A hint at the right word: the nearest of the known, or all (those to be `listed`) when none is near."""
    known = list(dict.fromkeys(known))
    found = near(word.lower(), known, most)
    if found:
        *others, last = map(repr, found)
        return f"did you mean {' or '.join([', '.join(others), last] if others else [last])}?"
    names = known if listed is None else list(listed)
    if not names:
        return "there are none"
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return f"there {'is' if len(names) == 1 else 'are'} {', '.join(names[:MOST_NAMES])}{more}"
