"""The commands that every dialect has, in the order of the help text."""

from __future__ import annotations

from typing import Final

from taflkit.shell.commands import (
    ChangeVariant,
    Dump,
    Flip,
    Help,
    Hint,
    History,
    ListMoves,
    Load,
    Quit,
    Redo,
    Resign,
    Save,
    SetLevel,
    ShowBoard,
    ShowRules,
    ShowVariants,
    Status,
    Undo,
)
from taflkit.shell.dialect import State, Usage

#: How a session is left, explained, saved and read.
SESSION: Final = (Usage(Quit), Usage(Help), Usage(Load), Usage(Save))

#: What helps people who play.
EXTRAS: Final = (
    Usage(Hint),
    Usage(SetLevel),
    Usage(ListMoves),
    Usage(History),
    Usage(ShowBoard),
    Usage(Flip),
    Usage(ShowRules),
    Usage(ShowVariants),
    Usage(ChangeVariant),
)

#: What follows the commands of a game that begins in the set-up state.
STAGED: Final = (
    Usage(Dump),
    Usage(Undo),
    Usage(Redo),
    Usage(Resign, states=frozenset({State.PLAYING})),
    *SESSION,
    *EXTRAS,
    Usage(Status, "Show the state, whose turn it is and which players are automated."),
)
