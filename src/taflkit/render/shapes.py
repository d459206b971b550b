"""The shapes of which pictures are made: pieces, the marks of regions, and arrows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from taflkit.board import Piece, Side
from taflkit.board.pieces import MAN_KIND

#: The side of a square, in the units in which everything is drawn.
CELL = 40
HALF = CELL / 2


def number(value: float) -> str:
    """A coordinate as short as it can be written."""
    return f"{round(value, 2):g}"


def points(*corners: tuple[float, float]) -> str:
    """The corners of a polygon as an attribute writes them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)


# Pieces, drawn around the point 0, 0. Each side has its own outline, so that they are told apart without colours.

_CROWN = "M-9 7.5L-11-5L-5-0.2L0-9L5-0.2L11-5L9 7.5Z"


def piece_shapes(piece: Piece) -> Iterator[tuple[str, str]]:
    """The shapes of a piece from back to front: what it is painted as, and the element without its paint."""
    if piece.is_king:
        yield "king", '<circle r="16" stroke-width="2" {}/>'
        yield "king-sign", f'<path d="{_CROWN}" {{}}/>'
        return
    side = "attacker" if piece.side is Side.ATTACKERS else "defender"
    if piece.side is Side.ATTACKERS:
        yield side, '<circle r="14" stroke-width="1.5" {}/>'
    else:
        yield side, '<rect x="-12.5" y="-12.5" width="25" height="25" rx="7" stroke-width="2" {}/>'
    if piece.kind != MAN_KIND:
        # No kind but the king has a sign that all players know; its letter is the one used in texts.
        yield f"{side}-sign", f'<text y="6.5" font-size="18" font-weight="700" {{}}>{piece.letter}</text>'


# The marks of regions: what is drawn on a square whose top left corner is x, y.


def _cross(x: float, y: float) -> str:
    return f"M{x:g} {y:g}l40 40m0-40l-40 40"


def _lozenge(x: float, y: float) -> str:
    return f"M{x + 20:g} {y + 6:g}l14 14l-14 14l-14-14z"


def _hatching(x: float, y: float) -> str:
    lines = []
    for step in (8, 16, 24, 32, 40, 48, 56, 64, 72):
        across = min(step, 2 * CELL - step)
        start = (x, y + step) if step <= CELL else (x + step - CELL, y + CELL)
        lines.append(f"M{start[0]:g} {start[1]:g}l{across:g}-{across:g}")
    return "".join(lines)


def _ring(x: float, y: float) -> str:
    return f"M{x + 8:g} {y + 20:g}a12 12 0 1 0 24 0a12 12 0 1 0-24 0"


def _plus(x: float, y: float) -> str:
    return f"M{x + 20:g} {y + 7:g}v26m-13-13h26"


def _bars(x: float, y: float) -> str:
    return "".join(f"M{x + 6:g} {y + down:g}h28" for down in (10, 20, 30))


def _frame(x: float, y: float) -> str:
    return f"M{x + 7:g} {y + 7:g}h26v26h-26z"


#: The regions of which most boards have some look the same on all of them; others take the marks that are left.
_KNOWN: dict[str, Callable[[float, float], str]] = {"throne": _cross, "corners": _lozenge, "camps": _hatching}
_OTHERS: tuple[Callable[[float, float], str], ...] = (_ring, _plus, _bars, _frame)


def region_marks(names: tuple[str, ...]) -> dict[str, Callable[[float, float], str]]:
    """The mark of each region of a board, given by their names."""
    others = [name for name in names if name not in _KNOWN]
    return {name: _KNOWN[name] if name in _KNOWN else _OTHERS[others.index(name) % len(_OTHERS)] for name in names}


# What is drawn over the board.


def arrow(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The corners of an arrow between the middles of two squares."""
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    # How far along the arrow, and how far to its side.
    outline = [(8.0, 3.5), (length - 16, 3.5), (length - 16, 10.0), (length - 1, 0.0)]
    outline += [(far, -aside) for far, aside in reversed(outline[:-1])]
    return points(
        *(
            (start[0] + far * along[0] - aside * along[1], start[1] + far * along[1] + aside * along[0])
            for far, aside in outline
        )
    )
