"""A position of Ataxx: the pieces, the blocks and the side to move; which moves there are and what they do."""

from __future__ import annotations

import enum
from typing import Final

import attrs

from taflkit.errors import PositionError
from taflkit.games.ataxx.board import BOARD_MASK, JUMP_MASKS, NAMES, NEAR_MASKS, SIZE, SQUARES, reflections, spread
from taflkit.games.ataxx.moves import EXTENDS, JUMPS, Move, MoveKind
from taflkit.games.squares import squares_in


class Player(enum.Enum):
    """The two players; Red moves first."""

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> Player:
        """The opponent."""
        return BLUE if self is RED else RED

    def __str__(self) -> str:
        """Print the name: Red or Blue."""
        return self.value.capitalize()


RED: Final = Player.RED
BLUE: Final = Player.BLUE

#: How pictures show a piece of each player, a block and an empty square.
RED_LETTER, BLUE_LETTER, BLOCK_LETTER, EMPTY_LETTER = "r", "b", "X", "-"


@attrs.frozen(eq=False, repr=False)
class Position:
    """The pieces of the mover and of the opponent, the blocks, and who is to move.

    Raises:
        PositionError: A square is off the board, or has more than one thing on it.
    """

    movers_mask: int
    """The pieces of the side to move."""
    others_mask: int
    """The pieces of the opponent."""
    blocks_mask: int
    """The squares that are never filled."""
    to_move: Player
    """The side to move."""

    def __attrs_post_init__(self) -> None:
        masks = (self.movers_mask, self.others_mask, self.blocks_mask)
        if any(mask & ~BOARD_MASK for mask in masks):
            raise PositionError("a square is off the board")
        if sum(mask.bit_count() for mask in masks) != (masks[0] | masks[1] | masks[2]).bit_count():
            raise PositionError("a square has more than one thing on it")

    @classmethod
    def of(cls, red_mask: int, blue_mask: int, blocks_mask: int = 0, to_move: Player = RED) -> Position:
        """The position with these pieces of Red and of Blue.

        Raises:
            PositionError: A square is off the board, or has more than one thing on it.
        """
        masks = (red_mask, blue_mask) if to_move is RED else (blue_mask, red_mask)
        return cls(*masks, blocks_mask, to_move)

    @classmethod
    def from_picture(cls, picture: str, to_move: Player = RED) -> Position:
        """The position that a picture shows: a line per row, the top row first, of `r`, `b`, `X` and `-`.

        Raises:
            PositionError: The picture does not have seven rows of seven squares, or has other letters.
        """
        masks = NAMES.read_picture(picture, "rbx-")
        return cls.of(masks["r"], masks["b"], masks["x"], to_move)

    @property
    def red_mask(self) -> int:
        """The pieces of Red."""
        return self.movers_mask if self.to_move is RED else self.others_mask

    @property
    def blue_mask(self) -> int:
        """The pieces of Blue."""
        return self.others_mask if self.to_move is RED else self.movers_mask

    @property
    def empty_mask(self) -> int:
        """The squares that can be filled."""
        return BOARD_MASK ^ self.movers_mask ^ self.others_mask ^ self.blocks_mask

    def piece_at(self, square: int) -> Player | None:
        """Whose piece stands on a square, `None` if there is none."""
        bit = 1 << square
        if self.movers_mask & bit:
            return self.to_move
        return self.to_move.other if self.others_mask & bit else None

    def with_block(self, square: int) -> Position:
        """The position with a block on a square and on its reflections in the middle row and the middle column.

        Raises:
            PositionError: The square is off the board, or there is a piece on one of the squares.
        """
        if square not in SQUARES:
            raise PositionError(f"squares are numbers from 0 to {SQUARES[-1]}, not {square!r}")
        blocks, pieces = reflections(square), self.movers_mask | self.others_mask
        if blocks & pieces:
            taken = square if pieces & 1 << square else next(squares_in(blocks & pieces))
            raise PositionError(f"no block on {NAMES.name(square)}: there is a piece on {NAMES.name(taken)}")
        return attrs.evolve(self, blocks_mask=self.blocks_mask | blocks)

    def moves(self) -> list[Move]:
        """The extends and jumps of the side to move. An extend is written from the first piece that can make it."""
        own, empty = self.movers_mask, self.empty_mask
        moves: list[Move] = []
        rest, not_extended = own, empty
        while rest:
            bit = rest & -rest
            rest ^= bit
            if near := NEAR_MASKS[bit] & not_extended:
                not_extended ^= near
                moves += [move for target, move in EXTENDS[bit].items() if target & near]
            if far := JUMP_MASKS[bit] & empty:
                moves += [move for target, move in JUMPS[bit].items() if target & far]
        return moves

    def count_moves(self) -> int:
        """How many extends and jumps the side to move has: the length of `moves()`, found without making them."""
        own, empty = self.movers_mask, self.empty_mask
        count = (spread(own) & empty).bit_count()
        # A jump joins a piece and an empty square, so it is found from either end.
        ends, others = (own, empty) if own.bit_count() < empty.bit_count() else (empty, own)
        while ends:
            bit = ends & -ends
            ends ^= bit
            count += (JUMP_MASKS[bit] & others).bit_count()
        return count

    @property
    def mover_can_move(self) -> bool:
        """Whether the side to move has an extend or a jump."""
        return spread(spread(self.movers_mask) & BOARD_MASK) & self.empty_mask != 0

    @property
    def opponent_can_move(self) -> bool:
        """Whether the opponent would have an extend or a jump."""
        return spread(spread(self.others_mask) & BOARD_MASK) & self.empty_mask != 0

    def as_listed(self, move: Move) -> Move:
        """The move as `moves()` lists it: an extend written from the first piece that can make it."""
        sources = self.movers_mask & move.near_mask
        if move.kind is MoveKind.EXTEND and sources:
            return EXTENDS[sources & -sources][move.filled_mask]
        return move

    def why_illegal(self, move: Move) -> str | None:
        """Why the rules refuse a move here, `None` if they do not."""
        if move.target is None:
            return "there is a move, and only a player without one passes" if self.mover_can_move else None
        if not self.empty_mask & move.filled_mask:
            thing = "a block" if self.blocks_mask & move.filled_mask else "a piece"
            return f"there is {thing} on {NAMES.name(move.target)}"
        if move.origin is not None and move.kind is MoveKind.JUMP:
            return None if self.movers_mask & move.left_mask else self.nothing_to_move(move.origin)
        if not self.movers_mask & move.near_mask:
            return f"there is no piece of {self.to_move} next to {NAMES.name(move.target)}"
        return None

    def nothing_to_move(self, square: int) -> str:
        """The sentence that refuses a move from a square without a piece of the mover."""
        return f"there is no piece of {self.to_move} on {NAMES.name(square)}"

    def after(self, move: Move) -> Position:
        """The position after a move that is known to be legal."""
        others = self.others_mask
        turned = others & move.near_mask
        own = self.movers_mask ^ move.left_mask | move.filled_mask | turned
        return Position(others ^ turned, own, self.blocks_mask, self.to_move.other)

    def _facts(self) -> tuple[int, int, int, bool]:
        # Not the player itself, whose hash differs from run to run.
        return self.movers_mask, self.others_mask, self.blocks_mask, self.to_move is RED

    def __eq__(self, other: object) -> bool:
        """Same pieces, same blocks, same side to move."""
        if not isinstance(other, Position):
            return NotImplemented
        return self._facts() == other._facts()

    def __hash__(self) -> int:
        """Agree with equality."""
        return hash(self._facts())

    @property
    def picture(self) -> str:
        """The board drawn with `r`, `b`, `X` for a block and `-`, the top row first."""
        letters = {RED_LETTER: self.red_mask, BLUE_LETTER: self.blue_mask, BLOCK_LETTER: self.blocks_mask}
        return NAMES.draw(letters, EMPTY_LETTER)

    def __str__(self) -> str:
        """Draw the board and say who is to move."""
        return f"{self.picture}\n{self.to_move} to move"

    def __repr__(self) -> str:
        """Print on one line, the top row first."""
        return f"<Position {self.picture.replace(' ', '').replace(chr(10), '/')}, {self.to_move} to move>"


_LAST: Final = SIZE - 1
#: Red on a7 and g1, Blue on a1 and g7, Red to move.
START: Final = Position.of(1 << _LAST * SIZE | 1 << _LAST, 1 | 1 << _LAST * SIZE + _LAST)
