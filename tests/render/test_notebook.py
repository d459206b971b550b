"""Games and positions draw themselves in notebooks, and nothing is imported for it before they do."""

from __future__ import annotations

import sys
from pathlib import Path

from taflkit import start
from tests.packages import run
from tests.render.reading import read


def test_a_game_and_a_position_draw_themselves() -> None:
    """A notebook is given a picture of moderate size; that of a game has its last move."""
    game = start("brandubh").play("d6-a")
    seen = read(game._repr_svg_())
    assert seen.marked("last") == ["d6", "a6"]
    assert seen.text("title") == "Brandubh, defenders to move"
    position = read(game.position._repr_svg_())
    assert position.pieces == seen.pieces
    assert 200 <= int(seen.root.attrib["width"]) == int(position.root.attrib["width"]) <= 600


def test_playing_imports_no_pictures(tmp_path: Path) -> None:
    """`import taflkit` and a game need nothing of `taflkit.render`."""
    code = "import sys, taflkit\nstr(taflkit.start('tablut').play('i6-g'))\n"
    code += "print([name for name in sys.modules if name.startswith('taflkit.render')])"
    assert run(sys.executable, "-c", code, cwd=tmp_path).stdout == "[]\n"
