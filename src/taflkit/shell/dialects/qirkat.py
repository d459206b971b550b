"""The dialect of Qirkat: a position is set up at any time, and the end of a game leads back to that."""

from __future__ import annotations

import re
from typing import Final

from taflkit.shell.announcements import Sentences
from taflkit.shell.commands import (
    Auto,
    Clear,
    Manual,
    PlayMove,
    Seed,
    SetUp,
    Start,
)
from taflkit.shell.dialect import Dialect, Usage
from taflkit.shell.dialects.shared import STAGED

QIRKAT: Final = Dialect(
    name="qirkat",
    usages=(
        Usage(
            Clear,
            "Abandon the game: the initial board, set-up state, white manual and black automated.",
            enters_set_up=True,
        ),
        Usage(Start),
        Usage(PlayMove, "Play a move, such as c2-c3 or c3-a5-a3."),
        Usage(Auto, "Make player C automated, in the set-up state.", enters_set_up=True),
        Usage(Manual, "Make player C manual, in the set-up state.", enters_set_up=True),
        Usage(
            SetUp,
            "Set up a position, player C to move: 25 characters b, w and -, row by row from row 1.",
            arguments="C SPEC",
            enters_set_up=True,
        ),
        Usage(Seed),
        *STAGED,
    ),
    announcements=Sentences(),
    move=re.compile(r"[a-z]\d{1,2}-\S*", re.ASCII | re.IGNORECASE),
    has_set_up=True,
    ends_in_set_up=True,
)
