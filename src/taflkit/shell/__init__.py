"""The command language: text becomes commands, and a session obeys them."""

from taflkit.shell.announcements import AnnouncedEnd, AnnouncedMove, Announcements, Sentences, Starred
from taflkit.shell.boards import dump
from taflkit.shell.commands import Command, CommandError, PlayMove, Think, quoted
from taflkit.shell.dialect import Dialect, GameSettings, State, Usage
from taflkit.shell.dialects import TAFL, dialect_named, dialect_names
from taflkit.shell.parsing import parse_command
from taflkit.shell.replies import DrawBoard, Leave, ListVariants, Note, ReadFile, Reply, Say, SwitchVariant, WriteFile
from taflkit.shell.session import MoveChooser, Session
from taflkit.shell.wording import fixed_word, is_or_are, plain, player_name, player_word

#: The commands of tafl that begin with a fixed word, by that word.
COMMANDS = TAFL.commands

__all__ = [
    "COMMANDS",
    "AnnouncedEnd",
    "AnnouncedMove",
    "Announcements",
    "Command",
    "CommandError",
    "Dialect",
    "DrawBoard",
    "GameSettings",
    "Leave",
    "ListVariants",
    "MoveChooser",
    "Note",
    "PlayMove",
    "ReadFile",
    "Reply",
    "Say",
    "Sentences",
    "Session",
    "Starred",
    "State",
    "SwitchVariant",
    "Think",
    "Usage",
    "WriteFile",
    "dialect_named",
    "dialect_names",
    "dump",
    "fixed_word",
    "is_or_are",
    "parse_command",
    "plain",
    "player_name",
    "player_word",
    "quoted",
]
