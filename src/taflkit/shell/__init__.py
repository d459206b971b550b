"""The command language: text becomes commands, and a session obeys them."""

from taflkit.shell.announcements import AnnouncedEnd, AnnouncedMove, Announcements, Sentences, Starred
from taflkit.shell.arguments import Arguments, CommandError, quoted
from taflkit.shell.boards import dump
from taflkit.shell.dialect import AnyCommand, Call, Command, Dialect, GameSettings, State, Think, answering
from taflkit.shell.dialects.registry import dialect_named, dialect_names
from taflkit.shell.parsing import parse_command, typed_move
from taflkit.shell.replies import DrawBoard, Leave, ListVariants, Note, ReadFile, Reply, Say, SwitchVariant, WriteFile
from taflkit.shell.session import HasLevels, MoveChooser, Session, Step
from taflkit.shell.wording import fixed_word, is_or_are, plain, player_name, player_word

__all__ = [
    "AnnouncedEnd",
    "AnnouncedMove",
    "Announcements",
    "AnyCommand",
    "Arguments",
    "Call",
    "Command",
    "CommandError",
    "Dialect",
    "DrawBoard",
    "GameSettings",
    "HasLevels",
    "Leave",
    "ListVariants",
    "MoveChooser",
    "Note",
    "ReadFile",
    "Reply",
    "Say",
    "Sentences",
    "Session",
    "Starred",
    "State",
    "Step",
    "SwitchVariant",
    "Think",
    "WriteFile",
    "answering",
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
    "typed_move",
]
