"""Games between two programs that speak the command language, with taflkit as the referee."""

from __future__ import annotations

import math
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import attrs

from taflkit.board import Move, Side
from taflkit.cli.arguments import read_whole
from taflkit.cli.programs import Ended, Moved, Program, ProgramError, Won
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.notation import format_position, parse_position
from taflkit.shell.text import write_rows
from taflkit.variant import Variant

#: How long a program may take to say who has won when a game is over, and to leave.
_ANNOUNCING_SECONDS = 10.0
_PARTING_SECONDS = 3.0
#: How many standard deviations to either side hold 95 % of what chance does.
_DEVIATIONS = 1.959964


@attrs.frozen
class Match:
    """What is played: two programs by their commands, a variant, and bounds."""

    commands: tuple[tuple[str, ...], tuple[str, ...]]
    openings: tuple[Game, ...]
    #: A command that names the variant to the programs, where it is not the one that they play anyway.
    variant_command: str | None = None
    seed: int = 0
    most_plies: int = 500
    move_seconds: float = 60.0
    _running: set[Program] = attrs.field(factory=set, init=False, eq=False, repr=False)
    _stopped: threading.Event = attrs.field(factory=threading.Event, init=False, eq=False, repr=False)

    def stop(self) -> None:
        """End the games that are being played in other threads, and those that are about to begin."""
        self._stopped.set()
        for program in tuple(self._running):
            program.kill()

    def play_all(self, games: int, jobs: int) -> Iterator[GameResult]:
        """Play so many games, some at a time; the results come in their order."""
        if jobs == 1:
            yield from map(self.play, range(games))
            return
        from concurrent.futures import ThreadPoolExecutor

        executor = ThreadPoolExecutor(jobs)
        try:
            yield from executor.map(self.play, range(games))
        finally:
            self.stop()  # After Ctrl-C, that is; else there is nothing to stop.
            executor.shutdown(wait=True, cancel_futures=True)

    def play(self, number: int) -> GameResult:
        """Play a game; each opening is played twice with the same seed, and the first program starts as attackers."""
        opening = self.openings[number // 2 % len(self.openings)]
        attackers = number % 2
        players = _players(attackers)
        with ExitStack() as stack:
            programs: dict[Side, Program] = {}
            for side, index in players.items():
                programs[side] = program = stack.enter_context(Program(self.commands[index]))
                self._running.add(program)
                stack.callback(self._running.discard, program)
            if self._stopped.is_set():
                raise ProgramError("the match was stopped")
            for side, program in programs.items():
                self._prepare(program, side, opening, self.seed + number // 2)
            game, winner, reason = self._play(programs, opening)
            if game.outcome is not None:
                _part(programs.values())
        return GameResult(number + 1, attackers, None if winner is None else players[winner], reason, game)

    def _prepare(self, program: Program, side: Side, opening: Game, seed: int) -> None:
        """Set up the opening, and have the program play its side."""
        names = {each: name_of(opening.variant, each) for each in Side}
        lines = [f"manual {name}" for name in names.values()]
        if self.variant_command is not None:
            lines.append(self.variant_command)
        lines.append(f"seed {seed}")
        if opening.start != opening.variant.start:
            lines.append(f"set {names[opening.start.to_move]} {write_rows(opening.start)}")
        lines += [move.short for move in opening.moves]
        lines.append(f"auto {names[side]}")
        for line in lines:
            program.send(line)

    def _play(self, programs: dict[Side, Program], game: Game) -> tuple[Game, Side | None, str]:
        while game.outcome is None:
            if game.ply >= self.most_plies:
                return game, None, f"no end after {self.most_plies} moves"
            side = game.to_move
            try:
                move, after = self._move(programs[side], game)
            except TaflError as error:
                complaints = programs[side].complaints
                why = f"{name_of(game.variant, side)} loses: {error}"
                return game, side.other, f"{why} ({complaints[-1]})" if complaints else why
            programs[side.other].send(move.short)
            game = after
        return game, game.outcome.winner, game.outcome.reason.value + self._disagreement(programs, game)

    def _move(self, program: Program, game: Game) -> tuple[Move, Game]:
        """The program's move, and the game after it."""
        while True:
            match program.event(self.move_seconds):
                case Moved(text):
                    after = game.play(text)
                    assert after.last is not None
                    return after.last.move, after
                case Won(text):
                    raise ProgramError(f"it says {text!r} while the game goes on")
                case Ended():
                    raise ProgramError(f"it {program.epitaph()}")

    @staticmethod
    def _disagreement(programs: dict[Side, Program], game: Game) -> str:
        """What is to be said if the programs do not see that the game has ended, or see another winner."""
        assert game.outcome is not None
        winner = game.outcome.winner
        right = "* Draw." if winner is None else f"* {game.variant.side_name(winner)} wins."
        for side, program in programs.items():
            try:
                while not isinstance(event := program.event(_ANNOUNCING_SECONDS), Won | Ended):
                    pass
            except ProgramError:
                event = Ended()
            said = event.text if isinstance(event, Won) else "nothing"
            if said != right:
                return f", but {name_of(game.variant, side)} says {said!r}"
        return ""


def _players(attackers: int) -> dict[Side, int]:
    """Which program plays which side."""
    return {Side.ATTACKERS: attackers, Side.DEFENDERS: 1 - attackers}


def _part(programs: Collection[Program]) -> None:
    """Let programs leave; those that do not are ended soon anyway."""
    for program in programs:
        program.send("quit")
        program.close()
    for program in programs:
        with suppress(ProgramError):
            program.wait(_PARTING_SECONDS)


@attrs.frozen
class GameResult:
    """How a game of a match went; programs are 0 and 1."""

    number: int
    attackers: int
    winner: int | None
    reason: str
    game: Game

    def __str__(self) -> str:
        """Print on one line."""
        variant = self.game.variant
        colours = ", ".join(
            f"{name_of(variant, side)} {program + 1}" for side, program in _players(self.attackers).items()
        )
        result = "drawn" if self.winner is None else f"{self.winner + 1} wins"
        moves = f"{self.game.ply} move{'s' * (self.game.ply != 1)}"
        return f"game {self.number}: {colours}: {result} after {moves}, {self.reason}"

    def as_table(self) -> dict[str, Any]:
        """The same as programs read it; there the programs are 1 and 2."""
        return {
            "number": self.number,
            "attackers": self.attackers + 1,
            "defenders": 2 - self.attackers,
            "winner": None if self.winner is None else self.winner + 1,
            "reason": self.reason,
            "start": format_position(Game(self.game.variant, self.game.start)),
            "moves": [str(move) for move in self.game.moves],
        }


@attrs.frozen
class Standing:
    """The games that a program won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @classmethod
    def of(cls, results: Iterable[GameResult]) -> Standing:
        """The standing of the first program after these games."""
        winners = [result.winner for result in results]
        return cls(winners.count(0), winners.count(None), winners.count(1))

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """A game won is a point, a drawn one half a point."""
        return self.won + self.drawn / 2

    @property
    def other(self) -> Standing:
        """The same for the other program."""
        return Standing(self.lost, self.drawn, self.won)

    @property
    def elo(self) -> Elo:
        """By how much this program is the stronger one, as explains the games best, with Wilson's interval around it.

        That a draw counts as half a game won makes the interval a little too wide where there are many of them.
        """
        games = self.games
        if not games:
            return Elo(None, None, None)
        score = self.points / games
        z2 = _DEVIATIONS**2
        centre = (score + z2 / (2 * games)) / (1 + z2 / games)
        spread = _DEVIATIONS * math.sqrt(score * (1 - score) / games + z2 / (4 * games**2)) / (1 + z2 / games)
        return Elo(_difference(score), _difference(centre - spread), _difference(centre + spread))


@attrs.frozen
class Elo:
    """A difference in Elo points, and between what it lies with 95 % confidence; infinite ends are `None`."""

    difference: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        """Print as `+120, 95 % between -15 and +290`."""
        if self.low is None and self.high is None:
            return "unknown"
        if self.high is None:
            return f"95 % above {self.low:+.0f}"
        if self.low is None:
            return f"95 % below {self.high:+.0f}"
        return f"{self.difference:+.0f}, 95 % between {self.low:+.0f} and {self.high:+.0f}"


def _difference(score: float) -> float | None:
    """The difference at which a player scores that much on average, `None` if there is none."""
    # At a score of nothing or of everything the interval ends there too, but for the last digits.
    if not 1e-9 < score < 1 - 1e-9:
        return None
    return 400 * math.log10(score / (1 - score))


def as_table(names: tuple[str, str], results: Sequence[GameResult]) -> dict[str, object]:
    """What came of a match, as programs read it."""
    standing = Standing.of(results)
    return {
        "variant": results[0].game.variant.name,
        "programs": [
            {"command": name, "won": its.won, "drawn": its.drawn, "lost": its.lost, "points": its.points}
            for name, its in zip(names, (standing, standing.other), strict=True)
        ],
        "elo": attrs.asdict(standing.elo),
        "games": [result.as_table() for result in results],
    }


def table_lines(names: tuple[str, str], results: Sequence[GameResult]) -> Iterator[str]:
    """The same for people, without the games."""
    variant = results[0].game.variant
    whole = Standing.of(results)
    rows = [(f"1 {names[0]}", whole), (f"2 {names[1]}", whole.other)]
    for side, attackers in ((Side.ATTACKERS, 0), (Side.DEFENDERS, 1)):
        its = Standing.of(result for result in results if result.attackers == attackers)
        rows.append((f"1 as {name_of(variant, side)}", its))
    width = max(len(name) for name, _ in rows)
    yield f"\n{'':{width}}  games  won  drawn  lost  points"
    for name, its in rows:
        yield f"{name:{width}}  {its.games:5}  {its.won:3}  {its.drawn:5}  {its.lost:4}  {its.points:6.1f}"
    yield f"Elo difference of 1 to 2: {whole.elo}"


def name_of(variant: Variant, side: Side) -> str:
    """What a player is called in commands, which take one word."""
    name = variant.side_name(side).lower()
    return name if len(name.split()) == 1 else side.value


def read_openings(path: Path, variant: Variant) -> tuple[Game, ...]:
    """The openings of a file: on each line moves from the start, or a position; `#` begins a comment."""
    openings = []
    text = read_whole(path, "a file of openings").decode("utf-8", "replace")
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        try:
            opening = _opening(words, variant)
            if opening.outcome is not None:
                raise TaflError(f"the game is over: {opening.outcome}")
        except TaflError as error:
            raise TaflError(f"{path}:{number}: {error}") from None
        openings.append(opening)
    if not openings:
        raise TaflError(f"{path}: there is no opening in it")
    return tuple(openings)


def _opening(text: str, variant: Variant) -> Game:
    if "/" in text:
        return parse_position(text, variant)
    return Game(variant, variant.start).play_all(text.split())
