"""Games in a real browser: with every hand, of every kind."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import Hand, click, drag, new_table, play_to_the_end, press, server, start_game, tap, write

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    ("variant", "hand", "window", "limit"),
    [
        ("brandubh", click, {}, None),
        ("copenhagen", drag, {}, 4),
        ("brandubh", press, {}, 5),
        ("qirkat", drag, {}, None),
        ("ataxx", tap, PHONE, None),
        ("berserk", write, {}, 3),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_whole_game(browser: Browser, variant: str, hand: Hand, window: dict[str, object], limit: int | None) -> None:
    """A person plays to the end against level 1; undo and redo then go through the whole game."""
    game = start_game(variant)
    with server("--variant", variant) as running:
        table = new_table(browser, running, **window)
        table.choose_players("", "1")
        if limit is not None:
            table.page.fill("#limit", str(limit))
            table.page.click('[data-act="limit"]')
            game = game.with_limit(limit)
        game = play_to_the_end(table, game, hand)
        page = table.page
        page.click('[data-act="first"]')
        expect(page.locator("#moves [aria-current]")).to_have_count(0)
        page.click('[data-act="last"]')
        expect(page.locator("#moves [aria-current]")).to_have_attribute("data-node", str(game.ply))
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        table.check()
