"""The site: it builds without a warning, is complete, and needs nothing from elsewhere."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from taflkit.rules.registry import BUILT_IN
from tests.conftest import ROOT
from tests.docs.site import built

VARIANTS = sorted(path.stem for path in (ROOT / "variants").glob("*.toml"))
#: What a browser fetches by itself, in pages and in styles.
FETCHED = re.compile(r"""<(?:script|img|iframe|source)\b[^>]*\bsrc=["']?(https?:)?//|url\(["']?(https?:)?//|@import""")
LINKED = re.compile(r"""<link\b[^>]*\bhref=["']?(?:https?:)?//""")

pytestmark = pytest.mark.slow


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as it is published."""
    return built(tmp_path_factory)


def test_every_variant_and_every_rule_has_a_page(site: Path) -> None:
    """There is a page for each variant, with its board, and for each rule."""
    for name in VARIANTS:
        assert f"pictures/{name}.svg" in (site / "variants" / name / "index.html").read_text("utf-8")
    for name in BUILT_IN:
        assert (site / "rules" / name / "index.html").is_file()


def test_the_reference_is_filled_in(site: Path) -> None:
    """The library, the commands and the keys of variant files are there, not only the places for them."""
    for page, words in {
        "api": ["Game", "legal_moves"],
        "api/rules": ["closed_by", *(f'id="taflkit.rules.{cls.__name__}"' for cls in BUILT_IN.values())],
        "api/render": ["highlights"],
        "command-line": ["taflkit replay", "--within"],
        "variant-files": ["occurrences", "evaluation", "rules/shieldwall"],
    }.items():
        text = (site / page / "index.html").read_text("utf-8")
        assert all(word in text for word in words), page
        assert "<!-- keys" not in text
        assert "::: " not in text


def test_the_pages_refer_to_nothing_elsewhere(site: Path) -> None:
    """No page and no style has a browser fetch anything from another site."""
    found = [
        str(path.relative_to(site))
        for path in site.rglob("*")
        if path.suffix in (".html", ".css", ".svg") and _refers(path.read_text("utf-8"))
    ]
    assert found == []


def _refers(text: str) -> bool:
    return FETCHED.search(text) is not None or LINKED.search(text) is not None


def test_references_to_other_sites_are_seen() -> None:
    """The patterns find what they look for, and no links that a reader may follow."""
    for text in (
        '<script src="https://example.org/a.js">',
        '<link rel="stylesheet" href="//example.org/a.css">',
        "@import 'a.css'",
        "a { background: url(https://example.org/a.png) }",
    ):
        assert _refers(text)
    assert not _refers('<a href="https://www.attrs.org">attrs</a> <img src="../a.png">')


def test_the_pictures_are_pictures(site: Path) -> None:
    """Every picture is well formed, and says what it shows to those who do not see it."""
    pictures = [path for path in site.rglob("*.svg") if "pictures" in path.parts]
    assert len(pictures) > len(VARIANTS)
    for path in pictures:
        root = ET.parse(path).getroot()
        assert root.find("{http://www.w3.org/2000/svg}title") is not None
