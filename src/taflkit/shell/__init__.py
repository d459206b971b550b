"""The command language: text into commands, and sessions that obey them."""

from taflkit.shell.commands import COMMANDS, Command, CommandError, Play, Think, parse_command, quoted
from taflkit.shell.session import Leave, Player, ReadFile, Reply, Say, Session, SwitchVariant, WriteFile
from taflkit.shell.text import dump, plain, player_name, unicode_board

__all__ = [
    "COMMANDS",
    "Command",
    "CommandError",
    "Leave",
    "Play",
    "Player",
    "ReadFile",
    "Reply",
    "Say",
    "Session",
    "SwitchVariant",
    "Think",
    "WriteFile",
    "dump",
    "parse_command",
    "plain",
    "player_name",
    "quoted",
    "unicode_board",
]
