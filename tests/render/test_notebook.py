"""Games and positions draw themselves in notebooks, and nothing is imported for it before they do."""

from __future__ import annotations

import html
import sys
from pathlib import Path

import pytest

import taflkit
from taflkit import games, load_variant, playouts, render, start
from taflkit.search import AlphaBeta, SearchLimit
from taflkit.tables import html_table
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


def test_a_picture_shows_itself() -> None:
    """What `svg` returns is a text that a notebook shows as a picture."""
    picture = render.svg(start("brandubh"), size=100)
    assert isinstance(picture, str)
    assert picture._repr_svg_() == picture
    assert read(picture._repr_svg_()).root.attrib["width"] == "100"


@pytest.mark.parametrize("name", ["brandubh", "ataxx", "qirkat"])
def test_a_variant_shows_its_rules(name: str) -> None:
    """A notebook is given the title, the start position and every rule of a variant."""
    variant = taflkit.load_variant(name)
    shown = variant._repr_html_()
    assert shown.startswith(f"<h3>{variant.title}</h3>")
    assert "<svg" in shown
    assert all(html.escape(sentence) in shown for sentence in games.kind_of(variant).explain(variant))


def test_a_variant_prints_in_a_line() -> None:
    """What the interpreter prints of a variant is its name and the size of its board."""
    assert repr(load_variant("brandubh")) == "<Variant brandubh, 7 by 7>"


def test_results_are_tables() -> None:
    """Random games and reports of searches say what they found, in a line and in a table."""
    found = playouts(start("brandubh"), 20)
    lines = [f"{count} {outcome}" for outcome, count in found.outcomes.items()]
    assert repr(found).startswith(f"<Playouts: 20 games, {found.plies} plies; ")
    assert all(line in repr(found) for line in lines)
    assert found._repr_html_().count("<tr>") == 2 + len(found.outcomes)
    report = AlphaBeta().search(start("brandubh"), SearchLimit(depth=1))
    assert f'<td style="text-align:left">{report.best}</td>' in report._repr_html_()


def test_tables_escape_what_they_show() -> None:
    """Names and values of any text are shown as they are."""
    assert "&lt;b&gt;" in html_table([("<b>", "a & b")])
    assert "a &amp; b" in html_table([("<b>", "a & b")])


def test_playing_imports_no_pictures(tmp_path: Path) -> None:
    """`import taflkit` and a game need nothing of `taflkit.render`."""
    code = "import sys, taflkit\nstr(taflkit.start('tablut').play('i6-g'))\n"
    code += "print([name for name in sys.modules if name.startswith('taflkit.render')])"
    assert run(sys.executable, "-c", code, cwd=tmp_path).stdout == "[]\n"
