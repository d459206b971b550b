"""The documentation is true: its Python runs, its commands print what it shows, its sessions go like that."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.docs.blocks import PAGES, TUTORIAL, Block, blocks, commands, difference, name_of, run_page

#: The pages with commands that change the reader's environment.
SETTING_UP = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *TUTORIAL)


def _marks(page: Path) -> tuple[pytest.MarkDecorator, ...]:
    """Pages whose commands are run by a shell are slow."""
    return (pytest.mark.slow,) if "```console" in page.read_text("utf-8") else ()


@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=_marks(page)) for page in PAGES if page not in TUTORIAL],
    ids=name_of,
)
def test_every_block_does_what_the_page_says(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page, run from top to bottom, do and print what is shown."""
    monkeypatch.chdir(tmp_path)
    run_page(page, tmp_path)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_is(page: Path) -> None:
    """Every block of code names its language, and none is left open."""
    assert {block.language for block in blocks(page)} <= {"python", "console", "toml", "sh", "text"}
    assert page.read_text("utf-8").count("```") == 2 * len(blocks(page))


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_are_shown_with_their_output(page: Path) -> None:
    """Blocks without output set things up: all of them are at the places where other tests run them."""
    assert page in SETTING_UP or all(block.language != "sh" for block in blocks(page))


def test_the_comparison_of_output_sees_differences() -> None:
    """Three dots stand for what is left out, and nothing else does."""
    assert difference("a\n...\nd\n", "a\nb\nc\nd\n") is None
    assert difference("a\n...\n", "a\nb\n") is None
    assert difference("a in ... s\n", "a in 0.25 s\n") is None
    assert difference("a\nd\n", "a\nb\nd\n")
    assert difference("a.c\n", "abc\n")
    assert difference("a\n", "a\nb\n")
    assert difference("a\n...\nd\n", "a\nb\n")
    assert difference("", "a\n")


def test_commands_are_told_from_output() -> None:
    """A command begins with a dollar sign, and goes on after a backslash."""
    text = "$ one \\\n>   two\nout\n$ three\n"
    assert list(commands(text)) == [("one \\\n  two", "out\n"), ("three", "")]


def test_a_page_that_is_wrong_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind of block that is checked can fail."""
    monkeypatch.chdir(tmp_path)
    page = tmp_path / "page.md"
    for wrong in (
        "```python\nassert False\n```\n",
        '```python\nprint(1)\n```\n\n```text title="Output"\n2\n```\n',
        "```console\n$ taflkit --version\n0\n```\n",
        "```toml\na = b\n```\n",
        "```sh\ntaflkit variants --sideways\n```\n",
        "```basic\n10 GOTO 10\n```\n",
        '```text title="taflkit play"\nBlack>quit\nBye.\n```\n',
    ):
        page.write_text(wrong, "utf-8")
        with pytest.raises(AssertionError):
            run_page(page, tmp_path)
    page.write_text("```python\nprint(1)\n```\n", "utf-8")
    run_page(page, tmp_path)
    assert blocks(page) == [Block("python", "", "print(1)\n")]
    assert set(TUTORIAL) == {page for page in PAGES if page.parent.name == "tutorial"}
