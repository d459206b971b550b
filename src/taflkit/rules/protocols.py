"""The questions that rules answer, one protocol each.

A strategy is any object with the right methods; it needs no base class. Sets of squares are plain int masks
(`SquareSet.mask`), so that composing answers is set algebra. Questions that come up with every move are answered in
two steps: the strategy is given the board or the whole composition once and returns the function that answers from then
on, so that it can work out beforehand what does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, TypeGuard, runtime_checkable

from taflkit.board import Board, Move, Piece, Position, Side
from taflkit.rules.play import Outcome

HostileSquares = Callable[[Position], int]
"""From a position to the squares that are hostile to a kind of piece."""
Captor = Callable[[Position, Move], int]
"""From the position after a move, with nothing removed yet, and the move to the squares of the pieces taken."""
GoesOn = Callable[[Position, int], bool]
"""Whether the mover continues its turn, given the position in which it would and the squares of the pieces it took."""
MayMove = Callable[[Position, Move], bool]
"""Whether a piece that continues its turn may make a move."""
Judge = Callable[[Position | None, Position], Outcome | None]
"""From the positions before and after a move to the outcome, `None` if the game goes on."""


class Composition(Protocol):
    """What a strategy may ask of the rules it is part of."""

    @property
    def board(self) -> Board:
        """The board the rules are for."""

    @property
    def hostility(self) -> tuple[Hostility, ...]:
        """The rules about hostile squares."""

    @property
    def captures(self) -> tuple[Capture, ...]:
        """The rules about captures."""

    @property
    def king(self) -> tuple[Capture, ...]:
        """The rules about capturing kings."""

    def hostile_to(self, piece: Piece) -> HostileSquares:
        """The function from a position to every square that is hostile to such a piece."""

    def legal_moves(self, position: Position) -> Sequence[Move]:
        """The moves of the side to move."""

    def geometric_moves(self, position: Position) -> Sequence[Move]:
        """The moves of the side to move, without the restrictions of `Turn`."""

    def taken_by(self, position: Position, move: Move) -> int:
        """The squares of the pieces that a move takes."""


class History(Protocol):
    """A position with its past, newest first along `previous`."""

    @property
    def position(self) -> Position:
        """The position reached."""

    @property
    def previous(self) -> History | None:
        """The history before the last move; `None` at the start."""

    @property
    def taken_mask(self) -> int:
        """The squares of the pieces that the last move took."""

    @property
    def seen_before(self) -> bool:
        """Whether the position may have occurred before; false only if it certainly has not."""

    @property
    def turns(self) -> int:
        """How many turns have been taken."""

    @property
    def reversible(self) -> int:
        """How many plays have been made since pieces last left the board: no position before them can come back."""


@runtime_checkable
class Movement(Protocol):
    """Where can a piece go?

    A movement with an attribute `pieces`, a tuple of names, is asked for these pieces only.
    """

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """The empty squares that the piece on square number `origin` can go to.

        `crossable` are the squares that it may cross. Squares on which it may not stop are removed afterwards.
        """


@runtime_checkable
class LineMovement(Movement, Protocol):
    """A movement along the piece's own row and column, which depends only on which squares of them are occupied.

    Every target lies in that row or column, and whether it is one depends on nothing outside the line on which it lies:
    the rules keep a table of answers for each row and each column, and look for no targets elsewhere. This counts only
    for classes that define `reach` themselves: what a class inherits says nothing about what its subclass does.
    """

    def manner(self, piece: Piece) -> Hashable:
        """A key that is equal for kinds of piece that move alike, so that they share tables."""

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """The same as `targets`, from the occupied squares alone: squares of the row and the column of `origin`."""


@runtime_checkable
class Access(Protocol):
    """Which squares are closed to a piece?"""

    def closed_to_stop(self, board: Board, piece: Piece, origin: int) -> int:
        """The squares on which a piece that comes from square number `origin` may not end its move."""

    def closed_to_cross(self, board: Board, piece: Piece, origin: int) -> int:
        """The squares over which it may not move."""


@runtime_checkable
class Hostility(Protocol):
    """Which squares help to capture a piece?"""

    def against(self, board: Board, victim: Piece) -> HostileSquares | None:
        """The function from a position to the squares hostile to such a piece, `None` if there are never any.

        `board.grid.outside_mask` in the answer stands for what is off the board.
        """


@runtime_checkable
class Capture(Protocol):
    """What does a move capture?"""

    def captor(self, rules: Composition) -> Captor:
        """The function from a position and a move to the squares of the pieces taken.

        The position is the one after the move, before anything is removed: the pieces that can be taken are those of
        its `to_move`.
        """


@runtime_checkable
class Ending(Protocol):
    """Is the game over?"""

    def judge(self, rules: Composition) -> Judge:
        """The function from the positions before and after a move to the outcome, `None` if the game goes on.

        For a position that was set up, the position before is `None`.
        """


@runtime_checkable
class Repetition(Protocol):
    """What happens when a position comes back?"""

    def repeated(self, history: History) -> Outcome | None:
        """The outcome if the last play repeated a position too often."""

    @property
    def forbids_moves(self) -> bool:
        """Whether `forbids` is ever true."""

    def forbids(self, history: History, reached: Position) -> bool:
        """Whether a play is forbidden because it leads to the position `reached`."""


@runtime_checkable
class NoMoves(Protocol):
    """What happens when the side to move has no legal move?"""

    def stuck(self, side: Side) -> Outcome:
        """The outcome when `side` cannot move."""


@runtime_checkable
class Turn(Protocol):
    """Who moves next?"""

    def goes_on(self, rules: Composition) -> GoesOn | None:
        """The function that decides whether the mover continues its turn; `None` if it never does."""

    def may_move(self, rules: Composition) -> MayMove | None:
        """The function that decides which moves a piece that continues may make; `None` if it may make any."""


@runtime_checkable
class GameLimit(Protocol):
    """Has the game gone on for too long?"""

    def reached(self, history: History) -> Outcome | None:
        """The outcome if it has."""


QUESTIONS: Mapping[str, type] = MappingProxyType(
    {
        "movement": Movement,
        "access": Access,
        "hostility": Hostility,
        "captures": Capture,
        "king": Capture,
        "endings": Ending,
        "repetition": Repetition,
        "no_moves": NoMoves,
        "turn": Turn,
        "limits": GameLimit,
    }
)
"""The questions of a composition, by the names they have in `Rules` and in variant files, with their protocols."""
ONE_ANSWER = ("repetition", "no_moves", "turn")
"""The questions with exactly one answer; the others have any number of answers, which are united."""


def moves_along_lines(movement: Movement) -> TypeGuard[LineMovement]:
    """Whether a movement is a `LineMovement` by its own class."""
    return isinstance(movement, LineMovement) and "reach" in vars(type(movement))
