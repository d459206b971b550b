"""Files are written as a whole, or not at all."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from taflkit.files import begins_with, holds_something, write_whole

resource = pytest.importorskip("resource")

OLD, NEW = b"the old content\n", b"x" * 100_000


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with content."""
    path = tmp_path / "file"
    path.write_bytes(OLD)
    return path


@contextmanager
def full_disk(size: int = 1000) -> Iterator[None]:
    """Let every file end after some bytes, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_new_files_have_the_usual_permissions(tmp_path: Path) -> None:
    """A new file can be read by whom the umask allows, like any other new file."""
    write_whole(tmp_path / "new", NEW)
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "new").read_bytes() == NEW
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_permissions_are_kept(file: Path) -> None:
    """A file that is replaced keeps its permissions."""
    file.chmod(0o640)
    write_whole(file, NEW)
    assert file.read_bytes() == NEW
    assert stat.S_IMODE(file.stat().st_mode) == 0o640


def test_a_full_disk_leaves_the_old_file(file: Path) -> None:
    """What does not fit on the disk changes nothing, and leaves nothing behind."""
    with full_disk(), pytest.raises(OSError, match="File too large"):
        write_whole(file, NEW)
    assert file.read_bytes() == OLD
    assert list(file.parent.iterdir()) == [file]


def test_an_interrupt_leaves_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C before the file is replaced changes nothing, and leaves nothing behind."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, NEW)
    assert file.read_bytes() == OLD
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("exists", [True, False], ids=["file", "dangling"])
def test_links_are_followed(file: Path, exists: bool) -> None:
    """A link stays a link, and what it leads to is written."""
    if not exists:
        file.unlink()
    link = file.with_name("link")
    link.symlink_to(file.name)
    write_whole(link, NEW)
    assert link.is_symlink()
    assert file.read_bytes() == NEW


def test_a_loop_of_links_is_an_error(tmp_path: Path) -> None:
    """Links that lead to each other lead to no file."""
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(OSError, match="Too many levels"):
        write_whole(tmp_path / "a", NEW)


@pytest.mark.parametrize("where", ["nothing/file", ".", "x" * 300])
def test_impossible_places(tmp_path: Path, where: str) -> None:
    """A directory, and a path that leads nowhere, is an error, and nothing is left behind."""
    with pytest.raises(OSError, match=r"\[Errno"):
        write_whole(tmp_path / where, NEW)
    assert list(tmp_path.iterdir()) == []


def test_devices_and_pipes_are_written_directly(tmp_path: Path) -> None:
    """What is no regular file stays what it is, and gets the data."""
    write_whole(Path("/dev/null"), NEW)
    assert Path("/dev/null").is_char_device()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, NEW)
    reader.join()
    assert read == [NEW]
    assert pipe.is_fifo()


def test_the_standard_output_is_a_stream(tmp_path: Path) -> None:
    """A standard stream that was redirected to a file goes on after what is written to it by its path."""
    code = (
        "from pathlib import Path; from taflkit.files import write_whole\n"
        "print('before', flush=True); write_whole(Path('/dev/stdout'), b'data\\n'); print('after')"
    )
    with (tmp_path / "out").open("wb") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, check=True, timeout=60)
    assert (tmp_path / "out").read_text() == "before\ndata\nafter\n"


def refusing(*_: object) -> int:
    """Refuse what root would be allowed, as the tests may run as root."""
    raise PermissionError(errno.EACCES, "Permission denied")


def test_write_protected_files(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that must not be written is not replaced either."""
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(PermissionError):
        write_whole(file, NEW)
    assert file.read_bytes() == OLD


def test_write_protected_directories(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no file can be created, an existing one is written in place."""
    monkeypatch.setattr(os, "open", refusing)
    write_whole(file, NEW)
    assert file.read_bytes() == NEW
    with pytest.raises(PermissionError):
        write_whole(file.with_name("new"), NEW)


def test_what_would_be_destroyed(file: Path) -> None:
    """Only a file with content holds something."""
    assert holds_something(file)
    assert not holds_something(file.with_name("new"))
    assert not holds_something(file.parent)
    assert not holds_something(Path("/dev/null"))
    file.write_bytes(b"")
    assert not holds_something(file)


def test_how_files_begin(file: Path) -> None:
    """Only a regular file that can be read begins with something."""
    assert begins_with(file, b"the old")
    assert not begins_with(file, b"the new")
    assert not begins_with(file.with_name("new"), b"")
    assert not begins_with(Path("/dev/zero"), b"\0")
    assert not begins_with(Path("\0"), b"")
