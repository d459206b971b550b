"""The pack: one file in which a wheel has its variant files, as good a place for them as a folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from taflkit import VariantError, load_variant, variant_names
from taflkit.notation import variants_by_type
from taflkit.variant import catalogue, read
from tests.cli.running import taflkit
from tests.variant.files import SMALL, small, write

EXTENDED = 'name = "smaller"\nextends = "small"\n'
FILES = {
    "small": SMALL,
    "smaller": EXTENDED,
    "broken": 'name = "broken"\ntitle = ?\n',
    "wrong": small('name = "small"', 'name = "wrong"\ncolour = "red"'),
}


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A pack as the only place of the search path: a variant, one that extends it, and two that are wrong."""
    path = tmp_path / "installed" / "variants.json"
    path.parent.mkdir()
    path.write_text(json.dumps({f"{name}.toml": text for name, text in FILES.items()}))
    os.utime(path, (1_000_000_000, 1_000_000_000))
    monkeypatch.delenv("TAFLKIT_PATH", raising=False)
    monkeypatch.setattr(catalogue, "user_directory", lambda: tmp_path / "user")
    monkeypatch.setattr(catalogue, "_plugin_directories", tuple)
    for module in (catalogue, read):
        monkeypatch.setattr(module, "PACK", path)
    read._packed.cache_clear()
    yield path
    read._packed.cache_clear()


def test_the_variants_in_a_pack_are_found(pack: Path) -> None:
    """They go by names, aliases and titles, and have paths as if the pack were their folder."""
    assert list(catalogue.search_path())[-1] == pack
    assert variant_names() == ("broken", "small", "smaller", "wrong")
    for name in ("small", "Tiny Tafl", "small tafl", str(pack / "small.toml"), pack / "small.toml"):
        assert catalogue.variant_file(name) == pack / "small.toml"
    assert variants_by_type()["smaller"] == ("smaller",)


def test_a_variant_in_a_pack_is_one_object(pack: Path) -> None:
    """By its name and by its path it is the same, loaded once."""
    assert load_variant("small") is load_variant(pack / "small.toml") is load_variant(str(pack / "small.toml"))


def test_a_variant_in_a_pack_that_changes_is_looked_at_again(pack: Path) -> None:
    """When the pack is another, its variants are no longer those that were loaded."""
    before = load_variant("small")
    os.utime(pack, (1_000_000_001, 1_000_000_001))
    assert load_variant("small") is not before
    assert load_variant("small") == before


def test_what_is_in_a_pack_can_be_extended(pack: Path, tmp_path: Path) -> None:
    """By a file beside it, and by one that stands elsewhere."""
    outside = write(tmp_path, EXTENDED.replace("smaller", "smallest"), "smallest")
    assert load_variant("smaller").rules == load_variant(outside).rules == load_variant("small").rules


@pytest.mark.parametrize(
    ("name", "problem"),
    [("broken", "not TOML: .* line 2"), ("wrong", "unknown key 'colour'"), ("none", "cannot be read: Not a directory")],
)
def test_what_is_wrong_in_a_pack_is_said_with_its_file(pack: Path, name: str, problem: str) -> None:
    """An error names the file in the pack, and the line or the key in that file."""
    with pytest.raises(VariantError, match=problem) as caught:
        load_variant(pack / f"{name}.toml")
    assert caught.value.path == str(pack / f"{name}.toml")


def test_an_unknown_name_is_refused_with_the_nearest_in_the_pack(pack: Path) -> None:
    """What is in the pack is suggested."""
    with pytest.raises(VariantError, match="there is no variant called 'smal'; did you mean 'small'"):
        load_variant("smal")


def test_a_users_variant_comes_before_that_of_a_pack(pack: Path, tmp_path: Path) -> None:
    """The pack is the last place, as the folder of a checkout is; a file of the user may extend that in the pack."""
    (tmp_path / "user").mkdir()
    path = write(tmp_path / "user", SMALL)
    own = write(tmp_path / "user", 'name = "own"\nextends = "smaller"\n', "own")
    assert catalogue.variant_file("small") == path
    assert load_variant("own") == load_variant(own)
    assert variant_names() == ("broken", "own", "small", "smaller", "wrong")


def test_commands_read_a_pack(pack: Path) -> None:
    """Variants in a pack are listed, checked and printed; the paths of their files will do as well as their names."""
    listed = taflkit("variants").lines
    assert [line.split()[0] for line in listed if not line.startswith(" ")] == [
        "Warning:",
        "small",
        "smaller",
        "Warning:",
    ]
    assert taflkit("variants", "check", "small").output == "small: good, 2 examples hold\n"
    for name, text in FILES.items():
        assert taflkit("variants", "show", name, "--toml").output == text
    assert taflkit("variants", "show", pack / "small.toml", "--toml").output == SMALL
    assert taflkit("variants", "check", "broken").lines[0].startswith(f"{pack / 'broken.toml'}: not TOML")
