"""Test scripts are read, and grouped by who plays whom."""

from __future__ import annotations

import pytest

from taflkit import TaflError
from taflkit.match import group_scripts, read_script
from taflkit.match.scripts import Await, Send, SetTime
from tests.match.folders import Folder


def test_scripts_are_read(folder: Folder) -> None:
    """A script is its command, commands and instructions."""
    script = read_script(
        folder.script("a", "prog -x", "new # x", "#*time 3 4.5", "#* MOVE", "#*remote move/win+", "#*win")
    )
    assert script.command == "prog -x"
    assert [step for _, step in script.steps] == [
        Send("new # x"),
        SetTime(3, 4.5),
        Await("move"),
        Await("move/win", remote=True, show=True),
        Await("win"),
    ]
    assert [number for number, _ in script.steps] == [2, 3, 4, 5, 6]
    assert script.is_remote


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_scripts_may_use_the_other_mark(folder: Folder, newline: str) -> None:
    """Two number signs serve as well as one with a star, and Windows line ends as well as others."""
    path = folder.path / "a.in"
    path.write_bytes(b"\xef\xbb\xbf" + newline.join(["## prog", "dump", "##move/win+", "#comment"]).encode())
    script = read_script(path)
    assert script.command == "prog"
    assert [step for _, step in script.steps] == [Send("dump"), Await("move/win", show=True), Send("#comment")]


def test_headings_are_comments(folder: Folder) -> None:
    """In a file of instructions with stars, two number signs may begin a heading, or an instruction that is known."""
    path = folder.path / "a.in"
    path.write_text("## My script\n#* prog\n## Captures\ndump\n##move\n")
    script = read_script(path)
    assert script.command == "prog"
    assert [step for _, step in script.steps] == [Send("dump"), Await("move")]


@pytest.mark.parametrize(
    "line",
    [
        "#*dance",
        "#*time",
        "#*time 3",
        "#*move win",
        "#*remote",
        "#*time x 3",
        "#*time 0 3",
        "#*time 3 inf",
        "#*time -1 nan",
    ],
)
def test_unknown_instructions_are_errors(folder: Folder, line: str) -> None:
    """An instruction that nobody knows is an error that names its place."""
    path = folder.script("a", "prog", "dump", line)
    with pytest.raises(TaflError, match=r"a\.in:3: "):
        read_script(path)


def test_scripts_that_are_too_large(folder: Folder) -> None:
    """What is too large is no script."""
    path = folder.path / "a.in"
    path.write_bytes(b"\n" * (4 * 1024 * 1024 + 1))
    with pytest.raises(TaflError, match="too large"):
        read_script(path)


def test_pairs_are_grouped(folder: Folder) -> None:
    """Two scripts run together by their names, or because both need another program; the others run alone."""
    names = {
        name: folder.script(name, "prog", line)
        for name, line in {
            "a-1": "dump",
            "a-2": "dump",
            "b-1": "#*remote move",
            "b-2": "#*move",
            "c-1": "dump",
            "x": "#*remote move/win",
            "y": "#*remote move/win",
        }.items()
    }

    def grouped(*given: str) -> list[list[str]]:
        return [[script.path.stem for script in group] for group in group_scripts(names[name] for name in given)]

    assert grouped("a-2", "c-1", "a-1") == [["a-1", "a-2"], ["c-1"]]
    assert grouped("a-1") == [["a-1"]]
    assert grouped("b-1") == [["b-1", "b-2"]]
    assert grouped("x", "a-1", "y") == [["a-1"], ["x", "y"]]
