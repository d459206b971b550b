"""Opening the page in the browser of the user."""

from __future__ import annotations

import webbrowser

import pytest

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


def test_without_a_browser_nothing_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """No browser is no error, and one for terminals is not started."""

    def none() -> webbrowser.BaseBrowser:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    assert not open_page("http://127.0.0.1:1/")
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("w3m"))
    assert not open_page("http://127.0.0.1:1/")
