"""The dialect of Qirkat: a position is set up at any time, and the end of a game leads back to that."""

from __future__ import annotations

import re
from typing import Final

import attrs

from taflkit.shell.announcements import Sentences
from taflkit.shell.commands import AUTO, CLEAR, MANUAL, MOVE, SEED, SET, STAGED, START
from taflkit.shell.dialect import Dialect

QIRKAT: Final = Dialect(
    name="qirkat",
    move=attrs.evolve(MOVE, sentence="Play a move, such as c2-c3 or c3-a5-a3."),
    commands=(
        attrs.evolve(
            CLEAR, sentence="Abandon the game: the initial board, set-up state, white manual and black automated."
        ),
        START,
        attrs.evolve(AUTO, sentence="Make player C automated, in the set-up state.", enters_set_up=True),
        attrs.evolve(MANUAL, sentence="Make player C manual, in the set-up state.", enters_set_up=True),
        attrs.evolve(
            SET,
            arguments=attrs.evolve(SET.arguments, written="C SPEC"),
            sentence="Set up a position, player C to move: 25 characters b, w and -, row by row from row 1.",
            enters_set_up=True,
        ),
        SEED,
        *STAGED,
    ),
    announcements=Sentences(),
    move_pattern=re.compile(r"[a-z]\d{1,2}-\S*", re.ASCII | re.IGNORECASE),
    has_set_up=True,
    ends_in_set_up=True,
)
