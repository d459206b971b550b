"""The command language: text becomes commands, and a session obeys them."""

from taflkit.shell.boards import dump, unicode_board
from taflkit.shell.commands import COMMANDS, Command, CommandError, PlayMove, Think, parse_command, quoted
from taflkit.shell.replies import Leave, ReadFile, Reply, Say, SwitchVariant, WriteFile
from taflkit.shell.rows import format_set_rows, parse_set_rows
from taflkit.shell.session import Player, Session
from taflkit.shell.wording import plain, player_name, player_word

__all__ = [
    "COMMANDS",
    "Command",
    "CommandError",
    "Leave",
    "PlayMove",
    "Player",
    "ReadFile",
    "Reply",
    "Say",
    "Session",
    "SwitchVariant",
    "Think",
    "WriteFile",
    "dump",
    "format_set_rows",
    "parse_command",
    "parse_set_rows",
    "plain",
    "player_name",
    "player_word",
    "quoted",
    "unicode_board",
]
