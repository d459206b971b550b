"""Finding variants: names, aliases, paths, and the order of the search path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import taflkit
from taflkit import Variant, VariantError, load_variant, variant_names
from taflkit.variant import catalogue, searchpath
from taflkit.variant.files import files_in
from tests.packages import ROOT
from tests.variant.files import SMALL, problem, small, write

PLACES = ("first", "second", "user", "builtin", "plugin")


@pytest.fixture
def search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """A search path of empty directories: two of `TAFLKIT_PATH`, the user's, a plug-in's and the built-in one."""
    found = {place: tmp_path / place for place in PLACES}
    for directory in found.values():
        directory.mkdir()
    monkeypatch.setenv("TAFLKIT_PATH", os.pathsep.join([str(found["first"]), "", str(found["second"])]))
    monkeypatch.setattr(searchpath, "user_directory", lambda: found["user"])
    monkeypatch.setattr(searchpath, "_plugin_directories", lambda: (found["plugin"],))
    monkeypatch.setattr(searchpath, "built_in_directory", lambda: found["builtin"])
    return found


def titled(directory: Path, title: str) -> Path:
    """The small variant with a title that tells where it is from."""
    return write(directory, small('title = "Small tafl"', f'title = "{title}"'))


def test_the_search_path_is_searched_in_order(search_path: dict[str, Path]) -> None:
    """`TAFLKIT_PATH` comes first, then the user's directory, then what is built in, then plug-ins."""
    written = {place: titled(directory, place) for place, directory in search_path.items()}
    for place in PLACES:
        assert load_variant("small").title == place
        assert catalogue.variant_files()["small"] == written[place]
        written[place].unlink()
    with pytest.raises(VariantError, match="there is no variant called 'small'; there are none"):
        load_variant("small")


def test_a_path_comes_before_the_search_path(search_path: dict[str, Path], tmp_path: Path) -> None:
    """What is a path by its slash or its suffix is that file, whatever the search path holds."""
    titled(search_path["first"], "on the path")
    here = titled(tmp_path, "here")
    assert load_variant(here).title == "here"
    assert load_variant(str(here)).title == "here"


def test_a_relative_path_is_that_of_the_current_directory(
    search_path: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`small.toml` is a file here, `small` is a name."""
    titled(search_path["user"], "by name")
    titled(tmp_path, "here")
    monkeypatch.chdir(tmp_path)
    assert load_variant("small.toml").title == "here"
    assert load_variant("./small.toml").title == "here"
    assert load_variant("small").title == "by name"
    other = tmp_path / "other"
    other.mkdir()
    titled(other, "there")
    monkeypatch.chdir(other)
    assert load_variant("small.toml").title == "there"


def test_the_user_directory_is_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user's own variants are looked for where the platform keeps users' data."""
    import platformdirs

    assert searchpath.user_directory() == Path(platformdirs.user_data_dir("taflkit", appauthor=False)) / "variants"
    monkeypatch.delenv("TAFLKIT_PATH", raising=False)
    assert next(searchpath.search_path()) == searchpath.user_directory()


@pytest.mark.parametrize("home", ["/anna", "", "here", None])
@pytest.mark.parametrize("data", ["/data/anna", "", "data", " ", None])
def test_the_user_directory_is_that_of_platformdirs(
    monkeypatch: pytest.MonkeyPatch, home: str | None, data: str | None
) -> None:
    """Whatever the environment says, it is the directory that `platformdirs` finds."""
    import platformdirs

    for variable, value in (("HOME", home), ("XDG_DATA_HOME", data)):
        if value is None:
            monkeypatch.delenv(variable, raising=False)
        else:
            monkeypatch.setenv(variable, value)
    assert searchpath.user_directory() == Path(platformdirs.user_data_dir("taflkit", appauthor=False)) / "variants"


def test_what_is_built_in_is_found_last() -> None:
    """The variants that come with taflkit are on every search path."""
    *_, last = searchpath.search_path()
    assert {path.stem for path in files_in(last)} == {path.stem for path in (ROOT / "variants").glob("*.toml")}


@pytest.mark.parametrize("missing", ["nowhere", "a\0b", "x" * 5000])
def test_a_search_path_may_name_what_is_not_there(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """A directory that does not exist, or cannot, is passed over."""
    monkeypatch.setattr("os.environ", {"TAFLKIT_PATH": missing})
    monkeypatch.setattr(searchpath, "user_directory", lambda: Path(missing))
    names = variant_names()
    assert names
    assert load_variant(names[0]).name == names[0]


@pytest.mark.parametrize("name", ["small", "Small", " SMALL ", "tiny tafl", "Tiny_Tafl", "tiny-tafl", "small tafl"])
def test_a_name_may_be_an_alias_or_the_title_in_any_spelling(search_path: dict[str, Path], name: str) -> None:
    """Case, spaces, hyphens and underscores make no difference to names."""
    write(search_path["user"], SMALL)
    assert load_variant(name).name == "small"
    assert taflkit.start(name).variant.name == "small"


def test_a_name_comes_before_an_alias(search_path: dict[str, Path]) -> None:
    """A variant is found by its name even where an earlier one has that alias."""
    write(search_path["first"], small('aliases = ["Tiny Tafl"]', 'aliases = ["other"]'))
    write(search_path["user"], small('name = "small"', 'name = "other"'), "other")
    assert load_variant("other").name == "other"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("smal", "there is no variant called 'smal'; did you mean 'small' or 'smaller'?"),
        ("SMALLL", "there is no variant called 'SMALLL'; did you mean 'small', 'smaller' or 'small-tafl'?"),
        ("tiny tafle", "there is no variant called 'tiny tafle'; did you mean 'tiny-tafl'?"),
        ("zzz", "there is no variant called 'zzz'; there are large, small, smaller"),
        ("x" * 100_000, "there are large, small, smaller"),
        ("..", "there are large, small, smaller"),
        ("a\nb", "there is no variant called 'a\\nb'"),
        ("\udcff", "there are large, small, smaller"),
        ("", "'' is not the name of a variant"),
        ("  ", "'  ' is not the name of a variant"),
    ],
)
def test_an_unknown_variant_is_refused_with_the_nearest_names(
    search_path: dict[str, Path], name: str, hint: str
) -> None:
    """The names that are near are suggested, each once; if none is, all names are listed, each once."""
    write(search_path["user"], SMALL)
    write(search_path["builtin"], small('name = "small"', 'name = "smaller"'), "smaller")
    for place in ("user", "builtin"):
        write(search_path[place], small('name = "small"', 'name = "large"'), "large")
    with pytest.raises(VariantError) as caught:
        load_variant(name)
    assert hint in str(caught.value)
    assert len(str(caught.value)) < 1500


def test_a_long_list_of_names_is_cut_short(search_path: dict[str, Path]) -> None:
    """With very many variants only some are listed."""
    for number in range(50):
        write(search_path["user"], f'name = "n{number}"', f"n{number}")
    with pytest.raises(VariantError, match="and 30 more"):
        load_variant("zzz")


def test_a_broken_file_hides_no_other(search_path: dict[str, Path]) -> None:
    """Files that cannot be read are passed over while aliases are looked for."""
    write(search_path["first"], b"\xff", "broken")
    write(search_path["first"], "aliases = 3\ntitle = 4", "odd")
    (search_path["first"] / "directory.toml").mkdir()
    write(search_path["first"], "", ".hidden")
    write(search_path["user"], SMALL)
    assert load_variant("tiny tafl").name == "small"
    assert variant_names() == ("broken", "odd", "small")


def test_a_file_whose_name_no_variant_can_have_is_found_and_refused(search_path: dict[str, Path]) -> None:
    """Asked for by name, a file with a bad name says what is wrong with it."""
    path = write(search_path["user"], small('name = "small"', 'name = "My_Game"'), "My_Game")
    with pytest.raises(VariantError, match="must be small letters and digits") as caught:
        load_variant("My_Game")
    assert caught.value.path == str(path)


def test_a_variant_that_stays_as_it_is_is_one_object(tmp_path: Path) -> None:
    """Loading twice gives the same object, so that the tables of its rules are shared."""
    path = write(tmp_path, SMALL)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    assert load_variant(path) is load_variant(path)


def test_a_variant_that_changes_is_loaded_again(tmp_path: Path) -> None:
    """A file that is written again, even at once and with as many letters, is read again."""
    path = write(tmp_path, SMALL)
    for occurrences in (3, 4, 5, 6):
        write(tmp_path, small("occurrences = 3", f"occurrences = {occurrences}"))
        assert getattr(load_variant(path).rules.repetition, "occurrences", None) == occurrences
    path.unlink()
    assert problem(path) == "cannot be read: No such file or directory"


def test_only_so_many_variants_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept does not grow without end."""
    monkeypatch.setattr(catalogue, "MAX_LOADED", 3)
    monkeypatch.setattr(catalogue, "_loaded", {})
    for number in range(10):
        path = write(tmp_path, small('name = "small"', f'name = "n{number}"'), f"n{number}")
        os.utime(path, (1_000_000_000, 1_000_000_000))
        load_variant(path)
        assert 1 <= len(catalogue._loaded) <= 3


@pytest.mark.parametrize("wrong", [5, None, ["tablut"], b"tablut"])
def test_what_is_no_name_and_no_path_is_refused(wrong: Any) -> None:
    """A variant is named by a text or a path, and by nothing else."""
    with pytest.raises(TypeError, match="expected the name of a variant or the path of a file, not "):
        load_variant(wrong)


def test_a_variant_has_rules_and_a_start() -> None:
    """A variant that is built in Python needs rules and a position, not their names."""
    tablut = load_variant("tablut")
    with pytest.raises(TypeError, match="expected the Rules of a variant, not str 'tablut'"):
        Variant("mine", "tablut", tablut.start)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected the start Position of a variant, not NoneType None"):
        Variant("mine", tablut.rules, None)  # type: ignore[arg-type]
