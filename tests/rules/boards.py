"""Small boards on which rules of one's own choosing are tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from taflkit import ATTACKER, DEFENDER, KING, Board, Game, Geometry, Piece, Position, Rules, Side, SquareSet, Variant
from taflkit.board import grid
from taflkit.rules import Slide

MEN_AND_KING = (ATTACKER, DEFENDER, KING)


def small(
    *,
    width: int = 5,
    height: int = 5,
    regions: Mapping[str, str | Iterable[str]] | None = None,
    pieces: tuple[Piece, ...] = MEN_AND_KING,
    **strategies: Any,
) -> Variant:
    """A game on a small board with the throne in its middle: pieces slide, and the strategies given do the rest."""
    geometry = Geometry.from_regions(grid(width, height), {"throne": "centre"} if regions is None else regions)
    rules = Rules(Board(geometry, pieces), **{"movement": (Slide(),), **strategies})
    return Variant("small", rules, Position(rules.board, (0,) * len(pieces), Side.ATTACKERS))


def targets(game: Game, origin: str) -> str:
    """The squares that the piece on a square can go to, sorted, with spaces between."""
    return " ".join(sorted(str(move.target) for move in game.legal_moves if str(move.origin) == origin))


def listed(variant: Variant, mask: int) -> str:
    """The squares of a mask, sorted, with spaces between."""
    return " ".join(sorted(map(str, SquareSet(variant.board.grid, mask))))


def captured_however_turned(game: Game, move: str) -> set[str]:
    """What a move captures on the board as drawn and on every turned or mirrored one, in the squares as drawn.

    Where the rules make no difference between directions this is a set of one.
    """
    board = game.variant.board.grid
    found = set()
    for symmetry in board.symmetries:
        turned = Game(game.variant, game.position.transformed(symmetry)).play(symmetry.move(board.parse_move(move)))
        assert turned.last is not None
        back = {symmetry.square(square): str(square) for square in board.squares}
        found.add(" ".join(sorted(back[taken.square] for taken in turned.last.captured)))
    return found
