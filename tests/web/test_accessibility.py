"""Every view, light and dark, wide, narrow and zoomed: nothing serious for axe-core, nothing sticks out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, expect

from tests.web.browser import Table, click, new_table, server

pytestmark = pytest.mark.slow

#: Where the pictures of the documentation are written to, if anywhere: docs/pictures/web of the checkout.
PICTURES = os.environ.get("TAFLKIT_WEB_PICTURES")
Scheme = Literal["light", "dark"]


def serious(table: Table) -> list[str]:
    """What axe-core finds serious or critical in what is shown now."""
    found: Any = Axe().run(table.page).response["violations"]
    return [
        f"{each['id']}: {[node['html'] for node in each['nodes']][:3]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def keep(table: Table, name: str, scheme: Scheme) -> None:
    """Keep a picture of the page for the documentation."""
    if PICTURES:
        folder = Path(PICTURES)
        folder.mkdir(parents=True, exist_ok=True)
        table.page.screenshot(path=folder / f"{name}-{scheme}.png")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_is_accessible(browser: Browser, scheme: Scheme) -> None:
    """Game, analysis, rules, editor, picker and errors have no serious problem, in light and in dark."""
    problems = {}
    with server("--variant", "copenhagen", "--manual", "defenders") as running:
        # With its own policy, no page lets axe-core run: the tests bypass it, and other tests check that it holds.
        table = new_table(
            browser,
            running,
            color_scheme=scheme,
            reduced_motion="reduce",
            bypass_csp=True,
            viewport={"width": 1200, "height": 860},
        )
        page = table.page
        for played, move in enumerate((["d1", "d3"], ["f8", "i8"], ["e1", "e2"]), 1):
            click(table, move)
            expect(page.locator("#moves .move")).to_have_count(played)
        problems["game"] = serious(table)
        click(table, ["g7"])
        keep(table, "game", scheme)
        page.keyboard.press("Escape")
        table.tab("analysis")
        page.check("#analyse")
        page.check("#threats")
        expect(page.locator("#lines li")).to_have_count(3)
        problems["analysis"] = serious(table)
        keep(table, "analysis", scheme)
        page.uncheck("#analyse")
        table.tab("rules")
        problems["rules"] = serious(table)
        page.locator("#examples button").first.click()
        expect(page.locator("#notice")).to_be_visible()
        expect(page.locator("#status")).to_contain_text("captured:")
        problems["example"] = serious(table)
        keep(table, "rules", scheme)
        page.click("#notice button")
        expect(page.locator("#notice")).to_be_hidden()
        table.tab("position")
        page.click("#edit")
        expect(page.locator("#editor")).to_be_visible()
        problems["editor"] = serious(table)
        keep(table, "editor", scheme)
        page.click('[data-act="edit-cancel"]')
        page.click("#choose")
        expect(page.locator(".card svg").first).to_be_attached()
        problems["picker"] = serious(table)
        keep(table, "picker", scheme)
        page.click('[data-act="close-picker"]')
        page.fill("#move", "a1-a9")
        page.press("#move", "Enter")
        expect(page.locator("#status.wrong")).to_be_visible()
        problems["error"] = serious(table)
        table.check()
        running.process.kill()
        expect(page.get_by_role("button", name="Save the game")).to_be_visible()
        problems["gone"] = serious(table)
    assert {view: found for view, found in problems.items() if found} == {}


#: A window of 1280 pixels at 200 % shows 640 of them.
@pytest.mark.parametrize(("width", "height"), [(360, 740), (640, 450)])
def test_narrow_and_zoomed_windows(browser: Browser, width: int, height: int) -> None:
    """On a phone and at 200 % nothing is cut off, and squares are large enough to touch."""
    with server("--variant", "tablut", "--manual", "white") as running:
        table = new_table(browser, running, viewport={"width": width, "height": height})
        page = table.page
        for name in ("analysis", "rules", "position", "game"):
            table.tab(name)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.evaluate("scrollTo(0, 0)")
        box = table.square("e5").bounding_box()
        assert box is not None
        assert box["width"] > 24
        if PICTURES:
            page.screenshot(path=Path(PICTURES) / f"narrow-{width}.png", full_page=True)
        page.click("#choose")
        expect(page.locator(".card svg").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        table.check()


def test_what_happens_is_said(browser: Browser) -> None:
    """The board is a grid of named squares, and moves, captures and the end are announced."""
    with server("--variant", "brandubh", "--manual", "defenders") as running:
        table = new_table(browser, running)
        page = table.page
        expect(page.get_by_role("grid")).to_have_count(1)
        expect(page.get_by_role("gridcell")).to_have_count(49)
        expect(page.get_by_role("gridcell", name="d4, king, throne")).to_have_count(1)
        table.tab("position")
        page.fill("#position", "7/7/3A3/2KD3/7/3A3/7 attackers")
        page.click('[data-act="paste-position"]')
        expect(page.get_by_role("gridcell", name="c4, king")).to_have_count(1)  # In the start it is a defender.
        click(table, ["d2", "d3"])
        expect(page.get_by_role("status").first).to_contain_text("captured: defender on d4")
        expect(page.get_by_role("gridcell", name="d4, empty, throne, defender captured here")).to_have_count(1)
        table.check()
