"""Drawing positions as SVG."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator
from html import escape
from itertools import cycle, pairwise
from typing import Any, Literal, TypeAlias, get_args

import attrs

from taflkit.board import Position, Square
from taflkit.board.squares import LETTERS
from taflkit.errors import TaflError, check_type
from taflkit.games import Playable
from taflkit.games.picture import Look, Thing
from taflkit.render.colours import COLOURS, PAINTS, style_sheet
from taflkit.render.notebook import SvgPicture
from taflkit.render.scene import LastMove, MovesToShow, Scene, SquaresToShow

Theme: TypeAlias = Literal["auto", "light", "dark"]
"""The colours of a picture; `auto` follows the page or the reader's system."""

# The side of a square, in the units in which everything is drawn.
_CELL = 40
_HALF = _CELL / 2
# The width of the frame where it has no letters or numbers.
_EDGE = 10
_NOTEBOOK_SIZE = 400
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"
# Characters that XML does not allow.
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_DISC = '<circle r="14" stroke-width="1.5"'
_TILE = '<rect x="-12.5" y="-12.5" width="25" height="25" rx="7" stroke-width="2"'
#: The outline of each look: the players differ in it, so that they are told apart without colours.
_OUTLINES = {
    Look.ATTACKER: _DISC,
    Look.DEFENDER: _TILE,
    Look.KING: '<circle r="16" stroke-width="2"',
    Look.RED: _DISC,
    Look.BLUE: _TILE,
    Look.WHITE: _TILE,
    Look.BLACK: _DISC,
    Look.BLOCK: '<rect x="-19" y="-19" width="38" height="38" stroke-width="2"',
}
_CROWN = "M-9 7.5L-11-5L-5-0.2L0-9L5-0.2L11-5L9 7.5Z"

# Lines of a mark: how far right and down of the corner of its square each begins, and its SVG path from there.
_Lines: TypeAlias = tuple[tuple[int, int, str], ...]

# Regions that most boards have look the same on all of them; others take one of the other marks.
_KNOWN_MARKS: dict[str, _Lines] = {
    "throne": ((0, 0, "l40 40m0-40l-40 40"),),
    "corners": ((20, 6, "l14 14l-14 14l-14-14z"),),
    "camps": (
        *((0, down, f"l{down}-{down}") for down in (8, 16, 24, 32, 40)),
        *((right, 40, f"l{40 - right}-{40 - right}") for right in (8, 16, 24, 32)),
    ),
}
_OTHER_MARKS: tuple[_Lines, ...] = (
    ((8, 20, "a12 12 0 1 0 24 0a12 12 0 1 0-24 0"),),
    ((20, 7, "v26m-13-13h26"),),
    tuple((6, down, "h28") for down in (10, 20, 30)),
    ((7, 7, "h26v26h-26z"),),
)


def svg(
    shown: Playable[Any] | Position,
    *,
    size: int | None = None,
    theme: Theme = "auto",
    flipped: bool = False,
    coordinates: bool = True,
    last_move: LastMove = True,
    captures: SquaresToShow | bool = True,
    arrows: MovesToShow = (),
    highlights: SquaresToShow = (),
    title: str | None = None,
    description: str | None = None,
) -> SvgPicture:
    """Draw a game or a position as SVG.

    Args:
        shown: The game, of any kind, or a position of tafl.
        size: The width in pixels; if left out, the picture takes the width that the page gives it.
        theme: `light` or `dark`; `auto` follows the `color-scheme` of the page into which the picture is copied, and
            the reader's system where it stands alone.
        flipped: Whether the board is seen from the other side, with a1 at the top right.
        coordinates: Whether letters and numbers stand around the board.
        last_move: The move whose squares are marked: `True` for that of the game, `False` for none, or a move or a
            text such as `e5-e8`.
        captures: The squares where a piece is crossed out: `True` for those of the last move, `False` for none.
        arrows: Moves to draw as arrows, as moves or as texts.
        highlights: SquaresToShow to highlight, as a `SquareSet`, as `Square`s or as texts.
        title: What the picture shows, for readers who cannot see it; made from the game if left out.
        description: The picture in words, for the same readers; made from the position if left out.

    Returns:
        One `<svg>` element, which can be a file of its own or part of a page. It is a `str` that a notebook shows as
        the picture.

    Raises:
        TaflError: The theme, the size, a move or a square is wrong.
    """
    if theme not in get_args(Theme):
        raise TaflError(f"the theme of a picture is {', '.join(get_args(Theme)[:-1])} or dark, not {theme!r}")
    if size is not None and (type(size) is not int or size < 1):
        raise TaflError(f"the size of a picture is a whole number of pixels, not {size!r}")
    scene = Scene.of(
        shown, last_move=last_move, captures=captures, arrows=arrows, highlights=highlights, flipped=flipped
    )
    for words in (title, description):
        check_type(words, str | None, "the title and the description of a picture as texts")
    texts = (scene.picture.title if title is None else title, scene.description if description is None else description)
    return SvgPicture(_Drawing(scene, theme, coordinates).document(size, *map(_clean, texts)))


@attrs.frozen
class BoardLayout:
    """Where the squares of a picture are, in the units of its `viewBox`."""

    width: float
    """The width of the picture."""
    height: float
    """The height of the picture."""
    left: float
    """How far from the left the squares begin."""
    top: float
    """How far from the top the squares begin."""
    cell: float
    """The side of a square."""


def board_layout(columns: int, rows: int, coordinates: bool = True) -> BoardLayout:
    """Return where the squares of a picture that `svg` draws are.

    Args:
        columns: How many columns the board has.
        rows: How many rows the board has.
        coordinates: Whether letters and numbers stand around the board.
    """
    margin = _margin(columns, coordinates)
    width, height = (margin + _CELL * count + _EDGE for count in (columns, rows))
    return BoardLayout(width, height, margin, _EDGE, _CELL)


def _label_size(columns: int) -> float:
    """How large letters and numbers are: on a large board more than in proportion, or they would be too small."""
    return max(15.0, 0.027 * _CELL * columns)


def _margin(columns: int, coordinates: bool) -> float:
    """The width of the frame where letters and numbers stand, at the left and at the bottom."""
    return round(_label_size(columns) * 1.8) if coordinates else _EDGE


def piece_svg(thing: Thing) -> str:
    """Draw a piece alone, in light colours, as one `<svg>` element of the size of a square.

    Args:
        thing: The piece, from the legend of a `taflkit.games.picture.BoardPicture`.
    """
    shapes = _shapes(thing, "light")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-_HALF:g} {-_HALF:g} {_CELL} {_CELL}"'
        f' text-anchor="middle" font-family="{_FONT}">{shapes}</svg>'
    )


def notebook_svg(shown: Playable[Any] | Position) -> str:
    """Draw a game or a position at the size for a notebook."""
    return svg(shown, size=_NOTEBOOK_SIZE)


@attrs.frozen
class _Drawing:
    """A scene as SVG elements, from back to front."""

    scene: Scene
    theme: Theme
    coordinates: bool

    @property
    def margin(self) -> float:
        """The width of the frame where letters and numbers stand, at the left and at the bottom."""
        return _margin(self.scene.picture.columns, self.coordinates)

    def document(self, size: int | None, title: str, description: str) -> str:
        """The whole picture."""
        picture = self.scene.picture
        layout = board_layout(picture.columns, picture.rows, self.coordinates)
        width, height = layout.width, layout.height
        body = "\n".join([*self._board(width, height), *self._pieces(), *self._captured(), *self._arrows()])
        # A hash of everything visible: different pictures on one page have different ids.
        facts = "\0".join((body, title, description, self.theme, str(size)))
        name = f"tafl-{hashlib.sha256(facts.encode()).hexdigest()[:12]}"
        measures = "" if size is None else f' width="{size}" height="{_number(size * height / width)}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}"{measures} viewBox="0 0 {width:g} {height:g}"',
            f'role="img" aria-labelledby="{name}-title {name}-description" text-anchor="middle" font-family="{_FONT}">',
            f'<title id="{name}-title">{title}</title>',
            f'<desc id="{name}-description">{description}</desc>',
        ]
        if self.theme == "auto":
            used = sorted(set(re.findall(r'class="([a-z-]+)"', body)))
            # `svg:root` matches a picture that stands alone or in an `img`, which follows the reader's system; one
            # copied into a page follows the page. Browsers without `light-dark` show it light.
            rules = style_sheet(f"#{name}", used)
            lines.append(
                f"<style>svg:root{{color-scheme:light dark}}@supports(color:light-dark(red,red)){{{rules}}}</style>"
            )
        return "\n".join([*lines, body, "</svg>", ""])

    def _paint(self, name: str) -> str:
        return _paint(name, self.theme)

    def _corner(self, square: Square) -> tuple[float, float]:
        """Return the top left corner of a square."""
        column, row = self.scene.columns.index(square.column), self.scene.rows.index(square.row)
        return self.margin + column * _CELL, _EDGE + row * _CELL

    def _middle(self, square: Square) -> tuple[float, float]:
        x, y = self._corner(square)
        return x + _HALF, y + _HALF

    def _board(self, width: float, height: float) -> Iterator[str]:
        picture, margin = self.scene.picture, self.margin
        yield f'<rect width="{width:g}" height="{height:g}" rx="6" {self._paint("frame")}/>'
        across, down = picture.columns * _CELL, picture.rows * _CELL
        yield f'<rect x="{margin:g}" y="{_EDGE}" width="{across}" height="{down}" {self._paint("board")}/>'
        yield from self._region_squares()
        yield from self._tinted()
        yield from self._region_marks()
        if picture.lines:
            lines = "".join(self._line(*ends) for ends in picture.lines)
            yield f'<path d="{lines}" fill="none" stroke-width="2" stroke-linecap="round" {self._paint("mark")}/>'
        else:
            lines = "".join(f"M{margin + n * _CELL:g} {_EDGE}v{down}" for n in range(picture.columns + 1))
            lines += "".join(f"M{margin:g} {_EDGE + n * _CELL}h{across}" for n in range(picture.rows + 1))
            yield f'<path d="{lines}" fill="none" stroke-linecap="square" {self._paint("grid")}/>'
        if self.coordinates:
            yield from self._coordinates(height)

    def _line(self, start: Square, end: Square) -> str:
        (x, y), (to_x, to_y) = self._middle(start), self._middle(end)
        return f"M{x:g} {y:g}L{to_x:g} {to_y:g}"

    def _coordinates(self, height: float) -> Iterator[str]:
        margin, size = self.margin, _label_size(self.scene.picture.columns)
        # Moved down by about half the height of a letter: programs disagree on how to centre text.
        lower = size * 0.35
        yield f'<g font-size="{_number(size)}" {self._paint("label")}>'
        for place, column in enumerate(self.scene.columns):
            x = _number(margin + place * _CELL + _HALF)
            yield f'<text x="{x}" y="{_number(height - margin / 2 + lower)}">{LETTERS[column]}</text>'
        for place, row in enumerate(self.scene.rows):
            y = _number(_EDGE + place * _CELL + _HALF + lower)
            yield f'<text x="{_number(margin / 2)}" y="{y}">{row + 1}</text>'
        yield "</g>"

    def _regions(self) -> Iterator[tuple[str, list[tuple[float, float]]]]:
        """Each region of the board by its name, with the corners of its squares."""
        for name, squares in self.scene.picture.regions:
            yield name, [self._corner(square) for square in squares]

    def _region_squares(self) -> Iterator[str]:
        for name, corners in self._regions():
            squares = "".join(f"M{x:g} {y:g}h{_CELL}v{_CELL}h-{_CELL}z" for x, y in corners)
            yield f'<path data-region="{_clean(name)}" d="{squares}" {self._paint("region")}/>'

    def _region_marks(self) -> Iterator[str]:
        left = cycle(_OTHER_MARKS)
        for name, corners in self._regions():
            mark = _KNOWN_MARKS.get(name) or next(left)
            lines = "".join(f"M{x + right:g} {y + down:g}{line}" for x, y in corners for right, down, line in mark)
            yield f'<path d="{lines}" fill="none" stroke-width="1.5" {self._paint("mark")}/>'

    def _tinted(self) -> Iterator[str]:
        """The squares of the last move, and highlighted squares."""
        *left, reached = self.scene.picture.last_squares or [None]
        # The squares that were left are told from the one that was reached by their broken edges.
        yield from (
            self._tint(square, "last", ' fill-opacity="0.5" stroke-dasharray="6 3"') for square in left if square
        )
        if reached is not None:
            yield self._tint(reached, "last")
        yield from (self._tint(square, "highlight") for square in self.scene.highlights)

    def _tint(self, square: Square, name: str, more: str = "") -> str:
        x, y = self._corner(square)
        place = f'x="{x + 2:g}" y="{y + 2:g}" width="{_CELL - 4}" height="{_CELL - 4}"'
        return f'<rect data-square="{square}" {place} stroke-width="2"{more} {self._paint(name)}/>'

    def _pieces(self) -> Iterator[str]:
        for square, thing in self.scene.picture.things:
            x, y = self._middle(square)
            place, shapes = f'transform="translate({x:g} {y:g})"', _shapes(thing, self.theme)
            yield f'<g data-square="{square}" data-piece="{_clean(thing.name)}" {place}>{shapes}</g>'
        for square in self.scene.picture.going_on:
            x, y = self._middle(square)
            yield f'<circle cx="{x:g}" cy="{y:g}" r="18" fill="none" stroke-width="2.5" {self._paint("goes-on")}/>'

    def _captured(self) -> Iterator[str]:
        """Crosses where pieces were taken, each over what is left to be seen of its piece."""
        standing = {square for square, _ in self.scene.picture.things}
        for square, thing in self.scene.captured:
            x, y = self._middle(square)
            yield f'<g data-captured="{square}" transform="translate({x:g} {y:g})">'
            if thing is not None and square not in standing:
                yield f'<g opacity="0.35">{_shapes(thing, self.theme)}</g>'
            yield f'<path d="M-9-9l18 18m0-18l-18 18" fill="none" stroke-width="3.5" {self._paint("capture")}/></g>'

    def _arrows(self) -> Iterator[str]:
        look = f'stroke-linejoin="round" opacity="0.85" {self._paint("arrow")}'
        for arrow in self.scene.arrows:
            for start, end in pairwise(arrow.squares):
                corners = _arrow(self._middle(start), self._middle(end))
                yield f'<polygon data-arrow="{_clean(arrow.text)}" points="{corners}" {look}/>'


def _paint(name: str, theme: Theme) -> str:
    """Return the attributes that paint a class of shapes.

    They are attributes and no style sheet so that programs with little CSS show the picture too.
    """
    shade = 1 if theme == "dark" else 0
    properties = "".join(f' {key}="{COLOURS[colour][shade]}"' for key, colour in PAINTS[name].items())
    return f'class="{name}"{properties}'


def _shapes(thing: Thing, theme: Theme) -> str:
    """A thing around the point 0, 0."""
    look = thing.look.value
    shape = f"{_OUTLINES[thing.look]} {_paint(look, theme)}/>"
    if thing.look is Look.KING:
        return f'{shape}<path d="{_CROWN}" {_paint("king-sign", theme)}/>'
    if not thing.lettered:
        return shape
    sign = f'font-size="18" font-weight="700" {_paint(f"{look}-sign", theme)}'
    return f'{shape}<text y="6.5" {sign}>{_clean(thing.letter)}</text>'


def _arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """Return the corners of an arrow between the middles of two squares."""
    (x, y), length = start, math.dist(start, end)
    right, down = (end[0] - x) / length, (end[1] - y) / length
    # How far along the arrow, and how far to its side.
    outline = [(8.0, 3.5), (length - 16, 3.5), (length - 16, 10.0), (length - 1, 0.0)]
    outline += [(far, -aside) for far, aside in reversed(outline[:-1])]
    return " ".join(
        f"{_number(x + far * right - aside * down)},{_number(y + far * down + aside * right)}" for far, aside in outline
    )


def _number(value: float) -> str:
    """Write a coordinate as short as possible."""
    return f"{round(value, 2):g}"


def _clean(text: str) -> str:
    """Escape a text for XML, and replace the characters that XML does not allow."""
    return escape(_NOT_XML.sub("\ufffd", text))
