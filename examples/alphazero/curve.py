"""The curve of a training run as a picture: points against opponents by the number of games played."""

from __future__ import annotations

import csv
from pathlib import Path

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 360, 56, 48, 16, 16
COLOURS = ("#8c5a2b", "#3b6ea8", "#5a8f3c", "#9a4a8f")


def draw(rows: Path, picture: Path) -> None:
    """Read the table that `train.py` writes, and write an SVG file."""
    with rows.open(newline="", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    opponents = [name for name in table[0] if name.startswith("against ")]
    last = max(int(row["games"]) for row in table) or 1

    def place(games: float, share: float) -> tuple[float, float]:
        x = LEFT + (WIDTH - LEFT - RIGHT) * games / last
        return x, HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * share

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        "<title>Points of the network by games of self-play</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for share in (0, 0.25, 0.5, 0.75, 1):
        x, y = place(0, share)
        parts.append(f'<path d="M{x} {y:.1f}H{WIDTH - RIGHT}" stroke="#d8d8d8"/>')
        parts.append(f'<text font-size="12" x="{x - 8}" y="{y + 4:.1f}" text-anchor="end">{share:.0%}</text>')
    for step in range(5):
        x, y = place(last * step / 4, 0)
        parts.append(
            f'<text font-size="12" x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{round(last * step / 4)}</text>'
        )
    parts.append(
        f'<text font-size="12" x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 8}" text-anchor="middle">games of self-play</text>'
    )
    for number, name in enumerate(opponents):
        colour = COLOURS[number % len(COLOURS)]
        points = [place(int(row["games"]), float(row[name])) for row in table if row[name]]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        y = HEIGHT - BOTTOM - 12 - 18 * (len(opponents) - 1 - number)
        parts.append(
            f'<text font-size="12" x="{WIDTH - RIGHT - 8}" y="{y}" text-anchor="end" fill="{colour}">{name}</text>'
        )
    picture.write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")
