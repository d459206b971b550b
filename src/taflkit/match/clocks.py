"""Clocks: how much time each player has in a game."""

from __future__ import annotations

import math
import re

import attrs

from taflkit.errors import TaflError

_TEXT = re.compile(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", re.ASCII)


@attrs.frozen
class TimeControl:
    """The time of each player for a game, and what every move adds to it.

    Raises:
        ValueError: If a time is negative or not finite, or there is none at all.
    """

    seconds: float
    """The time for the whole game."""
    increment: float = 0.0
    """What is added after every move."""

    def __attrs_post_init__(self) -> None:
        if not (0 < self.seconds < math.inf and 0 <= self.increment < math.inf):
            raise ValueError(f"times are finite and above 0, not {self.seconds:g}+{self.increment:g}")

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read `10+0.1`: ten seconds for the game, and a tenth of a second for every move.

        Raises:
            TaflError: If the text is no time control.
        """
        found = _TEXT.fullmatch(text.strip())
        if found is None or not float(found[1]):
            raise TaflError(f"{text!r} is no time control; write SECONDS or SECONDS+INCREMENT, for example 10+0.1")
        return cls(float(found[1]), float(found[2] or 0))

    def __str__(self) -> str:
        """Print as `10+0.1`."""
        return f"{self.seconds:g}+{self.increment:g}"
