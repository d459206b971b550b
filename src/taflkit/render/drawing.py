"""Pictures of positions as SVG."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from html import escape

import attrs

from taflkit.board import Piece, Position, Square, SquareSet
from taflkit.board.squares import LETTERS
from taflkit.errors import TaflError
from taflkit.game import Game
from taflkit.render.palette import Theme, check_theme, paint, style_sheet
from taflkit.render.scene import LastMove, Moves, Scene, Squares, scene
from taflkit.render.shapes import CELL, HALF, arrow, number, piece_shapes, region_marks
from taflkit.render.words import description_of, title_of

#: The width of the frame where nothing stands on it.
_EDGE = 10
_NOTEBOOK_SIZE = 400
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"


def svg(
    shown: Game | Position,
    *,
    size: int | None = None,
    theme: Theme = "auto",
    flipped: bool = False,
    coordinates: bool = True,
    last_move: LastMove = True,
    captures: Squares | bool = True,
    arrows: Moves = (),
    highlights: Squares = (),
    title: str | None = None,
    description: str | None = None,
) -> str:
    """Draw a game or a position as SVG.

    Args:
        shown: The game or the position.
        size: The width in pixels; without, the picture is as wide as there is room.
        theme: `light` or `dark`; `auto` follows the `color-scheme` of the page into which the picture is copied, and
            the reader's system where it stands alone.
        flipped: Whether the board is seen from the other side, with a1 at the top right.
        coordinates: Whether letters and numbers stand around the board.
        last_move: The move of which both squares are marked: `True` for that of the game, `False` for none, or a
            `Play`, a `Move` or a text such as `e5-e8`.
        captures: The squares where a piece is crossed out: `True` for those of the last move, `False` for none.
        arrows: Moves to draw as arrows, as `Move`s or as texts.
        highlights: Squares to highlight, as a `SquareSet`, as `Square`s or as texts.
        title: What the picture is of, for readers who cannot see it; made from the game if not given.
        description: The picture in words, for the same readers; made from the position if not given.

    Returns:
        One `<svg>` element, which can be a file of its own or stand in a page.
    """
    check_theme(theme)
    if size is not None and (type(size) is not int or size < 1):
        raise TaflError(f"the size of a picture is a whole number of pixels, not {size!r}")
    seen = scene(shown, last_move=last_move, captures=captures, arrows=arrows, highlights=highlights, flipped=flipped)
    drawing = Drawing(seen, theme, coordinates)
    texts = (title_of(seen) if title is None else title, description_of(seen) if description is None else description)
    return drawing.document(size, *map(_clean, texts))


def notebook_svg(shown: Game | Position) -> str:
    """The picture that a notebook shows: as large as one looks at it among text."""
    return svg(shown, size=_NOTEBOOK_SIZE)


@attrs.frozen
class Drawing:
    """A scene as SVG elements, from back to front."""

    scene: Scene
    theme: Theme
    coordinates: bool

    @property
    def label_size(self) -> float:
        """How large letters and numbers are: on a large board more than in proportion, or they would be too small."""
        return max(15.0, 0.027 * CELL * self.scene.grid.width)

    @property
    def margin(self) -> float:
        """The width of the frame where letters and numbers stand, at the left and at the bottom."""
        return round(self.label_size * 1.8) if self.coordinates else _EDGE

    def document(self, size: int | None, title: str, description: str) -> str:
        """The whole picture."""
        grid = self.scene.grid
        width, height = (self.margin + CELL * count + _EDGE for count in (grid.width, grid.height))
        body = "\n".join([*self._board(width, height), *self._pieces(), *self._captured(), *self._arrows()])
        # The id is made from everything that is to be seen: pictures that differ do not share one on a page.
        facts = "\0".join((body, title, description, self.theme, str(size)))
        name = f"tafl-{hashlib.sha256(facts.encode()).hexdigest()[:12]}"
        measures = "" if size is None else f' width="{size}" height="{number(size * height / width)}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}"{measures} viewBox="0 0 {width:g} {height:g}"',
            f'role="img" aria-labelledby="{name}-title {name}-description" text-anchor="middle" font-family="{_FONT}">',
            f'<title id="{name}-title">{title}</title>',
            f'<desc id="{name}-description">{description}</desc>',
        ]
        if self.theme == "auto":
            used = sorted(set(re.findall(r'class="([a-z-]+)"', body)))
            lines.append(f"<style>{style_sheet(name, used)}</style>")
        return "\n".join([*lines, body, "</svg>", ""])

    def _paint(self, name: str) -> str:
        return paint(name, self.theme)

    def _corner(self, square: Square) -> tuple[float, float]:
        """The top left corner of a square."""
        column, row = self.scene.place(square)
        return self.margin + column * CELL, _EDGE + row * CELL

    def _middle(self, square: Square) -> tuple[float, float]:
        x, y = self._corner(square)
        return x + HALF, y + HALF

    def _board(self, width: float, height: float) -> Iterator[str]:
        grid, margin = self.scene.grid, self.margin
        yield f'<rect width="{width:g}" height="{height:g}" rx="6" {self._paint("frame")}/>'
        across, down = grid.width * CELL, grid.height * CELL
        yield f'<rect x="{margin:g}" y="{_EDGE}" width="{across}" height="{down}" {self._paint("board")}/>'
        yield from self._region_squares()
        yield from self._tinted()
        yield from self._region_marks()
        lines = "".join(f"M{margin + n * CELL:g} {_EDGE}v{down}" for n in range(grid.width + 1))
        lines += "".join(f"M{margin:g} {_EDGE + n * CELL}h{across}" for n in range(grid.height + 1))
        yield f'<path d="{lines}" fill="none" stroke-linecap="square" {self._paint("grid")}/>'
        if self.coordinates:
            yield from self._coordinates(height)

    def _coordinates(self, height: float) -> Iterator[str]:
        margin, size = self.margin, self.label_size
        # Below the middle by as much as letters are above their line: programs disagree on how to centre text.
        lower = size * 0.35
        yield f'<g font-size="{number(size)}" {self._paint("label")}>'
        for place, column in enumerate(self.scene.columns):
            x = number(margin + place * CELL + HALF)
            yield f'<text x="{x}" y="{number(height - margin / 2 + lower)}">{LETTERS[column]}</text>'
        for place, row in enumerate(self.scene.rows):
            y = number(_EDGE + place * CELL + HALF + lower)
            yield f'<text x="{number(margin / 2)}" y="{y}">{row + 1}</text>'
        yield "</g>"

    def _regions(self) -> Iterator[tuple[str, list[tuple[float, float]]]]:
        """Each region of the board by its name, with the corners of its squares."""
        for name, mask in self.scene.position.board.geometry.regions:
            yield name, [self._corner(square) for square in SquareSet(self.scene.grid, mask)]

    def _region_squares(self) -> Iterator[str]:
        for name, corners in self._regions():
            squares = "".join(f"M{x:g} {y:g}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
            yield f'<path data-region="{_clean(name)}" d="{squares}" {self._paint("region")}/>'

    def _region_marks(self) -> Iterator[str]:
        regions = dict(self._regions())
        for name, mark in region_marks(tuple(regions)).items():
            lines = "".join(mark(x, y) for x, y in regions[name])
            yield f'<path d="{lines}" fill="none" stroke-width="1.5" {self._paint("mark")}/>'

    def _tinted(self) -> Iterator[str]:
        """The squares of the last move, and highlighted squares."""
        move = self.scene.last_move
        if move is not None:
            # The square that was left is told from the one that was reached by its broken edge.
            yield self._tint(move.origin, "last", ' fill-opacity="0.5" stroke-dasharray="6 3"')
            yield self._tint(move.target, "last")
        yield from (self._tint(square, "highlight") for square in self.scene.highlights)

    def _tint(self, square: Square, name: str, more: str = "") -> str:
        x, y = self._corner(square)
        place = f'x="{x + 2:g}" y="{y + 2:g}" width="{CELL - 4}" height="{CELL - 4}"'
        return f'<rect data-square="{square}" {place} stroke-width="2"{more} {self._paint(name)}/>'

    def _pieces(self) -> Iterator[str]:
        for square, piece in self.scene.position.pieces():
            x, y = self._middle(square)
            place = f'transform="translate({x:g} {y:g})"'
            yield f'<g data-square="{square}" data-piece="{_clean(str(piece))}" {place}>{self._shapes(piece)}</g>'
        for square in SquareSet(self.scene.grid, self.scene.position.going_on):
            x, y = self._middle(square)
            yield f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="none" stroke-width="2.5" {self._paint("goes-on")}/>'

    def _captured(self) -> Iterator[str]:
        """Crosses where pieces were taken, each over what is left to be seen of its piece."""
        for square, piece in self.scene.captured:
            x, y = self._middle(square)
            yield f'<g data-captured="{square}" transform="translate({x:g} {y:g})">'
            if piece is not None and self.scene.position[square] is None:
                yield f'<g opacity="0.35">{self._shapes(piece)}</g>'
            yield f'<path d="M-9-9l18 18m0-18l-18 18" fill="none" stroke-width="3.5" {self._paint("capture")}/></g>'

    def _shapes(self, piece: Piece) -> str:
        return "".join(shape.format(self._paint(name)) for name, shape in piece_shapes(piece))

    def _arrows(self) -> Iterator[str]:
        look = f'stroke-linejoin="round" opacity="0.85" {self._paint("arrow")}'
        for move in self.scene.arrows:
            corners = arrow(self._middle(move.origin), self._middle(move.target))
            yield f'<polygon data-arrow="{move}" points="{corners}" {look}/>'


def _clean(text: str) -> str:
    """A text that may stand in XML: escaped, and without the characters that XML does not have."""
    return escape("".join(letter if _is_xml(letter) else "\ufffd" for letter in text))


def _is_xml(letter: str) -> bool:
    code = ord(letter)
    return letter in "\t\n\r" or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
