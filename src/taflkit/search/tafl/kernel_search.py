"""What `AlphaBeta`, `MonteCarlo` and `WinFinder` do where the compiled kernel runs the variant.

The kernel searches one depth, or grows a tree for some visits, at a time, and releases the interpreter lock meanwhile.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from taflkit.board import Move, indices_of
from taflkit.evaluation.table import MAX_KINGS
from taflkit.evaluation.terms import KernelEvaluation, diagonal_of, goal_of, material
from taflkit.game import Game
from taflkit.games.knowledge import Effort
from taflkit.kernel import limits, runner_for
from taflkit.kernel.encoding import EncodedLine
from taflkit.search.alphabeta import MAX_DEPTH
from taflkit.search.limits import MAX_MEGABYTES, MAX_THREADS, Clock, Stop
from taflkit.search.scores import MAX_PLIES_TO_WIN, WIN
from taflkit.search.tafl.kernel_threads import controlled_by, helped
from taflkit.search.tafl.knowledge import TaflKnowledge
from taflkit.variant import Variant

if TYPE_CHECKING:
    from taflkit.kernel._native import Control, Kernel, Table, Tree
    from taflkit.search.alphabeta import AlphaBeta
    from taflkit.search.montecarlo import MonteCarlo

#: What the kernel says of forced wins: moves, line, certain up to, nodes, why it stopped.
_Found = tuple[int, list[tuple[int, int]], int, int, int]

# The kernel's bounds are those of the searchers.
assert (WIN, MAX_PLIES_TO_WIN) == (limits.WIN, limits.MAX_PLIES_TO_WIN)
assert (MAX_DEPTH, MAX_MEGABYTES, MAX_THREADS) == (limits.MAX_SEARCH_DEPTH, limits.MAX_MEGABYTES, limits.MAX_THREADS)

#: What the kernel's numbers for why it stopped mean.
_STOPS = (None, Stop.NODES, Stop.SECONDS, Stop.CANCELLED)
#: Wins of so many moves are looked for exactly before a depth is searched with reductions, which might hide them,
#: unless the caller has looked for them.
_SURE_MOVES = 4
#: So are wins of so many moves before a tree grows.
_TREE_SURE_MOVES = 3
#: Of limited nodes or time, looking for these wins takes one part in so many.
_SHARE = 4
_GOAL, _SPECIAL, _DIAGONAL = 1, 2, 4
#: What the kernel's tree makes of an exploration of 1, which is a number for playouts; and the most that it takes.
_EXPLORATION, _MAX_EXPLORATION = 0.3, 1e6
#: Less than a second of processor time a move, by measured costs of a node: 0.6 to 0.9 microseconds on boards up to
#: nine by nine, about as much on larger boards, five to nine where pieces go on. In 100 middle games of Tablut, to
#: decide whether there is a win within four took 424,000 nodes at the most, far below the bound, since Tablut's player
#: must find them all; on larger boards, which have many more moves, the search itself sees most of what takes longer to
#: prove.
_SMALL_BOARD, _EFFORT = 81, Effort(nodes=800_000, win_within=4, win_nodes=5_000_000)
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
        kernel = runner_for(game.variant.rules).kernel_for(game.position)
        if kernel is None:
            return f"the kernel has room for {MAX_KINGS} kings"
        evaluation = knowledge.evaluation.in_kernel(game.variant)
        if isinstance(evaluation, str):
            return evaluation
        from taflkit.kernel._native import Table

        return cls(game.variant, kernel, _words(knowledge, evaluation).tobytes(), Table(megabytes))

    @property
    def effort(self) -> Effort:
        """What the default player can afford."""
        if self.variant.rules.goes_on:
            return _EFFORT_WHERE_PIECES_GO_ON
        return _EFFORT if len(self.variant.board.grid.squares) <= _SMALL_BOARD else _LARGE_BOARD_EFFORT

    def depth_search(self, settings: AlphaBeta, game: Game, clock: Clock, sought: int) -> CompiledSearch:
        """A search with the settings of `AlphaBeta`; forced wins of up to `sought` moves have been looked for."""
        return CompiledSearch(settings, game, self, clock, sought)

    def tree_search(
        self, settings: MonteCarlo, game: Game, moves: Sequence[Move], lines: int, clock: Clock
    ) -> CompiledTree:
        """A search with the settings of `MonteCarlo`."""
        from taflkit.kernel._native import Tree

        line, order = runner_for(game.variant.rules).line(game._state), array("I", [move.number for move in moves])
        exploration = min(settings.exploration, _MAX_EXPLORATION) * _EXPLORATION
        tree = Tree(
            self.kernel, line, self.knowledge, self.table, order.tobytes(), settings.megabytes, float(exploration)
        )
        # A win says nothing of other moves.
        only_best = lines == 1 and len(moves) == len(game.legal_moves)
        return CompiledTree(tree, game, self, clock, find_win=only_best)

    def move(self, squares: tuple[int, int]) -> Move:
        """The move between two squares given by their numbers."""
        return self.variant.board.grid.move_between(*squares)

    def find_win(
        self, game: Game, within: int, clock: Clock, *, first: int = 1, share: int = 1, threads: int = 1
    ) -> tuple[int, tuple[Move, ...], int, Stop | None]:
        """In how many moves the side to move wins (0 for none), the line, how far that is certain, and why it ended.

        There must be no win in fewer than `first` moves. With a `share` of 3 it takes no more than the third part of
        the nodes and the time that are left. Threads share the first moves out.
        """
        part = clock.part(share)
        certain, line = first - 1, runner_for(game.variant.rules).line(game._state)
        while certain < min(within, limits.MAX_WIN_MOVES):
            found = self._find_win_in(line, certain + 1, part, threads)
            nodes = sum(nodes for _, _, _, nodes, _ in found)
            part.count(nodes)
            clock.count(nodes)
            moves, squares, _, _, stopped = max(found, key=lambda result: result[0])
            if moves:  # The other threads were stopped, which is not why it ended.
                return moves, tuple(map(self.move, squares)), certain, _STOPS[stopped] or clock.stopped
            # A helper that the first thread did not wait for was stopped, and knows no better reason.
            stopped = found[0][4] or max(result[4] for result in found)
            proven = min(sure for _, _, sure, _, _ in found) if len(found) == threads else certain
            if proven == certain:
                return 0, (), certain, _STOPS[stopped] or clock.stopped
            certain = proven
        return 0, (), certain, clock.stopped

    def _find_win_in(self, line: EncodedLine, moves: int, clock: Clock, threads: int) -> list[_Found]:
        """What each thread finds of wins in so many moves, this one first; a thread that failed finds nothing."""
        nodes, seconds = -(-clock.nodes_left // threads), clock.seconds_left
        found: dict[int, _Found] = {}
        with controlled_by(clock.cancel) as control:

            def prove(number: int, switch: Control) -> None:
                found[number] = self.kernel.find_win(
                    line,
                    self.knowledge,
                    self.table,
                    moves,
                    moves,
                    nodes=nodes,
                    seconds=seconds,
                    control=switch,
                    part=number,
                    parts=threads,
                )
                if found[number][0]:
                    control.stop()  # One win is enough.

            with helped(threads - 1, prove, clock.cancel) as helpers:
                prove(0, control)
                won, _, _, _, stopped = found[0]
                if not won and not stopped:  # The others have nearly come to their end too.
                    for helper in helpers:
                        helper.wait()
        return [found.pop(0), *found.values()]


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

    def __init__(
        self, settings: AlphaBeta, game: Game, accelerator: KernelAccelerator, clock: Clock, sought: int
    ) -> None:
        """Begin at a game."""
        self._settings = settings
        self._game = game
        self._accelerator = accelerator
        self._clock = clock
        self._line = runner_for(game.variant.rules).line(game._state)
        self.reached = 0
        self._sought = sought
        #: Within so many moves there is no forced win.
        self._unwon = 0

    @property
    def table_filled(self) -> float:
        """How full the transposition table is, from 0 to 1."""
        return self._accelerator.table.filled

    def search(self, moves: list[Move], depth: int) -> tuple[int, tuple[Move, ...], Stop | None]:
        """The value and the line of a depth; no line if it was stopped before it found any."""
        every_move = len(moves) == len(self._game.legal_moves)
        sure = self._sought < (depth + 1) // 2 <= _SURE_MOVES and depth % 2 == 1
        if sure and every_move and self._settings.reductions and (won := self._sure_win(depth)) is not None:
            return won
        clock = self._clock
        found: dict[int, _Searched] = {}
        with controlled_by(clock.cancel) as control:

            def search_with_others(number: int, switch: Control) -> None:
                found[number] = searched = self._search_in_thread(moves, depth, number, switch)
                if searched.stopped is None:
                    control.stop()  # Whoever is first has searched the depth for all.

            with helped(self._settings.threads - 1, search_with_others, clock.cancel):
                search_with_others(0, control)
        clock.count(sum(searched.nodes for searched in found.values()))
        done = [searched for searched in found.values() if searched.stopped is None]
        best = done[0] if done else found[0]
        self.reached = best.reached
        return best.value, best.line, best.stopped

    def _sure_win(self, depth: int) -> tuple[int, tuple[Move, ...], Stop | None] | None:
        """A win that reductions might hide, or that the search must stop; `None` to search the depth."""
        won, line, self._unwon, stop = self._accelerator.find_win(
            self._game,
            (depth + 1) // 2,
            self._clock,
            first=self._unwon + 1,
            share=_SHARE,
            threads=self._settings.threads,
        )
        if won:
            self.reached = depth
            return WIN - depth, line, None
        if self._clock.stopped is not None or stop is Stop.CANCELLED:
            return 0, (), self._clock.stopped or stop
        return None

    def _search_in_thread(self, moves: Sequence[Move], depth: int, worker: int, control: Control) -> _Searched:
        accelerator, settings, clock = self._accelerator, self._settings, self._clock
        order = array("I", [move.number for move in moves])
        squares, value, nodes, stopped = accelerator.kernel.search(
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
        return _Searched(value, tuple(map(accelerator.move, squares)), nodes, control.reached, _STOPS[stopped])


@attrs.frozen
class _Searched:
    """What one thread found at a depth."""

    value: int
    line: tuple[Move, ...]
    nodes: int
    reached: int
    stopped: Stop | None


class CompiledTree:
    """The tree of one search by `MonteCarlo`, and the forced win that makes it unnecessary."""

    def __init__(self, tree: Tree, game: Game, accelerator: KernelAccelerator, clock: Clock, *, find_win: bool) -> None:
        """Begin with a tree that has not grown."""
        self._tree = tree
        self._game = game
        self._accelerator = accelerator
        self._clock = clock
        self._looks_for_win = find_win
        self._won: list[tuple[int, tuple[Move, ...]]] = []
        self.is_decided = False

    def grow(self, visits: int) -> Stop | None:
        """Grow until there are so many visits; why it stopped before."""
        clock = self._clock
        if self._looks_for_win:
            self._looks_for_win = False
            stop = self._find_win()
            if self.is_decided or stop is not None:
                return stop
        with controlled_by(clock.cancel) as control:
            nodes, stopped, self.is_decided = self._tree.grow(
                visits, nodes=clock.nodes_left, seconds=clock.seconds_left, control=control
            )
        clock.count(nodes)
        return _STOPS[stopped] or clock.stopped

    def _find_win(self) -> Stop | None:
        """A short win, which may take the tree long to prove; why the search must stop."""
        won, line, _, stop = self._accelerator.find_win(self._game, _TREE_SURE_MOVES, self._clock, share=_SHARE)
        if won:
            self._won, self.is_decided = [(WIN - 2 * won + 1, line)], True
        return self._clock.stopped or (stop if stop is Stop.CANCELLED else None)

    def lines(self, count: int) -> list[tuple[int, tuple[Move, ...]]]:
        """The values and lines of the best moves."""
        if self._won:
            return self._won[:count]
        return [(value, tuple(map(self._accelerator.move, line))) for line, value in self._tree.lines(count)]
