"""Drawn boards for tests: a picture, a side to move, and a game that starts there."""

from __future__ import annotations

from taflkit import Game, Side, Variant, load_variant


def drawn(variant: str | Variant, to_move: str, picture: str) -> Game:
    """A game that starts from a picture: a line for each row, `.` for empty, the letters of the variant's pieces."""
    found = load_variant(variant) if isinstance(variant, str) else variant
    return Game(found, found.board.parse(picture, Side(to_move)))


def captured(game: Game, move: str) -> str:
    """The squares where a move captures, sorted, with spaces between."""
    last = game.play(move).last
    assert last is not None
    return " ".join(sorted(str(taken.square) for taken in last.captured))
