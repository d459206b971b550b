"""Reading small files as a whole: bounded in size, with errors that name the file and the reason."""

from __future__ import annotations

from pathlib import Path

from taflkit.errors import TaflError

#: Command files, scripts, openings and tables of counts are far smaller; anything larger is something else.
MAX_SMALL_FILE = 4 * 1024 * 1024


def read_small_file(path: Path, kind: str, shown: str = "") -> bytes:
    """The content of a file.

    Args:
        path: The file.
        kind: What the file should be, with its article: "a file of openings".
        shown: The name that errors use; the path unless given.

    Raises:
        TaflError: If the file cannot be read, or is larger than `MAX_SMALL_FILE`.
    """
    shown = shown or str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MAX_SMALL_FILE + 1)
    except (OSError, ValueError) as error:
        raise TaflError(f"cannot read {shown}: {reason_of(error)}") from None
    if len(data) > MAX_SMALL_FILE:
        raise TaflError(f"{shown} is too large to be {kind}")
    return data


def reason_of(error: Exception) -> str:
    """Why a file could not be used, without its path; paths with a NUL raise `ValueError`."""
    return getattr(error, "strerror", None) or str(error)
