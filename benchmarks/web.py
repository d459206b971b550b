"""How long the board in the browser takes from a click to the drawn position: `python -m benchmarks.web`.

A person plays both sides, so that no time is spent on thinking. The page measures each move itself, from the click to
the frame after the answer. The clock also counts what other programs take; so the processor time of a move is printed
as well: that of the page's main thread and that of the server. Moves are not animated, because the frames of an
animation are as many as the machine has time for. The last line is the processor time that an analysis takes after its
page was closed. Needs Linux, Chromium and the packages of the extra `test`.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import Any

from playwright.sync_api import Browser, CDPSession, expect

from taflkit import start
from taflkit.games import kind_of
from taflkit.records import Record, format_record
from tests.chromium import CHROMIUM, chromium
from tests.web.browser import Table, server

#: Variants, and the moves made before those that are measured: a long list of moves must not matter.
GAMES = (
    ("brandubh", 0),
    ("tablut", 0),
    ("copenhagen", 0),
    ("copenhagen", 150),
    ("tablut-19", 0),
    ("ataxx", 0),
    ("qirkat", 0),
)
MOVES = 12
MEASURED = "performance.getEntriesByName('taflkit-move').map(each => each.duration)"
#: By the page itself: Playwright looks at it many times before it clicks, which would count.
CLICK = "square => document.querySelector(`#grid [data-square=${square}]`).click()"


def page_seconds(session: CDPSession) -> float:
    """The processor seconds of the page's main thread so far."""
    found: list[dict[str, Any]] = session.send("Performance.getMetrics")["metrics"]
    return next(float(each["value"]) for each in found if each["name"] == "TaskDuration")


def measure(browser: Browser, variant: str, before: int) -> str:
    """Make some moves after some others, and return a row of the table."""
    game, chance = start(variant), random.Random(1)
    kind = kind_of(game)
    people = [word for player in kind.players for word in ("--manual", _word(variant, player))]
    for _ in range(before):
        game = game.play(_choose(game, chance))
    with server("--variant", variant, *people) as running:
        table = Table(browser.new_context(reduced_motion="reduce"), running.address)
        moves = table.page.locator("#moves .move")
        if before:
            table.page.set_input_files(
                "#file", {"name": "game.txt", "mimeType": "text/plain", "buffer": _record(game).encode()}
            )
            expect(moves).to_have_count(before)
        session = table.page.context.new_cdp_session(table.page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page, own = page_seconds(session), running.processor_seconds()
        made = 0
        while made < MOVES and game.outcome is None:
            move = _choose(game, chance)
            for square in filter(None, kind.format_move(move).split("-")):
                table.page.evaluate(CLICK, square)
            game, made = game.play(move), made + 1
            expect(moves).to_have_count(before + made)
        table.page.wait_for_timeout(100)
        page, own = page_seconds(session) - page, running.processor_seconds() - own
        times: list[float] = table.page.evaluate(MEASURED)
    columns, rows = kind.board_size(kind.variant_of(game))
    name = f"{variant} {columns}x{rows}" + (f", move {before}" if before else "")
    each = [statistics.median(times), max(times), 1000 * page / made, 1000 * own / made]
    return f"{name:28}" + "".join(f"{value:10.1f}" for value in each)


def closing(browser: Browser) -> float:
    """Analyse, close the page, and return the processor seconds that the server takes from then on."""
    with server("--variant", "copenhagen", "--manual", "defenders") as running:
        table = Table(browser.new_context(), running.address)
        table.tab("analysis")
        table.page.check("#analyse")
        expect(table.page.locator("#lines li")).to_have_count(3)
        began = running.processor_seconds()
        table.page.close()
        while True:
            last = running.processor_seconds()
            time.sleep(2)
            if running.processor_seconds() == last:
                return last - began


def main() -> None:
    """Measure every variant, in a new page each."""
    if CHROMIUM is None:
        sys.exit("there is no chromium here")
    print(f"{'milliseconds for a move':28}{'median':>10}{'longest':>10}{'page':>10}{'server':>10}")
    with chromium() as browser:
        for variant, before in GAMES:
            print(measure(browser, variant, before), flush=True)
        print(f"an analysis whose page is closed takes another {1000 * closing(browser):.0f} ms")


def _choose(game: Any, chance: random.Random) -> Any:
    return chance.choice(sorted(game.legal_moves, key=kind_of(game).format_move))


def _record(game: Any) -> str:
    return format_record(Record.of(game))


def _word(variant: str, player: object) -> str:
    game = start(variant)
    kind = kind_of(game)
    return next(word for word, each in kind.player_words(kind.variant_of(game)).items() if each == player)


if __name__ == "__main__":
    main()
