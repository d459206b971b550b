"""The board: squares, moves, grids, regions, symmetries, pieces and positions. It knows no rules."""

from taflkit.board.grid import Grid, grid
from taflkit.board.moves import Move
from taflkit.board.pieces import ATTACKER, DEFENDER, KING, Piece, Side
from taflkit.board.position import Board, Position
from taflkit.board.regions import Geometry
from taflkit.board.rows import format_rows, parse_rows
from taflkit.board.squares import Square, SquareSet, bits_of, indices_of, union
from taflkit.board.symmetry import Symmetry

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
    "format_rows",
    "grid",
    "indices_of",
    "parse_rows",
    "union",
]
