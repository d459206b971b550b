"""`engine_for(rules)`: who runs some rules, Python or the compiled kernel, and why."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol, cast

import attrs

from taflkit.board import Move, Position
from taflkit.engine.encoding import EncodedLine
from taflkit.engine.lowering import NotLoweredError, lower
from taflkit.engine.python import PythonEngine
from taflkit.engine.state import State
from taflkit.engine.status import KernelStatus, installed
from taflkit.rules import Outcome, Rules

if TYPE_CHECKING:
    from taflkit.engine._native import Kernel


class LeafCounter(Protocol):
    """Counts lines of play; threads may share one."""

    def count(self, position: Position, depth: int, *, bulk: bool) -> int:
        """The leaves below a position of a game that is not over, its past ignored.

        Every move is made, unless `bulk` allows to count the last ones without.
        """

    def stop(self) -> None:
        """Stop what other threads are counting."""


class Engine(Protocol):
    """Runs some rules. What it keeps between calls lives as long as the rules do."""

    @property
    def rules(self) -> Rules:
        """The rules that it runs."""

    @property
    def status(self) -> KernelStatus:
        """Whether the compiled kernel runs them, and if not, why."""

    def state(self, position: Position, move_limit: int | None = None) -> State:
        """A game that begins with a position."""

    def follow(self, state: State, move: Move) -> State:
        """The state after a move that is known to be legal, even where the game is over."""

    def with_limit(self, state: State, move_limit: int | None) -> State:
        """The same state with another move limit."""

    def end_turn(self, state: State) -> State:
        """The same state with the other side to move, as if the piece that must continue had stopped."""

    def counter(self, position: Position, megabytes: int = 0) -> LeafCounter:
        """What counts lines of play from a position, remembering counts in so much memory if it can."""

    def playouts(
        self, state: State, games: range, seed: int, max_plies: int, threads: int = 1
    ) -> tuple[int, Counter[Outcome | None]]:
        """Random games by their numbers: how many plies they took, and how they ended (`None`: broken off)."""

    def kernel_for(self, position: Position) -> Kernel | None:
        """The compiled kernel for searching games that begin with a position; `None` where Python must search."""

    def line(self, state: State) -> EncodedLine:
        """A state with its past, as the kernel's searches take it."""


def engine_for(rules: Rules) -> Engine:
    """The engine that runs some rules; the same one for the same object."""
    engine = rules._engine
    if engine is None:
        engine = _find(rules)
        _attach(rules, engine)
    return cast("Engine", engine)


def in_python(rules: Rules) -> Rules:
    """Equal rules that Python runs even where the kernel could: to compare the two."""
    again = attrs.evolve(rules)
    _attach(again, PythonEngine(again, KernelStatus(False, "asked to run in Python")))
    return again


def _find(rules: Rules) -> Engine:
    status = installed()
    if not status:
        return PythonEngine(rules, status)
    if type(rules) is not Rules:
        return PythonEngine(rules, KernelStatus(False, f"the kernel does not know the class {type(rules).__name__}"))
    from taflkit.engine._native import Kernel
    from taflkit.engine.kernel import KernelEngine

    try:
        kernel = Kernel(lower(rules).record)
    except (NotLoweredError, ValueError) as error:
        return PythonEngine(rules, KernelStatus(False, str(error)))
    return KernelEngine(rules, kernel)


def _attach(rules: Rules, engine: Engine) -> None:
    # Rules are frozen. The engine is no part of their value: they carry it so that it lives as long as they do.
    object.__setattr__(rules, "_engine", engine)
