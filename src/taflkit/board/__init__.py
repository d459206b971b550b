"""The board: squares, geometry, pieces and positions. It knows no rules."""

from taflkit.board.geometry import Geometry
from taflkit.board.grid import Grid, Move, Symmetry, grid
from taflkit.board.position import ATTACKER, DEFENDER, KING, Board, Piece, Position, Side
from taflkit.board.squares import Square, SquareSet, bits_of, indices_of, union

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
