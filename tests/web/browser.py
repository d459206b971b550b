"""A real browser at the board: servers, tabs, and hands that move pieces in every way there is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Dialog, Locator, Page, expect

from taflkit import start
from taflkit.games import kind_of
from taflkit.search import SearchLimit
from taflkit.search.levels import level_searcher

#: Milliseconds: a busy machine takes its time, and nothing is decided by it.
PATIENCE = 60_000
#: Games against level 1 are over long before; one that is not would go on for ever.
MAX_PLIES = 200
MAIN_LINE = "#moves .move:not(.variation .move)"
expect.set_options(timeout=PATIENCE)


class Server:
    """`taflkit play --display` as a program of its own."""

    def __init__(self, *options: str) -> None:
        """Start it and read the address that it prints."""
        command = [sys.executable, "-m", "taflkit", "play", "--display", "--no-open", *options]
        # A file, because a pipe that nobody reads would stop a server that complains a lot.
        self._errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115 - it is open as long as the server
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\?token=\S+", line)
        if not found:
            raise AssertionError(f"the server said {line!r}, and then: {self.end()}")
        self.address = found[0]
        self.port = int(found[1])
        self.origin = f"http://127.0.0.1:{self.port}"

    def processor_seconds(self) -> float:
        """The processor time that it has used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> tuple[int, str]:
        """End it; return the status and what it printed on standard error."""
        self.process.terminate()
        return self.wait()

    def wait(self) -> tuple[int, str]:
        """Wait until it has ended; return the status and what it printed on standard error."""
        try:
            self.process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        with self._errors as errors:
            errors.seek(0)
            return self.process.returncode, errors.read()


@contextmanager
def server(*options: str) -> Iterator[Server]:
    """A server for a while; it must end without a word."""
    running = Server(*options)
    try:
        yield running
    finally:
        _, errors = running.end()
    assert errors == "", errors


class Table:
    """A tab with the board, which notices everything that goes wrong in it."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        """Open the board."""
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.wrong: list[str] = []
        self.origin = "/".join(address.split("/")[:3])
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("dialog", self._surprised)
        self.page.on("request", lambda asked: self._asked(asked.url))
        self.page.goto(address)
        self.wait()

    def _asked(self, address: str) -> None:
        if not address.startswith((self.origin, "blob:")):
            self.wrong.append(address)

    def _surprised(self, dialog: Dialog) -> None:
        self.wrong.append(f"a dialog: {dialog.message}")
        dialog.dismiss()

    def wait(self, patience: float = 2 * PATIENCE) -> None:
        """Wait until the board is drawn."""
        expect(self.page.locator("#grid [data-square]").first).to_be_attached(timeout=patience)

    def check(self) -> None:
        """Nothing went wrong, and nobody elsewhere was asked."""
        assert self.wrong == []

    def square(self, name: str) -> Locator:
        """A square of the board."""
        return self.page.locator(f'#grid [data-square="{name}"]')

    def moves(self, more_than: int = 0) -> list[str]:
        """The moves of the main line, as soon as there are more than so many."""
        shown = self.page.locator(MAIN_LINE)
        expect(shown.nth(more_than)).to_be_attached()
        return ["-" if text == "pass" else text for text in shown.all_inner_texts()]

    def expect_moves(self, *moves: str) -> None:
        """Wait until the main line is this."""
        expect(self.page.locator(MAIN_LINE)).to_have_text(list(moves))

    def tab(self, name: str) -> None:
        """Choose a tab."""
        self.page.click(f"#tab-{name}")

    def choose_player(self, number: int, value: str) -> None:
        """Choose who plays the first or the second side: empty for a person, or a level."""
        self.tab("game")
        with self.page.expect_response("**/ask"):
            self.page.select_option(f"#player-{number}", value)

    def piece(self, square: str) -> Locator:
        """The piece on a square, in the picture."""
        return self.page.locator(f'#board .picture g[data-piece][data-square="{square}"]')


Hand = Callable[[Table, list[str]], None]


def click(table: Table, path: list[str]) -> None:
    """Click the squares of a move one after the other."""
    for square in path:
        table.square(square).click()


def drag(table: Table, path: list[str]) -> None:
    """Drag the piece from square to square."""
    mouse = table.page.mouse
    for begin, end in pairwise(path):
        for square, act in ((begin, mouse.down), (end, mouse.up)):
            box = table.square(square).bounding_box()
            assert box is not None
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            act()


def tap(table: Table, path: list[str]) -> None:
    """Touch the squares."""
    for square in path:
        table.square(square).tap()


def press(table: Table, path: list[str]) -> None:
    """Go over the board with the arrow keys, and choose with Enter; the mouse is not used."""
    page = table.page
    for _ in range(40):
        if page.evaluate("Boolean(document.activeElement?.closest('#grid'))"):
            break
        page.keyboard.press("Tab")
    for square in path:
        at = page.evaluate("document.activeElement.dataset.square")
        across, up = ord(square[0]) - ord(at[0]), int(square[1:]) - int(at[1:])
        for key in [("ArrowRight" if across > 0 else "ArrowLeft")] * abs(across):
            page.keyboard.press(key)
        for key in [("ArrowUp" if up > 0 else "ArrowDown")] * abs(up):
            page.keyboard.press(key)
        page.keyboard.press("Enter")


def write(table: Table, path: list[str]) -> None:
    """Type the move."""
    table.page.fill("#move", "-".join(path))
    table.page.press("#move", "Enter")


def play_to_the_end(table: Table, game: Any, person: Any, hand: Hand) -> Any:
    """Play against the automated player until the game is over by the rules, and return it; the moves are searched."""
    kind = kind_of(game)
    while game.outcome is None:
        assert game.ply < MAX_PLIES
        if game.to_move == person:
            best = level_searcher(5).search(game, SearchLimit(nodes=20_000)).best
            path = [square for square in kind.format_move(best).split("-") if square]
            if path:
                hand(table, path)
            else:
                table.page.click("#pass")
        # The list has the moves of the person as soon as they are answered for, and each of the other player's turn.
        for text in table.moves(more_than=game.ply)[game.ply :]:
            game = game.play(kind.parse_move(game, text))
    expect(table.page.locator("#status")).to_contain_text(re.compile("won|draw", re.IGNORECASE))
    return game


def new_table(browser: Browser, running: Server, **window: Any) -> Table:
    """A tab of a browser that nobody has used before."""
    return Table(browser.new_context(**window), running.address)


def start_game(variant: str) -> Any:
    """A game that begins, to follow what happens on the page."""
    return start(variant)
