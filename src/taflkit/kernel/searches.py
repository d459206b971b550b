"""Searches in the compiled kernel: depths of alpha-beta, trees, and forced wins.

`KernelSearches` has what all searches by some rules and an evaluation need, and is made once. A `KernelSearch` is one
of them, with a transposition table of its own. The kernel searches one depth, or grows a tree for some visits, at a
time, and releases the interpreter lock meanwhile.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from taflkit.board import Move, Position
from taflkit.evaluation.table import MAX_KINGS
from taflkit.kernel._native import Control, Kernel, Knowledge, Table, Tree
from taflkit.kernel.encoding import EncodedLine, has_room_for
from taflkit.kernel.limits import MAX_WIN_MOVES, WIN, Stop
from taflkit.kernel.state import State
from taflkit.kernel.threads import Switch, controlled_by, helped

if TYPE_CHECKING:
    from taflkit.kernel.runner import Runner

#: What the kernel says of forced wins: moves, line, certain up to, nodes, why it stopped.
_Found = tuple[int, list[tuple[int, int]], int, int, int]
#: What the kernel's numbers for why it stopped mean.
_STOPS = (None, Stop.NODES, Stop.SECONDS, Stop.CANCELLED)
#: Wins of so many moves are looked for exactly before a depth is searched with reductions, which might hide them,
#: unless the caller has looked for them.
_SURE_MOVES = 4
#: So are wins of so many moves before a tree grows.
_TREE_SURE_MOVES = 3
#: The search for these wins may use one part in this many of limited nodes and time.
_SHARE = 4


class SearchClock(Protocol):
    """Limits a search and counts its nodes; `taflkit.search.limits.Clock` does."""

    @property
    def cancel(self) -> Switch | None:
        """Cancels the search."""

    @property
    def stopped(self) -> Stop | None:
        """Why the search must stop."""

    @property
    def nodes_left(self) -> int:
        """How many nodes may still be counted; 0 for any number."""

    @property
    def seconds_left(self) -> float:
        """The time that is left; 0.0 for any."""

    def count(self, nodes: int, /) -> None:
        """Count nodes."""

    def part(self, share: int, /) -> Self:
        """Return a clock for one part in `share` of what is left."""


class KernelSearches:
    """Searches games by some rules with an evaluation. Threads may share it."""

    __slots__ = ("_move", "kernel", "knowledge", "runner")

    def __init__(self, runner: Runner, kernel: Kernel, knowledge: bytes) -> None:
        """Search with the kernel of a runner, given what searches know in words."""
        self.runner = runner
        self.kernel = kernel
        self.knowledge = Knowledge(kernel, knowledge)
        self._move = runner.rules.board.grid.move_between

    def moves_between(self, squares: Sequence[tuple[int, int]]) -> tuple[Move, ...]:
        """Return the moves between squares that are given by their numbers."""
        return tuple([self._move(origin, target) for origin, target in squares])

    def refusal(self, position: Position) -> str:
        """Return why the kernel cannot search a position, an empty text if it can."""
        return "" if has_room_for(position) else f"the kernel has room for {MAX_KINGS} kings"

    def begin(self, state: State, table: int | Table) -> KernelSearch:
        """Begin to search a state that it does not refuse.

        Args:
            state: The state.
            table: The megabytes of an empty table, or the table of a search before, which the new one goes on with.
        """
        return KernelSearch(self, state, Table(table) if isinstance(table, int) else table)


class KernelSearch:
    """One search of a state, or several that share a table."""

    __slots__ = ("_moves", "kernel", "knowledge", "line", "moves_between", "table")

    def __init__(self, searches: KernelSearches, state: State, table: Table) -> None:
        """Search with a table that nobody else uses."""
        self.kernel = searches.kernel
        self.knowledge = searches.knowledge
        self.moves_between = searches.moves_between
        self.table = table
        self.line: EncodedLine = searches.runner.line(state)
        self._moves = len(state.moves)

    def has_every_move(self, moves: Sequence[Move]) -> bool:
        """Whether some legal moves are all of them."""
        return len(moves) == self._moves

    def depth_search(
        self, clock: SearchClock, *, reductions: bool, quiescence: bool, threads: int, sought: int
    ) -> KernelDepths:
        """Begin a search with the settings of `AlphaBeta`; forced wins of up to `sought` moves have been looked for."""
        return KernelDepths(self, clock, reductions, quiescence, threads, sought)

    def tree_search(
        self, clock: SearchClock, moves: Sequence[Move], *, exploration: float, megabytes: int, lines: int
    ) -> KernelTree:
        """Begin to grow a tree for some lines that begin with some legal moves."""
        tree = Tree(self.kernel, self.line, self.knowledge, self.table, _order(moves), megabytes, exploration)
        # A win says nothing of other moves.
        return KernelTree(self, tree, clock, find_win=lines == 1 and self.has_every_move(moves))

    def find_win(
        self, within: int, clock: SearchClock, *, threads: int = 1, first: int = 1, share: int = 1
    ) -> tuple[int, tuple[Move, ...], int, Stop | None]:
        """Find in how many moves the side to move wins (0 for none), the line, what is certain, and why it ended.

        There must be no win in fewer than `first` moves. With a `share` of 3 it takes no more than the third part of
        the nodes and the time that are left. Threads share the first moves out.
        """
        part = clock.part(share)
        certain = first - 1
        while certain < min(within, MAX_WIN_MOVES):
            found = self._find_win_in(certain + 1, part, threads)
            nodes = sum(nodes for _, _, _, nodes, _ in found)
            part.count(nodes)
            clock.count(nodes)
            moves, squares, _, _, stopped = max(found, key=lambda result: result[0])
            if moves:  # The other threads were stopped, which is not why it ended.
                return moves, self.moves_between(squares), certain, _STOPS[stopped] or clock.stopped
            # A helper that the first thread did not wait for was stopped, and knows no better reason.
            stopped = found[0][4] or max(result[4] for result in found)
            proven = min(sure for _, _, sure, _, _ in found) if len(found) == threads else certain
            if proven == certain:
                return 0, (), certain, _STOPS[stopped] or clock.stopped
            certain = proven
        return 0, (), certain, clock.stopped

    def _find_win_in(self, moves: int, clock: SearchClock, threads: int) -> list[_Found]:
        """What each thread finds of wins in so many moves, this one first; a thread that failed finds nothing."""
        prove = partial(
            self.kernel.find_win,
            self.line,
            self.knowledge,
            self.table,
            moves,
            moves,
            nodes=-(-clock.nodes_left // threads),
            seconds=clock.seconds_left,
        )
        with controlled_by(clock.cancel) as control:
            if threads == 1:
                return [prove(control=control)]
            found: dict[int, _Found] = {}

            def prove_part(number: int, switch: Control) -> None:
                found[number] = prove(control=switch, part=number, parts=threads)
                if found[number][0]:
                    control.stop()  # One win is enough.

            with helped(threads - 1, prove_part, clock.cancel) as helpers:
                prove_part(0, control)
                won, _, _, _, stopped = found[0]
                if not won and not stopped:  # The others have nearly come to their end too.
                    for helper in helpers:
                        helper.wait()
        return [found.pop(0), *found.values()]


class KernelDepths:
    """An alpha-beta search, a depth at a time."""

    def __init__(
        self, search: KernelSearch, clock: SearchClock, reductions: bool, quiescence: bool, threads: int, sought: int
    ) -> None:
        """Begin with the settings of `AlphaBeta`."""
        self._search = search
        self._clock = clock
        self._reductions = reductions
        self._quiescence = quiescence
        self._threads = threads
        self._sought = sought
        #: Within so many moves there is no forced win.
        self._unwon = 0
        self.reached = 0

    @property
    def table_filled(self) -> float:
        """How full the transposition table is, from 0 to 1."""
        return self._search.table.filled

    def search(self, moves: Sequence[Move], depth: int) -> tuple[int, tuple[Move, ...], Stop | None]:
        """Search a depth: the value, the line, and why it stopped; no line if it was stopped before it found any."""
        search, clock, threads = self._search, self._clock, self._threads
        sure = self._reductions and self._sought < (depth + 1) // 2 <= _SURE_MOVES and depth % 2 == 1
        if sure and search.has_every_move(moves) and (won := self._sure_win(depth)) is not None:
            return won
        order, nodes, seconds = _order(moves), -(-clock.nodes_left // threads), clock.seconds_left
        with controlled_by(clock.cancel) as control:
            if threads > 1:
                done = self._search_together(order, depth, nodes, seconds, control)
            else:
                line, value, visited, stopped = search.kernel.search(
                    search.line,
                    search.knowledge,
                    search.table,
                    order,
                    depth,
                    self._reductions,
                    self._quiescence,
                    nodes=nodes,
                    seconds=seconds,
                    control=control,
                )
                done = _Searched(line, value, visited, control.reached, stopped)
        clock.count(done.nodes)
        self.reached = done.reached
        return done.value, search.moves_between(done.line), _STOPS[done.stopped]

    def _search_together(self, order: bytes, depth: int, nodes: int, seconds: float, control: Control) -> _Searched:
        """Search a depth with several threads, which together keep to the limit; whoever is first has searched it."""
        search = self._search
        found: dict[int, _Searched] = {}

        def search_with_others(number: int, switch: Control) -> None:
            line, value, visited, stopped = search.kernel.search(
                search.line,
                search.knowledge,
                search.table,
                order,
                depth,
                self._reductions,
                self._quiescence,
                worker=number,
                nodes=nodes,
                seconds=seconds,
                control=switch,
            )
            found[number] = _Searched(line, value, visited, switch.reached, stopped)
            if not stopped:
                control.stop()

        with helped(self._threads - 1, search_with_others, self._clock.cancel):
            search_with_others(0, control)
        best = next((one for one in found.values() if not one.stopped), found[0])
        return best._replace(nodes=sum(one.nodes for one in found.values()))

    def _sure_win(self, depth: int) -> tuple[int, tuple[Move, ...], Stop | None] | None:
        """A win that reductions might hide, or that the search must stop; `None` to search the depth."""
        clock = self._clock
        won, line, self._unwon, stop = self._search.find_win(
            (depth + 1) // 2, clock, threads=self._threads, first=self._unwon + 1, share=_SHARE
        )
        if won:
            self.reached = depth
            return WIN - depth, line, None
        if clock.stopped is not None or stop is Stop.CANCELLED:
            return 0, (), clock.stopped or stop
        return None


class _Searched(NamedTuple):
    """What a thread found at a depth."""

    line: list[tuple[int, int]]
    value: int
    nodes: int
    reached: int
    stopped: int


class KernelTree:
    """The tree of one search, and the forced win that makes it unnecessary."""

    def __init__(self, search: KernelSearch, tree: Tree, clock: SearchClock, *, find_win: bool) -> None:
        """Begin with a tree that has not grown."""
        self._search = search
        self._tree = tree
        self._clock = clock
        self._looks_for_win = find_win
        self._won: list[tuple[int, tuple[Move, ...]]] = []
        self.is_decided = False

    def grow(self, visits: int) -> Stop | None:
        """Grow until there are so many visits; return why it stopped before."""
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
        won, line, _, stop = self._search.find_win(_TREE_SURE_MOVES, self._clock, share=_SHARE)
        if won:
            self._won, self.is_decided = [(WIN - 2 * won + 1, line)], True
        return self._clock.stopped or (stop if stop is Stop.CANCELLED else None)

    def lines(self, count: int) -> list[tuple[int, tuple[Move, ...]]]:
        """Return the values and lines of the best moves."""
        if self._won:
            return self._won[:count]
        return [(value, self._search.moves_between(line)) for line, value in self._tree.lines(count)]


def _order(moves: Sequence[Move]) -> bytes:
    """Moves as the kernel takes them."""
    return array("I", [move.number for move in moves]).tobytes()
