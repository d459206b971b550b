"""`AtaxxGame`: a position of Ataxx with its past, and the rules that need more than the board."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

import attrs

from taflkit.board import Square, SquareSet, grid
from taflkit.board.moves import Moves
from taflkit.errors import GameOverError, PositionError, check_type
from taflkit.games.ataxx.board import NAMES, SIZE, distance
from taflkit.games.ataxx.endings import Outcome, Reason
from taflkit.games.ataxx.fen import Fen, parse_fen
from taflkit.games.ataxx.moves import EXTENDS, JUMPS, PASS, Move, parse_move, read_squares
from taflkit.games.ataxx.position import BLUE, Player, Position
from taflkit.games.ataxx.variant import AtaxxVariant
from taflkit.games.history import start_of
from taflkit.games.played import PlayedGame, refused

_ONLY_A_PASS: Final = (PASS,)
_PLAIN: Final = AtaxxVariant()


def _start(game: AtaxxGame) -> Position:
    check_type(game.variant, AtaxxVariant, "an AtaxxVariant")
    return game.variant.start


@attrs.frozen(eq=False, repr=False)
class AtaxxGame(PlayedGame[Move]):
    """A game in progress or finished. Playing returns a new game; `previous` is the one before the last move.

    A subclass adds no fields: the games that follow are of its class.
    """

    variant: AtaxxVariant = _PLAIN
    """The variant that is played."""
    position: Position = attrs.field(default=attrs.Factory(_start, takes_self=True))
    """The pieces, the blocks and the side to move."""
    count: int = attrs.field(default=0, validator=attrs.validators.ge(0))
    """How much has been played without an extend, as the limit counts it."""
    number: int = attrs.field(default=1, validator=attrs.validators.ge(1))
    """The number of the move that is next, as programs count: it grows after each move of Blue."""
    previous: AtaxxGame | None = attrs.field(default=None, kw_only=True)
    """The game before the last move, `None` at the start."""
    last: Move | None = attrs.field(default=None, kw_only=True)
    """The last move, `None` at the start."""
    ply: int = attrs.field(default=0, kw_only=True)
    """How many moves have been made."""

    def __attrs_post_init__(self) -> None:
        check_type(self.variant, AtaxxVariant, "an AtaxxVariant")
        if not isinstance(self.position, Position):
            raise TypeError(f"a game starts with a Position, and from_fen reads a text; this is {self.position!r}")

    @classmethod
    def from_fen(cls, text: str, variant: AtaxxVariant = _PLAIN) -> AtaxxGame:
        """The game that starts with a position such as `x5o/7/7/7/7/7/o5x x 0 1`.

        Args:
            text: The position, see `parse_fen`.
            variant: What is played; the count in the text is understood as its limit counts.

        Raises:
            NotationError: The text cannot be read.
        """
        fen = parse_fen(text)
        return cls(variant, fen.position, fen.count, fen.number)

    @property
    def fen(self) -> str:
        """The state of the game as the field's programs write it."""
        return str(Fen(self.position, self.count, self.number))

    def with_block(self, square: int | str) -> AtaxxGame:
        """The game with a block on a square and on its reflections in the middle row and the middle column.

        Args:
            square: The square, as a number or by its name.

        Raises:
            NotationError: The text is not the name of a square.
            PositionError: There is a piece on one of the squares, or a move has been made.
        """
        if isinstance(square, str):
            square = NAMES.parse(square.strip())
        if self.ply:
            raise PositionError("no block can be set once a piece has been played")
        return attrs.evolve(self, position=self.position.with_block(square))

    @property
    def to_move(self) -> Player:
        """The player whose turn it is."""
        return self.position.to_move

    @property
    def key(self) -> Hashable:
        """What tells this state of the game from others: the position, and what the limit has counted."""
        position = self.position
        return position.red_mask, position.blue_mask, position.blocks_mask, position.to_move is BLUE, self.count

    @property
    def _is_over_before_moving(self) -> bool:
        """Whether the game has ended for a reason that is plain without looking for moves."""
        position = self.position
        return not position.movers_mask or not position.others_mask or self.count >= self.variant.limit.maximum

    @property
    def legal_moves(self) -> Moves[Move]:
        """The moves that `play` accepts, each once: none when the game is over."""
        return Moves.read_by(self._moves(), self.parse_move)

    def _moves(self) -> Sequence[Move]:
        if self._is_over_before_moving:
            return ()
        if moves := self.position.moves():
            return moves
        return _ONLY_A_PASS if self.position.opponent_can_move else ()

    def moves_from(self, square: Square | str) -> tuple[Move, ...]:
        """The legal moves that can be written from a square; an extend may be written from several.

        Raises:
            NotationError: The text is not the name of a square.
        """
        bit = 1 << NAMES.parse(str(square).strip())
        if self._is_over_before_moving or not self.position.movers_mask & bit:
            return ()
        empty = self.position.empty_mask
        moves = (*EXTENDS[bit].items(), *JUMPS[bit].items())
        return tuple(move for target, move in moves if target & empty)

    def captures(self, move: Move | str) -> SquareSet:
        """The squares of the pieces that a legal move turns; it raises what `play` raises."""
        after = self.play(move)
        assert after.last is not None
        return SquareSet(grid(SIZE, SIZE), self.position.others_mask & after.last.near_mask)

    def count_moves(self) -> int:
        """How many legal moves there are, found without making them."""
        if self._is_over_before_moving:
            return 0
        return self.position.count_moves() or int(self.position.opponent_can_move)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it goes on."""
        position = self.position
        if not position.movers_mask or not position.others_mask:
            reason = Reason.NO_PIECES
        elif not (position.mover_can_move or position.opponent_can_move):
            reason = Reason.NO_MOVES
        elif self.count >= self.variant.limit.maximum:
            reason = Reason.NO_EXTENDS
        else:
            return None
        lead = position.movers_mask.bit_count() - position.others_mask.bit_count()
        winner = None if lead == 0 else position.to_move if lead > 0 else position.to_move.other
        return Outcome(winner, reason)

    def play(self, move: Move | str) -> AtaxxGame:
        """The game after a move, which is checked.

        Args:
            move: A `Move`, or its text in either notation: `g1-f2`, `-`, or `f2`, `g1g3`, `0000`.

        Raises:
            NotationError: The text is not a move.
            IllegalMoveError: The rules refuse the move.
            GameOverError: The game has ended.
        """
        if isinstance(move, str):
            move = self._read(move.strip())
        elif not isinstance(move, Move):
            raise TypeError(f"a move is a Move or a text such as 'g1-f2', not {move!r}")
        if self.outcome is not None:
            raise refused(self, move, f"the game is over, {self.outcome}", GameOverError)
        if reason := self.position.why_illegal(move):
            raise refused(self, move, reason)
        return self.follow(self.position.as_listed(move))

    def _read(self, text: str) -> Move:
        """The move that a text means here: unlike a `Move`, a text must name a piece of the mover as the origin."""
        squares = read_squares(text)
        if len(squares) == 2 and self.outcome is None:
            if not 1 <= distance(*squares) <= 2:
                raise refused(self, text, "a piece goes to another square, at most two columns and two rows away")
            if not self.position.movers_mask & 1 << squares[0]:
                raise refused(self, text, self.position.nothing_to_move(squares[0]))
        return Move(*reversed(squares))

    def follow(self, move: Move) -> AtaxxGame:
        """The game after a move that is known to be legal, because it came from `legal_moves`; nothing is checked."""
        position, variant = self.position, self.variant
        count, number = variant.limit.after(self.count, move), self.number + (position.to_move is BLUE)
        return type(self)(variant, position.after(move), count, number, previous=self, last=move, ply=self.ply + 1)

    def _facts(self) -> tuple[AtaxxVariant, Position, int, int, tuple[Move, ...]]:
        start = start_of(self)
        return start.variant, start.position, start.count, start.number, self.moves

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the start and the moves, since the chain of games may be long."""
        start = start_of(self)
        begin = None if start.position is start.variant.start else start.position
        return _replay, (type(self), start.variant, begin, start.count, start.number, " ".join(map(str, self.moves)))

    def __repr__(self) -> str:
        """Print on one line."""
        return f"<AtaxxGame {self.fen}, ply {self.ply}>"


def _replay(
    cls: type[AtaxxGame], variant: AtaxxVariant, begin: Position | None, count: int, number: int, moves: str
) -> AtaxxGame:
    game = cls(variant, variant.start if begin is None else begin, count, number)
    for move in moves.split():
        game = game.follow(parse_move(move))
    return game
