"""The exceptions of taflkit. Every error carries its facts as attributes, and a hint where one helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import UnionType

    from taflkit.board import Move, Position
    from taflkit.game import Game

# Words and lists of names may come from untrusted files, so hints are bounded.
MAX_NAMES = 20
MAX_WORD = 100
MAX_SHOWN = 60


class TaflError(Exception):
    """The root of all exceptions of taflkit. Arguments of a wrong type are plain `TypeError`s."""


class NotationError(TaflError, ValueError):
    """A text that cannot be read."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        """Build the error from its facts."""
        super().__init__(text, column, expected)
        self.text = text
        """The text."""
        self.column = column
        """The column, from 1, where reading stopped."""
        self.expected = expected
        """What was expected there."""

    def __str__(self) -> str:
        """Say on one line what was expected and where."""
        shown = self.text if len(self.text) <= MAX_SHOWN else self.text[: MAX_SHOWN - 3] + "..."
        return f"cannot read {shown!r}: expected {self.expected} at column {self.column}"


class GeometryError(TaflError, ValueError):
    """An impossible board: a wrong size, a square or region off the board, regions that overlap."""


class PositionError(TaflError, ValueError):
    """An impossible position: a broken picture, an unknown letter, two pieces on one square."""


class RulesError(TaflError, ValueError):
    """Rules that do not fit their board, for example one that names a region the board does not have."""


class IllegalMoveError(TaflError, ValueError):
    """A move that the rules do not allow."""

    def __init__(self, move: Move | str, reason: str, position: Position, game: Game | None = None) -> None:
        """Build the error from its facts."""
        super().__init__(move, reason, position, game)
        self.move = move
        """The move, or its text."""
        self.reason = reason
        """Why it is illegal, as a clause."""
        self.position = position
        """The position in which it is illegal."""
        self.game = game
        """The game in which it is illegal, if there is one."""

    def __str__(self) -> str:
        """Say on one line why the move is illegal."""
        return f"illegal move {self.move}: {self.reason}"


class GameOverError(IllegalMoveError):
    """A move in a game that has ended."""


class VariantError(TaflError, ValueError):
    """A variant that cannot be loaded."""

    def __init__(self, path: str, problems: Iterable[str]) -> None:
        """Build the error from its facts."""
        self.path = str(path)
        """The path of the file, or the name that was looked up."""
        self.problems = tuple(problems)
        """Everything that is wrong, a sentence each, with its place in the file."""
        super().__init__(self.path, self.problems)

    def __str__(self) -> str:
        """List the problems, one on each line if there are several."""
        if len(self.problems) == 1:
            return f"{self.path}: {self.problems[0]}"
        return "\n".join([f"{self.path}: {len(self.problems)} problems", *(f"  {p}" for p in self.problems)])


class PluginWarning(UserWarning):
    """A plug-in that could not be loaded; taflkit works without it."""


class VariantWarning(UserWarning):
    """A directory of the search path whose variants cannot be listed; taflkit works without them."""


CODE_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
)
"""The exceptions by which code, such as that of a plug-in, shows that it is wrong or was given something wrong.

Others have causes elsewhere: a lack of memory, a full disk, a time limit that a signal enforces. They must never be
reported as a mistake in a file.
"""


def wrong_type(expected: str, value: object) -> TypeError:
    """Return the error for an argument of a wrong type.

    Args:
        expected: What the argument must be: "a Side, such as Side.ATTACKERS".
        value: What it is.
    """
    shown = repr(value)
    shown = shown if len(shown) <= MAX_SHOWN else f"{shown[: MAX_SHOWN - 3]}..."
    return TypeError(f"expected {expected}, not {type(value).__name__} {shown}")


def check_type(value: object, kind: type | UnionType, expected: str) -> None:
    """Refuse an argument that is not of a type, with a sentence that says what is expected."""
    if not isinstance(value, kind):
        raise wrong_type(expected, value)


def near(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Return the known words that are similar to a word, the most similar first."""
    import difflib  # Slow to import, and only needed after a mistake.

    return difflib.get_close_matches(word, list(known), most) if len(word) <= MAX_WORD else []


def nearest(word: str, known: Iterable[str], *, listed: Iterable[str] | None = None, most: int = 1) -> str:
    """Return a hint for a mistyped word: the most similar known words, or a list of names if none is similar.

    Args:
        word: The word that is not known.
        known: The words that are.
        listed: The names to list if none is similar; `known` if left out.
        most: How many similar words the hint has at most.
    """
    known = list(dict.fromkeys(known))
    found = near(word.lower(), known, most)
    if found:
        *others, last = map(repr, found)
        return f"did you mean {' or '.join([', '.join(others), last] if others else [last])}?"
    names = known if listed is None else list(listed)
    if not names:
        return "there are none"
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return f"there {'is' if len(names) == 1 else 'are'} {', '.join(names[:MAX_NAMES])}{more}"
