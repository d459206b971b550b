"""What playing comes to: the moves there are, what one of them did, how the game ended."""

from __future__ import annotations

import enum

import attrs

from taflkit.board import Move, Piece, Position, Side, Square, bits_of
from taflkit.board.moves import Moves
from taflkit.errors import NotationError


class Reason(enum.Enum):
    """Why a game ended; the value is how to say it."""

    KING_ESCAPED = "the king escaped"
    KING_CAPTURED = "the king was captured"
    ENCIRCLED = "the defenders are encircled"
    REPETITION = "the position was repeated"
    NO_MOVES = "there is no legal move"
    MOVE_LIMIT = "the move limit was reached"
    EXIT_FORT = "the king is in an exit fort"
    NO_MEN = "all men were captured"
    OPEN_WAYS = "the king has open ways out"
    CAPTURELESS = "nothing was captured for too long"


@attrs.frozen
class Outcome:
    """Who won (`None` for a draw), and why."""

    winner: Side | None
    """The side that won, `None` for a draw."""
    reason: Reason
    """Why the game ended."""

    def __str__(self) -> str:
        """Say it in a few words."""
        return f"{f'the {self.winner} win' if self.winner else 'a draw'}: {self.reason.value}"


class Verdict(enum.Enum):
    """Whom an event such as a repetition favours; the value is how variant files say it."""

    DRAW = "draw"
    MOVER_LOSES = "mover-loses"
    MOVER_WINS = "mover-wins"
    ATTACKERS_LOSE = "attackers-lose"
    DEFENDERS_LOSE = "defenders-lose"

    def __repr__(self) -> str:
        """Print as the name in Python, so that a strategy prints as the line that builds it."""
        return f"Verdict.{self.name}"

    @property
    def said(self) -> str:
        """The verdict as a clause."""
        return {
            Verdict.DRAW: "the game is a draw",
            Verdict.MOVER_LOSES: "the side that made the last move loses",
            Verdict.MOVER_WINS: "the side that made the last move wins",
            Verdict.ATTACKERS_LOSE: "the attackers lose",
            Verdict.DEFENDERS_LOSE: "the defenders lose",
        }[self]

    def winner(self, mover: Side) -> Side | None:
        """The side that wins when `mover` made the last move."""
        return {
            Verdict.DRAW: None,
            Verdict.MOVER_LOSES: mover.other,
            Verdict.MOVER_WINS: mover,
            Verdict.ATTACKERS_LOSE: Side.DEFENDERS,
            Verdict.DEFENDERS_LOSE: Side.ATTACKERS,
        }[self]


class LegalMoves(Moves[Move]):
    """The legal moves of a game or a position: a tuple, so it has `len`, iteration and indices; it prints itself.

    A text is among them if it is the text of one of them, without what it captures.
    """

    def __contains__(self, move: object) -> bool:
        """Whether a move, given as a `Move` or as text, is among them."""
        if isinstance(move, str) and self:
            try:
                move = Move.parse(move, self[0].grid)
            except NotationError:
                return False
        return super().__contains__(move)

    def __str__(self) -> str:
        """List the moves, sorted."""
        return " ".join(map(str, sorted(self)))

    def __repr__(self) -> str:
        """Count and list the moves."""
        return f"<LegalMoves ({len(self)}): {self}>"


@attrs.frozen
class Captured:
    """A piece that was taken, and where it stood."""

    piece: Piece
    """The piece."""
    square: Square
    """The square on which it stood."""

    def __str__(self) -> str:
        """Say it."""
        return f"{self.piece} on {self.square}"


@attrs.frozen
class Play:
    """What a move did: the positions before and after, what was taken, and the outcome if it ended the game."""

    move: Move
    """The move."""
    before: Position
    """The position before the move."""
    position: Position
    """The position after the move."""
    taken_mask: int = attrs.field(eq=False)
    """The squares of the pieces taken, as a mask."""
    irreversible: bool = attrs.field(eq=False)
    """Whether pieces left the board, so that no earlier position can come back."""
    outcome: Outcome | None = attrs.field(eq=False)
    """The outcome by the board alone, `None` if the game goes on; repetition and limits are left out."""

    @property
    def piece(self) -> Piece:
        """The piece that moved."""
        piece = self.before.piece_at_mask(self.move.origin_mask)
        assert piece is not None
        return piece

    @property
    def captured(self) -> tuple[Captured, ...]:
        """The pieces that were taken."""
        squares = self.move.grid.squares
        return tuple(
            Captured(piece, squares[bit.bit_length() - 1])
            for bit in bits_of(self.taken_mask)
            if (piece := self.before.piece_at_mask(bit))
        )

    def __str__(self) -> str:
        """Print the move with what it captured: `d8-d6xc5xc6`."""
        return "".join([str(self.move), *(f"x{captured.square}" for captured in self.captured)])


def is_irreversible(before: Position, after: Position) -> bool:
    """Whether pieces have left the board, so that no earlier position can come back; turncoats do not leave it."""
    return after.occupied_mask.bit_count() < before.occupied_mask.bit_count()
