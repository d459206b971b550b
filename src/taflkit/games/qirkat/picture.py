"""What is to be seen of a game of Qirkat."""

from __future__ import annotations

from typing import Final

from taflkit.board import Square
from taflkit.games.picture import BoardPicture, Look, Thing
from taflkit.games.qirkat.board import NEIGHBOURS, POINTS, SIZE
from taflkit.games.qirkat.game import QirkatGame
from taflkit.games.qirkat.position import BLACK, BLACK_LETTER, EMPTY_LETTER, WHITE, WHITE_LETTER
from taflkit.games.squares import squares_in

_THINGS: Final = {
    WHITE: Thing("white piece", WHITE_LETTER, Look.WHITE),
    BLACK: Thing("black piece", BLACK_LETTER, Look.BLACK),
}


def _square(point: int) -> Square:
    return Square(point % SIZE, point // SIZE)


_LINES: Final = tuple(
    (_square(point), _square(other)) for point in POINTS for other in NEIGHBOURS[point] if point < other
)


def picture_of(game: QirkatGame) -> BoardPicture:
    """What is to be seen of a game."""
    last, before = game.last, game.previous
    things = ((point, game.position.piece_at(point)) for point in POINTS)
    jumped = [] if last is None or before is None else [(point, before) for point in squares_in(last.jumped_mask)]
    state = f"{game.to_move} to move" if game.outcome is None else str(game.outcome)
    return BoardPicture(
        columns=SIZE,
        rows=SIZE,
        title=f"{game.variant}, {state}",
        legend=tuple(_THINGS.values()),
        things=tuple((_square(point), _THINGS[player]) for point, player in things if player is not None),
        empty=EMPTY_LETTER,
        lines=_LINES,
        last_move="" if last is None else str(last),
        last_squares=() if last is None else tuple(map(_square, last.path)),
        captured=tuple((_square(point), _THINGS[was.to_move.other]) for point, was in jumped),
    )
