"""Real games replayed from their records."""

from __future__ import annotations

import gzip
from itertools import islice
from pathlib import Path

import pytest

from taflkit import load_variant
from taflkit.records import parse_json_line, replay

#: So many games of a file are replayed. Some have captures that cannot be, because players took moves back: which, and
#: at which ply, stands beside the file.
SAMPLE = 150


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "name", "known"),
    [
        (
            "016-copenhagen-hnefatafl-11x11",
            "copenhagen",
            {"game-16-10-1966": "ply 28, h7-h11xg9", "game-16-102-14573": "ply 42, h2-h10xi11"},
        ),
        ("051-historical-hnefatafl-7x7-irish-brandubh-1", "brandubh", {}),
    ],
)
def test_real_games_agree(reference: Path, file: str, name: str, known: dict[str, str]) -> None:
    """Real games are legal move by move, took what they are said to have taken, and were won by who won."""
    variant = load_variant(name)
    replays = []
    with gzip.open(reference / "games" / f"{file}.jsonl.gz", "rt", encoding="utf-8") as lines:
        replays = [replay(parse_json_line(line, variant)) for line in islice(lines, SAMPLE)]
    found = {each.record.tag("Id"): str(each.disagreement) for each in replays if each.disagreement}
    assert len(replays) == SAMPLE
    assert {game: says.rpartition(":")[0] for game, says in found.items()} == known
