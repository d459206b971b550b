"""`Rules`: the composition of strategies, which answers questions about positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import TypeVar

import attrs

from taflkit.board import Board, Move, Piece, Position, Side, SquareSet, indices_of, union
from taflkit.board.position import make_position
from taflkit.errors import IllegalMoveError, RulesError
from taflkit.rules.fields import check_known, check_names, names
from taflkit.rules.hostility import hostile_union
from taflkit.rules.lines import LineTables, Reach
from taflkit.rules.no_moves import NoMovesLoses
from taflkit.rules.play import LegalMoves, Outcome, Play, is_irreversible
from taflkit.rules.protocols import (
    ONE_ANSWER,
    QUESTIONS,
    Access,
    Captor,
    Capture,
    Ending,
    GameLimit,
    GoesOn,
    HostileSquares,
    Hostility,
    Judge,
    MayMove,
    Movement,
    NoMoves,
    Repetition,
    Turn,
    moves_along_lines,
)
from taflkit.rules.repetition import RepetitionIgnored
from taflkit.rules.traits import TRAITS, traits_of
from taflkit.rules.turn import OneMove

_AnyMovement = TypeVar("_AnyMovement", bound=Movement)


@attrs.frozen(cache_hash=True)
class Rules:
    """The rules of a game as a value: strategies that answer one question each, composed for one board.

    `attrs.evolve(rules, captures=(MyCapture(),))` makes other rules. Every question is asked of every strategy in its
    tuple, and the answers are united.

    Raises:
        RulesError: A strategy lacks the methods of its question, or names a region or piece that the board has not.
        TypeError: The traits that a strategy declares are not those of its question.
    """

    board: Board
    """The board the rules are for."""
    movement: tuple[Movement, ...]
    """Where pieces can go."""
    access: tuple[Access, ...] = ()
    """Which squares are closed to which pieces."""
    hostility: tuple[Hostility, ...] = ()
    """Which squares help to capture a piece."""
    captures: tuple[Capture, ...] = ()
    """What a move captures."""
    king: tuple[Capture, ...] = ()
    """How a king is captured."""
    endings: tuple[Ending, ...] = ()
    """What ends the game; of several endings that apply, the first decides."""
    repetition: Repetition = attrs.field(factory=RepetitionIgnored)
    """What happens when a position comes back."""
    no_moves: NoMoves = attrs.field(factory=NoMovesLoses)
    """What happens when the side to move has no legal move."""
    turn: Turn = attrs.field(factory=OneMove)
    """Who moves next."""
    limits: tuple[GameLimit, ...] = ()
    """When the game has gone on for too long."""
    turncoats: tuple[str, ...] = attrs.field(default=(), converter=names)
    """The pieces that change sides instead of leaving the board when they are captured."""
    attached: dict[str, object] = attrs.field(factory=dict, init=False, eq=False, repr=False)
    """What others keep as long as these rules live, by name: `taflkit.kernel.runner_for` keeps its runner here."""
    forbids_moves: bool = attrs.field(init=False, eq=False, repr=False)
    """Whether the rule on repetition forbids moves."""
    moves_along_lines: bool = attrs.field(init=False, eq=False, repr=False)
    """Whether no piece has any movement but a `LineMovement`."""
    turns_into: Mapping[int, int] = attrs.field(init=False, eq=False, repr=False)
    """The index in `kind_masks` of each piece that changes sides when captured, and of the kind it becomes."""
    #: Where each kind of piece can go along lines, and the tables of all such moves.
    _reaches: tuple[Reach, ...] = attrs.field(init=False, eq=False, repr=False)
    _lines: LineTables = attrs.field(init=False, eq=False, repr=False)
    #: For each kind of piece, its movements that are not along lines.
    _leaps: tuple[tuple[Movement, ...], ...] = attrs.field(init=False, eq=False, repr=False)
    #: The functions with which captures, endings and the turn answer; see `taflkit.rules.protocols`.
    _captors: tuple[Captor, ...] = attrs.field(init=False, eq=False, repr=False)
    _judges: tuple[Judge, ...] = attrs.field(init=False, eq=False, repr=False)
    _goes_on: GoesOn | None = attrs.field(init=False, eq=False, repr=False)
    _may_move: MayMove | None = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        self._check_strategies()
        along_lines = [movement for movement in self.movement if moves_along_lines(movement)]
        elsewhere = [movement for movement in self.movement if not moves_along_lines(movement)]
        pieces = self.board.pieces
        reaches = [Reach(self.board, piece, _movements_of(piece, along_lines), self.access) for piece in pieces]
        leaps = tuple(tuple(_movements_of(piece, elsewhere)) for piece in pieces)
        derived = {
            "forbids_moves": bool(self.repetition.forbids_moves),
            "moves_along_lines": not any(leaps),
            "turns_into": self._find_turncoats(),
            "_reaches": tuple(reaches),
            "_lines": LineTables(self.board, reaches),
            "_leaps": leaps,
            "_captors": tuple(capture.captor(self) for capture in (*self.captures, *self.king)),
            "_judges": tuple(ending.judge(self) for ending in self.endings),
            "_goes_on": self.turn.goes_on(self),
            "_may_move": self.turn.may_move(self),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def _check_strategies(self) -> None:
        for question, protocol in QUESTIONS.items():
            answers = self._answers(question)
            if not isinstance(answers, tuple):
                raise RulesError(f"{question}: expected a tuple of strategies, not {answers!r}")
            for strategy in answers:
                if isinstance(strategy, type) or not isinstance(strategy, protocol):
                    raise RulesError(f"{question}: {strategy!r} lacks the methods of {protocol.__name__}")
                if question in TRAITS:
                    traits_of(strategy, TRAITS[question])  # Mistakes show here, not in the middle of a search.
        check_names(self.board, self.strategies)
        check_known("turncoats", self.turncoats, self.board.names, "piece")

    def __getstate__(self) -> tuple[object, ...]:
        """Pickle the composition without what is derived from it."""
        return tuple(getattr(self, field.name) for field in attrs.fields(Rules) if field.init)

    def __setstate__(self, state: tuple[object, ...]) -> None:
        """Derive it anew."""
        self.__init__(*state)  # type: ignore[misc] # unsound for subclasses alone

    @property
    def strategies(self) -> tuple[object, ...]:
        """Every strategy of the composition, in the order of the questions."""
        return tuple(strategy for question in QUESTIONS for strategy in self._answers(question))

    def _answers(self, question: str) -> tuple[object, ...]:
        answer = getattr(self, question)
        return (answer,) if question in ONE_ANSWER else answer

    @property
    def goes_on(self) -> bool:
        """Whether a piece may continue its turn under these rules."""
        return self._goes_on is not None

    def _find_turncoats(self) -> dict[int, int]:
        found = {}
        for index, piece in enumerate(self.board.pieces):
            if piece.is_one_of(self.turncoats):
                turned = attrs.evolve(piece, side=piece.side.other)
                if turned not in self.board.pieces:
                    raise RulesError(f"the {piece} cannot change sides: the other side has no {piece.kind}")
                found[index] = self.board.pieces.index(turned)
        return found

    def reach_of(self, piece: Piece) -> Reach:
        """Where a kind of piece can go along lines, from any square."""
        return self._reaches[self.board.pieces.index(piece)]

    def hostile_to(self, piece: Piece) -> HostileSquares:
        """The function from a position to every square that is hostile to such a piece."""
        return hostile_union(self.hostility, self.board, piece)

    def legal_moves(self, position: Position) -> LegalMoves:
        """The moves of the side to move, also in a position where the game is over.

        Raises:
            RulesError: The position is on another board.
        """
        self._check(position)
        moves = self.geometric_moves(position)
        may_move = self._may_move
        if position.going_on_mask and may_move is not None:
            moves = [move for move in moves if may_move(position, move)]
        return LegalMoves(moves)

    def geometric_moves(self, position: Position) -> list[Move]:
        """The moves of the side to move, without the restrictions of `Turn`."""
        found = list(chain.from_iterable(self.moves_by_line(position)))
        if self.moves_along_lines:
            return found
        return found + [move for move in self._leaping_moves(position) if move not in found]

    def moves_by_line(self, position: Position) -> list[tuple[Move, ...]]:
        """Those of them that go along lines: by row and then by column, along a line by origin and target."""
        return self._lines.moves(position)

    def _leaping_moves(self, position: Position) -> Iterator[Move]:
        """The moves that pieces make otherwise than along lines."""
        movers, occupied = position.movers_mask, position.occupied_mask
        for squares, reach, movements in zip(position.kind_masks, self._reaches, self._leaps, strict=True):
            for origin in indices_of(squares & movers) if movements else ():
                targets = union(movement.targets(position, origin, reach.crossable[origin]) for movement in movements)
                for target in indices_of(targets & reach.stoppable[origin] & ~occupied):
                    yield self.board.grid.move_between(origin, target)

    def has_moves(self, position: Position) -> bool:
        """Whether there is any legal move."""
        if position.going_on_mask:
            return bool(self.legal_moves(position))
        return self._lines.has_moves(position) or any(self._leaping_moves(position))

    def is_legal(self, position: Position, move: Move) -> bool:
        """Whether a move is one of the legal moves."""
        if not isinstance(move, Move):
            raise TypeError(f"expected a Move, not {move!r}; Move.parse reads a text")
        return move in self.legal_moves(position)

    def play(self, position: Position, move: Move) -> Play:
        """Play a move, which is checked first.

        Raises:
            IllegalMoveError: The move is not legal; the error says why.
            RulesError: The position is on another board.
        """
        if not self.is_legal(position, move):
            raise IllegalMoveError(move, self.why_illegal(position, move), position)
        return self.apply(position, move)

    def apply(self, position: Position, move: Move) -> Play:
        """Play a move that is known to be legal, because it came from `legal_moves`; nothing is checked."""
        after, taken, outcome = self.step(position, move)
        return Play(move, position, after, taken, is_irreversible(position, after), outcome)

    def step(self, position: Position, move: Move) -> tuple[Position, int, Outcome | None]:
        """The position after a legal move, the squares taken, and the outcome: `apply` without making a `Play`."""
        moved = _moved(position, move)
        taken = self._taken(moved, move)
        after = self._without(moved, taken) if taken else moved
        outcome = self._judged(position, after)
        if outcome is None and taken and self._goes_on is not None:
            going = _with_mover(after, position.to_move, move.target_mask)
            if self._goes_on(going, taken):
                return going, taken, None
        return after, taken, outcome

    def taken_by(self, position: Position, move: Move) -> int:
        """The squares of the pieces that a legal move takes."""
        return self._taken(_moved(position, move), move)

    def _taken(self, moved: Position, move: Move) -> int:
        """The squares of the pieces that are taken once a piece has been moved."""
        taken = 0
        for captured in self._captors:
            taken |= captured(moved, move)
        return taken

    def _without(self, moved: Position, taken: int) -> Position:
        """The position without the pieces that are taken; turncoats change sides."""
        left, turning = ~taken, 0
        kinds = [squares & left for squares in moved.kind_masks]
        for index, turned in self.turns_into.items():
            kinds[turned] |= moved.kind_masks[index] & taken
            turning |= moved.kind_masks[index] & taken
        attackers, defenders = moved.attacking_mask, moved.defending_mask
        return make_position(
            moved.board,
            tuple(kinds),
            moved.to_move,
            attackers & left | defenders & turning,
            defenders & left | attackers & turning,
            # A king who changes sides is a king of the other side.
            moved.kings_mask & (left | turning),
        )

    def outcome(self, position: Position) -> Outcome | None:
        """How a position that was set up has already ended, if it has."""
        self._check(position)
        return self._judged(None, position)

    def _judged(self, before: Position | None, after: Position) -> Outcome | None:
        """The outcome by the first of the endings that apply."""
        for judge in self._judges:
            outcome = judge(before, after)
            if outcome is not None:
                return outcome
        return None

    def _check(self, position: object) -> None:
        """Refuse what is not a position on the board of these rules.

        `apply` and `has_moves`, which are asked about positions that the rules made themselves, do not check them.
        """
        if not isinstance(position, Position):
            raise TypeError(f"expected a Position, not {position!r}")
        theirs, own = position.board, self.board
        if theirs is not own and theirs != own:
            differs = f"is {theirs.grid}" if theirs.grid is not own.grid else "has other pieces or regions"
            raise RulesError(f"these rules are for another board: theirs is {own.grid}, the position's {differs}")

    def why_illegal(self, position: Position, move: Move) -> str:
        """The reason why a move that is not legal is not, as a clause of a sentence."""
        grid, origin, target = self.board.grid, move.origin, move.target
        if move.grid is not grid:
            return f"it is a move on a {move.grid} board, and this one is {grid}"
        piece = position.piece_at_mask(move.origin_mask)
        if piece is None:
            return f"there is no piece on {origin}"
        if piece.side is not position.to_move:
            return f"the {piece} on {origin} is not the {position.to_move}' to move"
        if position.going_on_mask and position.going_on_mask != move.origin_mask:
            (mover,) = SquareSet(grid, position.going_on_mask)
            return f"the piece on {mover} must go on"
        if origin.column != target.column and origin.row != target.row:
            return f"{target} is not on a line with {origin}"
        between = grid.between(origin, target)
        for square in (*between, grid.index(target)):
            if position.occupied_mask >> square & 1:
                return f"blocked by {grid.squares[square]}"
        reach = self.reach_of(piece)
        for square in between:
            if not reach.crossable[grid.index(origin)] >> square & 1:
                return f"the {piece} may not cross {self._place(square)}"
        if not reach.stoppable[grid.index(origin)] & move.target_mask:
            return f"the {piece} may not stop on {self._place(grid.index(target))}"
        return f"the {piece} does not move like that"

    def _place(self, square: int) -> str:
        """A square with the region that it belongs to."""
        names = [f" ({name})" for name, mask in self.board.geometry.regions if mask >> square & 1]
        return "".join([str(self.board.grid.squares[square]), *names[:1]])


def _movements_of(piece: Piece, movements: Iterable[_AnyMovement]) -> list[_AnyMovement]:
    """The movements of a piece; one that names no pieces is everyone's."""
    return [movement for movement in movements if piece.is_one_of(getattr(movement, "pieces", ("everyone",)))]


def _moved(position: Position, move: Move) -> Position:
    """The position after a move, with the opponent to move and nothing taken yet."""
    origin, bits = move.origin_mask, move.origin_mask | move.target_mask
    kinds = [squares ^ bits if squares & origin else squares for squares in position.kind_masks]
    attackers, defenders, kings = position.attacking_mask, position.defending_mask, position.kings_mask
    return make_position(
        position.board,
        tuple(kinds),
        position.to_move.other,
        attackers ^ bits if attackers & origin else attackers,
        defenders ^ bits if defenders & origin else defenders,
        kings ^ bits if kings & origin else kings,
    )


def _with_mover(position: Position, side: Side, going_on: int) -> Position:
    """The same position in which a piece of a side must go on."""
    attackers, defenders, kings = position.attacking_mask, position.defending_mask, position.kings_mask
    return make_position(position.board, position.kind_masks, side, attackers, defenders, kings, going_on)
