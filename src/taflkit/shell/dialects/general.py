"""The general dialect, for any kind of game: the game is played from the first command on, and stars mark moves."""

from __future__ import annotations

import re
from typing import Final

from taflkit.shell.announcements import Starred
from taflkit.shell.commands import (
    Auto,
    Dump,
    Manual,
    New,
    PlayMove,
    Redo,
    Resign,
    Seed,
    SetUp,
    Status,
    Undo,
)
from taflkit.shell.dialect import Dialect, Usage
from taflkit.shell.dialects.shared import EXTRAS, SESSION

GENERAL: Final = Dialect(
    name="general",
    usages=(
        Usage(New, "Abandon the game and set up the start position."),
        Usage(PlayMove, "Play a move."),
        Usage(Seed),
        Usage(Auto),
        Usage(Manual),
        Usage(Dump),
        Usage(Undo),
        Usage(Redo),
        Usage(Resign),
        *SESSION,
        Usage(SetUp, "Start from a position, player C to move."),
        *EXTRAS,
        Usage(Status, "Show whose turn it is and which players are automated."),
    ),
    announcements=Starred(),
    # Commands are words of letters, so every word with something else in it is a move.
    move=re.compile(r"\S*[^a-z\s]\S*", re.ASCII | re.IGNORECASE),
)
