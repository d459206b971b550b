"""Pictures of positions: SVG for pages and notebooks, text for terminals.

```python
import taflkit
from taflkit import render

game = taflkit.start("tablut").play_all(["i6-g", "d5-7", "i4-h"])
picture = render.svg(game, theme="light", arrows=["e5-e6"], highlights=["e6", "e7"])
print(render.text(game, unicode=True))
```

In a notebook a game or a position draws itself, a picture shows itself, and a variant shows its rules.

An SVG picture is one element without scripts that loads nothing. With `theme="auto"` a page into which it is copied
chooses between light and dark by the CSS property `color-scheme`, and may set colours of its own: `--tafl-board`,
`--tafl-attacker` and the other names of `taflkit.render.COLOURS`.
"""

from taflkit.render.colours import COLOURS, style_sheet
from taflkit.render.notebook import SvgPicture
from taflkit.render.svgdrawing import BoardLayout, Theme, board_layout, notebook_svg, piece_svg, svg
from taflkit.render.textdrawing import legend, text

__all__ = [
    "COLOURS",
    "BoardLayout",
    "SvgPicture",
    "Theme",
    "board_layout",
    "legend",
    "notebook_svg",
    "piece_svg",
    "style_sheet",
    "svg",
    "text",
]
