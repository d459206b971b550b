"""The colours of pictures, light and dark, and how a page may set its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from taflkit.errors import TaflError

Theme: TypeAlias = Literal["auto", "light", "dark"]

#: Every colour by its name: in the light and in the dark. A page may set `--tafl-` and the name.
COLOURS = MappingProxyType(
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
        "last": ("#ecd07c", "#8d7434"),
        "last-edge": ("#9c7413", "#d5ad4a"),
        "capture": ("#b23a2a", "#ff927d"),
        "highlight": ("#bcd6d3", "#42686a"),
        "highlight-edge": ("#2f7f7c", "#7fc7c2"),
        "arrow": ("#24639b", "#7db7ea"),
        "arrow-edge": ("#efe6d3", "#1d1916"),
    }
)

#: What each class of shapes is painted with: the property, and the name of its colour.
_PAINTS: dict[str, dict[str, str]] = {
    "frame": {"fill": "frame"},
    "label": {"fill": "label"},
    "board": {"fill": "board"},
    "grid": {"stroke": "line"},
    "region": {"fill": "region"},
    "mark": {"stroke": "mark"},
    "attacker": {"fill": "attacker", "stroke": "attacker-edge"},
    "attacker-sign": {"fill": "attacker-mark"},
    "defender": {"fill": "defender", "stroke": "defender-edge"},
    "defender-sign": {"fill": "defender-mark"},
    "king": {"fill": "king", "stroke": "king-edge"},
    "king-sign": {"fill": "king-mark"},
    "last": {"fill": "last", "stroke": "last-edge"},
    "capture": {"stroke": "capture"},
    "highlight": {"fill": "highlight", "stroke": "highlight-edge"},
    "goes-on": {"stroke": "highlight-edge"},
    "arrow": {"fill": "arrow", "stroke": "arrow-edge"},
}


def check_theme(theme: str) -> None:
    """Refuse a theme that there is not."""
    if theme not in get_args(Theme):
        raise TaflError(f"the theme of a picture is {', '.join(get_args(Theme)[:-1])} or dark, not {theme!r}")


def paint(name: str, theme: Theme) -> str:
    """The attributes that paint a class of shapes.

    They are attributes and not a style sheet so that programs that know little of CSS show the picture too.
    """
    shade = 1 if theme == "dark" else 0
    properties = "".join(f' {key}="{COLOURS[colour][shade]}"' for key, colour in _PAINTS[name].items())
    return f'class="{name}"{properties}'


def style_sheet(scope: str, names: Iterable[str]) -> str:
    """What makes a picture with the id `scope` follow the page; it outdoes the attributes of `paint`.

    `svg:root` is a picture that stands alone or in an `img`: it follows the reader's system. Copied into a page it is
    not the root, and takes the `color-scheme` of the page. Browsers that do not know `light-dark` show it light.
    """
    rules = "".join(f"#{scope} .{name}{{{';'.join(_declarations(name))}}}" for name in names)
    return f"svg:root{{color-scheme:light dark}}@supports(color:light-dark(red,red)){{{rules}}}"


def _declarations(name: str) -> Iterator[str]:
    for key, colour in _PAINTS[name].items():
        light, dark = COLOURS[colour]
        yield f"{key}:var(--tafl-{colour},light-dark({light},{dark}))"
