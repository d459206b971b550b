"""The board on the site: the same page, with Python in the browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from taflkit import load_variant
from taflkit.web.in_browser import Desk
from tests.docs.test_browser import served
from tests.web.browser import Table, click
from tools.pages import folder, play, variants

MISSING = "there is no Pyodide here; `npm install` in the checkout installs it"


@pytest.mark.parametrize("variant", ["brandubh", "ataxx", "qirkat"])
def test_the_desk_answers_and_searches_in_slices(variant: str) -> None:
    """Without a server and without threads: a move is answered, and the analysis goes a depth further each time."""
    desk = Desk(variant)
    state = json.loads(desk.state())
    assert desk.work() == "[]"
    players = [{"automated": False, "level": 1}, {"automated": True, "level": 1}]
    desk.ask(json.dumps({"do": "players", "players": players}))
    answer = json.loads(desk.ask(json.dumps({"do": "play", "move": state["board"]["moves"][0]})))
    assert answer["state"]["thinking"] == "move"
    ((event, after),) = json.loads(desk.work())
    assert event == "state"
    assert len(after["tree"]) == 3
    desk.ask(json.dumps({"do": "analyse", "on": True}))
    depths = [json.loads(desk.work())[0][1]["depth"] for _ in range(2)]
    assert depths == [1, 2]


def test_without_pyodide_the_site_has_no_board(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The page and the buttons are left out, and the rest of the site is built."""
    monkeypatch.setenv("TAFLKIT_PYODIDE", str(tmp_path))
    assert play.files() == {}
    assert play.button("brandubh") == ""
    nav: list[Any] = [{"Home": "index.md"}, {"Play": play.PAGE}]
    assert folder.navigation(nav) == [{"Home": "index.md"}]


def test_with_pyodide_a_variant_has_a_button(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a variant leads to the board with that variant."""
    monkeypatch.setattr(play, "pyodide", Path)
    shown = "\n".join(variants._page({}, load_variant("brandubh")))
    assert "(../board/index.html?variant=brandubh)" in shown


@pytest.mark.slow
def test_a_game_on_the_site(browser: Browser, tmp_path: Path) -> None:
    """The page loads Python from the site alone, plays and analyses."""
    assert play.pyodide(), MISSING
    for name, content in play.files().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    with served(tmp_path) as address:
        table = Table(browser.new_context(), f"{address}board/index.html?variant=brandubh")
        page = table.page
        click(table, ["d1", "c1"])
        expect(page.locator("#moves .move")).to_have_count(2)
        table.tab("analysis")
        page.check("#analyse")
        expect(page.locator("#lines li")).to_have_count(3)
        table.check()
