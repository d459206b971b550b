"""Real games, converted."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from taflkit import NotationError, load_variant, variant_names
from taflkit import load_variant as taflkit_variant
from taflkit.records import format_record, parse_json_line, parse_record
from taflkit.records.converting import losses, write_game
from taflkit.records.formats import Format
from taflkit.records.gametypes import type_of_file, variants_by_type


@pytest.mark.slow
def test_every_game_of_the_sample_converts_and_back(reference: Path) -> None:
    """Each recorded game is the same after it became a record, a text, a record and a line of JSON again."""
    types = variants_by_type()
    # Nobody knows the rules of some types; their records still need a board, and the largest has all squares.
    largest = max(map(taflkit_variant, variant_names("tafl")), key=lambda variant: variant.board.grid.width)
    count = 0
    for path in sorted((reference / "games").glob("*.jsonl.gz")):
        names = types.get(type_of_file(path))
        variant = load_variant(names[0]) if names else largest
        for line in gzip.decompress(path.read_bytes()).decode().splitlines():
            try:
                record = parse_json_line(line, variant)
            except NotationError:
                # Other games than tafl: races on three rows, Hex, and draughts whose turns are several moves.
                assert re.search(r"-3x1\d|-hex-|-11x9|-5x5", path.name)
                continue
            assert parse_record(format_record(record)) == record
            text = write_game(record, Format.JSON_LINES)
            assert losses(record, Format.JSON_LINES, text) == []
            assert parse_json_line(text, variant) == record
            count += 1
    assert count > 7200
