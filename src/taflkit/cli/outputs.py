"""The files that commands write: whole, and over nothing that is not to be overwritten."""

from __future__ import annotations

from pathlib import Path

import click

from taflkit import TaflError
from taflkit.files import holds_something, reason_of, write_whole

force_option = click.option("--force", is_flag=True, help="Overwrite files that exist.")


def check_new(file: Path, *, force: bool) -> None:
    """Refuse to overwrite a file, before any work is done.

    Raises:
        TaflError: The file holds something, or no file can be written there.
    """
    try:
        is_in_use = not force and holds_something(file)
    except (OSError, ValueError) as error:
        raise _cannot_write(file, error) from None
    if is_in_use:
        raise TaflError(f"{file} exists; use another name, or --force to overwrite it")


def write_output(file: Path, data: bytes) -> None:
    """Write a file, completely or not at all.

    Raises:
        TaflError: It cannot be written.
    """
    try:
        write_whole(file, data)
    except (OSError, ValueError) as error:
        raise _cannot_write(file, error) from None


def _cannot_write(file: Path, error: Exception) -> TaflError:
    return TaflError(f"cannot write {file}: {reason_of(error)}")
