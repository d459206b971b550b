"""`Dialect`: which commands a game knows, in which states, and how it announces what happens."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

import attrs

from taflkit.games import AnyKind, Player
from taflkit.games.history import start_of
from taflkit.shell.announcements import Announcements
from taflkit.shell.commands import Command, PlayMove

if TYPE_CHECKING:
    from taflkit.shell.replies import Reply
    from taflkit.shell.session import Session


class State(enum.Enum):
    """Where a session stands; the value is how to say it."""

    SET_UP = "set-up"
    """Moves set up a position, and automated players do nothing."""
    PLAYING = "playing"
    """The game is being played."""
    FINISHED = "finished"
    """The game is over."""


#: Obeys a command that only one dialect has.
Handler = Callable[["Session[Any, Any]", Any], "tuple[Session[Any, Any], tuple[Reply, ...]]"]
#: Makes the commands that bring back the start of a game, if it is not that of the variant.
#: The words for the players are given, since they depend on who reads the commands.
StartCommands = Callable[[AnyKind, Any, Mapping[Player, str]], Sequence[str]]

#: The column of the explanations in the list of all commands.
HELP_INDENT: Final = 18


@attrs.frozen
class Usage:
    """How a dialect uses a command."""

    command: type[Command]
    """The command."""
    explanation: str = attrs.field()
    """What it does, in one sentence; the docstring of the command if left out."""
    arguments: str = attrs.field(kw_only=True)
    """What follows the word, as help and errors show it; as the command has it if left out."""
    states: frozenset[State] = attrs.field(default=frozenset(State), kw_only=True)
    """The states in which it is accepted."""
    enters_set_up: bool = attrs.field(default=False, kw_only=True)
    """Whether it changes to the set-up state."""
    handler: Handler | None = attrs.field(default=None, kw_only=True)
    """Obeys the command, if `Session` itself does not know it."""

    @explanation.default
    def _docstring(self) -> str:
        return self.command.__doc__ or ""

    @arguments.default
    def _own_arguments(self) -> str:
        return self.command.arguments

    @property
    def syntax(self) -> str:
        """The written form of the command, as help and errors show it."""
        return f"{self.command.word} {self.arguments}".strip()


class GameSettings(Protocol):
    """What commands can set in a game that is going on, such as a move limit."""

    def describe(self, game: Any, /) -> Sequence[str]:
        """Lines about the settings, for the command `status`."""

    def commands(self, game: Any, /) -> Sequence[str]:
        """The commands that bring the settings back, for a saved game."""

    def keep(self, game: Any, earlier: Any, /) -> Any:
        """An earlier state of a game with the settings that the game has now, for the command `undo`."""


@attrs.frozen
class NoSettings:
    """Nothing can be set."""

    def describe(self, game: object) -> Sequence[str]:
        """No lines."""
        return ()

    def commands(self, game: object) -> Sequence[str]:
        """No commands."""
        return ()

    def keep(self, game: object, earlier: object) -> object:
        """The earlier state as it is."""
        return earlier


def set_position(kind: AnyKind, game: Any, words: Mapping[Player, str]) -> Sequence[str]:
    """The command `set` for the start of a game, if it is not that of the variant."""
    begin, variant = start_of(game), kind.variant_of(game)
    if begin.key == kind.start(variant).key:
        return ()
    return (f"set {words[begin.to_move]} {kind.format_set_up(begin)}",)


@attrs.frozen
class Dialect:
    """A command language: its commands, its states and its announcements."""

    name: str
    """The name by which kinds of game name it."""
    usages: tuple[Usage, ...]
    """The commands, in the order of the help text."""
    announcements: Announcements
    """How moves and the end of a game are announced."""
    move: re.Pattern[str]
    """Matches every word that is read as a move; `GameKind.parse_move` reads it."""
    has_set_up: bool = False
    """Whether games begin in the set-up state, which the command `start` ends."""
    ends_in_set_up: bool = False
    """Whether the end of a game leads back to the set-up state."""
    format_move: Callable[[Any], str] | None = None
    """A move as it is printed, if that is shorter than `GameKind.format_move`."""
    settings: GameSettings = attrs.field(factory=NoSettings)
    """What commands can set in a game that is going on."""
    start_commands: StartCommands = set_position
    """Makes the commands that bring back the start of a game, if it is not that of the variant."""
    by_command: Mapping[type[Command], Usage] = attrs.field(init=False, repr=False)
    """The usages by their commands."""
    commands: Mapping[str, type[Command]] = attrs.field(init=False, repr=False)
    """The commands that begin with a fixed word, by that word."""

    @by_command.default
    def _by_command(self) -> Mapping[type[Command], Usage]:
        return MappingProxyType({usage.command: usage for usage in self.usages})

    @commands.default
    def _commands(self) -> Mapping[str, type[Command]]:
        return MappingProxyType({command.word: command for command in self.by_command if command is not PlayMove})

    def help(self, about: str = "") -> str | None:
        """The help text of all commands, or of the one with that word; `None` if there is no such command."""
        if not about:
            move, *others = sorted(self.usages, key=lambda usage: usage.command is not PlayMove)
            forms = {"a move": move, **{usage.syntax: usage for usage in others}}
            return "\n".join(f"{form:{HELP_INDENT}}{usage.explanation}" for form, usage in forms.items())
        word = about.lower()
        command = PlayMove if word == "move" else self.commands.get(word)
        if command is None:
            return None
        usage = self.by_command[command]
        return f"{usage.syntax}: {usage.explanation}"


#: The states in which a position is set up or a game is played.
UNFINISHED: Final = frozenset({State.SET_UP, State.PLAYING})
