"""Writing tables as TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from taflkit.variant.toml import TomlTable

MAX_SECTION_DEPTH = 2
"""How deep tables are written under headers of their own; deeper ones are inline."""
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# Texts of several lines that need no escapes, such as a drawn board.
_PLAIN_LINES = re.compile(r"[^\\\"\x00-\x09\x0b-\x1f\x7f]+")
_ESCAPED = re.compile(r"[\\\"\x00-\x1f\x7f]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def format_toml(table: TomlTable) -> str:
    """Write tables as TOML, which `parse_toml` reads back.

    Lists of tables become inline tables; `None` and empty tables of tables are left out.
    """
    return "\n".join(_lines(table, ())) + "\n"


def _lines(table: TomlTable, place: tuple[str, ...]) -> Iterator[str]:
    """Iterate over the plain values of a table, then over its tables under their headers."""
    for key, value in table.items():
        if value is not None and not _is_section(value, place):
            yield f"{_key(key)} = {_value(value)}"
    for key, value in table.items():
        if _is_section(value, place) and value:
            inner = (*place, key)
            yield ""
            yield f"[{'.'.join(map(_key, inner))}]"
            yield from _lines(value, inner)


def _is_section(value: object, place: tuple[str, ...]) -> bool:
    return isinstance(value, dict) and len(place) < MAX_SECTION_DEPTH


def _key(key: str) -> str:
    return key if _BARE_KEY.fullmatch(key) else _text(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        inner = [f"{_key(key)} = {_value(item)}" for key, item in value.items() if item is not None]
        return f"{{ {', '.join(inner)} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, int | float):
        return repr(value)
    raise TypeError(f"TOML has no value such as {value!r}")


def _text(text: str) -> str:
    if "\n" in text and _PLAIN_LINES.fullmatch(text):
        return f'"""\n{text}"""'
    return '"' + _ESCAPED.sub(lambda sign: _ESCAPES.get(sign[0]) or f"\\u{ord(sign[0]):04x}", text) + '"'
