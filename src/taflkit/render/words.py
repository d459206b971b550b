"""A picture in words, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterable

from taflkit.board import Piece, SquareSet
from taflkit.render.scene import Scene


def title_of(scene: Scene) -> str:
    """What the picture is of: `Brandubh, attackers to move`."""
    grid = scene.grid
    what = f"A position on {grid.width} by {grid.height} squares" if scene.game is None else str(scene.game.variant)
    return f"{what}, {_state(scene)}"


def description_of(scene: Scene) -> str:
    """Where every piece stands, and what is marked."""
    position, grid = scene.position, scene.grid
    standing = [
        f"{_counted(piece, mask)} on {_list(SquareSet(grid, mask))}"
        for piece, mask in zip(position.board.pieces, position.sets, strict=True)
        if mask
    ]
    said = ["; ".join(standing) or "no pieces"]
    if scene.last_move is not None:
        said.append(f"last move {scene.last_move}")
    if scene.captures:
        said.append(f"captured on {_list(scene.captures)}")
    if position.going_on:
        said.append(f"the piece on {_list(SquareSet(grid, position.going_on))} goes on")
    if scene.arrows:
        said.append(f"arrows {_list(scene.arrows)}")
    if scene.highlights:
        said.append(f"highlighted {_list(scene.highlights)}")
    if scene.flipped:
        said.append(f"{grid.squares[0]} is at the top right")
    return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in said)


def _state(scene: Scene) -> str:
    game, side = scene.game, scene.position.to_move
    if game is not None and game.outcome is not None:
        return str(game.outcome)
    # Where a side has a name of its own, the reader is told which one it is.
    name = str(side) if game is None else game.variant.side_name(side)
    return f"{side} to move" if name.lower() == str(side) else f"{name} ({side}) to move"


def _counted(piece: Piece, mask: int) -> str:
    return str(piece) if mask.bit_count() == 1 else f"{piece}s"


def _list(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))
