"""Opening the page in the browser of the user."""

from __future__ import annotations

import asyncio
import logging
import webbrowser

import pytest

from taflkit import start
from taflkit.web import serving
from taflkit.web.board import Board
from taflkit.web.serving import open_page


class _Browser(webbrowser.BaseBrowser):
    """Remembers what it was told to open."""

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        """Open nothing."""
        self.opened = url
        return True


def test_the_page_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is a browser it gets the address."""
    browser = _Browser()
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    assert open_page("http://127.0.0.1:1/")
    assert browser.opened == "http://127.0.0.1:1/"


def test_the_browser_is_not_started_with_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """The arguments of a program are no secret: the browser gets an address of its own, the person the one to keep."""
    opened: list[str] = []
    said: list[str] = []

    def note(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(serving, "open_page", note)
    monkeypatch.setattr(serving._Server, "run", lambda self, sockets: None)
    serving.serve(lambda: Board(start("brandubh")), say=said.append)
    (address,), (line,) = opened, said
    assert address.partition("token=")[2] not in line


def test_without_a_browser_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser is no error, and one for terminals is not started."""

    def none() -> webbrowser.BaseBrowser:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    assert not open_page("http://127.0.0.1:1/")
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    assert not open_page("http://127.0.0.1:1/")


def test_only_mistakes_of_ours_are_reported() -> None:
    """A request that is none, or that the end of the server cuts off, is not worth a word; an exception is."""

    def message(error: BaseException | None) -> logging.LogRecord:
        info = None if error is None else (type(error), error, None)
        return logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "Exception in ASGI application", (), info)

    assert not serving._is_mistake(message(None))
    assert not serving._is_mistake(message(asyncio.CancelledError()))
    assert serving._is_mistake(message(ValueError()))
