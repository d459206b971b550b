"""The command language: text into commands, and sessions that obey them."""

from taflkit.shell.commands import COMMANDS, Command, CommandError, Think, parse_command
from taflkit.shell.session import Leave, Player, ReadFile, Reply, Say, Session, SwitchVariant, WriteFile, dump, script

__all__ = [
    "COMMANDS",
    "Command",
    "CommandError",
    "Leave",
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
    "script",
]
