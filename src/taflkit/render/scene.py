"""What a picture shows, in any format: a position and what is marked on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

import attrs

from taflkit.board import Grid, Move, Piece, Position, Square, SquareSet
from taflkit.errors import check_type, wrong_type
from taflkit.game import Game
from taflkit.rules import Play

LastMove: TypeAlias = Play | Move | str | bool
"""A move to show as the last one; `True` for that of the game, `False` for none."""
SquaresToShow: TypeAlias = Iterable[Square | str]
"""Squares as a set, as a list of squares or texts, or as one text with spaces or commas between."""
MovesToShow: TypeAlias = Iterable[Move | str]
"""Moves as a list of moves or texts, or as one text with spaces or commas between."""

_Thing = TypeVar("_Thing")


@attrs.frozen
class Scene:
    """A position, and what is marked on it."""

    position: Position
    """The position."""
    game: Game | None
    """The game of the position, if it is known."""
    last: Play | Move | None
    """The last move if it is known and shown: what it did, or only the move."""
    captures: tuple[Square, ...]
    """The squares that are crossed out."""
    arrows: tuple[Move, ...]
    """The moves drawn as arrows."""
    highlights: tuple[Square, ...]
    """The highlighted squares."""
    flipped: bool
    """Whether the board is seen from the other side."""

    @classmethod
    def of(
        cls,
        shown: Game | Position,
        *,
        last_move: LastMove = True,
        captures: SquaresToShow | bool = True,
        arrows: MovesToShow = (),
        highlights: SquaresToShow = (),
        flipped: bool = False,
    ) -> Scene:
        """Build a scene from the arguments of `svg` and `text`."""
        check_type(shown, Game | Position, "a Game or a Position to draw")
        game, position = (shown, shown.position) if isinstance(shown, Game) else (None, shown)
        grid = position.board.grid
        last = _last(game, grid, last_move)
        if isinstance(captures, bool):
            captures = [taken.square for taken in last.captured] if captures and isinstance(last, Play) else []
        return cls(
            position,
            game,
            last,
            _squares(grid, captures),
            tuple(_move(grid, move) for move in _split(arrows)),
            _squares(grid, highlights),
            flipped,
        )

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
        """The squares where pieces were taken, each with its piece if that is known."""
        known = {taken.square: taken.piece for taken in self.last.captured} if isinstance(self.last, Play) else {}
        return tuple((square, known.get(square)) for square in self.captures)

    @property
    def columns(self) -> range:
        """The columns of the board from left to right."""
        return range(self.grid.width)[:: -1 if self.flipped else 1]

    @property
    def rows(self) -> range:
        """The rows of the board from top to bottom."""
        return range(self.grid.height)[:: 1 if self.flipped else -1]

    @property
    def title(self) -> str:
        """What the picture shows, for those who cannot see it: `Brandubh, attackers to move`."""
        game, grid = self.game, self.grid
        what = f"A position on {grid.width} by {grid.height} squares" if game is None else str(game.variant)
        if game is not None and game.outcome is not None:
            return f"{what}, {game.outcome}"
        side = self.position.to_move
        # A side with a name of its own is shown with both.
        name = str(side) if game is None else game.variant.side_name(side)
        return f"{what}, {side if name.lower() == str(side) else f'{name} ({side})'} to move"

    @property
    def description(self) -> str:
        """The picture in words: where every piece stands, and what is marked."""
        position, grid = self.position, self.grid
        standing = [
            f"{piece}{'s' * (mask.bit_count() > 1)} on {_list(SquareSet(grid, mask))}"
            for piece, mask in zip(position.board.pieces, position.kind_masks, strict=True)
            if mask
        ]
        said = ["; ".join(standing) or "no pieces"]
        if self.last_move is not None:
            said.append(f"last move {self.last_move}")
        if self.captures:
            said.append(f"captured on {_list(self.captures)}")
        if position.going_on_mask:
            said.append(f"the piece on {_list(SquareSet(grid, position.going_on_mask))} goes on")
        if self.arrows:
            said.append(f"arrows {_list(self.arrows)}")
        if self.highlights:
            said.append(f"highlighted {_list(self.highlights)}")
        if self.flipped:
            said.append(f"{grid.squares[0]} is at the top right")
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in said)


def _list(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


def _last(game: Game | None, grid: Grid, last_move: LastMove) -> Play | Move | None:
    if isinstance(last_move, bool):
        return game.last if game is not None and last_move else None
    if isinstance(last_move, Play):
        _move(grid, last_move.move)
        return last_move
    move = _move(grid, last_move)
    # It is known what the game's own last move did.
    return game.last if game is not None and game.last is not None and game.last.move is move else move


def _squares(grid: Grid, squares: SquaresToShow) -> tuple[Square, ...]:
    return tuple(grid.set(_split(squares)))


def _move(grid: Grid, move: Move | str) -> Move:
    check_type(move, Move | str, "a move to show, as a Move or a text such as 'e5-e8'")
    # A move of another board is looked up on this one, which refuses squares that it does not have.
    return grid.parse_move(move) if isinstance(move, str) else grid.move(move.origin, move.target)


def _split(things: Iterable[_Thing | str]) -> Iterable[_Thing | str]:
    if isinstance(things, str):
        return things.replace(",", " ").split()
    if not isinstance(things, Iterable):
        raise wrong_type("several squares or moves to show, such as ['e5', 'e6']", things)
    return things
