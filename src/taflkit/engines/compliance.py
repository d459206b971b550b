"""Whether engines obey their protocols; see `taflkit.match.compliance`."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

from taflkit.engines.enginesearcher import engine_class, open_engine
from taflkit.engines.entrants import EngineEntrant
from taflkit.games import GameVariant, kind_of
from taflkit.match import Entrant, ProgramEntrant
from taflkit.match.compliance import MOVE_SECONDS, Check, check_games, check_program
from taflkit.search import Cancel, SearchLimit

#: How long an engine is asked to think, and how much longer it may take to say so, in seconds.
_THINKING, _LATENCY = 0.2, 2.0


def check_compliance(entrant: Entrant, variant: GameVariant) -> Iterator[Check]:
    """Check that a program obeys its protocol.

    Args:
        entrant: The program or engine.
        variant: What is played.

    Yields:
        Each fact that was checked, as soon as it is known.
    """
    if isinstance(entrant, ProgramEntrant):
        yield from check_program(entrant, variant)
    elif isinstance(entrant, EngineEntrant):
        yield from _check_engine(entrant, variant)
    yield from check_games(entrant, variant)


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
