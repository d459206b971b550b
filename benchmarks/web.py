"""How long the board in the browser takes from a click to the drawn position: `python -m benchmarks.web`.

A person plays both sides, so that no time is spent on thinking. The page measures each move itself, from the click to
the next frame. Needs Chromium and the packages of the extra `test`.
"""

from __future__ import annotations

import random
import statistics
import sys

from playwright.sync_api import expect, sync_playwright

from taflkit.games import kind_of, start
from tests.web.browser import CHROMIUM, FLAGS, Table, click, server

VARIANTS = ("brandubh", "tablut", "copenhagen", "tablut-19", "ataxx", "qirkat")
MOVES = 12
MEASURED = "performance.getEntriesByName('taflkit-move').map(each => each.duration)"


def measure(table: Table, variant: str) -> list[float]:
    """The milliseconds of some moves of a game."""
    game, chance = start(variant), random.Random(1)
    kind = kind_of(game)
    for number in range(MOVES):
        move = chance.choice(sorted(game.legal_moves, key=kind.format_move))
        path = [square for square in kind.format_move(move).split("-") if square]
        click(table, path)
        expect(table.page.locator("#moves .move")).to_have_count(number + 1)
        game = game.play(move)
        if game.outcome is not None:
            break
    found: list[float] = table.page.evaluate(MEASURED)
    return found


def main() -> None:
    """Measure every variant, in a new page each."""
    if CHROMIUM is None:
        sys.exit("there is no chromium here")
    print(f"{'variant':12} {'board':>7} {'median':>8} {'longest':>8}   milliseconds from click to drawn position")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for variant in VARIANTS:
            game = start(variant)
            kind = kind_of(game)
            columns, rows = kind.board_size(kind.variant_of(game))
            people = [word for player in kind.players for word in ("--manual", _word(variant, player))]
            with server("--variant", variant, *people) as running:
                times = measure(Table(browser.new_context(), running.address), variant)
            print(f"{variant:12} {columns:>3}x{rows:<3} {statistics.median(times):8.1f} {max(times):8.1f}")
        browser.close()


def _word(variant: str, player: object) -> str:
    game = start(variant)
    kind = kind_of(game)
    return next(word for word, each in kind.player_words(kind.variant_of(game)).items() if each == player)


if __name__ == "__main__":
    main()
