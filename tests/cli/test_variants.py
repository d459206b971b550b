"""`taflkit variants`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from taflkit import games, load_variant, render, variant_names
from taflkit.cli import main
from taflkit.variant.catalogue import ListedVariant, listed_variants
from taflkit.variant.variant import explain
from tests.cli.running import taflkit
from tests.variant.files import SMALL, small, write
from tests.variants import ALL, each_of


def test_the_variants_are_listed() -> None:
    """`variants` prints the name, the size and the summary of each, the featured ones first, each group sorted."""
    lines = taflkit("variants").lines
    names = [line.split()[0] for line in lines]
    featured = [load_variant(name).featured for name in names]
    assert featured == sorted(featured, reverse=True)
    first = featured.index(False)
    assert [sorted(names[:first]), sorted(names[first:])] == [names[:first], names[first:]]
    assert set(names) == set(variant_names())
    assert {"tablut", "brandubh", "copenhagen"} <= set(names[:first])
    (tablut,) = [line for line in lines if line.startswith("tablut ")]
    assert tablut.split(maxsplit=2)[1:] == ["9x9", load_variant("tablut").summary]


def test_a_broken_variant_is_named_and_the_others_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file on the search path that cannot be loaded is a warning."""
    write(tmp_path, "x = 1", "broken")
    write(tmp_path, SMALL)
    monkeypatch.setenv("TAFLKIT_PATH", str(tmp_path))
    run = taflkit("variants")
    assert run.code == 0
    assert f"Warning: {tmp_path / 'broken.toml'}: 4 problems" in run.lines
    assert any(line.startswith("small ") for line in run.lines)


def test_a_broken_variant_of_the_kind_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `--kind`, a file of that kind with wrong rules is a warning, and one of an unknown kind is left out."""
    write(tmp_path, "x = [", "unreadable")
    write(tmp_path, "x = 1", "broken")
    monkeypatch.setenv("TAFLKIT_PATH", str(tmp_path))
    warned = f"Warning: {tmp_path / 'broken.toml'}"
    for kind in ("tafl", "ataxx"):
        output = taflkit("variants", "--kind", kind).output
        assert "unreadable" not in output
        assert (warned in output) == (kind == "tafl")


def test_the_list_says_what_the_loaded_variants_say() -> None:
    """The list has what the variants say of themselves, and the variant that each is derived from in the end."""
    found = listed_variants()
    for listed in found:
        variant = load_variant(listed.name)
        kind = games.kind_of(variant)
        assert listed == ListedVariant(
            variant.name,
            variant.title,
            kind.name,
            *kind.board_size(variant),
            variant.featured,
            variant.aliases,
            variant.summary,
            listed.family,
        )
    families = {listed.name: listed.family for listed in found}
    assert families["copenhagen-13"] == families["copenhagen"] == "Copenhagen hnefatafl"


@each_of(ALL)
def test_every_variant_is_explained(name: str) -> None:
    """`variants show` draws the start position and says every rule in a sentence."""
    run = taflkit("variants", "show", name)
    variant = load_variant(name)
    kind = games.kind_of(variant)
    said = " ".join(run.output.split())
    assert run.lines[0] == variant.title
    assert all(" ".join(sentence.split()) in said for sentence in kind.explain(variant))
    assert render.text(kind.start(variant)) in run.output


def test_variants_of_a_kind_are_listed() -> None:
    """`--kind` lists the variants of one kind of game, with the size of their boards."""
    run = taflkit("variants", "--kind", "ataxx")
    assert [line.split()[:2] for line in run.lines] == [["ataxx", "7x7"], ["ataxx-uai", "7x7"]]
    tafl = taflkit("variants", "--kind", "tafl").lines
    assert {line.split()[0] for line in tafl} == set(variant_names("tafl"))


@pytest.mark.parametrize("size", ["7", "7x7", "7X7"])
def test_variants_of_a_size_are_listed(size: str) -> None:
    """`--size` lists the variants on boards of that size."""
    lines = taflkit("variants", "--size", size).lines
    assert {line.split()[1] for line in lines} == {"7x7"}
    assert {"brandubh", "ataxx"} <= {line.split()[0] for line in lines}


def test_no_variant_of_a_size() -> None:
    """A size that no board has is an empty list, and what is no size is refused."""
    assert taflkit("variants", "--size", "18").output == ""
    assert json.loads(taflkit("variants", "--size", "18", "--json").output) == []
    assert taflkit("variants", "--size", "big").error == (
        "Error: Invalid value for '--size': expected a size such as 9 or 9x9, not 'big'."
    )


def test_the_list_as_json() -> None:
    """`--json` gives the same list for programs."""
    found = json.loads(taflkit("variants", "--kind", "qirkat", "--json").output)
    assert [(each["name"], each["kind"], each["columns"], each["rows"]) for each in found] == [
        ("qirkat", "qirkat", 5, 5)
    ]
    assert found[0]["featured"] is True
    assert "alquerque" in found[0]["aliases"]


def test_a_kind_that_is_none_is_refused() -> None:
    """The nearest kind is suggested, and `--kind` goes with the list alone."""
    run = taflkit("variants", "--kind", "atax")
    assert (run.code, run.error) == (2, "Error: there is no kind of game called 'atax'; did you mean 'ataxx'?")
    assert "--kind goes with the list alone" in taflkit("variants", "--kind", "ataxx", "show", "ataxx").error


def test_variants_of_another_kind_are_compared() -> None:
    """`diff` says that the programs' Ataxx differs by its limit alone; two kinds differ in everything."""
    run = taflkit("variants", "diff", "ataxx", "ataxx-uai")
    assert [line[0] for line in run.lines if line[0] in "-+"] == ["-", "+"]
    assert "25 jumps" in run.output
    assert "start positions differ" not in run.output
    assert "The start positions differ." in taflkit("variants", "diff", "tablut", "qirkat").output


def test_the_sentences_are_about_the_board_the_men_and_the_rules() -> None:
    """The rules of a variant read as a player would tell them."""
    sentences = explain(load_variant("tablut"))
    assert sentences[:5] == [
        "The board has 9 by 9 squares.",
        "The throne is e5.",
        "The attackers (Black) have 16 men.",
        "The defenders (White) have 8 men and the king.",
        "The attackers move first.",
    ]
    assert "The defenders win when the king stands on the edge." in sentences
    assert all(sentence.endswith(".") for sentence in sentences)


def test_what_else_is_known_is_shown(tmp_path: Path) -> None:
    """Other names, sources and doubts follow the rules."""
    path = write(tmp_path, small('sources = ["none"]', 'sources = ["none"]\ndoubtful = ["all", "of it"]'))
    assert taflkit("variants", "show", path).lines[-7::2] == [
        "Also called: Tiny Tafl",
        "Sources: none",
        "Doubtful: all; of it",
        f"Compiled kernel: {load_variant(path).kernel}",
    ]


@pytest.mark.parametrize(
    "text", [SMALL, SMALL.replace("\n", "\r\n"), "\ufeff# \u2654", "not = even TOML", b"\xff\0", ""]
)
def test_a_file_is_printed_as_it_stands(tmp_path: Path, text: str | bytes) -> None:
    """`variants show --toml` prints every byte of a file and no other, whether taflkit can read it or not."""
    path = write(tmp_path, text)
    run = CliRunner().invoke(main, ["variants", "show", "--toml", str(path)])
    assert run.exit_code == 0
    assert run.stdout_bytes == path.read_bytes()


@pytest.mark.parametrize("name", ["small", "Tiny Tafl"])
def test_a_file_is_printed_by_any_name_of_its_variant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The file that is printed is the first of the search path."""
    write(tmp_path, SMALL)
    monkeypatch.setenv("TAFLKIT_PATH", str(tmp_path))
    assert taflkit("variants", "show", name, "--toml").output == SMALL


def test_what_is_printed_makes_the_same_variant(tmp_path: Path) -> None:
    """The file of a variant that comes with taflkit starts one's own."""
    path = write(tmp_path, taflkit("variants", "show", "tablut", "--toml").output, "tablut")
    assert load_variant(path) == load_variant("tablut")


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("tabult", "tabult: there is no variant called 'tabult'; did you mean 'tablut'"),
        ("nowhere.toml", "nowhere.toml: cannot be read: No such file or directory"),
    ],
)
def test_a_file_that_is_not_there_is_not_printed(name: str, error: str) -> None:
    """An unknown name and a path to nothing are refused as by every other command."""
    assert taflkit("variants", "show", name, "--toml").error.startswith(f"Error: {error}")


def test_a_good_file_is_good(tmp_path: Path) -> None:
    """`variants check` takes files and names, and counts the examples that hold."""
    path = write(tmp_path, SMALL)
    run = taflkit("variants", "check", path, "tablut")
    assert run.code == 0
    assert run.lines == [
        f"{path}: good, 2 examples hold",
        f"tablut: good, {len(load_variant('tablut').examples)} examples hold",
    ]


def test_examples_are_counted_in_words(tmp_path: Path) -> None:
    """One example holds, and no examples are worth a remark."""
    one = SMALL[: SMALL.rindex("[[examples]]")]
    assert taflkit("variants", "check", write(tmp_path, one)).output.endswith(": good, 1 example holds\n")
    none = SMALL[: SMALL.index("[[examples]]")]
    assert taflkit("variants", "check", write(tmp_path, none)).output.endswith(": good, but no examples\n")


def test_every_file_is_checked_and_any_bad_one_fails(tmp_path: Path) -> None:
    """A file that cannot be loaded, one whose example does not hold, a good one: all are told, and the status is 1."""
    broken = write(tmp_path, "", "broken")
    false = write(tmp_path, small("legal = false", "legal = true"))
    run = taflkit("variants", "check", broken, false, "tablut", "tabult")
    assert run.code == 1
    assert f"{broken}: 3 problems" in run.lines
    assert any(line.startswith(f"{false}: examples[1]: 'An attacker may not") for line in run.lines)
    assert any(line.startswith("tablut: good") for line in run.lines)
    assert run.lines[-1].startswith("tabult: there is no variant called 'tabult'; did you mean 'tablut'")


def test_a_directory_does_not_hide_a_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is a name even where a directory is called so."""
    (tmp_path / "tablut").mkdir()
    monkeypatch.chdir(tmp_path)
    assert taflkit("variants", "check", "tablut").code == 0


def test_the_schema_is_printed() -> None:
    """`variants schema` prints a JSON Schema."""
    schema = json.loads(taflkit("variants", "schema").output)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"] == "taflkit variant"


HOSTILE: dict[str, bytes] = {
    "nothing": b"",
    "ten megabytes": b"# " + b"x" * 10_000_000,
    "not UTF-8": b"\xff\xfe\x00",
    "deep arrays": b"x = " + b"[" * 100_000,
    "deep keys": b".".join([b"a"] * 100_000) + b" = 1",
    "a long number": b"x = " + b"9" * 100_000,
    "many keys": b"".join(b"k%d = 1\n" % number for number in range(10_000)),
    "itself": b'name = "hostile"\nextends = "hostile"\n',
    "a path": b'name = "hostile"\nextends = "../../etc/passwd"\n',
    "two kings": SMALL.replace("A D K D A", "A K K D A").encode(),
    "terminal commands": b'"\\u001b]0;x\\u0007" = 1\n',
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.parametrize("command", [("show",), ("variants", "show"), ("variants", "check")], ids=" ".join)
def test_hostile_files_are_refused_in_a_few_lines(tmp_path: Path, command: tuple[str, ...], data: bytes) -> None:
    """Whatever a file holds, a command that reads it ends with a message about that file, and no traceback."""
    path = write(tmp_path, data, "hostile")
    run = taflkit(*command, path)
    assert run.code in (1, 2)
    assert str(path) in run.output
    assert len(run.output) < 8000
    assert "\x1b" not in run.output


def test_a_directory_is_refused(tmp_path: Path) -> None:
    """A directory is no variant file."""
    assert taflkit("variants", "check", f"{tmp_path}{os.sep}").lines == [
        f"{tmp_path}: cannot be read: it is a directory"
    ]


def test_two_variants_are_told_apart_by_their_sentences() -> None:
    """`variants diff` says what holds in one alone and what in the other alone."""
    run = taflkit("variants", "diff", "brandubh", "tablut")
    assert run.code == 0
    assert "- The defenders win when the king stands on the corners." in run.lines
    assert "+ The defenders win when the king stands on the edge." in run.lines
    assert not any("A side that has no legal move" in line for line in run.lines)
    assert run.lines[-1] == "The start positions differ."


def test_a_variant_does_not_differ_from_itself() -> None:
    """Comparing a variant with itself, here by another of its names, finds nothing."""
    run = taflkit("variants", "diff", "tablut", "linnaeus")
    assert run.output == "The rules and the start positions are the same.\n"
