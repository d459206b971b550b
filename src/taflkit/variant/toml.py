"""TOML: reading what may come from anywhere, as tables or a `VariantError` within a bounded time, and writing it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from taflkit.variant.files import read_file
from taflkit.variant.problems import variant_error

TomlTable = dict[str, Any]
"""A table of a TOML file."""

MAX_KEY_PARTS = 32
"""The parts of a dotted key; the parser takes quadratic time for very many."""

MAX_DEPTH = 128
"""How deep tables and lists may stand in each other."""

MAX_SECTION_DEPTH = 2
"""How deep tables are written under headers of their own; deeper ones are inline."""

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# Texts of several lines that need no escapes, such as a drawn board.
_PLAIN_LINES = re.compile(r"[^\\\"\x00-\x09\x0b-\x1f\x7f]+")
_PART = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_DEEP_KEY = re.compile(rf"(?<![\w-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MAX_KEY_PARTS}}}", re.ASCII)
_LONG_NUMBER = r"\d[\d_]{1000,}"


def read_table(path: Path) -> TomlTable:
    """Read a TOML file.

    Raises:
        VariantError: The file cannot be read or is not TOML.
    """
    data = read_file(path)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise variant_error(path, [f"not UTF-8: byte {error.start + 1}, on line {line}, cannot be read"]) from None
    return parse_toml(path, text)


def parse_toml(path: Path, text: str) -> TomlTable:
    """Read the text of a TOML file.

    Args:
        path: The file, which errors name.
        text: Its text.

    Raises:
        VariantError: The text is not TOML.
    """
    deep = _DEEP_KEY.search(text)
    if deep is not None:
        raise variant_error(path, [f"line {_line(text, deep)}: nested too deeply"])
    try:
        table = tomllib.loads(text)
    except RecursionError:
        raise variant_error(path, ["nested too deeply"]) from None
    except tomllib.TOMLDecodeError as error:
        raise variant_error(path, [f"not TOML: {error}"]) from None
    except ValueError:  # Python refuses to read numbers of thousands of digits.
        number = re.search(_LONG_NUMBER, text, re.ASCII)
        where = f"line {_line(text, number)}: " if number else ""
        raise variant_error(path, [f"{where}a number has too many digits"]) from None
    if _is_deep(table):
        raise variant_error(path, ["nested too deeply"])
    return table


def _is_deep(table: TomlTable) -> bool:
    """Whether tables and lists stand deeper in each other than `MAX_DEPTH`."""
    inner: list[Any] = [table]
    for _ in range(MAX_DEPTH):
        values = [value for each in inner for value in (each.values() if isinstance(each, dict) else each)]
        inner = [value for value in values if isinstance(value, dict | list)]
        if not inner:
            return False
    return True


def _line(text: str, match: re.Match[str]) -> int:
    return text.count("\n", 0, match.start()) + 1


def format_toml(table: TomlTable) -> str:
    """Write tables as TOML, which `parse_toml` reads back.

    Lists of tables become inline tables; `None` and empty tables of tables are left out.
    """
    return "\n".join(_lines(table)) + "\n"


def _lines(table: TomlTable, *place: str) -> Iterator[str]:
    """Iterate over the plain values of a table, then over its tables under their headers."""
    for key, value in table.items():
        if value is not None and not _is_section(value, place):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        if _is_section(value, place) and value:
            yield from ("", f"[{'.'.join(map(_key, (*place, key)))}]", *_lines(value, *place, key))


def _is_section(value: object, place: tuple[str, ...]) -> bool:
    return isinstance(value, dict) and len(place) < MAX_SECTION_DEPTH


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items() if item is not None)
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, str) and "\n" in value and _PLAIN_LINES.fullmatch(value):
        return f'"""\n{value}"""'
    if isinstance(value, str | int):  # Texts, whole numbers and flags are written as in JSON, but for one sign.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return repr(value)
    raise TypeError(f"TOML has no value such as {value!r}")
