"""The complete source of the site: what stands in `docs/`, the pages that are made, and the settings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from taflkit import __version__
from tools.pages import commands, dialects, keys, play, rules, terms, variants

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SETTINGS = ROOT / "mkdocs.yml"
FOLDER = ROOT / "build" / "site"

#: Stands in a page where the version belongs.
VERSION = "<!-- version -->"

#: An entry of the navigation, as mkdocs reads it: a title with a page, or with the entries of a section.
Entry = Any


def write(folder: Path) -> None:
    """Write the source of the site to a folder, and take away what is left there of an earlier one."""
    source = folder / "docs"
    wanted = {source / path: text.encode() for path, text in made().items()}
    board = play.files()
    if not board:
        print("The site has no board to play on: `npm install` would install Pyodide.")  # noqa: T201 - whoever builds reads it
    wanted |= {source / path: content for path, content in board.items()}
    for path in DOCS.rglob("*"):
        if path.is_file() and (board or path != DOCS / play.PAGE):
            content = path.read_bytes()
            wanted[source / path.relative_to(DOCS)] = _filled_in(content) if path.suffix == ".md" else content
    for target, content in wanted.items():
        _write(target, content)
    _write(folder / "mkdocs.yml", settings(folder).encode())
    for path in source.rglob("*"):
        if path.is_file() and path not in wanted:
            path.unlink()


def _filled_in(page: bytes) -> bytes:
    text = page.decode().replace(VERSION, __version__)
    for section in (keys, terms, rules, dialects, commands):
        text = section.fill_in(text)
    return text.encode()


def _write(path: Path, content: bytes) -> None:
    """Write a file, unless it is as it should be: `mkdocs serve` watches the folder, and would build again for ever."""
    if path.is_file() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def made() -> dict[str, str]:
    """The pages and pictures that are made, by their paths below `docs`."""
    return {**variants.pages(), **rules.pages()}


def navigation(nav: list[Entry]) -> list[Entry]:
    """The navigation with the pages that are made, in the places of their folders."""
    sections = {"variants/": variants.navigation, "rules/": rules.navigation}
    filled: list[Entry] = []
    for entry in nav:
        ((title, inside),) = entry.items()
        if inside == play.PAGE and play.pyodide() is None:
            continue
        filled.append({title: sections[inside]() if isinstance(inside, str) and inside in sections else inside})
    return filled


def settings(folder: Path) -> str:
    """The settings for a builder that works on the folder, and knows no hooks."""
    table: dict[str, Any] = yaml.safe_load(SETTINGS.read_text("utf-8"))
    del table["hooks"], table["watch"]
    table["nav"] = navigation(table["nav"])
    python = next(_handlers(table["plugins"]))
    for table_of_paths, key in ((python, "paths"), (python["options"], "extensions")):
        table_of_paths[key] = [os.path.relpath(ROOT / path, folder) for path in table_of_paths[key]]
    return str(yaml.safe_dump(table, sort_keys=False, allow_unicode=True))


def _handlers(plugins: list[Any]) -> Iterator[dict[str, Any]]:
    for plugin in plugins:
        if isinstance(plugin, dict) and "mkdocstrings" in plugin:
            yield plugin["mkdocstrings"]["handlers"]["python"]
