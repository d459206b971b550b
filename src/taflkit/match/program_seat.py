"""The seat of a program that speaks the command language: it is told what happens, and announces its moves."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import attrs

from taflkit.engines.channel import command_words
from taflkit.engines.failures import EngineError
from taflkit.errors import IllegalMoveError, TaflError
from taflkit.games import AnyKind, Player
from taflkit.match.entrants import Answer, EntrantError, Fault, Seat, TimeLeft
from taflkit.match.programs import Exited, Moved, Program, Won
from taflkit.shell import Dialect, dialect_named, player_name, player_word

if TYPE_CHECKING:
    from taflkit.match.pairing import Pairing

#: How long a program may take to announce the winner when a game is over, and to exit.
_ANNOUNCING_SECONDS = 10.0
_EXIT_SECONDS = 3.0


def _words(command: str | Sequence[str]) -> tuple[str, ...]:
    return command_words(command)


@attrs.frozen
class ProgramEntrant:
    """A program that speaks the command language of `taflkit play`.

    Raises:
        EngineError: If the command is a text that cannot be split.
        TypeError: If the command is neither a text nor a sequence of texts.
    """

    command: tuple[str, ...] = attrs.field(converter=_words)
    """The command line, as a text or as its words."""
    restart: bool = False
    """Whether the program is started anew for every game."""
    name: str = attrs.field(kw_only=True)
    """What tables and records call it."""

    @name.default
    def _own_name(self) -> str:
        return " ".join(self.command)

    @property
    def keeps_running(self) -> bool:
        """The program runs on between games, unless it is started anew for every game."""
        return not self.restart

    def sit(self) -> Seat:
        """Take a seat; the program is started when a game begins."""
        return ProgramSeat(self)


class ProgramSeat:
    """A program at a board."""

    def __init__(self, entrant: ProgramEntrant) -> None:
        """Sit down; the program is started with the first game."""
        self._entrant = entrant
        self._program: Program | None = None
        self._pairing: Pairing[Any] | None = None
        self._player: Player | None = None
        self._told = 0
        self._agreed = True
        #: Whether the program has played another game and not answered in this one: it may be exiting.
        self._is_old = False

    def begin(self, pairing: Pairing[Any], player: Player) -> None:
        """Tell the program to play one side of an opening; it is started first if it does not run."""
        if self._program is not None and (self._entrant.restart or not self._agreed or self._program.has_ended):
            self.close()
        self._pairing, self._player, self._agreed = pairing, player, False
        self._is_old = self._program is not None
        self._set_up()

    def _set_up(self) -> None:
        """Tell the program the opening and which side it plays."""
        pairing, player = self._pairing, self._player
        assert pairing is not None
        assert player is not None
        commands = opening_commands(pairing, player)
        if self._program is None:
            announcements = dialect_named(pairing.kind.dialect).announcements
            self._program = Program(self._entrant.command, announcements=announcements)
        else:
            commands = restart_commands(pairing.kind, commands)
        self._told = pairing.opening.ply
        for line in commands:
            self._program.send(line)

    def move(self, game: Any, left: TimeLeft) -> Answer[Any]:
        """Tell the program what its opponent played, and wait for its move."""
        assert self._program is not None
        assert self._pairing is not None
        self._tell(game)
        seconds = left.move_seconds if left.own is None else min(left.move_seconds, left.own)
        try:
            match self._next(game, seconds):
                case Moved(text):
                    answer = self._pairing.kind.parse_move(game, text)
                case Won(text):
                    raise EntrantError(f"it says {text!r} while the game goes on", Fault.PROTOCOL)
                case _:
                    raise EntrantError(f"it {self._program.how_it_ended()}", Fault.CRASH)
        except EngineError as error:
            raise EntrantError(str(error), Fault.TIME) from None
        except IllegalMoveError as error:
            raise EntrantError(str(error), Fault.ILLEGAL) from None
        except EntrantError:
            raise
        except TaflError as error:
            raise EntrantError(str(error), Fault.PROTOCOL) from None
        self._told = game.ply + 1
        return Answer(answer)

    def _next(self, game: Any, seconds: float, since: float | None = None) -> Moved | Won | Exited:
        """The next event that is no board. A program that exited after its last game is started again."""
        while True:
            assert self._program is not None
            event = self._program.next_event(seconds, since)
            if isinstance(event, Exited) and self._is_old:
                self._is_old = False
                self.close()
                self._set_up()
                self._tell(game)
            elif isinstance(event, Moved | Won | Exited):
                self._is_old = False
                return event

    def _tell(self, game: Any) -> None:
        """Send the moves of a game that the program does not know yet."""
        assert self._program is not None
        assert self._pairing is not None
        dialect, kind = dialect_named(self._pairing.kind.dialect), self._pairing.kind
        for move in game.moves[self._told :]:
            self._program.send(_format_move(dialect, kind, move))
        self._told = game.ply

    def finish(self, game: Any) -> str:
        """A remark if the program announces another winner than the rules have, or none."""
        assert self._program is not None
        assert self._pairing is not None
        assert game.outcome is not None
        kind, winner = self._pairing.kind, game.outcome.winner
        self._tell(game)
        announcements = dialect_named(kind.dialect).announcements
        right = announcements.end(None if winner is None else player_name(game, winner, kind))
        since = time.monotonic()
        try:
            while not isinstance(event := self._next(game, _ANNOUNCING_SECONDS, since), Won | Exited):
                pass
        except EngineError:
            event = Exited()
        said = event.text if isinstance(event, Won) else "nothing"
        self._agreed = said == right
        return "" if self._agreed else f"says {said!r}"

    @property
    def is_fit(self) -> bool:
        """Whether the program can be told to play another game."""
        return self._agreed and not self._entrant.restart

    @property
    def last_words(self) -> str:
        """The last line that the program printed on standard error."""
        return "" if self._program is None else "".join(self._program.stderr_lines[-1:])

    def close(self) -> None:
        """Let the program exit if its last game ended well, and kill it otherwise."""
        program, self._program = self._program, None
        if program is None:
            return
        with program:
            if self._agreed:
                program.send("quit")
                program.close_input()
                with suppress(EngineError):
                    program.wait(_EXIT_SECONDS)


def opening_commands(pairing: Pairing[Any], player: Player) -> list[str]:
    """The commands that set up an opening and let a program play one side of it."""
    kind, opening = pairing.kind, pairing.opening
    dialect, variant = dialect_named(kind.dialect), kind.variant_of(opening)
    words = {each: player_word(variant, each, kind) for each in kind.players}
    manual = [f"manual {word}" for word in words.values()]
    load = [] if pairing.variant_name is None else [f"variant {pairing.variant_name}"]
    begin = [*dialect.start_commands(kind, opening, words)]
    moves = [_format_move(dialect, kind, move) for move in opening.moves]
    seed, auto = f"seed {pairing.seed}", f"auto {words[player]}"
    if dialect.has_set_up:
        return [*load, *begin, seed, *manual, auto, *moves, "start"]
    return [*manual, *load, seed, *begin, *moves, auto]


def restart_commands(kind: AnyKind, commands: Sequence[str]) -> list[str]:
    """The commands of an opening for a program that has played a game before."""
    dialect = dialect_named(kind.dialect)
    if dialect.has_set_up:
        return ["clear", *commands]
    manual = [command for command in commands if command.startswith("manual ")]
    return [*manual, "new", *commands[len(manual) :]]


def _format_move(dialect: Dialect, kind: AnyKind, move: object) -> str:
    return (dialect.format_move or kind.format_move)(move)
