"""What a move did, and lists of moves."""

from __future__ import annotations

import attrs

from taflkit.board import Move, Piece, Position, Square, bits_of
from taflkit.frozen import slot_setters
from taflkit.rules.outcome import Outcome


class LegalMoves(tuple[Move, ...]):
    """The legal moves of a position: a tuple, so it has `len`, `in`, iteration and indices; it prints itself."""

    __slots__ = ()

    def __contains__(self, move: object) -> bool:
        """Whether a move, given as a `Move` or as text, is among them."""
        if isinstance(move, str):
            return bool(self) and self[0].grid.parse_move(move) in tuple(self)
        return tuple.__contains__(self, move)

    def __hash__(self) -> int:
        """Hash as the tuple that it equals."""
        # Later Pythons keep the hash in a tuple, and would read one in a list of moves that the kernel has just made.
        return hash(tuple(self))

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
    square: Square

    def __str__(self) -> str:
        """Say it."""
        return f"{self.piece} on {self.square}"


@attrs.frozen
class Play:
    """What a move did: the positions before and after, what was taken, and the outcome if it ended the game."""

    move: Move
    before: Position
    position: Position
    #: The squares of the pieces taken, as a mask.
    taken: int = attrs.field(eq=False)
    #: Whether pieces left the board, so that no earlier position can come back.
    irreversible: bool = attrs.field(eq=False)
    outcome: Outcome | None = attrs.field(eq=False)

    @property
    def piece(self) -> Piece:
        """The piece that moved."""
        piece = self.before.piece_on(self.move.origin_bit)
        assert piece is not None
        return piece

    @property
    def captured(self) -> tuple[Captured, ...]:
        """The pieces that were taken."""
        squares = self.move.grid.squares
        return tuple(
            Captured(piece, squares[bit.bit_length() - 1])
            for bit in bits_of(self.taken)
            if (piece := self.before.piece_on(bit))
        )

    def __str__(self) -> str:
        """Print the move with what it captured: `d8-d6xc5xc6`."""
        return "".join([str(self.move), *(f"x{captured.square}" for captured in self.captured)])


def make_play(
    move: Move, before: Position, position: Position, taken: int, irreversible: bool, outcome: Outcome | None
) -> Play:
    """A play, made fast; for the rules, which make many."""
    play = _new(Play)
    _set_move(play, move)
    _set_before(play, before)
    _set_position(play, position)
    _set_taken(play, taken)
    _set_irreversible(play, irreversible)
    _set_outcome(play, outcome)
    return play


_new = object.__new__
_set_move, _set_before, _set_position, _set_taken, _set_irreversible, _set_outcome = slot_setters(
    Play, "move", "before", "position", "taken", "irreversible", "outcome"
)
