"""Variant files on disk: listing, reading and watching them, and the names that they may have."""

from __future__ import annotations

import errno
import os
import re
import stat
import warnings
from pathlib import Path

from taflkit.errors import VariantWarning
from taflkit.variant.problems import MAX_PATH, said, shortened, variant_error

SUFFIX = ".toml"
NAME_PATTERN = "[a-z0-9]+(-[a-z0-9]+)*"
"""The names of variants, which are also names of files and words of position texts."""
MAX_FILE_BYTES = 256 * 1024
"""A variant file is a page or two; anything larger is something else."""

MAX_FILES = 1_000
"""The variant files of a directory; reading the titles of more would take too long."""
MAX_ENTRIES = 100_000
"""The files of any kind in a directory of variants."""

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
    """Return the variant files in a directory, sorted; none if it does not exist.

    There is a `VariantWarning` if it cannot be read, or has more than `MAX_FILES` of them. In that case none is
    returned, since which of them come first is up to the file system.
    """
    found = []
    try:
        with os.scandir(place) as entries:
            for count, entry in enumerate(entries):
                if entry.name.endswith(SUFFIX) and entry.name[0] != "." and is_file(place / entry.name):
                    found.append(place / entry.name)
                if count >= MAX_ENTRIES or len(found) > MAX_FILES:
                    _warn(place, "it has too many files, so its variants are found by their exact names only")
                    return []
    except (FileNotFoundError, ValueError):  # A path with a NUL in it is a `ValueError`.
        return []
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            _warn_unreadable(place, error)
        return []
    return sorted(found)


def is_file(path: Path) -> bool:
    """Whether there is such a regular file; `False` for a path that no file can have.

    There is a `VariantWarning` if the directory cannot be searched.
    """
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except PermissionError as error:
        _warn_unreadable(path.parent, error)
        return False
    except (OSError, ValueError):
        return False


def _warn_unreadable(place: Path, error: OSError) -> None:
    _warn(place, f"its variants are left out, because it cannot be read: {error.strerror or error}")


def _warn(place: Path, trouble: str) -> None:
    warnings.warn(f"{shortened(str(place), MAX_PATH)}: {trouble}", VariantWarning, stacklevel=2)


def stamp(path: Path) -> Stamp | None:
    """Return facts that change when a file does; `None` if there is no such file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def built_in_directory() -> Path:
    """Return the directory of the variants that come with taflkit.

    Raises:
        VariantError: It is missing or cannot be read.
    """
    for place in (_INSTALLED, _IN_CHECKOUT):
        if place.is_dir() and os.access(place, os.R_OK | os.X_OK):
            return place
    raise variant_error(_INSTALLED, ["the variants of taflkit are missing or cannot be read; install taflkit again"])


def title_of(name: str) -> str:
    """Return the title of a variant that states none."""
    return name.replace("-", " ").capitalize()


def check_name(path: Path, name: str) -> None:
    """Refuse a variant whose name is not that of its file, or is not spelled as names are.

    Raises:
        VariantError: The name is wrong.
    """
    if name != path.stem:
        raise variant_error(path, [f"name: {said(name)} must be the file's name, {said(path.stem)}"])
    if re.fullmatch(NAME_PATTERN, name, re.ASCII) is None:
        raise variant_error(path, [f"name: {said(name)} must be small letters and digits, with hyphens between"])
