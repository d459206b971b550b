"""`BoardPicture`: what is to be seen of a game, whatever it is drawn with. A kind of game describes its boards so."""

from __future__ import annotations

import enum

import attrs

from taflkit.board import Square


class Look(enum.Enum):
    """How a thing on the board looks; the value is the name of its colours in pictures."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    KING = "king"
    RED = "red"
    BLUE = "blue"
    WHITE = "white"
    BLACK = "black"
    BLOCK = "block"
    """Nobody's, and in the way."""


@attrs.frozen
class Thing:
    """A kind of thing that stands on squares."""

    name: str
    """What it is called, in words: `king`."""
    letter: str
    """Its letter in texts."""
    look: Look
    """How it looks."""
    lettered: bool = False
    """Whether its letter is drawn on it, because others of its look are something else."""


@attrs.frozen(kw_only=True)
class BoardPicture:
    """A board, what stands on it, and what the last move did."""

    columns: int
    """How many columns the board has."""
    rows: int
    """How many rows the board has."""
    title: str
    """What the picture is of: `Brandubh, attackers to move`."""
    legend: tuple[Thing, ...]
    """The things that may stand on the board, in the order in which they are listed."""
    things: tuple[tuple[Square, Thing], ...]
    """What stands where."""
    empty: str = "."
    """The letter of an empty square in texts."""
    regions: tuple[tuple[str, tuple[Square, ...]], ...] = ()
    """Squares that are marked on the board itself, under the names of their regions."""
    lines: tuple[tuple[Square, Square], ...] = ()
    """The lines of a board of points; a board without lines has squares."""
    last_move: str = ""
    """The last move as players write it; empty if there is none."""
    last_squares: tuple[Square, ...] = ()
    """The squares of the last move, from the first to the last."""
    captured: tuple[tuple[Square, Thing | None], ...] = ()
    """The squares where the last move took pieces, with the pieces if they are known."""
    going_on: tuple[Square, ...] = ()
    """The squares of pieces that must go on."""
