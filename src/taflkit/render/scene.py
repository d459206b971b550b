"""What is to be seen in a picture, whatever it is drawn with: a position and what is marked on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

import attrs

from taflkit.board import Grid, Move, Piece, Position, Square
from taflkit.game import Game
from taflkit.rules import Play

#: A move to show as the last one; `True` for that of the game, `False` for none.
LastMove: TypeAlias = Play | Move | str | bool
#: Squares as a set, as a list of squares or texts, or as one text with spaces or commas between.
Squares: TypeAlias = Iterable[Square | str]
#: Moves in the same ways.
Moves: TypeAlias = Iterable[Move | str]

_Thing = TypeVar("_Thing")


@attrs.frozen
class Scene:
    """A position, and what is marked on it."""

    position: Position
    #: The game that the position is of, if it is known.
    game: Game | None
    #: The last move, as far as it is known and shown: with what it did, or the move alone.
    last: Play | Move | None
    captures: tuple[Square, ...]
    arrows: tuple[Move, ...]
    highlights: tuple[Square, ...]
    flipped: bool

    @property
    def grid(self) -> Grid:
        """The squares of the board."""
        return self.position.board.grid

    @property
    def last_move(self) -> Move | None:
        """The last move, if it is shown."""
        return self.last.move if isinstance(self.last, Play) else self.last

    @property
    def captured(self) -> tuple[tuple[Square, Piece | None], ...]:
        """The squares where pieces were taken, each with its piece where that is known."""
        known = {taken.square: taken.piece for taken in self.last.captured} if isinstance(self.last, Play) else {}
        return tuple((square, known.get(square)) for square in self.captures)

    def place(self, square: Square) -> tuple[int, int]:
        """Where a square is seen, counted in squares from the left and from the top."""
        if self.flipped:
            return self.grid.width - 1 - square.column, square.row
        return square.column, self.grid.height - 1 - square.row

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns of the board from left to right."""
        columns = tuple(range(self.grid.width))
        return columns[::-1] if self.flipped else columns

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows of the board from top to bottom."""
        rows = tuple(range(self.grid.height))
        return rows if self.flipped else rows[::-1]


def scene(
    shown: Game | Position,
    *,
    last_move: LastMove = True,
    captures: Squares | bool = True,
    arrows: Moves = (),
    highlights: Squares = (),
    flipped: bool = False,
) -> Scene:
    """Read what a caller wants to see."""
    game = shown if isinstance(shown, Game) else None
    position = shown.position if isinstance(shown, Game) else shown
    grid = position.board.grid
    last = _last(game, grid, last_move)
    return Scene(
        position,
        game,
        last,
        _captures(grid, last, captures),
        tuple(_move(grid, move) for move in _split(arrows)),
        tuple(grid.set(_split(highlights))),
        flipped,
    )


def _last(game: Game | None, grid: Grid, last_move: LastMove) -> Play | Move | None:
    if isinstance(last_move, bool):
        return game.last if game is not None and last_move else None
    if isinstance(last_move, Play):
        _move(grid, last_move.move)
        return last_move
    move = _move(grid, last_move)
    # What the move did is known if it is the game's own.
    return game.last if game is not None and game.last is not None and game.last.move is move else move


def _captures(grid: Grid, last: Play | Move | None, captures: Squares | bool) -> tuple[Square, ...]:
    if not isinstance(captures, bool):
        return tuple(grid.set(_split(captures)))
    return tuple(grid.set(taken.square for taken in last.captured)) if captures and isinstance(last, Play) else ()


def _move(grid: Grid, move: Move | str) -> Move:
    # A move of another board is looked up on this one, which refuses squares that it does not have.
    return grid.parse_move(move) if isinstance(move, str) else grid.move(move.origin, move.target)


def _split(things: Iterable[_Thing | str]) -> Iterable[_Thing | str]:
    return things.replace(",", " ").split() if isinstance(things, str) else things
