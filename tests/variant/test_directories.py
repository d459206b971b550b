"""Directories of variants that cannot be read, are huge, or hold anything but variants."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path

import pytest

from taflkit import VariantError, VariantWarning, load_variant, variant_names
from taflkit.variant import files
from tests.cli.running import process, taflkit
from tests.packages import ROOT, run
from tests.variant.files import SMALL, write

UNREADABLE = "its variants are left out, because it cannot be read: "


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory on the search path."""
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.setenv("TAFLKIT_PATH", str(place))
    monkeypatch.setenv("HOME", str(tmp_path))
    return place


def test_a_loop_of_links(place: Path) -> None:
    """Links that lead to each other are no variants, and a directory that is such a link is left out."""
    (place / "a.toml").symlink_to("b.toml")
    (place / "b.toml").symlink_to("a.toml")
    (place / "around.toml").symlink_to(place)
    assert not {"a", "b", "around"} & set(variant_names())
    with pytest.raises(VariantError, match="Too many levels of symbolic links"):
        load_variant(place / "a.toml")
    shutil.rmtree(place)
    place.symlink_to(place)
    with pytest.warns(VariantWarning, match=f"{place}: {UNREADABLE}Too many levels of symbolic links"):
        assert "tablut" in variant_names()


def test_devices_and_pipes(place: Path) -> None:
    """What is no regular file is no variant, and nothing waits for it."""
    os.mkfifo(place / "pipe.toml")
    (place / "zero.toml").symlink_to("/dev/zero")
    (place / "folder.toml").mkdir()
    assert not {"pipe", "zero", "folder"} & set(variant_names())
    for name in ("pipe", "zero", "folder"):
        with pytest.raises(VariantError, match=r"it is (no regular file|a directory)"):
            load_variant(place / f"{name}.toml")
        with pytest.raises(VariantError, match="there is no variant"):
            load_variant(name)


def test_a_file_is_no_directory(place: Path) -> None:
    """A search path that names a file is warned of once by a command."""
    place.rmdir()
    place.write_text("")
    lines = taflkit("show", "zzz").lines
    assert lines[0] == f"Warning: {place}: {UNREADABLE}Not a directory"
    assert lines[1].startswith("Error: zzz: there is no variant called 'zzz'")
    assert len(lines) == 2


def test_a_directory_that_must_not_be_read(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory that cannot be listed is left out with a warning, and so is one that cannot be searched."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", refused)
        with pytest.warns(VariantWarning, match=f"{UNREADABLE}Permission denied"):
            assert files.files_in(place) == []
    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", refused)
        with pytest.warns(VariantWarning, match=f"{UNREADABLE}Permission denied"):
            assert not files.is_file(place / "tablut.toml")


@pytest.mark.parametrize("bound", ["MAX_FILES", "MAX_ENTRIES"])
def test_a_huge_directory(place: Path, monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    """Of a directory with too many files none is listed, but each is found by its exact name."""
    for number in range(500):
        (place / f"x{number}{'.toml' if bound == 'MAX_FILES' else ''}").write_text("")
    write(place, SMALL)
    monkeypatch.setattr(files, bound, 501)
    assert "small" in variant_names()
    monkeypatch.setattr(files, bound, 499)
    with pytest.warns(VariantWarning, match="it has too many files, so its variants are found by their exact names"):
        names = variant_names()
    assert "small" not in names
    assert "tablut" in names
    assert load_variant("small").name == "small"


def test_names_of_directories_are_shown_without_control_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A terminal does not obey the name of a directory."""
    strange = tmp_path / "\x1b[31m\x9b31m"
    strange.write_text("")
    monkeypatch.setenv("TAFLKIT_PATH", str(strange))
    with pytest.warns(VariantWarning) as warned:
        variant_names()
    (message,) = {str(warning.message) for warning in warned}
    assert message == f"{tmp_path}/\\x1b[31m\\x9b31m: {UNREADABLE}Not a directory"


def damaged(folder: Path) -> Path:
    """A copy of the package that lacks the variants."""
    copy = folder / "site" / "lib"
    shutil.copytree(ROOT / "src" / "taflkit", copy / "taflkit", ignore=shutil.ignore_patterns("*.so"))
    return copy


def test_an_installation_without_variants(tmp_path: Path) -> None:
    """An installation whose variants are missing says so in a sentence, for every command that needs them."""
    copy = damaged(tmp_path)
    for arguments in (["variants"], ["show", "tablut"], ["play"], ["perft", "tablut", "1"]):
        code, output, errors = process(*arguments, PYTHONPATH=str(copy), HOME=str(tmp_path))
        assert (code, output) == (2, b"")
        assert errors.decode() == (
            f"Error: {copy / 'taflkit' / 'variants'}: the variants of taflkit are missing or cannot be read; "
            "install taflkit again\n"
        )


def test_completion_without_variants(tmp_path: Path) -> None:
    """Completing the name of a variant offers nothing then."""
    environment = {"_TAFLKIT_COMPLETE": "bash_complete", "COMP_WORDS": "taflkit show t", "COMP_CWORD": "2"}
    code = "from taflkit.cli import main; main(prog_name='taflkit')"
    done = run(sys.executable, "-c", code, cwd=tmp_path, PYTHONPATH=str(damaged(tmp_path)), **environment)
    assert done.stdout.split() == []
