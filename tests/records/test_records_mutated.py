"""Mutated records: whatever is done to a text, it is an error in a sentence or a right reading."""

from __future__ import annotations

import random

import attrs
import pytest

from taflkit import Variant, load_variant, start
from taflkit.records import Record, RecordError, format_record, parse_record

BRANDUBH = load_variant("brandubh")
ANNOTATED = """[Variant "brandubh"]
[Result "0-1"]

{Short.} 1. b4-b7? {[%eval -0.05,3] [%clk 0:09:58] Too far.} (1. d2-e2!? $14) 1... c4-c7xb7
2. a4-a6?? ; Why?
(2. d1-f1 (2. d1-e1 d3-c3) d3-g3) 2... d4-a4 {[%eval #-2]} 3. d1-b1 a4-a1 0-1
"""
SEEDS = [
    ANNOTATED,
    format_record(Record.of(start(attrs.evolve(BRANDUBH, name="own-game", examples=())))),
    ANNOTATED * 2,
]
SIGNS = '[]{}()"\\1-*. xa;$!?%#,:\n0'


def _mutated(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(1, 4)):
        at, way = chance.randrange(len(text) + 1), chance.random()
        if way < 0.4:
            text = text[:at] + chance.choice(SIGNS) + text[at:]
        elif way < 0.7:
            text = text[:at] + text[at + chance.randint(1, 5) :]
        elif way < 0.85:
            text = text[:at] + chance.choice(SIGNS) + text[at + 1 :]
        else:
            start_of_copy = chance.randrange(len(text) + 1)
            text = text[:at] + text[start_of_copy : start_of_copy + 20] + text[at:]
    return text


def _tried(text: str, variant: Variant | None) -> Record | RecordError:
    try:
        return parse_record(text, variant)
    except RecordError as error:
        return error


@pytest.mark.slow
def test_a_mutated_record_is_an_error_or_another_record() -> None:
    """An error says what was expected and where; what is read is the same after it was written."""
    chance = random.Random(20)
    read = 0
    for _ in range(4000):
        text = _mutated(chance.choice(SEEDS), chance)
        found = _tried(text, BRANDUBH if chance.random() < 0.5 else None)
        if isinstance(found, Record):
            assert parse_record(format_record(found)) == found
            read += 1
        else:
            assert str(found).startswith(f"line {found.line}: cannot read ")
            assert found.expected
            assert len(str(found)) < 8000
    assert 400 < read < 3600
