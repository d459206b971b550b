"""Openings are read from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit import TaflError, load_variant, start
from taflkit.games import format_position
from taflkit.match import read_openings
from tests.match.programs import OPEN


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "no opening in it"),
        ("# nothing\n", "no opening in it"),
        ("e2-a\n\ne5-9\n", "openings:3: illegal move"),
        ("nonsense", "openings:1: cannot read"),
        ("9/9 attackers", "openings:1: cannot read"),
        ("brandubh 7/7/7/K5A/7/7/7 defenders", "openings:1: cannot read"),
        ("9/9/9/9/9/9/9/9/4K4 attackers", "openings:1: the game is over"),
        ("\xff", "openings:1: cannot read"),
    ],
)
def test_broken_openings(tmp_path: Path, text: str, error: str) -> None:
    """A file of openings that cannot be read is an error that names the line."""
    file = tmp_path / "openings"
    file.write_text(text, "latin-1")
    with pytest.raises(TaflError) as raised:
        read_openings(file, load_variant("tablut"))
    assert error in str(raised.value)


def test_openings_are_read(tmp_path: Path) -> None:
    """Moves and positions, with or without the name of the variant, may stand in one file."""
    file = tmp_path / "openings"
    file.write_text(f"e2-a e3-2\n{OPEN}\ntablut {OPEN}\n")
    games = read_openings(file, load_variant("tablut"))
    assert games[0] == start("tablut").play("e2-a").play("e3-2")
    assert [format_position(game) for game in games[1:]] == [f"tablut {OPEN}"] * 2


def test_openings_that_are_too_large(tmp_path: Path) -> None:
    """What is too large is no file of openings."""
    file = tmp_path / "openings"
    file.write_bytes(b"\n" * (4 * 1024 * 1024 + 1))
    with pytest.raises(TaflError, match="too large"):
        read_openings(file, load_variant("tablut"))
