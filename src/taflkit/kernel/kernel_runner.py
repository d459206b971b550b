"""The runner of the compiled kernel, which answers exactly as Python does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice

import attrs

from taflkit.board import Board, Move, Position
from taflkit.evaluation.terms import KernelEvaluation
from taflkit.kernel._native import Control, Kernel, Memory, Stepper
from taflkit.kernel._native import State as KernelState
from taflkit.kernel.encoding import OUTCOMES, EncodedLine, decode_position, encode_line, encode_position, has_room_for
from taflkit.kernel.knowledge import knowledge_words
from taflkit.kernel.python_runner import PythonCounter, PythonRunner, PythonState, repeatable
from taflkit.kernel.searches import KernelSearches
from taflkit.kernel.state import State
from taflkit.kernel.status import KernelStatus
from taflkit.rules import LegalMoves, Outcome, Play, Rules

#: Threads take random games in batches of this many, so that all threads end at about the same time.
_PIECE = 64


class KernelRunner:
    """Runs rules in the kernel.

    Positions with more kings than the kernel has room for, and games whose moves depend on history, run in Python.
    """

    __slots__ = ("_python", "_stepper", "kernel", "rules")

    def __init__(self, rules: Rules, kernel: Kernel) -> None:
        """Run rules with the kernel that was built from their record."""
        self.rules = rules
        self.kernel = kernel
        self._python = PythonRunner(rules, self.status)
        # If repetition is forbidden, the legal moves depend on the whole history: Python steps such games.
        self._stepper = None if rules.repetition.forbids_moves else _stepper(rules.board, kernel)

    @property
    def status(self) -> KernelStatus:
        """The kernel runs these rules."""
        return KernelStatus(True)

    def state(self, position: Position, move_limit: int | None = None) -> State:
        """Return the state of a new game."""
        if not has_room_for(position):
            return self._python.state(position, move_limit)
        encoded = encode_position(position)
        outcome = OUTCOMES[self.kernel.outcome(encoded)]
        first = PythonState(self.rules, position, outcome, move_limit)
        return self._adopt(first, encode_line([encoded], 0, 0, move_limit))

    def follow(self, state: State, move: Move) -> State:
        """Return the state after a move without checking it; the game may be over."""
        after = state.play(move) if isinstance(state, KernelState) else None
        # The kernel refuses moves after the end of the game.
        return self._adopt(_in_python(state).follow(move)) if after is None else after

    def with_limit(self, state: State, move_limit: int | None) -> State:
        """Return the same state with another move limit."""
        return self._adopt(attrs.evolve(_in_python(state), move_limit=move_limit))

    def end_turn(self, state: State) -> State:
        """Return the same state with the other side to move, as if the piece that must continue had stopped."""
        return self._adopt(_in_python(state).end_turn())

    def _adopt(self, state: PythonState, line: EncodedLine | None = None) -> State:
        """Return the same state in the kernel, or the state itself if the kernel cannot hold it.

        `line` is the encoded state, if it is known.
        """
        if self._stepper is None or not has_room_for(state.position):
            return state
        return self._stepper.state(line or self.line(state), OUTCOMES.index(state.outcome), state)

    def kernel_for(self, position: Position) -> Kernel | None:
        """Return the kernel, `None` if it has no room for a position."""
        return self.kernel if has_room_for(position) else None

    def line(self, state: State) -> EncodedLine:
        """Encode a state with its history for the searches of the kernel."""
        return encode_line(_repeatable(state), state.turns, state.captureless, state.move_limit)

    def searches(self, start: Position, evaluation: KernelEvaluation | str) -> KernelSearches | str:
        """Return what searches games with an evaluation, or why the kernel cannot run it."""
        if isinstance(evaluation, str):
            return evaluation
        return KernelSearches(self, self.kernel, knowledge_words(self.rules, start, evaluation))

    def counter(self, position: Position, megabytes: int = 0) -> KernelCounter | PythonCounter:
        """Return a counter of lines of play that caches counts in a number of megabytes."""
        if not has_room_for(position):
            return self._python.counter(position)
        return KernelCounter(self.kernel, Control(), Memory(megabytes) if megabytes else None)

    def playouts(
        self, state: State, games: range, seed: int, max_plies: int, threads: int = 1
    ) -> tuple[int, Counter[Outcome | None]]:
        """Play random games; return their plies and how many had which outcome (`None` for broken off)."""
        if not has_room_for(state.position):
            return self._python.playouts(state, games, seed, max_plies)
        line, control = self.line(state), Control()

        def play(part: range) -> tuple[int, tuple[int, ...]]:
            return self.kernel.playouts(line, part.start, len(part), seed, max_plies, control)

        if threads == 1:
            parts = [play(games)]
        else:
            from concurrent.futures import ThreadPoolExecutor

            with ThreadPoolExecutor(threads) as executor:
                try:
                    pieces = (games[at : at + _PIECE] for at in range(0, len(games), _PIECE))
                    parts = [done.result() for done in [executor.submit(play, piece) for piece in pieces]]
                finally:
                    control.stop()
                    executor.shutdown(cancel_futures=True)
        outcomes = Counter[Outcome | None]()
        for _, counts in parts:
            outcomes.update({outcome: count for outcome, count in zip(OUTCOMES, counts, strict=True) if count})
        return sum(plies for plies, _ in parts), outcomes


class KernelCounter:
    """Counts lines of play in the kernel."""

    __slots__ = ("control", "kernel", "memory")

    kernel: Kernel
    """The kernel that counts."""
    control: Control
    """Stops the count."""
    memory: Memory | None
    """Where counts are cached, `None` for nowhere."""

    def __init__(self, kernel: Kernel, control: Control, memory: Memory | None) -> None:
        """Count with a kernel until the control stops it."""
        self.kernel = kernel
        self.control = control
        self.memory = memory

    def count(self, position: Position, depth: int, *, bulk: bool) -> int:
        """Count the leaves below a position; with `bulk`, the moves of the last plies are not made."""
        return self.kernel.perft(encode_position(position), depth, bulk=bulk, memory=self.memory, control=self.control)

    def stop(self) -> None:
        """Stop the counts that other threads are running."""
        self.control.stop()


def _stepper(board: Board, kernel: Kernel) -> Stepper:
    return Stepper(kernel, LegalMoves, board.grid.move_between, partial(_position_of, board), _play_of, OUTCOMES)


def _position_of(board: Board, encoded: bytes) -> Position:
    return decode_position(board, encoded)


def _play_of(before: Position, state: KernelState) -> Play:
    """What the last move of a state did."""
    taken = sum(1 << square for square in state.taken)
    return Play(state.move, before, state.position, taken, state.reversible == 0, state.board_outcome)


def _repeatable(state: State) -> Iterator[Position | bytes]:
    """Iterate over the positions of a state's history that may occur again, the newest first."""
    left = state.reversible + 1
    while isinstance(state, KernelState) and state.previous is not None:
        if not left:
            return
        yield state.encoded
        state = state.previous
        left -= 1
    origin = state.origin if isinstance(state, KernelState) else state
    assert isinstance(origin, PythonState)
    yield from islice(repeatable(origin), left)


def _in_python(state: State) -> PythonState:
    """Return the same state in Python, by replaying the moves that were made in the kernel."""
    moves = []
    while isinstance(state, KernelState):
        if state.previous is None:
            state = state.origin
        else:
            moves.append(state.move)
            state = state.previous
    assert isinstance(state, PythonState)
    for move in reversed(moves):
        state = state.follow(move)
    return state
