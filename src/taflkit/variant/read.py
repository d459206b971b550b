"""Reading TOML files from anywhere: whatever is in them, there are tables or a `VariantError`, and soon."""

from __future__ import annotations

import re
import stat
import tomllib
from pathlib import Path
from typing import Any

from taflkit.errors import VariantError
from taflkit.variant.problems import variant_error

#: A variant file is a page or two; what is larger is something else.
LARGEST_FILE = 256 * 1024
#: Tables within tables; the parser takes quadratic time for keys of very many parts.
DEEPEST_KEY = 32

Table = dict[str, Any]

_PART = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_DEEP_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{DEEPEST_KEY}}}", re.ASCII)
_LONG_NUMBER = re.compile(r"\d[\d_]{1000,}", re.ASCII)


def read_table(path: Path) -> Table:
    """The tables of a TOML file."""
    data = read_file(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise variant_error(path, [f"not UTF-8: byte {error.start + 1}, on line {line}, cannot be read"]) from None
    deep = _DEEP_KEY.search(text)
    if deep is not None:
        raise variant_error(path, [f"line {_line(text, deep)}: nested too deeply"])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise variant_error(path, ["nested too deeply"]) from None
    except tomllib.TOMLDecodeError as error:
        raise variant_error(path, [f"not TOML: {error}"]) from None
    except ValueError:  # Python refuses to read numbers of thousands of digits.
        number = _LONG_NUMBER.search(text)
        where = f"line {_line(text, number)}: " if number else ""
        raise variant_error(path, [f"{where}a number has too many digits"]) from None


def read_file(path: Path) -> bytes:
    """What stands in a file, to the byte."""
    try:
        # What is no regular file may never end, or not even open.
        if not stat.S_ISREG(path.stat().st_mode):
            raise variant_error(
                path, [f"cannot be read: it is {'a directory' if path.is_dir() else 'no regular file'}"]
            )
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, VariantError):
            raise
        raise variant_error(path, [f"cannot be read: {reason(error)}"]) from None
    if len(data) > LARGEST_FILE:
        raise variant_error(path, [f"larger than {LARGEST_FILE // 1024} KiB, so it is no variant file"])
    return data


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be opened; paths with a NUL in them are a `ValueError`."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else "that is no path"


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1
