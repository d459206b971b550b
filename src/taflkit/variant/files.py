"""Variant files on disk: listing, reading and watching them, and the names that they may have."""

from __future__ import annotations

import re
from pathlib import Path

from taflkit.variant.problems import said, variant_error

SUFFIX = ".toml"
NAME_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*"
"""The names of variants, which are also names of files and words of position texts."""
MAX_FILE_BYTES = 256 * 1024
"""A variant file is a page or two; anything larger is something else."""

# The built-in variants in an installed taflkit, and in a checkout that is used in place, perhaps through links.
_INSTALLED = Path(__file__).parents[1] / "variants"
_IN_CHECKOUT = Path(__file__).resolve().parents[2].parent / "variants"

Stamp = tuple[int, int, int]


def read_file(path: Path) -> bytes:
    """Read the bytes of a file.

    Raises:
        VariantError: It cannot be read, is not a regular file, or is too large for a variant.
    """
    try:
        # Reading from a pipe or a device might never end.
        if path.exists() and not path.is_file():
            raise OSError(f"it is {'a directory' if path.is_dir() else 'no regular file'}")
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)
    except (OSError, ValueError) as error:
        # A path with a NUL in it is a `ValueError`.
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else "that is no path"
        raise variant_error(path, [f"cannot be read: {reason}"]) from None
    if len(data) > MAX_FILE_BYTES:
        raise variant_error(path, [f"larger than {MAX_FILE_BYTES // 1024} KiB, so it is no variant file"])
    return data


def files_in(place: Path) -> list[Path]:
    """Return the variant files in a directory, sorted; none if it does not exist."""
    try:
        return sorted(path for path in place.glob(f"*{SUFFIX}") if path.is_file() and path.name[0] != ".")
    except (OSError, ValueError):
        return []


def is_file(path: Path) -> bool:
    """Whether there is such a file; `False` for a path that no file can have."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def stamp(path: Path) -> Stamp | None:
    """Return facts that change when a file does; `None` if there is no such file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def built_in_directory() -> Path:
    """Return the directory of the variants that come with taflkit."""
    return _INSTALLED if _INSTALLED.is_dir() else _IN_CHECKOUT


def check_name(path: Path, name: str) -> None:
    """Refuse a variant whose name is not that of its file, or is not spelled as names are.

    Raises:
        VariantError: The name is wrong.
    """
    if name != path.stem:
        raise variant_error(path, [f"name: {said(name)} must be the file's name, {said(path.stem)}"])
    if re.fullmatch(NAME_PATTERN, name, re.ASCII) is None:
        raise variant_error(path, [f"name: {said(name)} must be small letters and digits, with hyphens between"])
