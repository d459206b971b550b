"""The questions that rules answer, one protocol each.

A strategy is any object with the right method: it needs no base class. Sets of squares go in and out as
plain int masks (`SquareSet.mask`), so that composing answers is set algebra. The questions that come up with
every move are answered in two steps: the strategy is told the board, or the whole composition, once, and
returns the function that answers from then on. What can be worked out beforehand is worked out there.
Whom a strategy may ask in turn has a protocol here as well.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol, runtime_checkable

from taflkit.board import Board, Move, Piece, Position, Side
from taflkit.rules.play import Outcome

HostileSquares = Callable[[Position], int]
Captor = Callable[[Position, Move], int]
#: Whether the side that has just moved goes on, in a position where it would, after taking some squares' pieces.
GoesOn = Callable[[Position, int], bool]
#: Whether a piece that goes on may make a move.
MayMove = Callable[[Position, Move], bool]
Judge = Callable[[Position | None, Position], Outcome | None]


class Composition(Protocol):
    """What a strategy may ask of the rules it is part of."""

    @property
    def board(self) -> Board:
        """The board the rules are for."""

    def hostile_to(self, piece: Piece) -> HostileSquares:
        """The function from a position to every square that is hostile to such a piece."""

    def legal_moves(self, position: Position) -> Sequence[Move]:
        """The moves of the side to move."""

    def geometric_moves(self, position: Position) -> Sequence[Move]:
        """The moves of the side to move, what a turn demands left aside."""

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
        """Whether the position may have occurred before; if not, it surely has not."""

    @property
    def turns(self) -> int:
        """How many turns have been taken."""

    @property
    def reversible(self) -> int:
        """How many plays back the nearest position lies that may come back: those since pieces last left the board."""


@runtime_checkable
class Movement(Protocol):
    """Where can a piece go?

    A movement with an attribute `pieces`, a tuple of names, is asked for these pieces alone.
    """

    def targets(self, position: Position, origin: int, crossable: int) -> int:
        """The empty squares that the piece on square number `origin` can go to.

        `crossable` are the squares that it may cross; what it may not stop on is taken off afterwards.
        """


@runtime_checkable
class LineMovement(Movement, Protocol):
    """A movement that depends on nothing but which squares of the piece's own row and column are taken.

    The rules keep ready answers for such movements, one for each row or column and what stands on it.
    """

    def manner(self, piece: Piece) -> Hashable:
        """Equal for kinds of piece that move alike, which then share the ready answers."""

    def reach(self, board: Board, piece: Piece, origin: int, occupied: int, crossable: int) -> int:
        """As `targets`, from the occupied squares alone."""


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
        """The function from a position to the squares hostile to such a piece, `None` if there never are any.

        `board.grid.outside` in the answer stands for what is off the board.
        """


@runtime_checkable
class Capture(Protocol):
    """What does a move capture?"""

    def captor(self, rules: Composition) -> Captor:
        """The function from a position and a move to the squares of the pieces taken.

        The position is the one that the move leads to, before anything is removed: the pieces that
        can be taken are those of its `to_move`.
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
        """The end of the game if the last play brought a position back too often."""

    @property
    def forbids_moves(self) -> bool:
        """Whether `forbids` need be asked at all."""

    def forbids(self, history: History, reached: Position) -> bool:
        """Whether a play may not be made because it leads to the position `reached`."""


@runtime_checkable
class NoMoves(Protocol):
    """What happens when the side to move has no legal move?"""

    def stuck(self, side: Side) -> Outcome:
        """The end of the game when `side` cannot move."""


@runtime_checkable
class Turn(Protocol):
    """Who moves next?"""

    def goes_on(self, rules: Composition) -> GoesOn | None:
        """The function that says whether the piece which has just moved goes on; `None` if none ever does."""

    def may_move(self, rules: Composition) -> MayMove | None:
        """The function that says which moves a piece that goes on may make; `None` if it may make any."""


@runtime_checkable
class Limit(Protocol):
    """Has the game gone on for too long?"""

    def reached(self, history: History) -> Outcome | None:
        """The end of the game if it has."""


#: The questions of a composition, by the names they have in `Rules` and in variant files, with what must answer them.
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
        "limits": Limit,
    }
)
#: The questions to which there is one answer; the others have any number, which are united.
ONE_ANSWER = ("repetition", "no_moves", "turn")
