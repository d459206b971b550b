"""Why a move is not legal, in words."""

from __future__ import annotations

from collections.abc import Sequence

from taflkit.board import Board, Move, Position, SquareSet
from taflkit.rules.lines import Reach


def why_illegal(board: Board, reaches: Sequence[Reach], position: Position, move: Move) -> str:
    """The first thing that is wrong with a move that is not legal."""
    if move.grid is not board.grid:
        return f"it is a move on a {move.grid} board, and this one is {board.grid}"
    piece = position.piece_on(move.origin_bit)
    if piece is None:
        return f"there is no piece on {move.origin}"
    if piece.side is not position.to_move:
        return f"the {piece} on {move.origin} is not the {position.to_move}' to move"
    if position.going_on and position.going_on != move.origin_bit:
        (mover,) = SquareSet(board.grid, position.going_on)
        return f"the piece on {mover} must go on"
    origin = board.grid.index(move.origin)
    if move.origin.column != move.target.column and move.origin.row != move.target.row:
        return f"{move.target} is not on a line with {move.origin}"
    between = board.grid.between(move.origin, move.target)
    for square in (*between, board.grid.index(move.target)):
        if position.occupied >> square & 1:
            return f"blocked by {board.grid.squares[square]}"
    reach = reaches[board.pieces.index(piece)]
    for square in between:
        if not reach.crossable[origin] >> square & 1:
            return f"the {piece} may not cross {_place(board, square)}"
    if not reach.stoppable[origin] & move.target_bit:
        return f"the {piece} may not stop on {_place(board, board.grid.index(move.target))}"
    return f"the {piece} does not move like that"


def _place(board: Board, square: int) -> str:
    for name, mask in board.geometry.regions:
        if mask >> square & 1:
            return f"{board.grid.squares[square]} ({name})"
    return str(board.grid.squares[square])
