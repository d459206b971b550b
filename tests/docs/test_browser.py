"""The site in a real browser: readable on a phone and on a desk, in light and in dark, without asking anybody."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, ViewportSize

from tests.docs.site import built

PAGES = ("", "variants/copenhagen/", "rules/shieldwall/", "api/", "variant-files/")
WINDOWS: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 900}}
#: What a reader prefers, and what the theme calls it.
SCHEMES: dict[Literal["light", "dark"], str] = {"light": "default", "dark": "slate"}
#: Milliseconds: a busy machine takes its time, and nothing is decided by it.
PATIENCE = 120_000
#: What a browser says of a request that was under way when it went on to another page.
LEFT = "net::ERR_ABORTED"

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"

#: What sticks out of the window and cannot be scrolled to where it is.
STICKING_OUT = """() => [...document.querySelectorAll("article *")].filter(element => {
    if (element.getBoundingClientRect().right <= document.documentElement.clientWidth + 1) return false
    for (let around = element; around; around = around.parentElement)
        if (getComputedStyle(around).overflowX != "visible") return false
    return true
}).map(element => element.outerHTML.slice(0, 80))"""

#: The pictures that are not there once they have been looked at.
MISSING = """async () => {
    const pictures = [...document.querySelectorAll("article img")]
    for (const picture of pictures) { picture.loading = "eager"; await picture.decode().catch(() => {}) }
    return pictures.filter(picture => !picture.naturalWidth).map(picture => picture.src)
}"""

#: The lowest contrast of text to what is behind it; 4.5 is what the accessibility guidelines ask for.
CONTRAST = """() => {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true})
    const seen = (...colours) => {
        canvas.clearRect(0, 0, 1, 1)
        for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1) }
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
    }
    const light = colour => {
        const [r, g, b] = colour.map(c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    let lowest = 21
    for (const element of document.querySelectorAll("article p, article li, article td, article pre code")) {
        const behind = ["white"]
        for (let around = element; around; around = around.parentElement)
            behind.splice(1, 0, getComputedStyle(around).backgroundColor)
        const ground = light(seen(...behind)), text = light(seen(...behind, getComputedStyle(element).color))
        lowest = Math.min(lowest, (Math.max(ground, text) + 0.05) / (Math.min(ground, text) + 0.05))
    }
    return lowest
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name it has in the class above
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address at which a folder is served, on this machine alone."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def visit(context: BrowserContext, address: str, theme: str) -> Iterator[tuple[str, str]]:
    """Look at the pages in a window: each page with what is wrong with it."""
    tab = context.new_page()
    tab.set_default_timeout(PATIENCE)
    asked = list[str]()
    failed = list[str]()
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("requestfailed", lambda request: failed.append(request.url) if request.failure != LEFT else None)
    tab.on("response", lambda response: failed.append(response.url) if response.status >= 400 else None)
    tab.on("pageerror", lambda error: failed.append(str(error)))
    for page in PAGES:
        tab.goto(address + page, wait_until="load")
        tab.wait_for_function(f"document.body.dataset.mdColorScheme == {theme!r}")
        if tab.evaluate(WIDER):
            yield page, "is wider than the window"
        if there := tab.evaluate(STICKING_OUT):
            yield page, f"has what sticks out: {there}"
        if there := tab.evaluate(MISSING):
            yield page, f"has no {there}"
        if (contrast := tab.evaluate(CONTRAST)) < 4.5:
            yield page, f"is hard to read: contrast {contrast:.1f}"
        if not all(url.startswith(address) for url in asked):
            yield page, f"asks for {asked}"
        if failed:
            yield page, f"fails: {failed}"


@pytest.mark.slow
def test_the_site_in_a_browser(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing sticks out, no picture is missing, text stands out, nothing fails, and no request leaves the machine."""
    problems = []
    with served(built(tmp_path_factory)) as address:
        for window, size in WINDOWS.items():
            for scheme, theme in SCHEMES.items():
                context = browser.new_context(viewport=size, color_scheme=scheme)
                problems += [(window, scheme, *found) for found in visit(context, address, theme)]
                context.close()
    assert problems == []


@pytest.mark.slow
def test_what_is_wrong_in_a_browser_is_seen(browser: Browser, tmp_path: Path) -> None:
    """A page on which everything is wrong is found wrong in every way."""
    wrong = """<body data-md-color-scheme="default"><article>
        <p style="color: #ccc">Pale</p><p style="width: 3000px">Wide</p><img src="missing.png">
        <img src="http://127.0.0.2:9/elsewhere.png"></article><script>throw Error("broken")</script>"""
    for page in PAGES:
        (tmp_path / page).mkdir(parents=True, exist_ok=True)
        (tmp_path / page / "index.html").write_text(wrong, "utf-8")
    with served(tmp_path) as address, browser.new_context() as context:
        found = " ".join(problem for _, problem in visit(context, address, "default"))
    for problem in ("wider than", "Wide", "missing.png", "hard to read", "elsewhere.png", "broken"):
        assert problem in found
