"""What variant files say: reading TOML safely, finding the files, and what a file takes over by `extends`.

Files may come from anywhere: whatever is in them, there are tables or a `VariantError`, and soon.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from taflkit.errors import VariantError
from taflkit.rules.protocols import ONE_ANSWER
from taflkit.variant.problems import variant_error
from taflkit.variant.schema import RULE

Table = dict[str, Any]

#: Tables within tables; the parser takes quadratic time for keys of very many parts.
DEEPEST_KEY = 32

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


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1


SUFFIX = ".toml"
#: The built-in variants where taflkit is installed, and in a checkout that is used in place, perhaps through links.
_INSTALLED = Path(__file__).parents[1] / "variants"
_IN_CHECKOUT = Path(__file__).resolve().parents[2].parent / "variants"
#: A variant file is a page or two; what is larger is something else.
LARGEST_FILE = 256 * 1024

Stamp = tuple[int, int, int]


def read_file(path: Path) -> bytes:
    """What stands in a file, to the byte."""
    try:
        # What is no regular file may never end, or not even open.
        if path.exists() and not path.is_file():
            raise OSError(f"it is {'a directory' if path.is_dir() else 'no regular file'}")
        with path.open("rb") as file:
            data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        # Paths with a NUL in them are a `ValueError`.
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else "that is no path"
        raise variant_error(path, [f"cannot be read: {reason}"]) from None
    if len(data) > LARGEST_FILE:
        raise variant_error(path, [f"larger than {LARGEST_FILE // 1024} KiB, so it is no variant file"])
    return data


def files_in(place: Path) -> list[Path]:
    """The variant files in a directory, sorted."""
    try:
        return sorted(path for path in place.glob(f"*{SUFFIX}") if path.is_file() and path.name[0] != ".")
    except (OSError, ValueError):
        return []  # A search path may name what is not there.


def is_file(path: Path) -> bool:
    """Whether there is such a file."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False  # A name that no file can have.


def stamp(path: Path) -> Stamp | None:
    """What changes when a file does; `None` for a file that is gone."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def built_in_directory() -> Path:
    """The directory of the variants that come with taflkit."""
    return _INSTALLED if _INSTALLED.is_dir() else _IN_CHECKOUT


DEEPEST_EXTENDS = 8
#: What a variant takes over from the one it extends.
INHERITED = ("start", "first", "regions", "pieces", "names", "rules", "evaluation")

#: Finds the file of a variant by its name, seen from the file that names it.
Finder = Callable[[str, Path], Path]


def lineage(path: Path, find: Finder) -> list[tuple[Path, Table]]:
    """The files that a variant is made of, each with its tables completed by those before it; its own is the last."""
    files = _ancestry(path, find)
    found: list[tuple[Path, Table]] = []
    for file, own in reversed(files):
        inherited = {key: value for key, value in found[-1][1].items() if key in INHERITED} if found else {}
        complete = merge(inherited, own)
        name_rules(complete)
        found.append((file, complete))
    return found


def _ancestry(path: Path, find: Finder) -> list[tuple[Path, Table]]:
    """A file, the file of the variant it extends, and so on, with the tables of each alone."""
    found: list[tuple[Path, Table]] = []
    seen: list[Path] = []
    here = path
    while True:
        table = read_table(here)
        resolved = here.resolve()
        if resolved in seen:
            circle = " extends ".join(file.stem for file in (*seen[seen.index(resolved) :], resolved))
            raise variant_error(here, [f"extends: goes round in a circle: {circle}"])
        if len(seen) > DEEPEST_EXTENDS:
            raise variant_error(path, [f"extends: more than {DEEPEST_EXTENDS} variants deep"])
        found.append((here, table))
        seen.append(resolved)
        parent = table.get("extends")
        if not isinstance(parent, str):
            return found
        try:
            here = find(parent, here)
        except VariantError as error:
            raise variant_error(here, [f"extends: {problem}" for problem in error.problems]) from None


def merge(base: Table, own: Table, place: tuple[str, ...] = ()) -> Table:
    """What `own` says, and what `base` says where `own` is silent; `false` removes a table or a region."""
    merged = dict(base)
    for key, value in own.items():
        inherited = base.get(key)
        if value is False and key in base and (isinstance(inherited, dict) or place == ("regions",)):
            del merged[key]
        elif isinstance(value, dict) and isinstance(inherited, dict) and _goes_on(value, inherited):
            merged[key] = merge(inherited, value, (*place, key))
        else:
            merged[key] = value
    return merged


def _goes_on(own: Table, inherited: Table) -> bool:
    """Whether a table changes the inherited one; if it names another rule, it stands in its place."""
    return RULE not in own or own[RULE] == inherited.get(RULE)


def name_rules(table: Table) -> None:
    """Give each strategy without a `rule` the rule that its label names."""
    rules = table.get("rules")
    for question, strategies in rules.items() if isinstance(rules, dict) else ():
        if question not in ONE_ANSWER and isinstance(strategies, dict):
            for label, strategy in strategies.items():
                if isinstance(strategy, dict):
                    strategy.setdefault(RULE, label)
