"""The games that the page on records shows are games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from taflkit.records import detect_format, format_opentafl_game, format_record, parse_opentafl_game, parse_record
from tests.cli.running import taflkit
from tests.conftest import ROOT

_BLOCK = re.compile(r'^```text title="(?P<name>[^"]+)"\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL)
GAMES = {block["name"]: block["text"] for block in _BLOCK.finditer((ROOT / "docs" / "records.md").read_text("utf-8"))}


@pytest.mark.parametrize(
    ("name", "kind", "arguments"),
    [
        ("game.tafl", "record", ()),
        ("annotated.tafl", "record", ()),
        ("moves.txt", "move-list", ("--variant", "copenhagen")),
        ("games.jsonl", "json-lines", ("--variant", "copenhagen")),
        ("game.otg", "opentafl", ()),
        ("003-berserk-hnefatafl-11x11.jsonl", "json-lines", ()),
        ("tyr.jsonl", "json-lines", ()),
    ],
)
def test_the_games_of_the_page_agree(name: str, kind: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    """Each game that is shown is of the format that it is shown for, and agrees with the rules."""
    (tmp_path / name).write_text(GAMES[name], "utf-8")
    assert detect_format(GAMES[name]).value == kind
    run = taflkit("replay", tmp_path / name, *arguments)
    assert run.code == 0, run.output
    assert run.lines[0].endswith((" all agree", " it agrees"))


def test_the_page_shows_no_other_games() -> None:
    """Every format is shown, and nothing that is shown goes unchecked."""
    formats = ["game.otg", "game.tafl", "games.jsonl", "moves.txt"]
    assert sorted(GAMES) == ["003-berserk-hnefatafl-11x11.jsonl", "annotated.tafl", *formats, "tyr.jsonl"]


def test_records_are_shown_as_they_are_written() -> None:
    """What the page shows is what taflkit writes, word for word, but for a tag that it adds."""
    assert format_record(parse_record(GAMES["game.tafl"])) == GAMES["game.tafl"]
    written = format_opentafl_game(parse_opentafl_game(GAMES["game.otg"]))
    assert written.splitlines()[6:] == GAMES["game.otg"].splitlines()[5:]
