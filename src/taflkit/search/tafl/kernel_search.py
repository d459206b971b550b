"""What `AlphaBeta` and `WinFinder` do where the compiled kernel runs the variant.

The kernel searches one depth at a time, and releases the interpreter lock meanwhile.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING

import attrs

from taflkit.board import Move, indices_of
from taflkit.engine import engine_for, limits
from taflkit.engine.encoding import MAX_KINGS
from taflkit.engine.evaluation_table import KernelEvaluation, diagonal_of, goal_of, material
from taflkit.game import Game
from taflkit.games.knowledge import Effort
from taflkit.search.alphabeta import MAX_DEPTH
from taflkit.search.limits import MAX_MEGABYTES, MAX_THREADS, Cancel, Clock, Stop
from taflkit.search.scores import MAX_PLIES_TO_WIN, WIN
from taflkit.search.tafl.knowledge import TaflKnowledge
from taflkit.variant import Variant

if TYPE_CHECKING:
    from taflkit.engine._native import Control, Kernel, Table
    from taflkit.search.alphabeta import AlphaBeta

# The kernel's bounds are those of the searchers.
assert (WIN, MAX_PLIES_TO_WIN) == (limits.WIN, limits.MAX_PLIES_TO_WIN)
assert (MAX_DEPTH, MAX_MEGABYTES, MAX_THREADS) == (limits.MAX_SEARCH_DEPTH, limits.MAX_MEGABYTES, limits.MAX_THREADS)

#: What the kernel's numbers for why it stopped mean.
_STOPS = (None, Stop.NODES, Stop.SECONDS, Stop.CANCELLED)
#: Wins of so many moves are looked for exactly before a depth is searched with reductions, which might hide them.
_SURE_MOVES = 4
#: Of limited nodes or time, looking for these wins takes one part in so many.
_SHARE = 4
#: How long a thread that has been started takes at most until it runs.
_START_SECONDS = 0.5
_GOAL, _SPECIAL, _DIAGONAL = 1, 2, 4
#: About a second of processor time a move at the most, by measured costs of a node: half a microsecond on boards up to
#: nine by nine, up to a whole one on larger boards, five to nine where pieces go on. In 100 middle games of Tablut, to
#: decide whether there is a win within four took 424,000 nodes at the most; on larger boards, which have many more
#: moves, the search itself sees most of what takes longer to prove.
_SMALL_BOARD, _EFFORT = 81, Effort(nodes=1_000_000, win_within=4, win_nodes=2_000_000)
_LARGE_BOARD_EFFORT = Effort(nodes=800_000, win_within=4, win_nodes=100_000)
_EFFORT_WHERE_PIECES_GO_ON = Effort(nodes=100_000, win_within=4, win_nodes=20_000)


@attrs.frozen(eq=False)
class KernelAccelerator:
    """The kernel of a variant, what searchers know of the variant, and the transposition table of one search."""

    variant: Variant
    kernel: Kernel
    #: What the searchers know of the variant, as words that the kernel reads.
    knowledge: bytes
    table: Table

    @classmethod
    def of(cls, game: Game, knowledge: TaflKnowledge, megabytes: int) -> KernelAccelerator | str:
        """The compiled search of a game, or why it must be searched in Python."""
        if type(game) is not Game:
            return f"the kernel does not play games of the class {type(game).__name__}"
        if type(knowledge) is not TaflKnowledge:
            return f"the kernel does not know {type(knowledge).__name__}"
        if knowledge.variant is not game.variant:
            return "the knowledge is of another variant"
        if not game.variant.kernel:
            return game.variant.kernel.reason
        kernel = engine_for(game.variant.rules).kernel_for(game.position)
        if kernel is None:
            return f"the kernel has room for {MAX_KINGS} kings"
        evaluation = knowledge.evaluation.in_kernel(game.variant)
        if isinstance(evaluation, str):
            return evaluation
        from taflkit.engine._native import Table

        return cls(game.variant, kernel, _words(knowledge, evaluation).tobytes(), Table(megabytes))

    @property
    def effort(self) -> Effort:
        """What the default player can afford."""
        if self.variant.rules.goes_on:
            return _EFFORT_WHERE_PIECES_GO_ON
        return _EFFORT if len(self.variant.board.grid.squares) <= _SMALL_BOARD else _LARGE_BOARD_EFFORT

    def depth_search(self, settings: AlphaBeta, game: Game, clock: Clock) -> CompiledSearch:
        """A search with the settings of `AlphaBeta`."""
        return CompiledSearch(settings, game, self, clock)

    def move(self, squares: tuple[int, int]) -> Move:
        """The move between two squares given by their numbers."""
        return self.variant.board.grid.move_between(*squares)

    def find_win(
        self, game: Game, within: int, clock: Clock, *, share: int = 1
    ) -> tuple[int, tuple[Move, ...], int, Stop | None]:
        """In how many moves the side to move wins (0 for none), the line, how far that is certain, and why it ended.

        With a `share` of 3 it takes no more than the third part of the nodes and the time that are left.
        """
        with _controlled_by(clock.cancel) as control:
            moves, line, certain, nodes, stopped = self.kernel.find_win(
                engine_for(game.variant.rules).line(game._state),
                self.knowledge,
                self.table,
                1,
                min(within, limits.MAX_WIN_MOVES),
                nodes=-(-clock.nodes_left // share),
                seconds=clock.seconds_left / share,
                control=control,
            )
        clock.count(nodes)
        return moves, tuple(map(self.move, line)), certain, _STOPS[stopped] or clock.stopped


def _control() -> Control:
    """A switch by which the kernel is stopped."""
    from taflkit.engine._native import Control

    return Control()


@contextmanager
def _controlled_by(cancel: Cancel | None) -> Iterator[Control]:
    """A switch that stops the kernel when a search is cancelled."""
    control = _control()
    with nullcontext() if cancel is None else cancel.heard_by(control.stop):
        yield control


def _words(knowledge: TaflKnowledge, evaluation: KernelEvaluation) -> array[int]:
    """What the searchers know, for the kernel."""
    variant = knowledge.variant
    board, squares = variant.board, len(variant.board.grid.squares)
    wins = knowledge.other_wins
    flags = [0] * squares
    for mask, flag in ((goal_of(variant), _GOAL), (wins.special, _SPECIAL), (diagonal_of(variant), _DIAGONAL)):
        for square in indices_of(mask):
            flags[square] += flag
    even = material(variant.start, *evaluation.weights[:2])
    facts = (even, board.king_indices[0] + 1, wins.only_beside, wins.plain_anvils)
    network = array("i", [0]) if evaluation.network is None else evaluation.network.words()
    return array("i", [*evaluation.weights, *facts, *flags]) + network


class CompiledSearch:
    """One search, a depth at a time."""

    def __init__(self, settings: AlphaBeta, game: Game, accelerator: KernelAccelerator, clock: Clock) -> None:
        """Begin at a game."""
        self._settings = settings
        self._game = game
        self._accelerator = accelerator
        self._clock = clock
        self._line = engine_for(game.variant.rules).line(game._state)
        self.reached = 0

    @property
    def table_filled(self) -> float:
        """How full the transposition table is, from 0 to 1."""
        return self._accelerator.table.filled

    def search(self, moves: list[Move], depth: int) -> tuple[int, tuple[Move, ...], Stop | None]:
        """The value and the line of a depth; no line if it was stopped before it found any."""
        every_move = len(moves) == len(self._game.legal_moves)
        sure = every_move and self._settings.reductions and depth % 2 == 1 and depth < 2 * _SURE_MOVES
        # A limit of nodes is shared out before each part begins; otherwise the helpers begin at once.
        if sure and self._clock.nodes_left:
            if (found := self._sure_win(depth)) is not None:
                return found
            sure = False
        with self._helped(moves, depth):
            if sure and (found := self._sure_win(depth)) is not None:
                return found
            with _controlled_by(self._clock.cancel) as control:
                squares, value, nodes, stopped = self._call(moves, depth, 0, control)
                self.reached = control.reached
            self._clock.count(nodes)
        return value, tuple(map(self._accelerator.move, squares)), _STOPS[stopped]

    def _sure_win(self, depth: int) -> tuple[int, tuple[Move, ...], Stop | None] | None:
        """A win that reductions might hide, or that the search must stop; `None` to search the depth."""
        won, line, _, stop = self._accelerator.find_win(self._game, (depth + 1) // 2, self._clock, share=_SHARE)
        if won:
            self.reached = depth
            return WIN - depth, line, None
        if self._clock.stopped is not None or stop is Stop.CANCELLED:
            return 0, (), self._clock.stopped or stop
        return None

    @contextmanager
    def _helped(self, moves: Sequence[Move], depth: int) -> Iterator[None]:
        """Let other threads search the same, every second one a ply deeper: what they find is in the table for all."""
        helpers: list[_Helper] = []
        try:
            for number in range(1, self._settings.threads):
                helpers.append(_Helper(self, moves, depth + number % 2, number))
                helpers[-1].start()
            yield
        finally:
            for helper in helpers:
                helper.stop()
            for helper in helpers:
                helper.wait()
            self._clock.count(sum(helper.nodes for helper in helpers))

    def _call(
        self, moves: Sequence[Move], depth: int, worker: int, control: Control
    ) -> tuple[list[tuple[int, int]], int, int, int]:
        accelerator, settings, clock = self._accelerator, self._settings, self._clock
        order = array("I", [move.number for move in moves])
        return accelerator.kernel.search(
            self._line,
            accelerator.knowledge,
            accelerator.table,
            order.tobytes(),
            depth,
            settings.reductions,
            settings.quiescence,
            worker=worker,
            # All threads together keep to the limit.
            nodes=-(-clock.nodes_left // settings.threads),
            seconds=clock.seconds_left,
            control=control,
        )


class _Helper(threading.Thread):
    """A thread that fills the table."""

    def __init__(self, search: CompiledSearch, moves: Sequence[Move], depth: int, number: int) -> None:
        super().__init__(daemon=True)
        self._control = _control()
        self._call = partial(search._call, moves, depth, number, self._control)
        self._begun = threading.Event()
        self.nodes = 0

    def run(self) -> None:
        self._begun.set()
        self.nodes = self._call()[2]

    def stop(self) -> None:
        """Let it end soon, even if it has not begun yet."""
        self._control.stop()

    def wait(self) -> None:
        """Wait until it has ended. It may never begin: Ctrl-C, or a lack of threads, may have ended `start`."""
        if self.is_alive() or self._begun.wait(_START_SECONDS):
            self.join()
