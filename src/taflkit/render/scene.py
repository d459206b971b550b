"""What a picture shows, in any format: a position and what is marked on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar

import attrs

from taflkit.board import Grid, Move, Position, Square
from taflkit.errors import GeometryError, check_type, wrong_type
from taflkit.game import Game
from taflkit.games import AnyKind, Playable, find_kind
from taflkit.games.picture import BoardPicture, Thing
from taflkit.games.tafl.picture import picture_of, with_last
from taflkit.rules import Play

LastMove: TypeAlias = Any
"""A move to show as the last one, of the game's type or as a text; `True` for that of the game, `False` for none."""
SquaresToShow: TypeAlias = Iterable[Square | str]
"""Squares as a set, as a list of squares or texts, or as one text with spaces or commas between."""
MovesToShow: TypeAlias = Iterable[Any]
"""Moves of the game's own type or texts, as a list, or as one text with spaces or commas between."""

_Thing = TypeVar("_Thing")


@attrs.frozen
class Arrow:
    """A move that is drawn as an arrow."""

    text: str
    """The move as text."""
    squares: tuple[Square, ...]
    """The squares through which the arrow goes, from the first to the last."""


@attrs.frozen
class Scene:
    """A board, and what is marked on it."""

    picture: BoardPicture
    """The board with its pieces."""
    captures: tuple[Square, ...]
    """The squares on which captures are marked."""
    arrows: tuple[Arrow, ...]
    """The moves that are drawn as arrows."""
    highlights: tuple[Square, ...]
    """The highlighted squares."""
    flipped: bool
    """Whether the board is seen from the other side."""

    @classmethod
    def of(
        cls,
        shown: Playable[Any] | Position,
        *,
        last_move: LastMove = True,
        captures: SquaresToShow | bool = True,
        arrows: MovesToShow = (),
        highlights: SquaresToShow = (),
        flipped: bool = False,
    ) -> Scene:
        """Build a scene from the arguments of `svg` and `text`."""
        if isinstance(shown, Game | Position):
            picture, arrow = _tafl_picture(shown, last_move), _tafl_arrow(_grid(shown))
        else:
            kind = find_kind(shown)
            if kind is None or not isinstance(shown, kind.game_type):
                raise wrong_type("a Game or a Position to draw", shown)
            arrow = _arrow(kind, kind.picture(shown))
            picture = _other_picture(kind.picture(shown), arrow, last_move)
        if isinstance(captures, bool):
            captures = [square for square, _ in picture.captured] if captures else []
        return cls(
            picture,
            _squares(picture, captures),
            tuple(arrow(move) for move in _split(arrows)),
            _squares(picture, highlights),
            flipped,
        )

    @property
    def captured(self) -> tuple[tuple[Square, Thing | None], ...]:
        """The squares where pieces were taken, each with its piece where that is known."""
        known = dict(self.picture.captured)
        return tuple((square, known.get(square)) for square in self.captures)

    @property
    def columns(self) -> range:
        """The columns of the board from left to right."""
        return range(self.picture.columns)[:: -1 if self.flipped else 1]

    @property
    def rows(self) -> range:
        """The rows of the board from top to bottom."""
        return range(self.picture.rows)[:: 1 if self.flipped else -1]

    @property
    def description(self) -> str:
        """The picture in words: where every piece stands, and what is marked."""
        picture = self.picture
        places: dict[Thing, list[Square]] = {thing: [] for thing in picture.legend}
        for square, thing in picture.things:
            places[thing].append(square)
        standing = [
            f"{thing.name}{'s' * (len(squares) > 1)} on {_list(squares)}"
            for thing, squares in places.items()
            if squares
        ]
        said = ["; ".join(standing) or "no pieces"]
        if picture.last_move:
            said.append(f"last move {picture.last_move}")
        if self.captures:
            said.append(f"captured on {_list(self.captures)}")
        if picture.going_on:
            said.append(f"the piece on {_list(picture.going_on)} goes on")
        if self.arrows:
            said.append(f"arrows {_list(arrow.text for arrow in self.arrows)}")
        if self.highlights:
            said.append(f"highlighted {_list(self.highlights)}")
        if self.flipped:
            said.append(f"{Square(0, 0)} is at the top right")
        return " ".join(f"{sentence[0].upper()}{sentence[1:]}." for sentence in said)


def _list(things: Iterable[object]) -> str:
    return ", ".join(map(str, things))


def _grid(shown: Game | Position) -> Grid:
    return (shown.position if isinstance(shown, Game) else shown).board.grid


def _tafl_picture(shown: Game | Position, last_move: LastMove) -> BoardPicture:
    picture, grid = picture_of(shown), _grid(shown)
    if isinstance(last_move, bool):
        return picture if last_move else with_last(picture, None)
    if isinstance(last_move, Play):
        _tafl_move(grid, last_move.move)
        return with_last(picture, last_move)
    move = _tafl_move(grid, last_move)
    # What the move did is known if it is the game's own.
    own = shown.last if isinstance(shown, Game) else None
    return with_last(picture, own if own is not None and own.move is move else move)


def _tafl_move(grid: Grid, move: Move | str) -> Move:
    if not isinstance(move, str):
        check_type(move, Move, "a move to show, such as 'e5-e8'")
    # A move of another board is looked up on this one, which refuses squares that it does not have.
    return grid.parse_move(move) if isinstance(move, str) else grid.move(move.origin, move.target)


def _tafl_arrow(grid: Grid) -> Callable[[Any], Arrow]:
    def arrow(move: Move | str) -> Arrow:
        found = _tafl_move(grid, move)
        return Arrow(str(found), (found.origin, found.target))

    return arrow


def _other_picture(picture: BoardPicture, arrow: Callable[[Any], Arrow], last_move: LastMove) -> BoardPicture:
    if last_move is True:
        return picture
    shown = Arrow("", ()) if last_move is False else arrow(last_move)
    if shown.text and shown.text == picture.last_move:
        return picture
    return attrs.evolve(picture, last_move=shown.text, last_squares=shown.squares, captured=())


def _arrow(kind: AnyKind, picture: BoardPicture) -> Callable[[Any], Arrow]:
    """Reads moves as the squares that their text names, with hyphens between them."""

    def arrow(move: Any) -> Arrow:
        text = move if isinstance(move, str) else kind.format_move(move)
        return Arrow(text, tuple(_on(picture, Square.parse(name)) for name in text.split("-") if name))

    return arrow


def _squares(picture: BoardPicture, squares: SquaresToShow) -> tuple[Square, ...]:
    found = {_on(picture, Square.parse(each) if isinstance(each, str) else each) for each in _split(squares)}
    return tuple(sorted(found, key=lambda square: (square.row, square.column)))


def _on(picture: BoardPicture, square: Square) -> Square:
    if not isinstance(square, Square):
        raise wrong_type("a Square", square)
    if square.column >= picture.columns or square.row >= picture.rows:
        last = Square(picture.columns - 1, picture.rows - 1)
        raise GeometryError(f"{square} is not on the {picture.columns}x{picture.rows} board, which ends at {last}")
    return square


def _split(things: Iterable[_Thing | str]) -> Iterable[_Thing | str]:
    if isinstance(things, str):
        return things.replace(",", " ").split()
    if not isinstance(things, Iterable):
        raise wrong_type("several squares or moves to show, such as ['e5', 'e6']", things)
    return things
