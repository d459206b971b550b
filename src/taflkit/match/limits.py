"""`GameLimits`: how long games and moves may take, and when games are adjudicated."""

from __future__ import annotations

import math

import attrs

from taflkit.match.clocks import TimeControl
from taflkit.search import SearchLimit


@attrs.frozen
class Adjudication:
    """When the referee ends a game before the rules do. Nothing is adjudicated unless asked for.

    Raises:
        TypeError: If a number is no whole number.
        ValueError: If a number is too small.
    """

    score: int | None = None
    """A game is won when both players report a score of at least this for the same player, in hundredths of a man..."""
    plies: int = 6
    """... for so many moves in a row."""
    repetition: int | None = None
    """A game is drawn when a position occurs so many times."""

    def __attrs_post_init__(self) -> None:
        for name, value, least in (
            ("score", self.score, 1),
            ("plies", self.plies, 2),
            ("repetition", self.repetition, 2),
        ):
            if value is not None and type(value) is not int:
                raise TypeError(f"{name} is a whole number, not {value!r}")
            if value is not None and value < least:
                raise ValueError(f"{name} is at least {least}, not {value}")


@attrs.frozen
class GameLimits:
    """How long a game and its moves may take.

    Raises:
        TypeError: If a limit is of another type.
        ValueError: If a limit is not finite and above 0.
    """

    max_plies: int = 500
    """A game that is not over after so many moves is a draw."""
    move_seconds: float = 60.0
    """Who takes longer for a move loses."""
    search: SearchLimit = attrs.field(factory=lambda: SearchLimit(nodes=10_000), kw_only=True)
    """How far searchers and engines look before a move; programs of the command language decide that themselves."""
    clock: TimeControl | None = attrs.field(default=None, kw_only=True)
    """The time for the whole game, if it has a clock; then `search` is not used."""
    adjudication: Adjudication = attrs.field(factory=Adjudication, kw_only=True)
    """When the referee ends a game before the rules do."""

    def __attrs_post_init__(self) -> None:
        if type(self.max_plies) is not int:
            raise TypeError(f"max_plies is a whole number, not {self.max_plies!r}")
        if type(self.move_seconds) not in (int, float):
            raise TypeError(f"move_seconds is a number, not {self.move_seconds!r}")
        if self.max_plies < 1 or not 0 < self.move_seconds < math.inf:
            raise ValueError(f"limits are finite and above 0, not {self.max_plies} plies and {self.move_seconds:g} s")
