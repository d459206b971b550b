"""Variant files for tests: a small good one, and ways to write others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from taflkit import VariantError, load_variant

#: A complete variant file, in which tests replace a line by a worse one.
SMALL = '''\
name = "small"
title = "Small tafl"
summary = "A game for tests."
aliases = ["Tiny Tafl"]
sources = ["none"]
start = """
  . . A . .
  . . D . .
  A D K D A
  . . D . .
  . . A . .
"""
first = "attackers"

[regions]
throne = "centre"
corners = "corners"

[pieces]
A = { side = "attackers" }
D = { side = "defenders" }
K = { side = "defenders", kind = "king" }

[names]
attackers = "Black"

[rules.movement]
slide = {}

[rules.access]
throne = { rule = "reserved", area = "throne", stop = "king" }

[rules.hostility]
enemies = {}

[rules.captures]
custodial = { victims = "men" }

[rules.king.by-area]
area = ["throne", "beside throne"]
inside = { rule = "surrounded", victims = "king" }
outside = { rule = "custodial", victims = "king" }

[rules.endings]
king-captured = {}
king-reaches = { area = "corners" }

[rules.repetition]
rule = "repetition-ends"
occurrences = 3
result = "draw"

[rules.no_moves]
rule = "no-moves-loses"

[[examples]]
says = "An attacker may not stop on the throne."
position = """
  . . . . .
  . . . . .
  A . . . K
  . . . . .
  . . . . .
"""
move = "a3-c"
legal = false

[[examples]]
says = "The king wins in a corner."
position = """
  . . . . .
  . . . . .
  . . . . K
  . . . . .
  A . . . .
"""
to_move = "defenders"
move = "e3-5"
winner = "defenders"
reason = "king-escaped"
'''


def small(old: str = "", new: str = "") -> str:
    """The small file with a part of it replaced."""
    assert SMALL.count(old) == 1 or not old, f"{old!r} must stand in the file once"
    return SMALL.replace(old, new) if old else SMALL


def write(directory: Path, text: str | bytes, name: str = "small") -> Path:
    """A variant file in a directory."""
    path = directory / f"{name}.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def problems(path: Path) -> tuple[str, ...]:
    """What is wrong with a file, which must be refused, and by its own name."""
    with pytest.raises(VariantError) as caught:
        load_variant(path)
    assert caught.value.path == str(path)
    assert str(path) in str(caught.value)
    return caught.value.problems


def problem(path: Path) -> str:
    """The one thing that is wrong with a file."""
    (found,) = problems(path)
    return found


def dumps(table: dict[str, Any]) -> str:
    """A table as TOML, each key on a line."""
    return "".join(f"{json.dumps(key)} = {_value(value)}\n" for key, value in table.items())


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {_value(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value)
