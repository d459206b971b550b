"""What the opponent threatens: the pieces that could be taken, and the wins, if the player to move did nothing."""

from __future__ import annotations

from typing import Any

from taflkit.errors import TaflError
from taflkit.games import AnyKind

MAX_MOVES = 1_500
"""The moves of the opponent that are tried at most."""


def threats(kind: AnyKind, game: Any) -> dict[str, list[str]]:
    """Return the squares on which the player to move may lose pieces, and the moves by which the opponent would win.

    Games in which the opponent cannot be given the move have no threats.
    """
    nothing: dict[str, list[str]] = {"squares": [], "wins": []}
    if game.outcome is not None:
        return nothing
    opponent = game.to_move.other
    try:
        other = kind.set_up(kind.variant_of(game), opponent, kind.format_set_up(game).split())
    except TaflError:
        return nothing
    if other.outcome is not None or kind.picture(game).going_on:
        return nothing
    squares: set[str] = set()
    wins: list[str] = []
    for move in list(other.legal_moves)[:MAX_MOVES]:
        after = other.play(move)
        squares.update(str(square) for square, _ in kind.picture(after).captured)
        if after.outcome is not None and after.outcome.winner == opponent:
            wins.append(kind.format_move(move))
    return {"squares": sorted(squares), "wins": sorted(wins)}
