"""The colours of pictures: readable in the light and in the dark, and a page's own where it has some."""

from __future__ import annotations

import re

import pytest

from taflkit import start
from taflkit.render import COLOURS, svg
from tests.render.reading import SVG, read

LIGHT, DARK = 0, 1
GAME = start("brandubh")


def _luminance(colour: str) -> float:
    """How light a colour looks, as WCAG 2 computes it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str, theme: int) -> float:
    darker, lighter = sorted(_luminance(COLOURS[name][theme]) for name in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("text", "ground"),
    [("label", "frame"), ("attacker-mark", "attacker"), ("defender-mark", "defender"), ("king-mark", "king")],
)
def test_letters_can_be_read(text: str, ground: str, theme: int) -> None:
    """Text has the contrast of 4.5 that WCAG asks for."""
    assert _contrast(text, ground, theme) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("ground", ["board", "region"])
@pytest.mark.parametrize("piece", ["attacker", "defender", "king"])
def test_pieces_stand_out(piece: str, ground: str, theme: int) -> None:
    """A piece or its edge has a contrast of 3 to the squares that it stands on, as WCAG asks of what is not text."""
    assert max(_contrast(piece, ground, theme), _contrast(f"{piece}-edge", ground, theme)) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("mark", ["last-edge", "highlight-edge", "capture", "arrow"])
def test_marks_stand_out(mark: str, theme: int) -> None:
    """So does what is marked on the board."""
    assert _contrast(mark, "board", theme) >= 3


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_sides_differ_in_lightness(theme: int) -> None:
    """Who sees no colours still sees dark attackers and light defenders."""
    assert _luminance(COLOURS["attacker"][theme]) < _luminance(COLOURS["defender"][theme])
    assert _contrast("attacker", "defender", theme) >= 7


def _board_colour(picture: str) -> str:
    (board,) = read(picture).of_class("board")
    return board.attrib["fill"]


def test_a_theme_may_be_forced() -> None:
    """Light and dark pictures have plain colours and no style sheet, so that nothing changes them."""
    light, dark = svg(GAME, theme="light"), svg(GAME, theme="dark")
    assert (_board_colour(light), _board_colour(dark)) == COLOURS["board"]
    assert "<style>" not in light + dark
    used = set(re.findall(r"#[0-9a-f]{6}", dark))
    assert used <= {shade for _, shade in COLOURS.values()}


def test_an_automatic_picture_has_both_themes() -> None:
    """It is light to programs that know no style sheets; to others each colour is the page's own, or light or dark."""
    picture = svg(GAME)
    assert _board_colour(picture) == COLOURS["board"][LIGHT]
    style = read(picture).root.findtext(f"{SVG}style") or ""
    light, dark = COLOURS["board"]
    assert f".board{{fill:var(--tafl-board,light-dark({light},{dark}))}}" in style
    assert style.startswith("svg:root{color-scheme:light dark}")
    assert set(re.findall(r"--tafl-([a-z-]+)", style)) <= COLOURS.keys()


def test_every_class_is_styled() -> None:
    """Whatever is painted in an automatic picture has its rule in the style sheet."""
    game = start("berserk").play("f10-e10")
    picture = svg(game, arrows="f6-f5", highlights="a3", captures="d1")
    style = read(picture).root.findtext(f"{SVG}style") or ""
    assert set(re.findall(r"\.([a-z-]+)\{", style)) == set(re.findall(r'class="([^"]+)"', picture))
