"""A game as a picture of pixels, for environments that are asked for one."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from taflkit.board import Side
from taflkit.game import Game
from taflkit.render import COLOURS

SQUARE = 32
"""How many pixels a square is wide."""


def rgb_picture(game: Game) -> NDArray[np.uint8]:
    """Draw a game: `(height, width, 3)`, row 1 of the board at the bottom."""
    grid = game.variant.board.grid
    picture = np.empty((grid.height * SQUARE, grid.width * SQUARE, 3), dtype=np.uint8)
    picture[:] = _rgb("board")
    picture[::SQUARE] = picture[:, ::SQUARE] = _rgb("line")
    for _, mask in game.variant.board.geometry.regions:
        for index in range(len(grid.squares)):
            if mask >> index & 1:
                _part(picture, game, index)[1:, 1:] = _rgb("region")
    for square, piece in game.position.pieces():
        part = _part(picture, game, grid.index(square))
        part[_disc(0.42)] = _rgb("attacker" if piece.side is Side.ATTACKERS else "defender")
        if piece.is_king:
            part[_disc(0.2)] = _rgb("king-mark")
    return picture


def _part(picture: NDArray[np.uint8], game: Game, index: int) -> NDArray[np.uint8]:
    grid = game.variant.board.grid
    row, column = divmod(index, grid.width)
    top = (grid.height - 1 - row) * SQUARE
    return picture[top : top + SQUARE, column * SQUARE : (column + 1) * SQUARE]


def _disc(radius: float) -> NDArray[np.bool_]:
    along = np.arange(SQUARE) - SQUARE / 2 + 0.5
    found: NDArray[np.bool_] = along[:, None] ** 2 + along**2 < (radius * SQUARE) ** 2
    return found


def _rgb(name: str) -> tuple[Any, ...]:
    light = COLOURS[name][0]
    return tuple(int(light[at : at + 2], 16) for at in (1, 3, 5))
