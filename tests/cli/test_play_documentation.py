"""What the page on the command language shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from taflkit.games import game_kind, kind_names
from taflkit.shell import dialect_named
from tests.cli.running import taflkit
from tests.cli.talking import terminal
from tests.conftest import ROOT
from tools.pages import dialects

PAGE = (ROOT / "docs" / "command-language.md").read_text("utf-8")


def test_the_example_session(tmp_path: Path) -> None:
    """The session that is shown goes like that at a terminal, prompts included."""
    example = re.search(r"```text\n(Black>.*?)```", PAGE, re.DOTALL)
    assert example is not None
    shown = ""
    with terminal("play", "--no-board", HOME=str(tmp_path)) as screen:
        assert screen.until("or quit.\n").startswith("Tablut, 9 by 9.")
        for line in example[1].splitlines():
            prompt, sign, command = line.partition(">")
            if sign:
                shown += screen.until(f"{prompt}>")
                screen.type(f"{command}\n")
        status, rest = screen.end()
    assert status == 0
    assert shown + rest == example[1]


@pytest.mark.parametrize("name", sorted({game_kind(name).dialect for name in kind_names()}))
def test_every_command_is_listed(name: str) -> None:
    """The tables have every command of a dialect as the help explains it, and those of tafl serve the others too."""
    dialect, tables = dialect_named(name), [dialects.fill_in(f"<!-- commands: {each} -->") for each in (name, "tafl")]
    assert f"<!-- commands: {name} -->" in PAGE
    assert f"| a move | {dialect.move.sentence}" in tables[0]
    for command in dialect.commands:
        assert any(f"| `{command.syntax}` | {command.sentence}" in table for table in tables), command.syntax


def test_the_positions_are_the_same() -> None:
    """Both ways to write a position that are shown set up the same one."""
    lines = re.findall(r"^set white .*$", PAGE, re.MULTILINE)
    assert len(lines) == 2
    boards = [taflkit("play", "--white", "manual", stdin=f"{line}\ndump\n").output for line in lines]
    assert boards[0] == boards[1]
    assert boards[0].count("\n") == 11
