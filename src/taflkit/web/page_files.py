"""The files that the browser gets: the page, its scripts and its styles."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from taflkit.render import style_sheet

TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""The media types of the files of the page."""


def page_files() -> dict[str, bytes]:
    """Return the files of the page by their names, the colours of pictures among them."""
    folder = files("taflkit.web") / "page"
    found = {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(tuple(TYPES))}
    return {**found, "colours.css": style_sheet("svg").encode()}
