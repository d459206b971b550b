"""`Face`: how a driver shows what a session says; `PlainFace` is the one for pipes and files."""

from __future__ import annotations

from typing import Protocol

from taflkit.cli.streams import complain, say, warn
from taflkit.games import MoveT
from taflkit.shell import Session, plain
from taflkit.shell.session import GameT
from taflkit.variant.catalogue import listed_variants


class Face(Protocol):
    """Shows what a session says."""

    def greet(self, session: Session[GameT, MoveT], /) -> None:
        """Begin a session, or a game of another variant."""

    def say(self, text: str, indent: int = 0, /) -> None:
        """Print lines; `indent` is where a line goes on that does not fit."""

    def complain(self, text: str, /) -> None:
        """Print an error on standard error."""

    def note(self, text: str, /) -> None:
        """Tell a person what a command did."""

    def draw(self, session: Session[GameT, MoveT], text: str, /) -> None:
        """Draw the board because somebody asked for it; `text` is the drawing in letters."""

    def moved(self, session: Session[GameT, MoveT], /) -> None:
        """Show a position that has changed."""

    def list_variants(self) -> None:
        """List the variants that can be played."""


class PlainFace:
    """Prints what other programs expect, and nothing else."""

    def greet(self, session: Session[GameT, MoveT]) -> None:
        """Nobody is there to be greeted."""

    def say(self, text: str, indent: int = 0) -> None:
        """Print the lines as they are."""
        say(text)

    def complain(self, text: str) -> None:
        """Print the error on one line."""
        complain(text)

    def note(self, text: str) -> None:
        """Programs expect no answer to such a command."""

    def draw(self, session: Session[GameT, MoveT], text: str) -> None:
        """Print the board in letters."""
        say(text)

    def moved(self, session: Session[GameT, MoveT]) -> None:
        """Programs ask for the board if they want it."""

    def list_variants(self) -> None:
        """Print a line for each variant."""
        found = listed_variants(on_broken=warn)
        width = max(len(each.name) for each in found)
        say("\n".join(f"{each.name:{width}}  {each.size:>5}  {plain(each.summary)}" for each in found))
