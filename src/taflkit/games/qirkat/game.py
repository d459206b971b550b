"""`QirkatGame`: a position of Qirkat with its past."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property
from typing import Final

import attrs

from taflkit.board import Square, SquareSet, grid
from taflkit.board.moves import Moves
from taflkit.errors import GameOverError, check_type
from taflkit.games.history import start_of
from taflkit.games.played import PlayedGame, refused
from taflkit.games.qirkat.board import NAMES, SIZE
from taflkit.games.qirkat.endings import Outcome, Reason
from taflkit.games.qirkat.moves import Move, parse_move, read_path
from taflkit.games.qirkat.position import Player, Position
from taflkit.games.qirkat.variant import QirkatVariant

_PLAIN: Final = QirkatVariant()


def _start(game: QirkatGame) -> Position:
    check_type(game.variant, QirkatVariant, "a QirkatVariant")
    return game.variant.start


@attrs.frozen(eq=False, repr=False)
class QirkatGame(PlayedGame[Move]):
    """A game in progress or finished. Playing returns a new game; `previous` is the one before the last move.

    A subclass adds no fields: the games that follow are of its class.
    """

    variant: QirkatVariant = _PLAIN
    """The variant that is played."""
    position: Position = attrs.field(default=attrs.Factory(_start, takes_self=True))
    """The pieces, which of them last moved sideways, and the side to move."""
    previous: QirkatGame | None = attrs.field(default=None, kw_only=True)
    """The game before the last move, `None` at the start."""
    last: Move | None = attrs.field(default=None, kw_only=True)
    """The last move, `None` at the start."""
    ply: int = attrs.field(default=0, kw_only=True)
    """How many moves have been made."""

    def __attrs_post_init__(self) -> None:
        check_type(self.variant, QirkatVariant, "a QirkatVariant")
        if not isinstance(self.position, Position):
            raise TypeError(f"a game starts with a Position, see Position.from_rows; this is {self.position!r}")

    @property
    def to_move(self) -> Player:
        """The player whose turn it is."""
        return self.position.to_move

    @property
    def key(self) -> Hashable:
        """What tells this state of the game from others: the pieces, what they remember, and whose turn it is."""
        return self.position.key

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(self.position.moves())

    @property
    def legal_moves(self) -> Moves[Move]:
        """The moves that `play` accepts: none when the game is over."""
        return Moves.read_by(self._moves, self.parse_move)

    def count_moves(self) -> int:
        """How many legal moves there are."""
        return len(self._moves)

    def moves_from(self, square: Square | str) -> tuple[Move, ...]:
        """The legal moves of the piece on a point.

        Raises:
            NotationError: The text is not the name of a point.
        """
        point = NAMES.parse(str(square).strip())
        return tuple(move for move in self._moves if move.origin == point)

    def captures(self, move: Move | str) -> SquareSet:
        """The points of the pieces that a legal move jumps over; it raises what `play` raises."""
        after = self.play(move)
        assert after.last is not None
        return SquareSet(grid(SIZE, SIZE), after.last.jumped_mask)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, `None` while it goes on: a player who cannot move loses."""
        if self._moves:
            return None
        reason = Reason.NO_MOVES if self.position.movers_mask else Reason.NO_PIECES
        return Outcome(self.to_move.other, reason)

    def play(self, move: Move | str) -> QirkatGame:
        """The game after a move, which is checked.

        Args:
            move: A `Move`, or its text: `c2-c3`, or a whole sequence of jumps such as `c3-a5-a3`.

        Raises:
            NotationError: The text is not a move.
            IllegalMoveError: The rules refuse the move.
            GameOverError: The game has ended.
        """
        if isinstance(move, str):
            move = move.strip()
            path = read_path(move)
        elif isinstance(move, Move):
            path = move.path
        else:
            raise TypeError(f"a move is a Move or a text such as 'c2-c3', not {move!r}")
        if self.outcome is not None:
            raise refused(self, move, f"the game is over, {self.outcome}", GameOverError)
        if reason := self.position.why_illegal(path):
            raise refused(self, move, reason)
        return self.follow(Move(path))

    def follow(self, move: Move) -> QirkatGame:
        """The game after a move that is known to be legal, because it came from `legal_moves`; nothing is checked."""
        return type(self)(self.variant, self.position.after(move), previous=self, last=move, ply=self.ply + 1)

    def _facts(self) -> tuple[QirkatVariant, Position, tuple[Move, ...]]:
        return self.variant, start_of(self).position, self.moves

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the start and the moves, since the chain of games may be long."""
        start = start_of(self).position
        begin = None if start is self.variant.start else start
        return _replay, (type(self), self.variant, begin, " ".join(map(str, self.moves)))

    def __repr__(self) -> str:
        """Print on one line."""
        return f"<QirkatGame {self.position.rows}, {self.to_move} to move, ply {self.ply}>"


def _replay(cls: type[QirkatGame], variant: QirkatVariant, begin: Position | None, moves: str) -> QirkatGame:
    game = cls(variant, variant.start if begin is None else begin)
    for move in moves.split():
        game = game.follow(parse_move(move))
    return game
