"""`Referee`: plays a game between two programs, checks every move, and decides who won."""

from __future__ import annotations

import threading
from collections.abc import Collection
from contextlib import ExitStack, suppress

from taflkit.board import Move, Side
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.match.pairing import GameLimits, Pairing
from taflkit.match.programs import Ended, Moved, Program, ProgramError, Won
from taflkit.match.results import GameResult, programs_by_side
from taflkit.shell import format_set_rows, player_word

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

    def play(self, pairing: Pairing, attackers: int, number: int = 1) -> GameResult:
        """Play one game of a pairing. A program that crashes, hangs or makes an illegal move loses it.

        Args:
            pairing: The programs, the opening, the seed and the limits.
            attackers: Which program plays the attackers: 0 or 1.
            number: The number that the result carries.

        Raises:
            ProgramError: If a program cannot be started, or the referee was stopped.
            TypeError: If the arguments are of other types.
        """
        if not isinstance(pairing, Pairing):
            raise TypeError(f"a referee needs a Pairing, not {pairing!r}")
        if attackers not in (0, 1):
            raise TypeError(f"attackers is 0 or 1, the program that plays them, not {attackers!r}")
        players = programs_by_side(attackers)
        with ExitStack() as stack:
            programs: dict[Side, Program] = {}
            for side, index in players.items():
                programs[side] = program = stack.enter_context(Program(pairing.commands[index]))
                self._running.add(program)
                stack.callback(self._running.discard, program)
            if self._stopped.is_set():
                raise ProgramError("the match was stopped")
            for side, program in programs.items():
                for line in opening_commands(pairing, side):
                    program.send(line)
            game, winner, reason = _play(programs, pairing.opening, pairing.limits)
            if game.outcome is not None:
                _say_goodbye(programs.values())
        return GameResult(number, attackers, None if winner is None else players[winner], reason, game)

    def play_both(self, pairing: Pairing) -> tuple[GameResult, GameResult]:
        """Play both games of a pairing, the first with program 0 as the attackers.

        Raises:
            ProgramError: If a program cannot be started, or the referee was stopped.
        """
        return self.play(pairing, 0, 1), self.play(pairing, 1, 2)


def opening_commands(pairing: Pairing, side: Side) -> list[str]:
    """The commands that set up an opening and let a program play one side of it."""
    opening = pairing.opening
    names = {each: player_word(opening.variant, each) for each in Side}
    lines = [f"manual {name}" for name in names.values()]
    if pairing.variant_name is not None:
        lines.append(f"variant {pairing.variant_name}")
    lines.append(f"seed {pairing.seed}")
    if opening.start != opening.variant.start:
        lines.append(f"set {names[opening.start.to_move]} {format_set_rows(opening.start)}")
    lines += [move.short for move in opening.moves]
    lines.append(f"auto {names[side]}")
    return lines


def _play(programs: dict[Side, Program], game: Game, limits: GameLimits) -> tuple[Game, Side | None, str]:
    """The game at its end, the winner, and the reason."""
    while game.outcome is None:
        if game.ply >= limits.max_plies:
            return game, None, f"no end after {limits.max_plies} moves"
        side = game.to_move
        try:
            move, after = _next_move(programs[side], game, limits.move_seconds)
        except TaflError as error:
            stderr = programs[side].stderr_lines
            why = f"{player_word(game.variant, side)} loses: {error}"
            return game, side.other, f"{why} ({stderr[-1]})" if stderr else why
        programs[side.other].send(move.short)
        game = after
    return game, game.outcome.winner, game.outcome.reason.value + _disagreement(programs, game)


def _next_move(program: Program, game: Game, seconds: float) -> tuple[Move, Game]:
    """The program's move, and the game after it."""
    while True:
        match program.next_event(seconds):
            case Moved(text):
                after = game.play(text)
                assert after.last is not None
                return after.last.move, after
            case Won(text):
                raise ProgramError(f"it says {text!r} while the game goes on")
            case Ended():
                raise ProgramError(f"it {program.how_it_ended()}")


def _disagreement(programs: dict[Side, Program], game: Game) -> str:
    """A remark on a program that announces another winner, or none; empty if both agree with the rules."""
    assert game.outcome is not None
    winner = game.outcome.winner
    right = "* Draw." if winner is None else f"* {game.variant.side_name(winner)} wins."
    for side, program in programs.items():
        try:
            while not isinstance(event := program.next_event(_ANNOUNCING_SECONDS), Won | Ended):
                pass
        except ProgramError:
            event = Ended()
        said = event.text if isinstance(event, Won) else "nothing"
        if said != right:
            return f", but {player_word(game.variant, side)} says {said!r}"
    return ""


def _say_goodbye(programs: Collection[Program]) -> None:
    """Let the programs exit by themselves; those that do not are killed afterwards."""
    for program in programs:
        program.send("quit")
        program.close_input()
    for program in programs:
        with suppress(ProgramError):
            program.wait(_EXIT_SECONDS)
