"""The table of the commands that dialects share: one row each, with the method of `Session` or the answer to it.

What help, errors and completion say of a command follows from its row. A dialect may have a row of its own, or another
sentence and other states for one of these.
"""

from __future__ import annotations

from typing import Final

import attrs

from taflkit.shell import answers, records
from taflkit.shell.arguments import (
    FILE,
    MOVE_TEXT,
    NAME,
    NOTHING,
    NUMBER,
    OPTIONAL_COMMAND,
    OPTIONAL_SQUARE,
    PLAYER,
    PLAYER_AND_LEVEL,
    POSITION,
)
from taflkit.shell.dialect import AnyCommand, Command, State, answering
from taflkit.shell.session import Session

# What begins a game and what is set in it: dialects choose among these.
MOVE: Final = Command("MOVE", MOVE_TEXT, "Play a move, such as b3-6, b3-f or b3-b6.", Session.make_move)
NEW: Final = Command(
    "new", NOTHING, "Abandon the game and set up the start position, without a move limit.", Session.new
)
CLEAR: Final = Command(
    "clear",
    NOTHING,
    "Abandon the game: the start position, the set-up state, and only the second player automated.",
    Session.clear,
    enters_set_up=True,
)
START: Final = Command("start", NOTHING, "Play on from the position that has been set up.", Session.begin)
SEED: Final = Command("seed", NUMBER, "Seed the choices of the automated players.", Session.set_seed)
AUTO: Final = Command("auto", PLAYER, "Make player C automated.", Session.make_automated)
MANUAL: Final = Command("manual", PLAYER, "Make player C manual.", Session.make_manual)
SET: Final = Command(
    "set",
    POSITION,
    "Start from a position, player C to move: the rows from the top, - or a number for empty squares.",
    Session.set_up,
)
RESIGN: Final = Command("resign", NOTHING, "Give up the game for the player whose turn it is.", Session.resign)
STATUS: Final = Command(
    "status",
    NOTHING,
    "Show whose turn it is, which players are automated, and the move limit.",
    answering(answers.status),
)

#: The moves of the game, for programs and people. Every dialect has these and the following.
GAME: Final[tuple[AnyCommand, ...]] = (
    Command("dump", NOTHING, "Print the board in the exact form that other programs read.", answering(answers.dumped)),
    Command("undo", NOTHING, "Take back moves to before your last one.", Session.undo),
    Command("redo", NOTHING, "Play again what undo took back.", Session.redo),
)

#: How a session is left, explained, saved and read.
SESSION: Final[tuple[AnyCommand, ...]] = (
    Command("quit", NOTHING, "Leave.", answering(answers.leave)),
    Command("help", OPTIONAL_COMMAND, "List the commands, or explain one.", answering(answers.explained)),
    Command("load", FILE, "Run the commands in a file, or go on from a recorded game.", answering(answers.read_file)),
    Command(
        "save",
        FILE,
        "Save the game: as a record if the name ends with .tafl, else as commands.",
        answering(records.save),
    ),
)

#: What helps people who play.
EXTRAS: Final[tuple[AnyCommand, ...]] = (
    Command("hint", NOTHING, "Show the move that the automated player would make.", answering(answers.hint)),
    Command(
        "level",
        PLAYER_AND_LEVEL,
        "Set how well the automated players play, or player C alone: 1 is for beginners, 10 is best. Alone, show it.",
        Session.set_level,
    ),
    Command("moves", OPTIONAL_SQUARE, "List the legal moves, all or those from a square.", answering(answers.moves)),
    Command("history", NOTHING, "List the moves of the game so far.", answering(answers.history)),
    Command("board", NOTHING, "Draw the board with its coordinates.", answering(answers.drawn)),
    Command("flip", NOTHING, "See the board from the other side, or from this side again.", Session.flip),
    Command("rules", NOTHING, "Explain the rules of the game.", answering(answers.rules)),
    Command("variants", NOTHING, "List the games that can be played.", answering(answers.variants)),
    Command("variant", NAME, "Start a game of another variant.", answering(answers.switch_variant)),
)

#: What follows the commands of a game that begins in the set-up state.
STAGED: Final[tuple[AnyCommand, ...]] = (
    *GAME,
    attrs.evolve(RESIGN, states=frozenset({State.PLAYING})),
    *SESSION,
    *EXTRAS,
    attrs.evolve(STATUS, sentence="Show the state, whose turn it is and which players are automated."),
)
