"""Games in a real browser: with every hand, of every kind."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from taflkit.games import kind_of
from tests.web.browser import Hand, click, drag, new_table, play_to_the_end, press, server, start_game, tap, write

pytestmark = pytest.mark.slow

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    ("variant", "player", "hand", "window"),
    [
        ("brandubh", 0, click, {}),
        ("brandubh", 1, press, {}),
        ("copenhagen", 1, drag, {}),
        ("qirkat", 0, drag, {}),
        ("ataxx", 0, tap, PHONE),
        ("berserk", 1, write, {}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_whole_game(browser: Browser, variant: str, player: int, hand: Hand, window: dict[str, object]) -> None:
    """A person plays against level 1 until the rules end the game; undo and redo then go through all of it."""
    game = start_game(variant)
    with server("--variant", variant) as running:
        table = new_table(browser, running, **window)
        person = kind_of(game).players[player]
        # Whoever is automated begins at once, so that the person's place is chosen first.
        for number in (player, 1 - player):
            table.choose_player(number, "" if number == player else "1")
        game = play_to_the_end(table, game, person, hand)
        page = table.page
        page.click('[data-act="first"]')
        expect(page.locator("#moves [aria-current]")).to_have_count(0)
        page.click('[data-act="last"]')
        expect(page.locator("#moves [aria-current]")).to_have_attribute("data-node", str(game.ply))
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
        table.check()
