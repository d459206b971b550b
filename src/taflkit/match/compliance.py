"""Whether an entrant of a match obeys its protocol: facts that must hold of every program, checked one by one."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import attrs

from taflkit.engines.enginesearcher import engine_class, open_engine
from taflkit.engines.play import CommandEngine, opening_commands
from taflkit.errors import TaflError
from taflkit.games import GameVariant, RecordedGame, kind_of
from taflkit.match.engine_seat import EngineEntrant
from taflkit.match.entrants import Entrant, SearcherEntrant
from taflkit.match.generating import random_openings
from taflkit.match.limits import GameLimits
from taflkit.match.pairing import Pairing
from taflkit.match.programs import Exited, Moved, Program, Won
from taflkit.match.referee import play_game
from taflkit.match.results import GameResult
from taflkit.match.seats import POOL
from taflkit.search import Cancel, SearchLimit
from taflkit.shell import dialect_named

#: How long an answer may take, in seconds.
MOVE_SECONDS = 10.0
#: How long an engine is asked to think, and how much longer it may take to say so, in seconds.
_THINKING, _LATENCY = 0.2, 2.0
#: Games against a player who moves at random are broken off after so many moves.
_MAX_PLIES = 300
#: What no program should stumble over.
ILLEGAL = ("a1-a1", "z99-z98")
NONSENSE = ("nonsense", "auto", "seed x", "\udcff\udcfe", "#", "", "x" * 5000)


@attrs.frozen
class Check:
    """A fact that was checked."""

    says: str
    """The fact, as a sentence."""
    problem: str = ""
    """What is wrong; empty if the fact holds."""

    @classmethod
    def of(cls, says: str, work: Callable[[], str]) -> Check:
        """Check a fact.

        Args:
            says: The fact.
            work: Returns what is wrong, or an empty text; an error of taflkit is wrong, too.
        """
        try:
            return cls(says, work())
        except TaflError as error:
            return cls(says, str(error))


def check_compliance(entrant: Entrant, variant: GameVariant) -> Iterator[Check]:
    """Check that a program obeys its protocol.

    Args:
        entrant: The program or engine.
        variant: What is played.

    Yields:
        Each fact that was checked, as soon as it is known.
    """
    if isinstance(entrant, EngineEntrant):
        check = check_program if entrant.protocol == CommandEngine.protocol else _check_engine
        yield from check(entrant, variant)
    yield from check_games(entrant, variant)


def check_games(entrant: Entrant, variant: GameVariant) -> Iterator[Check]:
    """Check an entrant of any protocol by letting it play, against a player who moves at random.

    Args:
        entrant: The entrant.
        variant: What is played.
    """
    kind = kind_of(variant)
    opening = random_openings(variant, 1, plies=3, seed=1)[0]
    try:
        for player, changed in zip(kind.players, (False, True), strict=True):
            yield Check.of(
                f"It plays {kind.player_name(variant, player)} from the start, and agrees on the end.",
                partial(_played, entrant, kind.start(variant), changed),
            )
        yield Check.of("It plays another game, after moves that it is told.", partial(_played, entrant, opening, False))
        yield Check.of("It plays the same game again if nothing has changed.", lambda: _repeated(entrant, opening))
    finally:
        POOL.close()


def check_program(entrant: EngineEntrant, variant: GameVariant) -> Iterator[Check]:
    """Check a program that speaks the command language: what it does beyond playing games."""
    yield Check.of("It exits with status 0 after quit.", lambda: _exits(entrant, "quit"))
    yield Check.of("It exits with status 0 at the end of its input.", lambda: _exits(entrant, None))
    yield Check.of("It goes on after lines that are no commands.", lambda: _survives(entrant, variant, NONSENSE))
    yield Check.of("It goes on after moves that are illegal.", lambda: _survives(entrant, variant, ILLEGAL))


def _check_engine(entrant: EngineEntrant, variant: GameVariant) -> Iterator[Check]:
    """Check what an engine does beyond playing games."""
    yield Check.of("It starts, greets, and ends when it is told to.", lambda: _greets(entrant))
    yield Check.of(f"It stops after {_THINKING:g} s if it is given no more.", lambda: _keeps_time(entrant, variant))
    if engine_class(entrant.protocol).stops:
        yield Check.of(f"It stops a search of {MOVE_SECONDS:g} s when it is told to.", lambda: _stops(entrant, variant))


def _greets(entrant: EngineEntrant) -> str:
    with open_engine(entrant.command, entrant.protocol, timeout=MOVE_SECONDS) as engine:
        engine.ping()
    return ""


def _keeps_time(entrant: EngineEntrant, variant: GameVariant) -> str:
    game = kind_of(variant).start(variant)
    with open_engine(entrant.command, entrant.protocol, timeout=MOVE_SECONDS) as engine:
        engine.play(game, SearchLimit(nodes=1, seconds=MOVE_SECONDS))  # The first move may take longer.
        began = time.monotonic()
        engine.play(game, SearchLimit(seconds=_THINKING))
        taken = time.monotonic() - began
    return "" if taken <= _THINKING + _LATENCY else f"it took {taken:.2f} s"


def _stops(entrant: EngineEntrant, variant: GameVariant) -> str:
    game, cancel = kind_of(variant).start(variant), Cancel()
    with open_engine(entrant.command, entrant.protocol, timeout=MOVE_SECONDS) as engine:
        timer = threading.Timer(_THINKING, cancel)
        timer.start()
        began = time.monotonic()
        engine.search(game, SearchLimit(seconds=MOVE_SECONDS), cancel=cancel)
        taken = time.monotonic() - began
        timer.cancel()
        engine.ping()
    return "" if taken <= _THINKING + _LATENCY else f"it took {taken:.2f} s"


def _game(entrant: Entrant, opening: RecordedGame[Any], changed: bool) -> GameResult[Any]:
    limits = GameLimits(_MAX_PLIES, MOVE_SECONDS)
    name = kind_of(opening).variant_of(opening).name
    pairing: Pairing[Any] = Pairing((entrant, SearcherEntrant("random")), opening, 1, limits, name)
    return play_game(pairing, changed=changed)


def _played(entrant: Entrant, opening: RecordedGame[Any], changed: bool) -> str:
    return _problem(_game(entrant, opening, changed))


def _problem(result: GameResult[Any]) -> str:
    """What an entrant did wrong in a game against a player who does nothing wrong."""
    return result.reason if result.fault is not None or result.disagreeing is not None else ""


def _repeated(entrant: Entrant, opening: RecordedGame[Any]) -> str:
    first, second = (_game(entrant, opening, False) for _ in range(2))
    if _problem(second):
        return _problem(second)
    moves = zip(first.game.moves, second.game.moves, strict=False)
    ply = next((ply for ply, (one, other) in enumerate(moves, 1) if one != other), None)
    if ply is None:
        return ""
    return f"move {ply} is {first.game.moves[ply - 1]} at first, and then {second.game.moves[ply - 1]}"


def _exits(entrant: EngineEntrant, command: str | None) -> str:
    with Program(entrant.command) as program:
        if command is not None:
            program.send(command)
        else:
            program.close_input()
        status = program.wait(MOVE_SECONDS)
        return "" if status == 0 else f"it {program.how_it_ended()}"


def _survives(entrant: EngineEntrant, variant: GameVariant, lines: tuple[str, ...]) -> str:
    """Send lines, then let the program play the player who has to move first."""
    kind = kind_of(variant)
    game = kind.start(variant)
    with Program(entrant.command, announcements=dialect_named(kind.dialect).announcements) as program:
        for line in (*lines, *opening_commands(kind, game, game.to_move, variant=variant.name)):
            program.send(line)
        while True:
            event = program.next_event(MOVE_SECONDS)
            match event:
                case Exited():
                    return f"it {program.how_it_ended()}"
                case Won(text):
                    return f"it says {text!r} instead of a move"
                case Moved(text):
                    kind.parse_move(game, text)
                    return ""
