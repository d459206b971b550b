"""Files that are no variant files at all: whatever they are, there is a `VariantError`, and soon."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from taflkit import VariantError, load_variant
from tests.variant.files import SMALL, problem, problems, write


def test_a_large_file_is_refused(tmp_path: Path) -> None:
    """A file of ten megabytes is no variant file, and is not read to its end."""
    path = write(tmp_path, "# " + "x" * 10_000_000)
    assert problem(path) == "larger than 256 KiB, so it is no variant file"


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 100_000,
        "x = " + "[" * 900 + "]" * 900,
        "x = " + "{a = " * 900 + "1" + "}" * 900,
        "x = " + "[{a = " * 900,
        "[" + ".".join("a" * 50_000) + "]",
        "[[" + " . ".join("a" * 50_000) + "]]",
        ".".join("a" * 100_000) + " = 1",
        ".".join(['"a"'] * 50_000) + " = 1",
        ".".join(["'a'"] * 50_000) + " = 1",
        "\n".join(f"a{number}.{'b.' * 50}c = 1" for number in range(1000)),
        f"x = {{{'.'.join('a' * 50_000)} = 1}}",
    ],
    ids=lambda text: f"{text[:10]}...",
)
def test_deep_nesting_is_refused(tmp_path: Path, text: str) -> None:
    """Arrays, tables and dotted keys nested without end are refused, whatever the parser would do with them."""
    assert problem(write(tmp_path, text)).endswith("nested too deeply")


@pytest.mark.parametrize("depth", [5, 50, 100])
def test_nesting_that_can_be_read_is_a_wrong_type(tmp_path: Path, depth: int) -> None:
    """Where nesting can be read, what stands there is refused as any other wrong type."""
    nested = "[" * depth + "]" * depth
    assert (
        problem(write(tmp_path, SMALL.replace('"A game for tests."', nested))) == "summary: expected a text, not a list"
    )


def test_a_long_word_with_dots_is_no_deep_key(tmp_path: Path) -> None:
    """A picture on one line, or a long sentence with dots, is not taken for a nested key."""
    picture = r"A.A.A\n.....\n..K..\n.....\nD.D.D"
    text = (
        SMALL[: SMALL.index("start =")] + f'start = "{picture}"\n' + SMALL[SMALL.index("first =") : SMALL.index("[[ex")]
    )
    text = text.replace(
        '"A game for tests."', '"Well... so it is. And so. On. And on. And on. And on..." # ' + ". " * 500
    )
    assert load_variant(write(tmp_path, text)).start.kings_mask.bit_count() == 1


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"# a\n# b \xff", "not UTF-8: byte 9, on line 2, cannot be read"),
        (SMALL.encode("utf-16"), "not UTF-8: byte 1, on line 1, cannot be read"),
        (b"\xe2\x82", "not UTF-8: byte 1, on line 1, cannot be read"),
    ],
)
def test_what_is_not_utf8_is_refused(tmp_path: Path, data: bytes, expected: str) -> None:
    """A file in another encoding is refused with the place of the first byte that cannot be read."""
    assert problem(write(tmp_path, data)) == expected


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    """Some editors begin UTF-8 files with a byte order mark."""
    assert load_variant(write(tmp_path, b"\xef\xbb\xbf" + SMALL.encode())).name == "small"


def test_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    """Pictures may have lines that end as on Windows."""
    assert (
        load_variant(write(tmp_path, SMALL.replace("\n", "\r\n"))).start == load_variant(write(tmp_path, SMALL)).start
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name", "not TOML: Expected '=' after a key in a key/value pair (at end of document)"),
        ("name = 'a'\nname = 'b'\n", "not TOML: Cannot overwrite a value (at line 2, column 11)"),
        ("\0", "not TOML: Invalid statement (at line 1, column 1)"),
        ("name = 'a\n", "not TOML: "),
        ('name = "\\ud800"', "not TOML: "),
        ("<html>", "not TOML: Invalid statement (at line 1, column 1)"),
        (f"a = 1\nb = {'9' * 5000}", "line 2: a number has too many digits"),
    ],
)
def test_what_is_not_toml_is_refused_with_line_and_column(tmp_path: Path, text: str, expected: str) -> None:
    """A file that is no TOML is refused with the parser's reason and place."""
    assert problem(write(tmp_path, text)).startswith(expected)


def test_a_directory_is_refused(tmp_path: Path) -> None:
    """A directory is no variant file."""
    path = tmp_path / "small.toml"
    path.mkdir()
    assert problem(path) == "cannot be read: it is a directory"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """A file that is not there is named."""
    assert problem(tmp_path / "none.toml") == "cannot be read: No such file or directory"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_what_never_ends_is_refused(tmp_path: Path) -> None:
    """Only regular files are read: a pipe that nobody writes to and an endless device hang nothing."""
    pipe = tmp_path / "small.toml"
    os.mkfifo(pipe)
    assert problem(pipe) == "cannot be read: it is no regular file"
    assert problem(Path(os.devnull)) == "cannot be read: it is no regular file"
    assert problem(Path("/dev/zero")) == "cannot be read: it is no regular file"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_on_the_search_path_hangs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking for a variant passes by what is no regular file."""
    os.mkfifo(tmp_path / "pipe.toml")
    monkeypatch.setenv("TAFLKIT_PATH", str(tmp_path))
    with pytest.raises(VariantError, match="there is no variant called 'pipe'"):
        load_variant("pipe")


@pytest.mark.parametrize("name", ["a\0b.toml", "x" * 5000 + ".toml", "\udcff.toml", "x/" * 3000, "nowhere/"])
def test_a_path_that_no_file_can_have_is_refused(name: str) -> None:
    """A path with a NUL, a very long one, one that is not UTF-8: an error like that for any missing file."""
    with pytest.raises(VariantError, match="cannot be read") as caught:
        load_variant(name)
    assert len(str(caught.value)) < 1500


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system says when a file cannot be opened is passed on."""
    path = write(tmp_path, SMALL)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert problem(path) == "cannot be read: Permission denied"


def test_all_that_is_wrong_is_listed_on_lines_of_its_own(tmp_path: Path) -> None:
    """The text of an error with several problems begins with the file and their number."""
    path = write(tmp_path, "x = 1")
    with pytest.raises(VariantError) as caught:
        load_variant(path)
    first, *others = str(caught.value).splitlines()
    assert first == f"{path}: 4 problems"
    assert [line.strip() for line in others] == list(problems(path))
