"""The general dialect, for any kind of game: the game is played from the first command on, and stars mark moves."""

from __future__ import annotations

import re
from typing import Final

import attrs

from taflkit.shell.announcements import Starred
from taflkit.shell.commands import AUTO, EXTRAS, GAME, MANUAL, MOVE, NEW, RESIGN, SEED, SESSION, SET, STATUS
from taflkit.shell.dialect import Dialect

GENERAL: Final = Dialect(
    name="general",
    move=attrs.evolve(MOVE, sentence="Play a move."),
    commands=(
        attrs.evolve(NEW, sentence="Abandon the game and set up the start position."),
        SEED,
        AUTO,
        MANUAL,
        *GAME,
        RESIGN,
        *SESSION,
        attrs.evolve(SET, sentence="Start from a position, player C to move."),
        *EXTRAS,
        attrs.evolve(STATUS, sentence="Show whose turn it is and which players are automated."),
    ),
    announcements=Starred(),
    # Commands are words of letters, so every word with something else in it is a move.
    move_pattern=re.compile(r"\S*[^a-z\s]\S*", re.ASCII | re.IGNORECASE),
)
