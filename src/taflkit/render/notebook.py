"""What notebooks show: pictures that show themselves, and variants with their rules."""

from __future__ import annotations

import html
from typing import Any


class SvgPicture(str):
    """The text of an SVG picture, which a notebook shows as the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        """The text itself."""
        return str(self)


def variant_html(variant: Any) -> str:
    """A variant with its summary, its start position and its rules, as HTML for a notebook.

    Args:
        variant: A variant of any kind of game.
    """
    from taflkit.games import kind_of
    from taflkit.render.svgdrawing import notebook_svg

    kind = kind_of(variant)
    rules = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in kind.explain(variant))
    title, summary = html.escape(str(variant)), html.escape(variant.summary)
    return f"<h3>{title}</h3><p>{summary}</p>{notebook_svg(kind.start(variant))}<ul>{rules}</ul>"
