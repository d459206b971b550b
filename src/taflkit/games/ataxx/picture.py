"""What is to be seen of a game of Ataxx."""

from __future__ import annotations

from typing import Final

from taflkit.board import Square
from taflkit.games.ataxx.board import SIZE
from taflkit.games.ataxx.game import AtaxxGame
from taflkit.games.ataxx.position import BLOCK_LETTER, BLUE_LETTER, EMPTY_LETTER, RED_LETTER
from taflkit.games.picture import BoardPicture, Look, Thing
from taflkit.games.squares import squares_in

_RED: Final = Thing("red piece", RED_LETTER, Look.RED)
_BLUE: Final = Thing("blue piece", BLUE_LETTER, Look.BLUE)
_BLOCK: Final = Thing("block", BLOCK_LETTER, Look.BLOCK)


def picture_of(game: AtaxxGame) -> BoardPicture:
    """What is to be seen of a game."""
    position, last = game.position, game.last
    things = [
        (square, thing)
        for thing, mask in ((_RED, position.red_mask), (_BLUE, position.blue_mask), (_BLOCK, position.blocks_mask))
        for square in _squares(mask)
    ]
    state = f"{game.to_move} to move" if game.outcome is None else str(game.outcome)
    return BoardPicture(
        columns=SIZE,
        rows=SIZE,
        title=f"{game.variant}, {state}",
        legend=(_RED, _BLUE, _BLOCK),
        things=tuple(sorted(things, key=lambda each: (each[0].row, each[0].column))),
        empty=EMPTY_LETTER,
        last_move="" if last is None else str(last),
        last_squares=() if last is None else (*_squares(last.left_mask), *_squares(last.filled_mask)),
    )


def _squares(mask: int) -> list[Square]:
    return [Square(square % SIZE, square // SIZE) for square in squares_in(mask)]
