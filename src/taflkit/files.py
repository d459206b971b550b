"""Reading small files as a whole, and writing files so that they are never left half written."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from taflkit.errors import TaflError, check_type

#: Command files, scripts, openings and tables of counts are far smaller; anything larger is something else.
MAX_SMALL_FILE = 4 * 1024 * 1024
#: How files begin that are compressed with gzip.
GZIP = b"\x1f\x8b"
_STANDARD_STREAMS = (1, 2)


def read_small_file(path: Path, kind: str, shown: str = "") -> bytes:
    """The content of a file.

    Args:
        path: The file.
        kind: What the file should be, with its article: "a file of openings".
        shown: The name that errors use; the path unless given.

    Raises:
        TaflError: If the file cannot be read, or is larger than `MAX_SMALL_FILE`.
    """
    check_type(path, Path, "the Path of a file")
    shown = shown or str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_SMALL_FILE + 1)
    except (OSError, ValueError) as error:
        raise TaflError(f"cannot read {shown}: {reason_of(error)}") from None
    if len(data) > MAX_SMALL_FILE:
        raise TaflError(f"{shown} is too large to be {kind}")
    return data


def write_whole(path: Path, data: bytes) -> None:
    """Write a file as a whole: if that fails, on a full disk for example, an existing file keeps its content.

    The data is written to a temporary file in the same directory, which then replaces the file and gets its
    permissions. Links are followed. Devices, pipes and the standard streams are written directly.

    Raises:
        OSError: The file cannot be written.
        ValueError: No file can have that path.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        status = None
    if status is not None and (stream := _standard_stream(status)) is not None:
        # By its path, a stream that was redirected to a file would be overwritten from the start of that file.
        with os.fdopen(os.dup(stream), "wb") as file:
            file.write(data)
    elif status is not None and not stat.S_ISREG(status.st_mode):
        path.write_bytes(data)
    elif status is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    else:
        _replace(Path(os.path.realpath(path)), data, status)


def _replace(path: Path, data: bytes, before: os.stat_result | None) -> None:
    temporary = path.with_name(f".taflkit-{os.urandom(8).hex()}.tmp")
    try:
        try:
            descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        except PermissionError:
            if before is None:
                raise
            path.write_bytes(data)  # No files can be created in this directory, so it is written in place.
            return
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        if before is not None:
            _keep_owner(temporary, before)
        temporary.replace(path)
    except BaseException:  # Ctrl-C too.
        with suppress(OSError):
            temporary.unlink()
        raise


def _keep_owner(temporary: Path, before: os.stat_result) -> None:
    """Give a new file the permissions and, if that is allowed, the owner of the one that it replaces."""
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(temporary, before.st_uid, before.st_gid)
    temporary.chmod(stat.S_IMODE(before.st_mode))


def _standard_stream(status: os.stat_result) -> int | None:
    """The standard stream that goes to this file; `None` if none does."""
    for stream in _STANDARD_STREAMS:
        with suppress(OSError):
            found = os.fstat(stream)
            if os.path.samestat(found, status):
                return stream
    return None


def holds_something(path: Path) -> bool:
    """Whether writing to a path would destroy something: the content of a file, or of a device that keeps it.

    Raises:
        OSError: The path cannot be looked up.
        ValueError: No file can have that path.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    if _standard_stream(status) is not None:
        return False
    return stat.S_ISBLK(status.st_mode) or (stat.S_ISREG(status.st_mode) and status.st_size > 0)


def begins_with(path: Path, mark: bytes) -> bool:
    """Whether a regular file begins with some bytes; `False` if it cannot be read."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(mark)) == mark
    except (OSError, ValueError):
        return False


def reason_of(error: Exception) -> str:
    """Why a file could not be used, without its path; paths with a NUL raise `ValueError`."""
    return getattr(error, "strerror", None) or str(error)
