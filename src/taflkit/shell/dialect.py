"""`Command`: a row of the table of commands. `Dialect`: which commands a game knows, and how it announces moves."""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol

import attrs

from taflkit.games import AnyKind, Player
from taflkit.games.history import start_of
from taflkit.shell.announcements import Announcements
from taflkit.shell.arguments import Arguments, ArgumentTs, CommandError, quoted

if TYPE_CHECKING:
    from taflkit.shell.replies import Reply
    from taflkit.shell.session import Session, Step


class State(enum.Enum):
    """Where a session stands; the value is how to say it."""

    SET_UP = "set-up"
    """Moves set up a position, and automated players do nothing."""
    PLAYING = "playing"
    """The game is being played."""
    FINISHED = "finished"
    """The game is over."""


#: The states in which a position is set up or a game is played.
UNFINISHED: Final = frozenset({State.SET_UP, State.PLAYING})

#: The column of the explanations in the list of all commands.
HELP_INDENT: Final = 18
#: Words that mean the same as a command, because people try them.
OTHER_WORDS: Final = {"exit": "quit", "?": "help"}


@attrs.frozen
class Command(Generic[*ArgumentTs]):
    """A command of the language: how it is written, what it does, and the method that obeys it."""

    word: str
    """The word that it begins with."""
    arguments: Arguments[*ArgumentTs]
    """What follows the word."""
    sentence: str
    """What it does, in one sentence."""
    method: Callable[[Session[Any, Any], *ArgumentTs], Step[Any, Any]]
    """Obeys it: a method of `Session`, or a function of a session and the arguments."""
    states: frozenset[State] = attrs.field(default=frozenset(State), kw_only=True)
    """The states in which it is accepted."""
    enters_set_up: bool = attrs.field(default=False, kw_only=True)
    """Whether it changes to the set-up state first."""

    @property
    def syntax(self) -> str:
        """The written form, as help and errors show it."""
        return f"{self.word} {self.arguments.written}".strip()


AnyCommand = Command[*tuple[Any, ...]]
"""A command with any arguments."""


def answering(
    answer: Callable[[Session[Any, Any], *ArgumentTs], Reply],
) -> Callable[[Session[Any, Any], *ArgumentTs], Step[Any, Any]]:
    """The method of a command that changes nothing: `answer` returns the reply to it."""

    def method(session: Session[Any, Any], *arguments: *ArgumentTs) -> Step[Any, Any]:
        return session, (answer(session, *arguments),)

    return method


@attrs.frozen
class Call:
    """A command with its arguments: what a line means."""

    command: AnyCommand
    """The command."""
    arguments: tuple[object, ...] = ()
    """What follows its word, as `Command.arguments` reads it."""


@attrs.frozen
class Think:
    """Make the move of the automated player whose turn it is. Drivers send this; it has no text form."""


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


#: Makes the commands that bring back the start of a game, if it is not that of the variant.
#: The words for the players are given, since they depend on who reads the commands.
StartCommands = Callable[[AnyKind, Any, Mapping[Player, str]], Sequence[str]]


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
    move: Command[str]
    """The command that is a move, which has no word of its own."""
    commands: tuple[AnyCommand, ...]
    """The other commands, in the order of the help text."""
    announcements: Announcements
    """How moves and the end of a game are announced."""
    move_pattern: re.Pattern[str]
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
    by_word: Mapping[str, AnyCommand] = attrs.field(
        init=False,
        repr=False,
        eq=False,
        default=attrs.Factory(
            lambda self: MappingProxyType({command.word: command for command in self.commands}), takes_self=True
        ),
    )
    """The commands by their words; a move has none."""

    def command_called(self, word: str) -> AnyCommand | None:
        """The command of a word that somebody wrote, `None` if there is none."""
        word = word.lower()
        return self.by_word.get(OTHER_WORDS.get(word, word))

    def call(self, word: str, *arguments: object) -> Call:
        """The call of a command with arguments as its method takes them.

        Raises:
            CommandError: There is no such command.
        """
        command = self.by_word.get(word)
        if command is None:
            raise CommandError(f"there is no command {quoted(word)} in this game")
        return Call(command, arguments)

    def write_move(self, kind: AnyKind, move: object) -> str:
        """A move as it is printed."""
        return (self.format_move or kind.format_move)(move)

    def set_up(
        self,
        kind: AnyKind,
        game: Any,
        automated: Collection[Player],
        words: Mapping[Player, str],
        *,
        variant: str | None = None,
        settings: Iterable[str] = (),
        moves: Iterable[str] = (),
        ending: Iterable[str] = (),
        playing: bool = True,
        again: bool = False,
    ) -> list[str]:
        """The commands that set up a game and its players, in the one order that every program obeys.

        Args:
            kind: The kind of game.
            game: The game.
            automated: The players who are automated; the others are manual.
            words: The words for the players.
            variant: The name or path by which the variant is loaded; `None` if it is there already.
            settings: The commands for seeds, levels and the like.
            moves: The moves since the start of the game.
            ending: The commands after the moves.
            playing: Whether the game is being played, not set up.
            again: Whether another game may have been played before.
        """
        begin = [] if variant is None else [f"variant {variant}"]
        begin += [*self.start_commands(kind, game, words), *settings]
        if self.has_set_up:
            # Automated players do nothing before `start`.
            clear, start = ["clear"] if again else [], ["start"] if playing else []
            who = [f"{'auto' if player in automated else 'manual'} {word}" for player, word in words.items()]
            return [*clear, *begin, *who, *moves, *start, *ending]
        # Automated players move at once, so they become automated last.
        manual = [f"manual {word}" for word in words.values()]
        auto = [f"auto {word}" for player, word in words.items() if player in automated]
        return [*manual, *(["new"] if again else []), *begin, *moves, *ending, *auto]

    def help(self, about: str = "") -> str | None:
        """The help text of all commands, or of the one with that word; `None` if there is no such command."""
        if not about:
            forms = {"a move": self.move, **{command.syntax: command for command in self.commands}}
            return "\n".join(f"{form:{HELP_INDENT}}{command.sentence}" for form, command in forms.items())
        command = self.move if about.lower() == "move" else self.command_called(about)
        return None if command is None else f"{command.syntax}: {command.sentence}"
