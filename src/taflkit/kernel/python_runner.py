"""The runner in Python, which defines what every other runner must answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

import attrs

from taflkit.board import Move, Position
from taflkit.kernel.chance import Chance
from taflkit.kernel.encoding import EncodedLine, encode_line
from taflkit.kernel.state import State
from taflkit.kernel.status import KernelStatus
from taflkit.rules import LegalMoves, Outcome, Play, Reason, Rules


class PythonState:
    """A position with its history in Python. It is immutable once `follow` has filled it in.

    It is a plain class with slots, because creating an attrs object for every move slows random games down
    (`benchmarks/playouts.py`).
    """

    __slots__ = (
        "_by_line",
        "_changed_lines",
        "_footprints",
        "_is_decided",
        "_last",
        "_outcome",
        "board_outcome",
        "move",
        "move_limit",
        "ply",
        "position",
        "previous",
        "reversible",
        "rules",
        "seen_before",
        "taken_mask",
        "turns",
    )

    rules: Rules
    """The rules by which it is played."""
    position: Position
    """The position reached."""
    previous: PythonState | None
    """The state before the last move, `None` at the start."""
    move: Move | None
    """The last move, `None` at the start."""
    taken_mask: int
    """The squares of the pieces that the last move captured."""
    board_outcome: Outcome | None
    """The outcome by the board alone, without repetition, stalemate and limits."""
    turns: int
    """How many turns have been taken."""
    ply: int
    """How many moves have been played."""
    reversible: int
    """How many moves have been played since pieces last left the board."""
    seen_before: bool
    """Whether the position may have occurred before; if false, it has not."""
    move_limit: int | None
    """How many moves a player may make, `None` for any number."""
    #: A bit for each position since pieces last left the board, chosen by hash, to find most new positions at once.
    _footprints: int
    #: The legal moves along each line, `None` as long as nobody has asked, and when later states have them.
    _by_line: list[tuple[Move, ...]] | None
    #: The numbers of the lines that the last move changed.
    _changed_lines: tuple[int, ...]
    _outcome: Outcome | None
    _is_decided: bool
    _last: Play | None

    @classmethod
    def begin(
        cls, rules: Rules, position: Position, move_limit: int | None, board_outcome: Outcome | None
    ) -> PythonState:
        """Start from a position without history, with its outcome by the board.

        There is no `__init__`: without one, `follow` makes objects in less time.
        """
        state = cls()
        state.rules = rules
        state.position = position
        state.previous = None
        state.move = None
        state.taken_mask = 0
        state.board_outcome = board_outcome
        state.turns = 0
        state.ply = 0
        state.reversible = 0
        state.seen_before = False
        state.move_limit = move_limit
        state._footprints = _footprint(position)
        state._by_line = None
        state._changed_lines = ()
        state._is_decided = False
        state._last = None
        return state

    @property
    def last(self) -> Play | None:
        """What the last move did."""
        if self._last is None and self.move is not None and self.previous is not None:
            self._last = Play(
                self.move,
                self.previous.position,
                self.position,
                self.taken_mask,
                self.reversible == 0,
                self.board_outcome,
            )
        return self._last

    @property
    def captureless(self) -> int:
        """How many moves have been played since pieces were last captured."""
        count = 0
        there: PythonState | None = self
        while there is not None and there.move is not None and not there.taken_mask:
            count += 1
            there = there.previous
        return count

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it goes on."""
        if not self._is_decided:
            self._decide(None)
        return self._outcome

    def _decide(self, count: int | None) -> None:
        """Find the outcome; `count` is how many legal moves there are, if that is known."""
        # The order is part of the rules: the board, then repetition, then no moves, then the limits.
        rules, outcome = self.rules, self.board_outcome
        if outcome is None and (self.seen_before or rules.judges_new_positions) and self.previous is not None:
            outcome = rules.repetition.repeated(self)
        if outcome is None:
            if not (self._has_moves() if count is None else count):
                outcome = rules.no_moves.stuck(self.position.to_move)
            elif rules.limits or self.move_limit is not None:
                outcome = self._limit_reached()
        self._outcome = outcome
        self._is_decided = True

    def _limit_reached(self) -> Outcome | None:
        for limit in self.rules.limits:
            outcome = limit.reached(self)
            if outcome is not None:
                return outcome
        if self.move_limit is not None and self.turns // 2 >= self.move_limit:
            return Outcome(self.position.to_move.other, Reason.MOVE_LIMIT)
        return None

    @property
    def moves(self) -> LegalMoves:
        """The legal moves; none when the game is over."""
        lines = self._by_line or self._moves_by_line()
        if lines is None:
            moves = self._allowed_moves()
        else:
            moves = []
            for line in lines:
                moves += line
        if not self._is_decided:
            may_be_over = self.seen_before or self.rules.judges_history or self.move_limit is not None
            if moves and self.board_outcome is None and not may_be_over:
                # What `_decide` would find nearly always, without the call.
                self._outcome = None
                self._is_decided = True
            else:
                self._decide(len(moves))
        return LegalMoves(moves if self._outcome is None else ())

    def draw(self, chance: Chance) -> Move | None:
        """Draw a legal move; `None` when the game is over.

        Moves are numbered as in the kernel: along the rows and then along the columns, and along a line by origin and
        target; by origin and target alone if there are others than along lines, or if they depend on the past.
        """
        lines = self._by_line or (self._moves_by_line() if self.rules.moves_along_lines else None)
        if lines is None:
            moves = sorted(self.moves, key=_number)
            return moves[chance.below(len(moves))] if moves else None
        count = sum(map(len, lines))
        if not self._is_decided:
            self._decide(count)
        if self._outcome is not None:
            return None
        drawn = chance.below(count)
        for line in lines:
            if drawn < len(line):
                return line[drawn]
            drawn -= len(line)
        raise AssertionError(count)

    def _moves_by_line(self) -> list[tuple[Move, ...]] | None:
        """Find the legal moves along each line, also when the game is over; `None` if they are not found so."""
        rules, position, previous = self.rules, self.position, self.previous
        # What is returned is kept in a variable: another thread may drop what is stored.
        lines = None
        if previous is not None and (before := previous.previous) is not None:
            known = before._by_line
            if known is not None and before.position.to_move is position.to_move:
                # Most lines are as they were two moves ago.
                changed = previous._changed_lines + self._changed_lines
                lines = self._by_line = rules.moves_by_line(position, known, changed)
                # Four moves ago they are hardly needed any more. A long game would keep thousands of them, which takes
                # memory, and time whenever Python looks for garbage.
                if before.previous is not None and (old := before.previous.previous) is not None:
                    old._by_line = None
                return lines
        # A class that inherits `Rules` may have others than its strategies.
        if not rules.forbids_moves and type(rules) is Rules:
            lines = self._by_line = rules.moves_by_line(position)
        return lines

    def _has_moves(self) -> bool:
        if not self.rules.forbids_moves:
            return self.rules.has_moves(self.position)
        return any(not self.repeats(move) for move in _moves_by(self.rules, self.position))

    def _allowed_moves(self) -> list[Move]:
        moves = _moves_by(self.rules, self.position)
        if self.rules.forbids_moves:
            return [move for move in moves if not self.repeats(move)]
        return moves

    def repeats(self, move: Move) -> bool:
        """Whether the rule on repetition forbids a move that is legal otherwise."""
        rules = self.rules
        return rules.forbids_moves and rules.repetition.forbids(self, rules.step(self.position, move)[0])

    def play(self, move: object) -> PythonState | None:
        """Return the state after a move; `None` if the move is not legal or the game is over."""
        if not self._is_decided:
            self._decide(None)
        if self._outcome is not None or not isinstance(move, Move):
            return None
        rules, lines = self.rules, self._by_line
        if lines is not None and move.grid is rules._grid:
            # The usual case: the legal moves are known. A loop, because `in` compares by `==`, which takes long.
            for legal in lines[move._line]:
                if legal is move:
                    return self.follow(move)
        if not rules.is_legal(self.position, move) or (rules.forbids_moves and self.repeats(move)):
            return None
        return self.follow(move)

    def follow(self, move: Move) -> PythonState:
        """Return the state after a move without checking it; the game may be over."""
        before, rules = self.position, self.rules
        position, taken, outcome = rules.step(before, move, self.board_outcome is None)
        footprint = 1 << (hash(position.kind_masks) & _FOOTPRINT_BITS)
        after = PythonState()
        after.rules = rules
        after.position = position
        after.previous = self
        after.move = move
        after.taken_mask = taken
        after.board_outcome = outcome
        after.move_limit = self.move_limit
        after.ply = self.ply + 1
        after.turns = self.turns + 1 if position.to_move is not before.to_move else self.turns
        after._by_line = None
        after._changed_lines = move._lines
        after._is_decided = False
        after._last = None
        if taken:
            after._changed_lines += move.grid.lines_through(taken)
        # A piece that changed sides was captured, though nothing left the board.
        if taken and position.occupied_mask.bit_count() < before.occupied_mask.bit_count():
            after.reversible = 0
            after.seen_before = False
            after._footprints = footprint
        else:
            footprints = self._footprints
            after.reversible = self.reversible + 1
            after.seen_before = footprints & footprint != 0
            after._footprints = footprints | footprint
        return after

    def with_limit(self, move_limit: int | None) -> PythonState:
        """Return the same state with another move limit; the states before it keep theirs."""
        twin = self._copy()
        twin.move_limit = move_limit
        return twin

    def end_turn(self) -> PythonState:
        """Return the same state with the other side to move, as if the piece that must continue had stopped."""
        twin = self._copy()
        position = self.position
        twin.position = attrs.evolve(position, to_move=position.to_move.other, going_on_mask=0)
        twin.turns = self.turns + 1
        twin._by_line = None
        twin._footprints |= _footprint(twin.position)
        # The last play stays the same: only the turn has ended.
        twin._last = self.last
        return twin

    def _copy(self) -> PythonState:
        twin = PythonState()
        for name in PythonState.__slots__:
            if name != "_outcome":
                setattr(twin, name, getattr(self, name))
        twin._is_decided = False
        return twin


_number = attrgetter("number")

#: With this many bits, few positions of a game share one; where they do, the history is searched.
_FOOTPRINT_BITS = 1023


def _moves_by(rules: Rules, position: Position) -> list[Move]:
    """The legal moves; a class that inherits `Rules` may have others than its strategies."""
    return rules.list_moves(position) if type(rules) is Rules else list(rules.legal_moves(position))


def _footprint(position: Position) -> int:
    return 1 << (hash(position.kind_masks) & _FOOTPRINT_BITS)


class PythonRunner:
    """Runs rules in Python."""

    __slots__ = ("rules", "status")

    rules: Rules
    """The rules that it runs."""
    status: KernelStatus
    """Why the compiled kernel does not run them."""

    def __init__(self, rules: Rules, status: KernelStatus) -> None:
        """Run rules that the kernel does not run, for a reason."""
        self.rules = rules
        self.status = status

    def state(self, position: Position, move_limit: int | None = None) -> State:
        """Return the state of a new game."""
        return PythonState.begin(self.rules, position, move_limit, self.rules.outcome(position))

    def follow(self, state: State, move: Move) -> State:
        """Return the state after a move without checking it; the game may be over."""
        return _own(state).follow(move)

    def with_limit(self, state: State, move_limit: int | None) -> State:
        """Return the same state with another move limit."""
        return _own(state).with_limit(move_limit)

    def end_turn(self, state: State) -> State:
        """Return the same state with the other side to move, as if the piece that must continue had stopped."""
        return _own(state).end_turn()

    def kernel_for(self, position: Position) -> None:
        """Return `None`: Python searches."""

    def searches(self, start: Position, evaluation: object) -> str:
        """Return why Python searches."""
        return self.status.reason

    def line(self, state: State) -> EncodedLine:
        """Encode a state with its history for the searches of the kernel."""
        return encode_line(repeatable(_own(state)), state.turns, state.captureless, state.move_limit)

    def counter(self, position: Position, megabytes: int = 0) -> PythonCounter:
        """Return a counter of lines of play; it caches nothing."""
        return PythonCounter(self.rules)

    def playouts(
        self, state: State, games: range, seed: int, max_plies: int, threads: int = 1
    ) -> tuple[int, Counter[Outcome | None]]:
        """Play random games; return their plies and how many had which outcome (`None` for broken off)."""
        start, plies, outcomes = _own(state), 0, Counter[Outcome | None]()
        for number in games:
            chance, there, length = Chance(seed, number), start, 0
            while length < max_plies and (move := there.draw(chance)) is not None:
                there = there.follow(move)
                length += 1
            plies += length
            outcomes[there.outcome] += 1
        return plies, outcomes


def repeatable(state: PythonState) -> Iterator[Position]:
    """Iterate over the positions of a state's history that may occur again, the newest first."""
    there: PythonState | None = state
    for _ in range(state.reversible + 1):
        assert there is not None
        yield there.position
        there = there.previous


def _own(state: State) -> PythonState:
    assert isinstance(state, PythonState)
    return state


class PythonCounter:
    """Counts lines of play in Python."""

    __slots__ = ("rules",)

    rules: Rules
    """The rules that decide which moves there are."""

    def __init__(self, rules: Rules) -> None:
        """Count by some rules."""
        self.rules = rules

    def count(self, position: Position, depth: int, *, bulk: bool) -> int:
        """Count the leaves below a position; with `bulk`, the moves of the last plies are not made."""
        return self._count(position, depth, bulk, undecided=self.rules.outcome(position) is None)

    def _count(self, position: Position, depth: int, bulk: bool, *, undecided: bool) -> int:
        if depth == 0:
            return 1
        rules = self.rules
        if bulk:
            if depth == 1:
                return rules.count_moves(position)
            if depth == 2:
                return rules.count_replies(position)
        total = 0
        for move in rules.legal_moves(position):
            after, _, outcome = rules.step(position, move, undecided=undecided)
            if depth == 1:
                total += 1
            elif outcome is None:
                total += self._count(after, depth - 1, bulk, undecided=True)
        return total

    def stop(self) -> None:
        """Do nothing: no other thread is counting."""
