"""`runner_for(rules)`: the runner that runs some rules, in Python or in the compiled kernel."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol, cast

import attrs

from taflkit.board import Move, Position
from taflkit.errors import check_type
from taflkit.kernel.encoding import EncodedLine
from taflkit.kernel.python_runner import PythonRunner
from taflkit.kernel.state import State
from taflkit.kernel.status import KernelStatus, installed, refused
from taflkit.rules import Outcome, Rules

if TYPE_CHECKING:
    from taflkit.evaluation.terms import KernelEvaluation
    from taflkit.kernel._native import Kernel
    from taflkit.kernel.searches import KernelSearches


class LeafCounter(Protocol):
    """Counts lines of play. Threads may share a counter."""

    def count(self, position: Position, depth: int, *, bulk: bool) -> int:
        """Count the leaves below a position, without regard to history.

        Args:
            position: A position in which the game is not over.
            depth: The length of the lines in plies.
            bulk: Whether the last plies may be counted without making their moves.
        """

    def stop(self) -> None:
        """Stop the counts that other threads are running."""


class Runner(Protocol):
    """Runs some rules. Its caches live as long as the rules do."""

    @property
    def rules(self) -> Rules:
        """The rules that it runs."""

    @property
    def status(self) -> KernelStatus:
        """Whether the compiled kernel runs them, and if not, why."""

    def state(self, position: Position, move_limit: int | None = None) -> State:
        """Return the state of a new game.

        Args:
            position: The position in which the game begins.
            move_limit: How many moves a player may make, `None` for any number.
        """

    def follow(self, state: State, move: Move) -> State:
        """Return the state after a move without checking it.

        The move must be legal on the board; the game may be over, by repetition for example.
        """

    def with_limit(self, state: State, move_limit: int | None) -> State:
        """Return the same state with another move limit."""

    def end_turn(self, state: State) -> State:
        """Return the same state with the other side to move, as if the piece that must continue had stopped."""

    def counter(self, position: Position, megabytes: int = 0) -> LeafCounter:
        """Return a counter of lines of play.

        Args:
            position: The position from which it will count.
            megabytes: How much memory to use for caching counts. Python caches none.
        """

    def playouts(
        self, state: State, games: range, seed: int, max_plies: int, threads: int = 1
    ) -> tuple[int, Counter[Outcome | None]]:
        """Play random games.

        Args:
            state: Where the games begin.
            games: The numbers of the games; a number and the seed determine a game.
            seed: A number of 64 bits.
            max_plies: After how many plies a game is broken off.
            threads: How many threads to use. Python uses one.

        Returns:
            The plies of all games together, and how many games had which outcome (`None` for broken off).
        """

    def kernel_for(self, position: Position) -> Kernel | None:
        """Return the compiled kernel that can search games from a position, `None` if Python must search them."""

    def line(self, state: State) -> EncodedLine:
        """Encode a state with its history for the searches of the kernel."""

    def searches(self, start: Position, evaluation: KernelEvaluation | str) -> KernelSearches | str:
        """Return what searches games in the compiled kernel, or why Python must.

        Args:
            start: The position with which the evaluation compares the men of others.
            evaluation: The evaluation, or why the kernel cannot run it.
        """


#: By this name rules keep their runner, which lives as long as they do.
_NAME = "runner"


def runner_for(rules: Rules) -> Runner:
    """Return the runner that runs some rules: always the same one for the same object."""
    check_type(rules, Rules, "Rules, such as variant.rules")
    runner = rules.attached.get(_NAME) or rules.attached.setdefault(_NAME, _find(rules))
    return cast("Runner", runner)


def in_python(rules: Rules) -> Rules:
    """Return equal rules that Python runs even if the kernel could, to compare the two."""
    check_type(rules, Rules, "Rules, such as variant.rules")
    again = attrs.evolve(rules)
    again.attached[_NAME] = PythonRunner(again, KernelStatus(False, "asked to run in Python"))
    return again


def _find(rules: Rules) -> Runner:
    status = installed()
    if not status:
        return PythonRunner(rules, status)
    if type(rules) is not Rules:
        return PythonRunner(rules, KernelStatus(False, f"the kernel does not know the class {type(rules).__name__}"))
    from taflkit.kernel._native import Kernel
    from taflkit.kernel.kernel_runner import KernelRunner
    from taflkit.kernel.lowering import NotLoweredError, lower

    try:
        record = lower(rules).record
    except NotLoweredError as error:
        return PythonRunner(rules, KernelStatus(False, error.reason))
    try:
        kernel = Kernel(record)
    except ValueError as error:
        return PythonRunner(rules, refused(error))
    return KernelRunner(rules, kernel)
