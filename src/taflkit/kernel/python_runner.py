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
from taflkit.rules.play import is_irreversible


@attrs.define(eq=False)
class PythonState:
    """A position with its history in Python; it never changes."""

    rules: Rules
    """The rules by which it is played."""
    position: Position
    """The position reached."""
    board_outcome: Outcome | None
    """The outcome by the board alone, without repetition, stalemate and limits."""
    move_limit: int | None
    """How many moves a player may make, `None` for any number."""
    previous: PythonState | None = None
    """The state before the last move, `None` at the start."""
    move: Move | None = None
    """The last move, `None` at the start."""
    taken_mask: int = 0
    """The squares of the pieces that the last move captured."""
    ply: int = 0
    """How many moves have been played."""
    turns: int = 0
    """How many turns have been taken."""
    reversible: int = 0
    """How many moves have been played since pieces last left the board."""
    seen_before: bool = False
    """Whether the position may have occurred before; if false, it has not."""
    footprints: int = attrs.field(default=attrs.Factory(lambda self: _footprint(self.position), takes_self=True))
    """A bit for each position since then, by its hash: most new positions are found without a search of the history."""

    @property
    def last(self) -> Play | None:
        """What the last move did; `None` at the start."""
        if self.previous is None or self.move is None:
            return None
        return self.rules.apply(self.previous.position, self.move)

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
        if self.rules.forbids_moves:
            return self._outcome(bool(self._moves()))
        return self._outcome(self.rules.has_moves(self.position))

    def _outcome(self, has_moves: bool) -> Outcome | None:
        """How the game ended: the board decides before repetition, that before stalemate, and limits come last."""
        outcome = self.board_outcome
        if outcome is None and self.previous is not None:
            outcome = self.rules.repetition.repeated(self)
        if outcome is None and not has_moves:
            outcome = self.rules.no_moves.stuck(self.position.to_move)
        return outcome or self._limit_reached()

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
        moves = self._moves()
        return moves if self._outcome(bool(moves)) is None else LegalMoves()

    def _moves(self) -> LegalMoves:
        """The legal moves, also when the game is over."""
        moves = self.rules.legal_moves(self.position)
        if self.rules.forbids_moves:
            return LegalMoves(move for move in moves if not self._is_forbidden(move))
        return moves

    def _is_forbidden(self, move: Move) -> bool:
        """Whether the rule on repetition forbids a move."""
        return self.rules.repetition.forbids(self, self.rules.step(self.position, move)[0])

    def draw(self, chance: Chance) -> Move | None:
        """Draw a legal move; `None` when the game is over.

        Moves are numbered as in the kernel: along the rows and then along the columns, and along a line by origin and
        target; by origin and target alone if there are others than along lines, or if they depend on the past.
        """
        rules = self.rules
        if (
            self.position.going_on_mask
            or rules.forbids_moves
            or not rules.moves_along_lines
            or type(rules) is not Rules
        ):
            moves = sorted(self.moves, key=attrgetter("number"))
            return moves[chance.below(len(moves))] if moves else None
        lines = rules.moves_by_line(self.position)
        count = sum(map(len, lines))
        if self._outcome(count > 0) is not None:
            return None
        drawn = chance.below(count)
        for line in lines:
            if drawn < len(line):
                break
            drawn -= len(line)
        return line[drawn]

    def play(self, move: object) -> PythonState | None:
        """Return the state after a move; `None` if the move is not legal or the game is over."""
        return self.follow(move) if isinstance(move, Move) and move in self.moves else None

    def follow(self, move: Move) -> PythonState:
        """Return the state after a move without checking it; the game may be over."""
        position, taken, outcome = self.rules.step(self.position, move)
        earlier = 0 if taken and is_irreversible(self.position, position) else self.footprints
        footprint = _footprint(position)
        return PythonState(
            self.rules,
            position,
            outcome,
            self.move_limit,
            self,
            move,
            taken,
            self.ply + 1,
            self.turns + (position.to_move is not self.position.to_move),
            self.reversible + 1 if earlier else 0,
            earlier & footprint != 0,
            earlier | footprint,
        )

    def end_turn(self) -> PythonState:
        """Return the same state with the other side to move, as if the piece that must continue had stopped."""
        ended = attrs.evolve(self.position, to_move=self.position.to_move.other, going_on_mask=0)
        return attrs.evolve(self, position=ended, turns=self.turns + 1)


def _footprint(position: Position) -> int:
    return 1 << (hash(position.kind_masks) & 1023)


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
        return PythonState(self.rules, position, self.rules.outcome(position), move_limit)

    def follow(self, state: State, move: Move) -> State:
        """Return the state after a move without checking it; the game may be over."""
        return _own(state).follow(move)

    def with_limit(self, state: State, move_limit: int | None) -> State:
        """Return the same state with another move limit; the states before it keep theirs."""
        return attrs.evolve(_own(state), move_limit=move_limit)

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
        """Count the leaves below a position; with `bulk`, the moves of the last ply are not made."""
        if depth == 0:
            return 1
        moves = self.rules.legal_moves(position)
        if depth == 1 and bulk:
            return len(moves)
        total = 0
        for move in moves:
            after, _, outcome = self.rules.step(position, move)
            if depth == 1 or outcome is None:
                total += self.count(after, depth - 1, bulk=bulk)
        return total

    def stop(self) -> None:
        """Do nothing: no other thread is counting."""
