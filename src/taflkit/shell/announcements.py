"""How a dialect announces the moves of automated players and the end of a game; programs read such lines too."""

from __future__ import annotations

import re
from typing import Final, Protocol

import attrs

#: The text of a pass, in games that have one.
PASS: Final = "-"


@attrs.frozen
class AnnouncedMove:
    """A line that announces a move."""

    move: str
    """The move."""


@attrs.frozen
class AnnouncedEnd:
    """A line that announces the end of a game."""

    line: str
    """The whole line, as `Announcements.end` writes it."""


class Announcements(Protocol):
    """The lines of a dialect that other programs wait for."""

    def move(self, player: str, move: str, /) -> str:
        """The line for a move of an automated player."""

    def end(self, winner: str | None, /) -> str:
        """The line for the end of a game, `None` for a draw."""

    def read(self, line: str, /) -> AnnouncedMove | AnnouncedEnd | None:
        """What a line of a program announces, `None` if it is any other output."""


@attrs.frozen
class Starred:
    """Every announcement begins with a star, which appears in no other output: `* e5-a`, `* White wins.`, `* Draw.`."""

    def move(self, player: str, move: str) -> str:
        """The line for a move."""
        return f"* {move}"

    def end(self, winner: str | None) -> str:
        """The line for the end of a game."""
        return "* Draw." if winner is None else f"* {winner} wins."

    def read(self, line: str) -> AnnouncedMove | AnnouncedEnd | None:
        """A line with a star announces a move unless it announces the end."""
        star, _, rest = line.lstrip().partition(" ")
        if star != "*":
            return None
        said = rest.strip()
        return AnnouncedEnd(f"* {said}") if _END.fullmatch(said) else AnnouncedMove(said)


@attrs.frozen
class Sentences:
    """Every announcement is a sentence: `Red moves g1-f2.`, `Red passes.`, `Red wins.`, `Draw.`."""

    def move(self, player: str, move: str) -> str:
        """The line for a move."""
        return f"{player} passes." if move == PASS else f"{player} moves {move}."

    def end(self, winner: str | None) -> str:
        """The line for the end of a game."""
        return "Draw." if winner is None else f"{winner} wins."

    def read(self, line: str) -> AnnouncedMove | AnnouncedEnd | None:
        """The sentence, if the line is one of these."""
        said = line.strip()
        if found := _MOVES.fullmatch(said):
            return AnnouncedMove(found["move"] or PASS)
        return AnnouncedEnd(said) if _WINS.fullmatch(said) else None


_END: Final = re.compile(r".+ wins\.?|Draw\.?", re.IGNORECASE)
#: A move has a digit or a hyphen in it, so that `Red moves first.` is none.
_MOVES: Final = re.compile(r"\w+ (?:passes|moves (?P<move>\S*[\d-]\S*))\.", re.IGNORECASE)
_WINS: Final = re.compile(r"\w+ wins\.|Draw\.", re.IGNORECASE)
