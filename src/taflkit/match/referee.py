"""`Referee`: plays a game between two programs, checks every move, and decides who won."""

from __future__ import annotations

import threading
from collections.abc import Collection
from contextlib import ExitStack, suppress
from typing import Any

import attrs

from taflkit.errors import TaflError
from taflkit.games import AnyKind, Player
from taflkit.match.pairing import GameLimits, GameT, Pairing
from taflkit.match.programs import Ended, Moved, Program, ProgramError, Won
from taflkit.match.results import GameResult, programs_by_player
from taflkit.shell import Dialect, dialect_named, player_name, player_word

#: How long a program may take to announce the winner when a game is over, and to exit.
_ANNOUNCING_SECONDS = 10.0
_EXIT_SECONDS = 3.0


class Referee:
    """Plays games between programs, in any number of threads; another thread may stop all of them."""

    def __init__(self) -> None:
        """Create a referee without games."""
        self._running: set[Program] = set()
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Kill the programs of all games in progress, and refuse to begin others."""
        self._stopped.set()
        for program in tuple(self._running):
            program.kill()

    def play(self, pairing: Pairing[GameT], first: int, number: int = 1) -> GameResult[GameT]:
        """Play one game of a pairing. A program that crashes, hangs or makes an illegal move loses it.

        Args:
            pairing: The programs, the opening, the seed and the limits.
            first: Which program plays the first of `GameKind.players`: 0 or 1.
            number: The number that the result carries.

        Raises:
            ProgramError: If a program cannot be started, or the referee was stopped.
            TypeError: If the arguments are of other types.
        """
        if not isinstance(pairing, Pairing):
            raise TypeError(f"a referee needs a Pairing, not {pairing!r}")
        if first not in (0, 1):
            raise TypeError(f"first is 0 or 1, the program that plays the first player, not {first!r}")
        kind = pairing.kind
        players = programs_by_player(kind, first)
        announcements = dialect_named(kind.dialect).announcements
        with ExitStack() as stack:
            programs: dict[Player, Program] = {}
            for player, index in players.items():
                program = Program(pairing.commands[index], announcements=announcements)
                programs[player] = stack.enter_context(program)
                self._running.add(program)
                stack.callback(self._running.discard, program)
            if self._stopped.is_set():
                raise ProgramError("the match was stopped")
            for player, program in programs.items():
                for line in opening_commands(pairing, player):
                    program.send(line)
            game, winner, reason = _Play(kind, programs, pairing.limits).play(pairing.opening)
            if game.outcome is not None:
                _say_goodbye(programs.values())
        return GameResult(number, first, None if winner is None else players[winner], reason, game, kind)

    def play_both(self, pairing: Pairing[GameT]) -> tuple[GameResult[GameT], GameResult[GameT]]:
        """Play both games of a pairing, the first with program 0 as the first player.

        Raises:
            ProgramError: If a program cannot be started, or the referee was stopped.
        """
        return self.play(pairing, 0, 1), self.play(pairing, 1, 2)


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


def _format_move(dialect: Dialect, kind: AnyKind, move: object) -> str:
    return (dialect.format_move or kind.format_move)(move)


@attrs.frozen
class _Play:
    """A game being played: its kind, the programs and the limits."""

    kind: AnyKind
    programs: dict[Player, Program]
    limits: GameLimits

    @property
    def dialect(self) -> Dialect:
        return dialect_named(self.kind.dialect)

    def play(self, game: GameT) -> tuple[GameT, Player | None, str]:
        """The game at its end, the winner, and the reason."""
        while game.outcome is None:
            if game.ply >= self.limits.max_plies:
                return game, None, f"no end after {self.limits.max_plies} moves"
            player = game.to_move
            try:
                move = self._next_move(game)
            except TaflError as error:
                stderr = self.programs[player].stderr_lines
                why = f"{self._word(game, player)} loses: {error}"
                return game, player.other, f"{why} ({stderr[-1]})" if stderr else why
            self.programs[player.other].send(_format_move(self.dialect, self.kind, move))
            game = game.play(move)
        return game, game.outcome.winner, self.kind.format_reason(game) + self._disagreement(game)

    def _word(self, game: GameT, player: Player) -> str:
        return player_word(self.kind.variant_of(game), player, self.kind)

    def _next_move(self, game: GameT) -> Any:
        """The legal move of the program whose turn it is."""
        program = self.programs[game.to_move]
        while True:
            match program.next_event(self.limits.move_seconds):
                case Moved(text):
                    return self.kind.parse_move(game, text)
                case Won(text):
                    raise ProgramError(f"it says {text!r} while the game goes on")
                case Ended():
                    raise ProgramError(f"it {program.how_it_ended()}")

    def _disagreement(self, game: GameT) -> str:
        """A remark on a program that announces another winner, or none; empty if both agree with the rules."""
        assert game.outcome is not None
        winner = game.outcome.winner
        right = self.dialect.announcements.end(None if winner is None else player_name(game, winner, self.kind))
        for player, program in self.programs.items():
            try:
                while not isinstance(event := program.next_event(_ANNOUNCING_SECONDS), Won | Ended):
                    pass
            except ProgramError:
                event = Ended()
            said = event.text if isinstance(event, Won) else "nothing"
            if said != right:
                return f", but {self._word(game, player)} says {said!r}"
        return ""


def _say_goodbye(programs: Collection[Program]) -> None:
    """Let the programs exit by themselves; those that do not are killed afterwards."""
    for program in programs:
        program.send("quit")
        program.close_input()
    for program in programs:
        with suppress(ProgramError):
            program.wait(_EXIT_SECONDS)
