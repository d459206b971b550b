"""The board: squares, geometry, pieces and positions. It knows no rules."""

from taflkit.board.geometry import Geometry, Grid, Symmetry, grid
from taflkit.board.position import ATTACKER, DEFENDER, KING, Board, Piece, Position, Side
from taflkit.board.squares import Move, Square, SquareSet, bits_of, indices_of, union

__all__ = [
    "ATTACKER",
    "DEFENDER",
    "KING",
    "Board",
    "Geometry",
    "Grid",
    "Move",
    "Piece",
    "Position",
    "Side",
    "Square",
    "SquareSet",
    "Symmetry",
    "bits_of",
    "grid",
    "indices_of",
    "union",
]
