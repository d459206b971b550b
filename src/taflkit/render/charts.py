"""Charts as SVG and as text: the evaluation over a game, and counts as bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from taflkit.render.notebook import SvgPicture

_WIDTH, _HEIGHT, _MARGIN = 720, 240, 36
_ROWS = 7


def _page(title: str, parts: Sequence[str]) -> SvgPicture:
    width, height = _WIDTH + 2 * _MARGIN, _HEIGHT + 2 * _MARGIN
    style = (
        "text{font:12px sans-serif;fill:#333}.frame{fill:none;stroke:#999}.zero{stroke:#999;stroke-dasharray:4 3}"
        ".line{fill:none;stroke:#24639b;stroke-width:2}.bar{fill:#24639b}.bad{fill:#b23a2a}"
        "@media (prefers-color-scheme:dark){text{fill:#ddd}.line{stroke:#7db7ea}.bar{fill:#7db7ea}.bad{fill:#ff927d}}"
    )
    return SvgPicture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
        f"<title>{escape(title)}</title><style>{style}</style>"
        f'<text x="{_MARGIN}" y="{_MARGIN - 14}">{escape(title)}</text>'
        f'<rect class="frame" x="{_MARGIN}" y="{_MARGIN}" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f"{''.join(parts)}</svg>\n"
    )


def evaluation_svg(
    values: Sequence[float], title: str, *, limit: float, marks: Mapping[int, str] | None = None
) -> SvgPicture:
    """Draw the evaluation over a game.

    Args:
        values: The value after each ply, the first before any move; positive if the first player is better.
        title: What is drawn, as a line above.
        limit: The value at the upper edge; larger ones are drawn there.
        marks: The plies to mark with a dot, and what to say about each.
    """
    points = list(_points(values, limit))
    middle = _MARGIN + _HEIGHT / 2
    parts = [f'<line class="zero" x1="{_MARGIN}" y1="{middle}" x2="{_MARGIN + _WIDTH}" y2="{middle}"/>']
    parts.append(f'<polyline class="line" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>')
    for ply, says in (marks or {}).items():
        x, y = points[ply]
        parts.append(f'<circle class="bad" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{escape(says)}</title></circle>')
    for x, text in ((_MARGIN, "0"), (_MARGIN + _WIDTH - 16, str(max(len(values) - 1, 0)))):
        parts.append(f'<text x="{x}" y="{_MARGIN + _HEIGHT + 16}">{text}</text>')
    for y, text in ((_MARGIN + 12, f"+{limit:g}"), (_MARGIN + _HEIGHT - 4, f"-{limit:g}")):
        parts.append(f'<text x="4" y="{y}">{text}</text>')
    return _page(title, parts)


def _points(values: Sequence[float], limit: float) -> Iterator[tuple[float, float]]:
    step = _WIDTH / max(len(values) - 1, 1)
    for ply, value in enumerate(values):
        kept = max(-limit, min(limit, value))
        yield _MARGIN + ply * step, _MARGIN + _HEIGHT / 2 * (1 - kept / limit)


def bars_svg(counts: Mapping[str, int], title: str) -> SvgPicture:
    """Draw counts as bars, one for each name, in order."""
    most = max(counts.values(), default=0) or 1
    step = _WIDTH / max(len(counts), 1)
    every = max(1, round(56 / step))
    parts = []
    for number, (name, count) in enumerate(counts.items()):
        height, x = _HEIGHT * count / most, _MARGIN + number * step
        says = f"<title>{escape(name)}: {count:,}</title>"
        parts.append(
            f'<rect class="bar" x="{x + step * 0.1:.1f}" y="{_MARGIN + _HEIGHT - height:.1f}" '
            f'width="{step * 0.8:.1f}" height="{height:.1f}">{says}</rect>'
        )
        if number % every == 0:
            parts.append(f'<text x="{x:.1f}" y="{_MARGIN + _HEIGHT + 16}">{escape(name)}</text>')
    parts.append(f'<text x="4" y="{_MARGIN + 12}">{most:,}</text>')
    return _page(title, parts)


def evaluation_text(values: Sequence[float], *, limit: float, width: int = 70, unicode: bool = True) -> list[str]:
    """Draw the evaluation over a game in lines of text: the first player's advantage above the middle line.

    Args:
        values: As for `evaluation_svg`.
        limit: The value at the upper edge.
        width: How many columns there are at most; longer games are drawn by every second ply or fewer.
        unicode: Whether the text may have other characters than ASCII.
    """
    every = -(-len(values) // max(width, 1)) or 1
    kept = [max(-1.0, min(1.0, value / limit)) for value in values[::every]]
    mark, line = ("█", "─") if unicode else ("#", "-")
    half = _ROWS // 2
    rows = []
    for row in range(half, -half - 1, -1):
        if row == 0:
            rows.append(line * len(kept))
            continue
        filled = [value >= (row - 0.5) / half if row > 0 else value <= (row + 0.5) / half for value in kept]
        rows.append("".join(mark if each else " " for each in filled).rstrip())
    return rows
