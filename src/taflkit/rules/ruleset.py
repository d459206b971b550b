"""`Rules`: the composition of strategies, and what it answers about positions."""

from __future__ import annotations

import attrs

from taflkit.board import Board, Move, Piece, Position, Side, indices_of
from taflkit.errors import IllegalMoveError
from taflkit.rules.check import check_names
from taflkit.rules.endings import NoMovesLoses
from taflkit.rules.legality import why_illegal
from taflkit.rules.lines import LineTables, Reach
from taflkit.rules.outcome import Outcome
from taflkit.rules.play import LegalMoves, Play, make_play
from taflkit.rules.protocols import (
    Access,
    Captor,
    Capture,
    Ending,
    HostileSquares,
    Hostility,
    Judge,
    LineMovement,
    Movement,
    NoMoves,
    Repetition,
)
from taflkit.rules.repetition import RepetitionIgnored


def _moves(movement: Movement, piece: Piece) -> bool:
    """Whether a movement is one of this kind of piece; one that names no pieces is everyone's."""
    return piece.is_one_of(getattr(movement, "pieces", ("everyone",)))


@attrs.frozen(cache_hash=True)
class Rules:
    """The rules of a game as a value: strategies that answer one question each, composed for one board.

    `attrs.evolve(rules, captures=(MyCapture(),))` makes other rules. Every question is
    asked of every strategy in its tuple, and the answers are united.
    """

    board: Board
    movement: tuple[Movement, ...]
    access: tuple[Access, ...] = ()
    hostility: tuple[Hostility, ...] = ()
    captures: tuple[Capture, ...] = ()
    king: tuple[Capture, ...] = ()
    endings: tuple[Ending, ...] = ()
    repetition: Repetition = attrs.field(factory=RepetitionIgnored)
    no_moves: NoMoves = attrs.field(factory=NoMovesLoses)
    _reaches: tuple[Reach, ...] = attrs.field(init=False, eq=False, repr=False)
    _tables: tuple[LineTables | None, ...] = attrs.field(init=False, eq=False, repr=False)
    _others: tuple[tuple[Movement, ...], ...] = attrs.field(init=False, eq=False, repr=False)
    _of_side: dict[Side, tuple[int, ...]] = attrs.field(init=False, eq=False, repr=False)
    _captors: tuple[Captor, ...] = attrs.field(init=False, eq=False, repr=False)
    _judges: tuple[Judge, ...] = attrs.field(init=False, eq=False, repr=False)
    _shift: int = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        check_names(self.board, self.strategies)
        self._prepare()

    def __getstate__(self) -> tuple[object, ...]:
        """Pickle the composition without its tables."""
        return tuple(getattr(self, field.name) for field in attrs.fields(Rules) if field.init)

    def __setstate__(self, state: tuple[object, ...]) -> None:
        """Build the tables anew."""
        self.__init__(*state)  # type: ignore[misc]

    def _prepare(self) -> None:
        lines = [m for m in self.movement if isinstance(m, LineMovement)]
        reaches, others = [], []
        tables: list[LineTables | None] = []
        # Kinds of piece that move alike share their tables.
        shared: dict[object, LineTables] = {}
        for piece in self.board.pieces:
            reach = Reach(self.board, piece, [m for m in lines if _moves(m, piece)], self.access)
            reaches.append(reach)
            others.append(tuple(m for m in self.movement if _moves(m, piece) and not isinstance(m, LineMovement)))
            if others[-1]:
                tables.append(None)
            else:
                tables.append(shared.setdefault(reach.key, LineTables(self.board, reach)))
        of_side = {
            side: tuple(index for index, piece in enumerate(self.board.pieces) if piece.side is side) for side in Side
        }
        made = {
            "_reaches": tuple(reaches),
            "_tables": tuple(tables),
            "_others": tuple(others),
            "_of_side": of_side,
            "_captors": tuple(capture.captor(self) for capture in (*self.captures, *self.king)),
            "_judges": tuple(ending.judge(self) for ending in self.endings),
            "_shift": self.board.grid.outside.bit_length(),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @property
    def strategies(self) -> tuple[object, ...]:
        """Every strategy of the composition, in the order of the questions."""
        return (
            *self.movement,
            *self.access,
            *self.hostility,
            *self.captures,
            *self.king,
            *self.endings,
            self.repetition,
            self.no_moves,
        )

    def hostile_to(self, piece: Piece) -> HostileSquares:
        """The function from a position to every square that is hostile to such a piece."""
        answers = [answer for h in self.hostility if (answer := h.against(self.board, piece)) is not None]
        if len(answers) == 1:
            return answers[0]

        def hostile(after: Position) -> int:
            mask = 0
            for answer in answers:
                mask |= answer(after)
            return mask

        return hostile

    def legal_moves(self, position: Position) -> LegalMoves:
        """The moves of the side to move, also in a position where the game is over."""
        return LegalMoves(self._find_moves(position))

    def count_moves(self, position: Position) -> int:
        """How many legal moves there are."""
        return len(self._find_moves(position))

    def _find_moves(self, position: Position) -> list[Move]:
        found: list[Move] = []
        sets = position.sets
        occupied = position.attackers | position.defenders
        for index in self._of_side[position.to_move]:
            movers = sets[index]
            if position.going_on:
                movers &= position.going_on
            tables = self._tables[index]
            if tables is None:
                found += self._moves_by_piece(position, index, movers)
            elif movers & movers - 1:
                key = occupied | movers << self._shift
                for mask, line in tables.lines:
                    if movers & mask:
                        found += line[key & mask]
            elif movers:
                for squares, walk in tables.walks[movers]:
                    found += walk[occupied & squares]
        return found

    def has_moves(self, position: Position) -> bool:
        """Whether there is any legal move; it stops at the first."""
        if position.going_on:
            return bool(self._find_moves(position))
        occupied = position.attackers | position.defenders
        for index in self._of_side[position.to_move]:
            movers, tables = position.sets[index], self._tables[index]
            if tables is None:
                if self._moves_by_piece(position, index, movers):
                    return True
            elif movers:
                key = occupied | movers << self._shift
                for mask, line in tables.lines:
                    if line[key & mask]:
                        return True
        return False

    def is_legal(self, position: Position, move: Move) -> bool:
        """Whether a move is one of the legal moves."""
        origin, sets = move.origin_bit, position.sets
        if (position.going_on and position.going_on != origin) or move.grid is not self.board.grid:
            return False
        for index in self._of_side[position.to_move]:
            if sets[index] & origin:
                tables = self._tables[index]
                if tables is None:
                    return move in self._moves_by_piece(position, index, origin)
                occupied = position.attackers | position.defenders
                (row, along_row), (column, along_column) = tables.walks[origin]
                return move in along_row[occupied & row] or move in along_column[occupied & column]
        return False

    def _moves_by_piece(self, position: Position, index: int, movers: int) -> list[Move]:
        """The moves of some pieces of one kind that do not move along lines only."""
        occupied, reach, grid = position.occupied, self._reaches[index], self.board.grid
        found = []
        for origin in indices_of(movers):
            targets = reach.from_square(origin, occupied)
            for movement in self._others[index]:
                targets |= movement.targets(position, origin, reach.crossable[origin]) & reach.stoppable[origin]
            found += [grid.move_between(origin, target) for target in indices_of(targets & ~occupied)]
        return found

    def play(self, position: Position, move: Move) -> Play:
        """Play a move, which is checked first."""
        if not self.is_legal(position, move):
            raise IllegalMoveError(move, self.why_illegal(position, move), position)
        return self.apply(position, move)

    def apply(self, position: Position, move: Move) -> Play:
        """Play a move that is known to be legal, because it came from `legal_moves`; nothing is checked."""
        after, taken, outcome = self.step(position, move)
        return make_play(move, position, after, taken, outcome)

    def step(self, position: Position, move: Move) -> tuple[Position, int, Outcome | None]:
        """What `apply` finds, bare: the position after a legal move, what was taken, the outcome."""
        origin, bits, sets, kings = move.origin_bit, move.bits, position.sets, position.kings
        index = 0
        while not sets[index] & origin:
            index += 1
        sets = (*sets[:index], sets[index] ^ bits, *sets[index + 1 :])
        if kings & origin:
            kings ^= bits
        if position.to_move is Side.ATTACKERS:
            after = position.moved(sets, Side.DEFENDERS, position.attackers ^ bits, position.defenders, kings)
        else:
            after = position.moved(sets, Side.ATTACKERS, position.attackers, position.defenders ^ bits, kings)
        taken = 0
        for captured in self._captors:
            taken |= captured(after, move)
        if taken:
            left = ~taken
            sets = tuple([squares & left for squares in sets])
            after = position.moved(sets, after.to_move, after.attackers & left, after.defenders & left, kings & left)
        for judge in self._judges:
            outcome = judge(position, after)
            if outcome is not None:
                return after, taken, outcome
        return after, taken, None

    def count_replies(self, position: Position) -> int:
        """How many ways there are to move and be answered: perft 2.

        A move that takes nothing changes three lines of the board, so only these are counted anew.
        """
        replies = position.to_move.other
        kinds = [
            (position.sets[index] << self._shift, tables.lines)
            for index in self._of_side[replies]
            if position.sets[index] and (tables := self._tables[index]) is not None
        ]
        if None in self._tables:
            return sum(
                self.count_moves(after)
                for move in self.legal_moves(position)
                for after, _, outcome in [self.step(position, move)]
                if outcome is None
            )
        occupied = position.attackers | position.defenders
        before = [
            sum(len(lines[n][1][(occupied | movers) & lines[n][0]]) for movers, lines in kinds)
            for n in range(len(self.board.grid.lines))
        ]
        everything = sum(before)
        total = 0
        for move in self.legal_moves(position):
            after, taken, outcome = self.step(position, move)
            if outcome is not None:
                continue
            if taken:
                total += self.count_moves(after)
                continue
            total += everything
            now = occupied ^ move.bits
            for n in move.lines:
                total -= before[n]
                for movers, lines in kinds:
                    mask, line = lines[n]
                    total += len(line[(now | movers) & mask])
        return total

    def outcome(self, position: Position) -> Outcome | None:
        """How a position that was set up has already ended, if it has."""
        for judge in self._judges:
            if outcome := judge(None, position):
                return outcome
        return None

    def why_illegal(self, position: Position, move: Move) -> str:
        """The reason why a move that is not legal is not, as a clause of a sentence."""
        return why_illegal(self.board, self._reaches, position, move)
