"""Positions, games and outcomes as bytes and numbers for the kernel.

An encoded position is a byte for each square (0 if it is empty, else the number of the kind of piece, from 1), a byte
for the side to move, and two for the square of the piece that must continue its turn (0 for none, else its number from
1; low byte first).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from taflkit.board import Board, Position, Side
from taflkit.board.position import make_position
from taflkit.evaluation.table import MAX_KINGS
from taflkit.rules import Outcome, Reason

EncodedLine = tuple[bytes, int, int, int]
"""A position with its history: the encoded positions that may occur again, oldest first; the number of turns taken; the
number of moves since the last capture; and the limit on a player's moves, 0 for none."""

#: Every outcome by its number: 0 while the game goes on, else one more than the reason times three plus the winner.
OUTCOMES: tuple[Outcome | None, ...] = (
    None,
    *(Outcome(winner, reason) for reason in Reason for winner in (Side.ATTACKERS, Side.DEFENDERS, None)),
)

#: More moves than anybody makes: a larger limit is passed as this one.
MAX_MOVES = 2**31 - 1

# Formatting a mask in binary digits gives every square a byte of its own, several times as fast as a loop over squares.
_TO_MOVE = {Side.ATTACKERS: b"\0\0\0", Side.DEFENDERS: b"\1\0\0"}
_DIGITS = tuple(b"0" * kind + b"1" + b"0" * (255 - kind) for kind in range(9))


class _Layout:
    """What the bytes of encoded positions mean on a board."""

    __slots__ = ("attackers", "defenders", "digits", "ones", "squares")

    def __init__(self, board: Board) -> None:
        self.squares = len(board.grid.squares)
        #: The lowest bit of each square's byte.
        self.ones = int.from_bytes(b"\1" * self.squares, "little")
        #: For each kind: the table that makes its byte the digit 1 and any other 0.
        self.digits = _DIGITS[1 : len(board.pieces) + 1]
        self.attackers, self.defenders = (
            tuple(index for index, piece in enumerate(board.pieces) if piece.side is side) for side in Side
        )


@lru_cache(maxsize=64)
def _layout(board: Board) -> _Layout:
    return _Layout(board)


def has_room_for(position: Position) -> bool:
    """Whether the kernel has room for a position, and so for all that follow: kings never become more."""
    return position.kings_mask.bit_count() <= MAX_KINGS


def encode_position(position: Position) -> bytes:
    """Encode a position."""
    layout = _layout(position.board)
    squares = 0
    for kind, mask in enumerate(position.kind_masks, 1):
        if mask:
            squares |= (int.from_bytes(f"{mask:b}".encode(), "big") & layout.ones) * kind
    going_on = position.going_on_mask
    if not going_on:
        return squares.to_bytes(layout.squares, "little") + _TO_MOVE[position.to_move]
    end = _TO_MOVE[position.to_move][:1] + going_on.bit_length().to_bytes(2, "little")
    return squares.to_bytes(layout.squares, "little") + end


def decode_position(board: Board, encoded: bytes) -> Position:
    """Decode a position on a board."""
    layout = _layout(board)
    count = layout.squares
    digits = encoded[count - 1 :: -1]
    sets = tuple([int(digits.translate(table), 2) for table in layout.digits])
    attackers = defenders = kings = 0
    for index in layout.attackers:
        attackers |= sets[index]
    for index in layout.defenders:
        defenders |= sets[index]
    for index in board.king_indices:
        kings |= sets[index]
    going_on = encoded[count + 1] | encoded[count + 2] << 8
    to_move = Side.DEFENDERS if encoded[count] else Side.ATTACKERS
    return make_position(board, sets, to_move, attackers, defenders, kings, 1 << going_on - 1 if going_on else 0)


def encode_line(
    positions: Iterable[Position | bytes], turns: int, captureless: int, move_limit: int | None
) -> EncodedLine:
    """Encode a position with its history.

    Args:
        positions: The positions that may occur again, encoded or not, the newest first.
        turns: How many turns have been taken.
        captureless: How many moves have been played since the last capture.
        move_limit: How many moves a player may make, `None` for any number.
    """
    encoded = [position if isinstance(position, bytes) else encode_position(position) for position in positions]
    return b"".join(reversed(encoded)), turns, captureless, min(move_limit or 0, MAX_MOVES)
