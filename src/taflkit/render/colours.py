"""The colours of pictures, in light and in dark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from taflkit.games.picture import Look

COLOURS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "frame": ("#d3c09b", "#2b2621"),
        "label": ("#54432a", "#cbbda5"),
        "board": ("#efe6d3", "#5d5244"),
        "line": ("#bda985", "#3f372d"),
        "region": ("#e0d0ae", "#4e4438"),
        "mark": ("#a58c62", "#8f8069"),
        "attacker": ("#3b3431", "#1d1916"),
        "attacker-edge": ("#1f1a18", "#bcae98"),
        "attacker-mark": ("#f3ebdc", "#f3ebdc"),
        "defender": ("#fdfbf6", "#efe7d8"),
        "defender-edge": ("#5f5140", "#1d1916"),
        "defender-mark": ("#3b3431", "#1d1916"),
        "king": ("#f0c04a", "#e9b94a"),
        "king-edge": ("#5f4510", "#1d1916"),
        "king-mark": ("#5f4510", "#3a2a08"),
        "red": ("#b8342a", "#d9574a"),
        "red-edge": ("#5e1410", "#2a0b08"),
        "red-mark": ("#ffffff", "#1d1916"),
        "blue": ("#a9c9f2", "#a9c9f2"),
        "blue-edge": ("#1d3f73", "#12233f"),
        "blue-mark": ("#12233f", "#12233f"),
        "white": ("#fdfbf6", "#efe7d8"),
        "white-edge": ("#5f5140", "#1d1916"),
        "white-mark": ("#3b3431", "#1d1916"),
        "black": ("#3b3431", "#1d1916"),
        "black-edge": ("#1f1a18", "#bcae98"),
        "black-mark": ("#f3ebdc", "#f3ebdc"),
        "block": ("#7d6a4c", "#2b2621"),
        "block-edge": ("#54432a", "#bcae98"),
        "block-mark": ("#ffffff", "#f3ebdc"),
        "last": ("#ecd07c", "#8d7434"),
        "last-edge": ("#9c7413", "#d5ad4a"),
        "capture": ("#b23a2a", "#ff927d"),
        "highlight": ("#bcd6d3", "#42686a"),
        "highlight-edge": ("#2f7f7c", "#7fc7c2"),
        "arrow": ("#24639b", "#7db7ea"),
        "arrow-edge": ("#efe6d3", "#1d1916"),
    }
)
"""Every colour by its name: in light and in dark. A page may set the CSS property `--tafl-` followed by the name."""

PAINTS: Mapping[str, Mapping[str, str]] = {
    "frame": {"fill": "frame"},
    "label": {"fill": "label"},
    "board": {"fill": "board"},
    "grid": {"stroke": "line"},
    "region": {"fill": "region"},
    "mark": {"stroke": "mark"},
    **{look.value: {"fill": look.value, "stroke": f"{look.value}-edge"} for look in Look},
    **{f"{look.value}-sign": {"fill": f"{look.value}-mark"} for look in Look},
    "last": {"fill": "last", "stroke": "last-edge"},
    "capture": {"stroke": "capture"},
    "highlight": {"fill": "highlight", "stroke": "highlight-edge"},
    "goes-on": {"stroke": "highlight-edge"},
    "arrow": {"fill": "arrow", "stroke": "arrow-edge"},
}
"""The SVG properties of each class of shapes, with the names of their colours."""


def style_sheet(scope: str, names: Iterable[str] = PAINTS) -> str:
    """Return CSS rules that paint classes of shapes in light and in dark, by the `color-scheme` of the page.

    They override the attributes of the shapes; a page may set colours of its own, see `COLOURS`.

    Args:
        scope: A CSS selector of what the shapes are in.
        names: The classes, all of them unless given.
    """
    return "".join(f"{scope} .{name}{{{';'.join(_declarations(name))}}}" for name in names)


def _declarations(name: str) -> Iterator[str]:
    for key, colour in PAINTS[name].items():
        light, dark = COLOURS[colour]
        yield f"{key}:var(--tafl-{colour},light-dark({light},{dark}))"
