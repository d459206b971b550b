"""Pictures of positions: SVG for pages and notebooks, text for terminals.

```python
import taflkit
from taflkit import render

game = taflkit.start("tablut").play_all(["i6-g", "d5-7", "i4-g"])

picture = render.svg(
    game,                        # a Game or a Position
    size=None,                   # its width in pixels; without, it is as wide as there is room
    theme="auto",                # "light", "dark", or "auto": as the page around it, or the reader's system
    flipped=False,               # seen from the other side of the board
    coordinates=True,            # letters and numbers around the board
    last_move=True,              # that of the game; a move or a play to show, or False
    captures=True,               # those of the last move; squares to show, or False
    arrows=["e5-e6"],            # moves
    highlights=["e6", "e7"],     # squares: a SquareSet, squares or texts
    title=None,                  # what readers who cannot see the picture are told; made from the game if not given
    description=None,
)

print(render.text(game, unicode=True, colour=False, flipped=False, last_move=True, highlights=()))
```

In a notebook a game or a position draws itself.

An SVG picture is one element with everything in it: no scripts, nothing that is fetched. With `theme="auto"` a page
into which it is copied decides between light and dark by the CSS property `color-scheme`, and may set colours of its
own: `--tafl-board`, `--tafl-attacker` and the other names of `taflkit.render.COLOURS`.
"""

from taflkit.render.drawing import COLOURS, Theme, svg
from taflkit.render.letters import text

__all__ = ["COLOURS", "Theme", "svg", "text"]
