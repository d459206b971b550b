"""Openings are read from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit import TaflError, format_position, load_variant, start
from taflkit.match import generate_openings, read_openings
from taflkit.search import SearchLimit
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


class TestGenerated:
    """Openings that are generated."""

    @pytest.mark.parametrize("name", ["tablut", "ataxx"])
    def test_generated_openings_differ(self, name: str) -> None:
        """They have the length asked for, no two are images of each other, and more begin with the same ones."""
        variant = load_variant(name)
        openings = generate_openings(variant, 6, plies=3, seed=5, limit=SearchLimit(nodes=50))
        assert [opening.ply for opening in openings] == [3] * 6
        assert generate_openings(variant, 3, plies=3, seed=5, limit=SearchLimit(nodes=50)) == openings[:3]
        assert generate_openings(variant, 3, plies=3, seed=6, limit=SearchLimit(nodes=50)) != openings[:3]

    def test_images_count_as_one(self) -> None:
        """Of the 80 first moves in Tablut no more are different than reflections and rotations leave."""
        game = start("tablut")
        images = {
            frozenset(game.play(move).position.transformed(symmetry) for symmetry in game.variant.board.grid.symmetries)
            for move in game.legal_moves
        }
        with pytest.raises(TaflError, match="hardly more than"):
            generate_openings(game.variant, len(images), plies=1, limit=SearchLimit(nodes=1))
        found = generate_openings(game.variant, len(images) // 4, plies=1, limit=SearchLimit(nodes=1))
        assert len(found) == len(images) // 4
