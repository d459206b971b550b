"""`Rules`: the composition of strategies, which answers questions about positions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import attrs

from taflkit.board import Board, Grid, Move, Piece, Position, Side, SquareSet, indices_of
from taflkit.board.position import PositionDraft, make_position
from taflkit.errors import IllegalMoveError, RulesError
from taflkit.rules.capture import takes_only_beside, takes_only_kings
from taflkit.rules.fields import check_known, check_names, names
from taflkit.rules.hostility import hostile_union
from taflkit.rules.lines import LineMoves, LineTables, Manner, Reach
from taflkit.rules.no_moves import NoMovesLoses
from taflkit.rules.play import LegalMoves, Outcome, Play, make_play
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
    stated,
)
from taflkit.rules.repetition import RepetitionIgnored
from taflkit.rules.turn import OneMove

_AnyMovement = TypeVar("_AnyMovement", bound=Movement)

# Members of an enumeration are looked up slowly.
_ATTACKERS, _DEFENDERS = Side.ATTACKERS, Side.DEFENDERS


@attrs.frozen
class Rules:
    """The rules of a game as a value: strategies that answer one question each, composed for one board.

    `attrs.evolve(rules, captures=(MyCapture(),))` makes other rules. Every question is asked of every strategy in its
    tuple, and the answers are united.

    Raises:
        RulesError: A strategy lacks the methods of its question, or names a region or piece that the board has not.
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
    forbids_moves: bool = attrs.field(init=False, eq=False, repr=False)
    """Whether the rule on repetition forbids moves."""
    judges_new_positions: bool = attrs.field(init=False, eq=False, repr=False)
    """Whether the rule on repetition may end a game in a position that has not occurred before."""
    judges_history: bool = attrs.field(init=False, eq=False, repr=False)
    """Whether the past of a game may end it in a position that has not occurred before, by repetition or a limit."""
    moves_along_lines: bool = attrs.field(init=False, eq=False, repr=False)
    """Whether no piece has any movement but a `LineMovement`."""
    _reaches: tuple[Reach, ...] = attrs.field(init=False, eq=False, repr=False)
    _grid: Grid = attrs.field(init=False, eq=False, repr=False)
    _others: tuple[tuple[Movement, ...], ...] = attrs.field(init=False, eq=False, repr=False)
    #: How each kind of piece moves along lines.
    _manners: tuple[Manner, ...] = attrs.field(init=False, eq=False, repr=False)
    #: For each row and column its part of a key, and its table of moves by that part.
    _lines: tuple[tuple[int, LineMoves], ...] = attrs.field(init=False, eq=False, repr=False)
    #: Where the movers stand in a key; for each side, where else some of its kinds stand.
    _own_plane: int = attrs.field(init=False, eq=False, repr=False)
    _other_planes: dict[Side, tuple[tuple[int, int], ...]] = attrs.field(init=False, eq=False, repr=False)
    #: For each side its kinds that also move in other ways.
    _leapers: dict[Side, tuple[int, ...]] = attrs.field(init=False, eq=False, repr=False)
    _of_side: dict[Side, tuple[int, ...]] = attrs.field(init=False, eq=False, repr=False)
    #: Those that state that they take only pieces beside the square moved to, or only by moves to the edge; the others.
    _near_captors: tuple[Captor, ...] = attrs.field(init=False, eq=False, repr=False)
    #: Of the former, those that state that they take only kings.
    _king_captors: tuple[Captor, ...] = attrs.field(init=False, eq=False, repr=False)
    _edge_captors: tuple[Captor, ...] = attrs.field(init=False, eq=False, repr=False)
    _far_captors: tuple[Captor, ...] = attrs.field(init=False, eq=False, repr=False)
    _judges: tuple[Judge, ...] = attrs.field(init=False, eq=False, repr=False)
    #: Those of endings that do not state that they come only of moves and captures of kings.
    _judges_of_men: tuple[Judge, ...] = attrs.field(init=False, eq=False, repr=False)
    _goes_on: GoesOn | None = attrs.field(init=False, eq=False, repr=False)
    _may_move: MayMove | None = attrs.field(init=False, eq=False, repr=False)
    _turncoats: tuple[tuple[int, int], ...] = attrs.field(init=False, eq=False, repr=False)
    _local: bool = attrs.field(init=False, eq=False, repr=False)
    #: Hashing the composition asks every strategy, so it is done once.
    _hash: int | None = attrs.field(init=False, eq=False, repr=False, default=None)
    #: Who runs these rules, set by `taflkit.kernel.runner_for`: it lives as long as they do.
    _runner: object | None = attrs.field(init=False, eq=False, repr=False, default=None)

    def __attrs_post_init__(self) -> None:
        for question, protocol in QUESTIONS.items():
            answers = self._answers(question)
            if not isinstance(answers, tuple):
                raise RulesError(f"{question}: expected a tuple of strategies, not {answers!r}")
            for strategy in answers:
                if isinstance(strategy, type) or not isinstance(strategy, protocol):
                    raise RulesError(f"{question}: {strategy!r} lacks the methods of {protocol.__name__}")
        check_names(self.board, self.strategies)
        check_known("turncoats", self.turncoats, self.board.names, "piece")
        self._prepare()

    def __hash__(self) -> int:
        """Agree with equality."""
        if self._hash is None:
            object.__setattr__(self, "_hash", hash(self.__getstate__()))
        assert self._hash is not None
        return self._hash

    def __getstate__(self) -> tuple[object, ...]:
        """Pickle the composition without its tables."""
        return tuple(getattr(self, field.name) for field in attrs.fields(Rules) if field.init)

    def __setstate__(self, state: tuple[object, ...]) -> None:
        """Build the tables anew."""
        self.__init__(*state)  # type: ignore[misc] # unsound for subclasses alone

    def _prepare(self) -> None:
        pieces, captures = self.board.pieces, (*self.captures, *self.king)
        along_lines = [movement for movement in self.movement if moves_along_lines(movement)]
        elsewhere = [movement for movement in self.movement if not moves_along_lines(movement)]
        reaches, others = [], []
        for piece in pieces:
            reaches.append(Reach(self.board, piece, _movements_of(piece, along_lines), self.access))
            others.append(tuple(_movements_of(piece, elsewhere)))
        tables = LineTables(self.board.grid, reaches)
        of_side = {side: tuple(n for n, piece in enumerate(pieces) if piece.side is side) for side in Side}
        near: list[Capture] = []
        of_kings: list[Capture] = []
        at_edge: list[Capture] = []
        far: list[Capture] = []
        for capture in captures:
            if takes_only_beside(capture):
                (of_kings if takes_only_kings(capture, self.board) else near).append(capture)
            else:
                (at_edge if stated(capture, "only_edge_rows") is True else far).append(capture)
        judges = tuple(ending.judge(self) for ending in self.endings)
        only_kings = [stated(ending, "only_kings") is True for ending in self.endings]
        made = {
            "_reaches": tuple(reaches),
            "_grid": self.board.grid,
            "_others": tuple(others),
            "_manners": tables.manners,
            "_lines": tables.lines,
            "_own_plane": tables.own_plane,
            "_other_planes": {
                side: tuple((n, shift) for n in own for shift in tables.other_planes[n])
                for side, own in of_side.items()
            },
            "_leapers": {side: tuple(n for n in own if others[n]) for side, own in of_side.items()},
            "_of_side": of_side,
            "_near_captors": tuple(capture.captor(self) for capture in near),
            "_king_captors": tuple(capture.captor(self) for capture in of_kings),
            "_edge_captors": tuple(capture.captor(self) for capture in at_edge),
            "_far_captors": tuple(capture.captor(self) for capture in far),
            "_judges": judges,
            "_judges_of_men": tuple(judge for judge, kings in zip(judges, only_kings, strict=True) if not kings),
            "_local": all(map(takes_only_beside, captures)) and all(only_kings),
            "forbids_moves": bool(self.repetition.forbids_moves),
            "judges_new_positions": _judges_new_positions(self.repetition),
            "judges_history": bool(self.limits) or _judges_new_positions(self.repetition),
            "moves_along_lines": not any(others),
            "_goes_on": self.turn.goes_on(self),
            "_may_move": self.turn.may_move(self),
            "_turncoats": self._find_turncoats(),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @property
    def strategies(self) -> tuple[object, ...]:
        """Every strategy of the composition, in the order of the questions."""
        return tuple(strategy for question in QUESTIONS for strategy in self._answers(question))

    def _answers(self, question: str) -> tuple[object, ...]:
        answer = getattr(self, question)
        return (answer,) if question in ONE_ANSWER else answer

    def _find_turncoats(self) -> tuple[tuple[int, int], ...]:
        """The indices in `kind_masks` of each turncoat and of the kind it becomes."""
        pieces = self.board.pieces
        found = []
        for index, piece in enumerate(pieces):
            if piece.is_one_of(self.turncoats):
                turned = attrs.evolve(piece, side=piece.side.other)
                if turned not in pieces:
                    raise RulesError(f"the {piece} cannot change sides: the other side has no {piece.kind}")
                found.append((index, pieces.index(turned)))
        return tuple(found)

    @property
    def goes_on(self) -> bool:
        """Whether a piece may continue its turn under these rules."""
        return self._goes_on is not None

    @property
    def turns_into(self) -> dict[int, int]:
        """The index in `kind_masks` of each piece that changes sides when captured, and of the kind it becomes."""
        return dict(self._turncoats)

    def reach_of(self, piece: Piece) -> Reach:
        """Where a kind of piece can go along lines, from any square."""
        return self._reaches[self.board.pieces.index(piece)]

    def hostile_to(self, piece: Piece) -> HostileSquares:
        """The function from a position to every square that is hostile to such a piece."""
        return hostile_union(self.hostility, self.board, piece)

    def _check(self, position: object) -> None:
        """Refuse what is not a position on the board of these rules.

        Public methods that are asked about single positions call this; `step`, `apply` and `has_moves`, which are asked
        about positions that the rules made themselves, do not.
        """
        if not isinstance(position, Position):
            raise TypeError(f"expected a Position, not {position!r}")
        theirs, own = position.board, self.board
        if theirs != own:
            differs = f"is {theirs.grid}" if theirs.grid is not own.grid else "has other pieces or regions"
            raise RulesError(f"these rules are for another board: theirs is {own.grid}, the position's {differs}")

    def legal_moves(self, position: Position) -> LegalMoves:
        """The moves of the side to move, also in a position where the game is over.

        Raises:
            RulesError: The position is on another board.
        """
        if type(position) is not Position or position.board is not self.board:
            self._check(position)
        return LegalMoves(self.list_moves(position))

    def count_moves(self, position: Position) -> int:
        """How many legal moves there are."""
        if type(position) is not Position or position.board is not self.board:
            self._check(position)
        return len(self.list_moves(position))

    def list_moves(self, position: Position) -> list[Move]:
        """The moves of `legal_moves` as a new list, for positions that the rules made themselves."""
        found = self.geometric_moves(position)
        if position.going_on_mask and self._may_move is not None:
            may_move = self._may_move
            return [move for move in found if may_move(position, move)]
        return found

    def geometric_moves(self, position: Position) -> list[Move]:
        """The moves of the side to move, without the restrictions of `Turn`."""
        movers, key = self._key(position)
        lines, going_on = self._lines, position.going_on_mask
        if going_on:
            row, column = divmod(going_on.bit_length() - 1, self._grid.width)
            lines = (lines[row], lines[self._grid.height + column])
        found: list[Move] = []
        for mask, line in lines:
            if movers & mask:
                found += line[key & mask]
        for index in self._leapers[position.to_move]:
            found += self._other_moves(position, index, position.kind_masks[index] & movers)
        return found

    def moves_by_line(
        self, position: Position, known: list[tuple[Move, ...]] | None = None, changed: Iterable[int] = ()
    ) -> list[tuple[Move, ...]] | None:
        """The legal moves along each line of `grid.line_masks`; `None` if there may be others, or restrictions.

        Args:
            position: A position that the rules made themselves.
            known: The answer for a position with the same side to move that differs on few lines.
            changed: The numbers of these lines.
        """
        if position.going_on_mask:
            return None
        lines = self._lines
        if known is None:
            if self._leapers[position.to_move]:
                return None
            movers, key = self._key(position)
            return [line[key & mask] if movers & mask else () for mask, line in lines]
        # The key of `_key`, without the call.
        if position.to_move is _ATTACKERS:
            key = position.defending_mask | position.attacking_mask << self._own_plane
        else:
            key = position.attacking_mask | position.defending_mask << self._own_plane
        for index, shift in self._other_planes[position.to_move]:
            key |= position.kind_masks[index] << shift
        found = known.copy()
        for number in changed:
            mask, line = lines[number]
            found[number] = line[key & mask]
        return found

    def _key(self, position: Position) -> tuple[int, int]:
        """The pieces that may move, and the key of their lines."""
        if position.to_move is _ATTACKERS:
            movers, key = position.attacking_mask, position.defending_mask
        else:
            movers, key = position.defending_mask, position.attacking_mask
        if position.going_on_mask:
            key |= movers ^ position.going_on_mask
            movers = position.going_on_mask
        key |= movers << self._own_plane
        for index, shift in self._other_planes[position.to_move]:
            key |= (position.kind_masks[index] & movers) << shift
        return movers, key

    def has_moves(self, position: Position) -> bool:
        """Whether there is any legal move."""
        if position.going_on_mask:
            return bool(self.list_moves(position))
        movers, key = self._key(position)
        for mask, line in self._lines:
            if movers & mask and line[key & mask]:
                return True
        leapers, sets = self._leapers[position.to_move], position.kind_masks
        return any(self._other_moves(position, index, sets[index]) for index in leapers)

    def is_legal(self, position: Position, move: Move) -> bool:
        """Whether a move is one of the legal moves."""
        if not isinstance(move, Move):
            raise TypeError(f"expected a Move, not {move!r}; Move.parse reads a text")
        if move.grid is not self._grid:
            return False
        if position.going_on_mask:
            return move in self.list_moves(position)
        origin, sets = move.origin_mask, position.kind_masks
        for index in self._of_side[position.to_move]:
            if sets[index] & origin:
                manner, occupied = self._manners[index], position.attacking_mask | position.defending_mask
                if manner.needs_free_path[move]:
                    if not occupied & move._path_mask:
                        return True
                elif manner.allows(move, occupied):
                    return True
                return bool(self._others[index]) and move in self._other_moves(position, index, origin)
        return False

    def _other_moves(self, position: Position, index: int, movers: int) -> list[Move]:
        """The moves of some pieces of one kind that no movement along lines allows."""
        occupied, reach, manner = position.occupied_mask, self._reaches[index], self._manners[index]
        found = []
        for origin in indices_of(movers):
            targets = 0
            for movement in self._others[index]:
                targets |= movement.targets(position, origin, reach.crossable[origin])
            targets &= reach.stoppable[origin] & ~occupied
            moves = [self._grid.move_between(origin, target) for target in indices_of(targets)] if targets else ()
            found += [move for move in moves if not manner.allows(move, occupied)]
        return found

    def play(self, position: Position, move: Move) -> Play:
        """Play a move, which is checked first.

        Raises:
            IllegalMoveError: The move is not legal; the error says why.
            RulesError: The position is on another board.
        """
        self._check(position)
        if not self.is_legal(position, move):
            raise IllegalMoveError(move, self.why_illegal(position, move), position)
        return self.apply(position, move)

    def apply(self, position: Position, move: Move) -> Play:
        """Play a move that is known to be legal, because it came from `legal_moves`; nothing is checked."""
        after, taken, outcome = self.step(position, move)
        fewer = taken != 0 and after.occupied_mask.bit_count() < position.occupied_mask.bit_count()
        return make_play(move, position, after, taken, fewer, outcome)

    def step(self, position: Position, move: Move, undecided: bool = False) -> tuple[Position, int, Outcome | None]:
        """The position after a legal move, the squares taken, and the outcome: `apply` without making a `Play`.

        Args:
            position: The position before the move.
            move: The move.
            undecided: Whether it is known that the game is not over in `position`. Then some endings need not be asked
                after the quiet move of a man.
        """
        after, taken = self._advance(position, move)
        quiet = undecided and not taken and not position.kings_mask & move.origin_mask
        for judge in self._judges_of_men if quiet else self._judges:
            outcome = judge(position, after)
            if outcome is not None:
                return after, taken, outcome
        if taken and self._goes_on is not None:
            going = make_position(
                after.board,
                after.kind_masks,
                position.to_move,
                after.attacking_mask,
                after.defending_mask,
                after.kings_mask,
                move.target_mask,
            )
            if self._goes_on(going, taken):
                return going, taken, None
        return after, taken, None

    def taken_by(self, position: Position, move: Move) -> int:
        """The squares of the pieces that a legal move takes."""
        return self._advance(position, move)[1]

    def _advance(self, position: Position, move: Move) -> tuple[Position, int]:
        """The position after a move, with the opponent to move, and what was taken."""
        origin, bits, kings = move.origin_mask, move._both_mask, position.kings_mask
        kinds = list(position.kind_masks)
        index = 0
        while not kinds[index] & origin:
            index += 1
        kinds[index] ^= bits
        if kings & origin:
            kings ^= bits
        # `make_position`, without the call: this is done for every move.
        after = PositionDraft()
        after.board = position.board
        after.kind_masks = tuple(kinds)
        after.going_on_mask = 0
        after.kings_mask = kings
        if position.to_move is _ATTACKERS:
            after.to_move = _DEFENDERS
            after.attacking_mask = position.attacking_mask ^ bits
            after.defending_mask = enemies = position.defending_mask
        else:
            after.to_move = _ATTACKERS
            after.attacking_mask = enemies = position.attacking_mask
            after.defending_mask = position.defending_mask ^ bits
        after.__class__ = Position
        taken = 0
        if move._around_mask & enemies:
            for captured in self._near_captors:
                taken |= captured(after, move)
            if move._around_mask & kings:
                for captured in self._king_captors:
                    taken |= captured(after, move)
        if self._edge_captors and move.target_mask & self._grid.edge_mask:
            for captured in self._edge_captors:
                taken |= captured(after, move)
        for captured in self._far_captors:
            taken |= captured(after, move)
        if not taken:
            return after, 0
        if self._turncoats:
            return self._turned(after, taken), taken
        left = ~taken
        return make_position(
            after.board,
            tuple([squares & left for squares in kinds]),
            after.to_move,
            after.attacking_mask & left,
            after.defending_mask & left,
            kings & left,
        ), taken

    def _turned(self, after: Position, taken: int) -> Position:
        """The position after a capture in which some pieces change sides instead of leaving."""
        sets = [squares & ~taken for squares in after.kind_masks]
        turning = 0
        for index, turned in self._turncoats:
            sets[turned] |= after.kind_masks[index] & taken
            turning |= after.kind_masks[index] & taken
        attackers, defenders, left = after.attacking_mask, after.defending_mask, ~taken
        return make_position(
            after.board,
            tuple(sets),
            after.to_move,
            attackers & left | defenders & turning,
            defenders & left | attackers & turning,
            # A king who changes sides is a king of the other side.
            after.kings_mask & (left | turning),
        )

    def count_replies(self, position: Position) -> int:
        """How many sequences of two plies there are: perft 2."""
        if type(position) is not Position or position.board is not self.board:
            self._check(position)
        if self.moves_along_lines and self._goes_on is None:
            return self._count_replies_by_lines(position)
        return sum(
            len(self.list_moves(after))
            for move in self.list_moves(position)
            for after, _, outcome in [self.step(position, move)]
            if outcome is None
        )

    def _count_replies_by_lines(self, position: Position) -> int:
        """A move that takes nothing changes three lines of the board, so only these are counted anew."""
        opponent = position.to_move.other
        movers, key = self._key(attrs.evolve(position, to_move=opponent))
        # For each line: its table, unless no piece stands on it, and what it counts now.
        standing = [(mask, line) if movers & mask else None for mask, line in self._lines]
        before = [len(found[1][key & found[0]]) if found else 0 for found in standing]
        everything = sum(before)
        # Where captures and endings state so, a man's move beside no enemy neither takes nor ends anything.
        risky_beside = risky_from = self.board.grid.everywhere_mask
        if self._local and self.outcome(position) is None:
            risky_beside, risky_from = position.side_mask(opponent), position.kings_mask
        total = 0
        for move in self.list_moves(position):
            if move._around_mask & risky_beside or move.origin_mask & risky_from:
                after, taken, outcome = self.step(position, move)
                if outcome is not None:
                    continue
                if taken:
                    total += len(self.list_moves(after))
                    continue
            total += everything
            now = key ^ move._both_mask  # The mover only blocks the opponent.
            for n in move._lines:
                if found := standing[n]:
                    mask, line = found
                    total += len(line[now & mask]) - before[n]
        return total

    def outcome(self, position: Position) -> Outcome | None:
        """How a position that was set up has already ended, if it has."""
        if type(position) is not Position or position.board is not self.board:
            self._check(position)
        for judge in self._judges:
            if outcome := judge(None, position):
                return outcome
        return None

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


def _judges_new_positions(repetition: Repetition) -> bool:
    """Whether a rule on repetition may end a game in a new position: it may, unless it states that it does not."""
    if stated(repetition, "ignored") is True:
        return False
    ends_after: tuple[int, object] | None = stated(repetition, "ends_after")
    return ends_after is None or ends_after[0] < 2
