"""What is to be seen of a position or a game of tafl."""

from __future__ import annotations

import attrs

from taflkit.board import Move, Piece, Position, Side, SquareSet
from taflkit.board.pieces import MAN_KIND
from taflkit.game import Game
from taflkit.games.picture import BoardPicture, Look, Thing
from taflkit.rules import Play

_LOOKS = {Side.ATTACKERS: Look.ATTACKER, Side.DEFENDERS: Look.DEFENDER}


def thing_of(piece: Piece) -> Thing:
    """How a kind of piece looks."""
    look = Look.KING if piece.is_king else _LOOKS[piece.side]
    # No kind but the king has a sign that all players know; its letter is the one used in texts.
    return Thing(str(piece), piece.letter, look, lettered=not piece.is_king and piece.kind != MAN_KIND)


def picture_of(shown: Game | Position) -> BoardPicture:
    """What is to be seen of a game, with its last move, or of a position alone."""
    game, position = (shown, shown.position) if isinstance(shown, Game) else (None, shown)
    grid = position.board.grid
    things = {piece: thing_of(piece) for piece in position.board.pieces}
    picture = BoardPicture(
        columns=grid.width,
        rows=grid.height,
        title=_title(position, game),
        legend=tuple(things.values()),
        things=tuple((square, things[piece]) for square, piece in position.pieces()),
        regions=tuple((name, tuple(SquareSet(grid, mask))) for name, mask in position.board.geometry.regions),
        going_on=tuple(SquareSet(grid, position.going_on_mask)),
    )
    return picture if game is None else with_last(picture, game.last)


def with_last(picture: BoardPicture, last: Play | Move | None) -> BoardPicture:
    """A picture with another last move: with what it did, or the move alone."""
    if last is None:
        return attrs.evolve(picture, last_move="", last_squares=(), captured=())
    move, captured = (last.move, last.captured) if isinstance(last, Play) else (last, ())
    return attrs.evolve(
        picture,
        last_move=str(move),
        last_squares=(move.origin, move.target),
        captured=tuple((taken.square, thing_of(taken.piece)) for taken in captured),
    )


def _title(position: Position, game: Game | None) -> str:
    grid = position.board.grid
    what = f"A position on {grid.width} by {grid.height} squares" if game is None else str(game.variant)
    if game is not None and game.outcome is not None:
        return f"{what}, {game.outcome}"
    side = position.to_move
    # Where a side has a name of its own, the reader is told which one it is.
    name = str(side) if game is None else game.variant.side_name(side)
    return f"{what}, {side if name.lower() == str(side) else f'{name} ({side})'} to move"
