"""Types of games, and the variants by which their games are replayed."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit import NotationError, load_variant
from taflkit.records import Format, Problem, replay_game, spelled, type_of_file, type_of_line, variants_by_type
from taflkit.variant import catalogue

SMALL = 'name = "{name}"\ntitle = "{title}"\naliases = [{aliases}]'


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("016-copenhagen-hnefatafl-11x11.jsonl.gz", "copenhagen hnefatafl 11x11"),
        ("games/Saami_Tablut.txt", "saami tablut"),
        ("7 brandubh (old).jsonl", "brandubh old"),
        ("tablut", "tablut"),
        ("2024.txt", "2024"),
        (".hidden", ""),
    ],
)
def test_a_file_is_called_after_a_type(file: str, name: str) -> None:
    """A file's name without what is added to it is the type of its games."""
    assert type_of_file(Path(file)) == name


def test_types_go_by_all_names_of_a_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A type is found by name, title and alias; an alias with a comma makes a further variant of a type."""
    monkeypatch.setattr(catalogue, "search_path", lambda: iter([tmp_path]))
    files = {
        "a-second": ("Another", '"tiny tafl, another start", "tiny tafl 2", "small tafl, too"'),
        "small-tafl": ("The Smallest, of all", '"Tiny-Tafl"'),
    }
    for name, (title, aliases) in files.items():
        (tmp_path / f"{name}.toml").write_text(SMALL.format(name=name, title=title, aliases=aliases), "utf-8")
    (tmp_path / "odd.toml").write_text("title = 3\naliases = [4, 5]", "utf-8")
    (tmp_path / "worse.toml").write_text("aliases = 3", "utf-8")
    (tmp_path / "broken.toml").write_text("name = ", "utf-8")
    assert variants_by_type() == {
        "a second": ("a-second",),
        "another": ("a-second",),
        "tiny tafl": ("small-tafl", "a-second"),
        "tiny tafl 2": ("a-second",),
        "small tafl": ("small-tafl", "a-second"),
        "the smallest of all": ("small-tafl",),
        "odd": ("odd",),
        "worse": ("worse",),
    }


def test_every_variant_is_the_first_of_a_type() -> None:
    """Whoever names a file after a variant gets that variant."""
    known = variants_by_type()
    for name in catalogue.variant_names("tafl"):
        assert known[spelled(name)][0] == name


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ('{"moves": "a1-a2", "type": "Tablut"}', "Tablut"),
        ('{"moves": "a1-a2", "type": "Tablut", "variant": "Brandubh"}', "Brandubh"),
        ('{"moves": "a1-a2", "type": 3, "variant": null}', None),
        ('{"moves": "a1-a2", "id": "type"}', None),
        ('["type"]', None),
        ('{"type": "Tablut"', None),
        ("a1-a2", None),
    ],
)
def test_a_line_of_json_may_name_its_type(line: str, name: str | None) -> None:
    """The keys `variant` and `type` name the type of a game; a line that cannot be read has none."""
    assert type_of_line(line) == name


def test_a_game_is_replayed_under_the_first_variant_that_fits() -> None:
    """Where several variants are named, the first that agrees with the game counts."""
    variants = [load_variant(name) for name in ("brandubh", "tablut", "saami-tablut")]
    found = replay_game("i6-g6 d5-d7 i4-g4xg5", Format.MOVE_LIST, variants)
    assert found.record.variant.name == "tablut"
    assert found.disagreement is None


def test_a_game_that_fits_no_variant_is_replayed_as_far_as_can_be() -> None:
    """Where none of the variants agrees, the one in which most moves are legal counts."""
    variants = [load_variant(name) for name in ("tablut", "saami-tablut-w", "saami-tablut")]
    for order in (variants, variants[::-1]):
        found = replay_game("e3-d3 d9-c9 d3-e3 a1-a9", Format.MOVE_LIST, order)
        assert found.record.variant.name == "saami-tablut-w"
        assert found.disagreement is not None
        assert (found.disagreement.problem, found.disagreement.ply) == (Problem.ILLEGAL, 4)


def test_a_game_that_is_one_under_no_variant() -> None:
    """A text that cannot be read under any of the variants is an error, the first of them."""
    variants = [load_variant(name) for name in ("tablut", "copenhagen")]
    with pytest.raises(NotationError, match="a square from a1 to i9"):
        replay_game("k12-k13", Format.MOVE_LIST, variants)
