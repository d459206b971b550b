"""`extends`: a file that says only the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from taflkit import Variant, VariantError, load_variant
from taflkit.rules import Custodial, RepetitionEnds, RepetitionForbidden, Reserved, Slide, Surrounded, Verdict
from tests.variant.files import SMALL, problem, problems, small, write


def child(directory: Path, difference: str = "", *, parent: str = SMALL, name: str = "child") -> Path:
    """A file that extends the small one, beside it."""
    write(directory, parent)
    return write(directory, f'name = "{name}"\nextends = "small"\n{difference}', name)


def load(directory: Path, difference: str = "") -> tuple[Variant, Variant]:
    """The small variant, and one that extends it."""
    path = child(directory, difference)
    return load_variant(directory / "small.toml"), load_variant(path)


def test_everything_of_the_game_is_inherited(tmp_path: Path) -> None:
    """The start, the side that begins, regions, pieces, players' names and rules come from the variant extended."""
    parent, extending = load(tmp_path)
    assert extending.rules == parent.rules
    assert extending.start == parent.start
    assert extending.attackers == "Black"


def test_what_is_said_about_a_variant_is_its_own(tmp_path: Path) -> None:
    """Title, summary, aliases, sources and examples are not inherited."""
    _, extending = load(tmp_path)
    assert (extending.title, extending.summary, extending.aliases, extending.sources) == ("Child", "", (), ())
    assert extending.examples == ()


def test_a_rule_is_changed_by_the_key_that_differs(tmp_path: Path) -> None:
    """A table without a `rule` changes the inherited rule under its label, whatever the label."""
    parent, extending = load(tmp_path, '[rules.access.throne]\ncross = "king"\n')
    assert parent.rules.access == (Reserved("throne", stop="king"),)
    assert extending.rules.access == (Reserved("throne", stop="king", cross="king"),)


def test_a_rule_without_a_label_is_changed_by_the_key_that_differs(tmp_path: Path) -> None:
    """Repetition has one answer, and a difference in it keeps the rest."""
    _, extending = load(tmp_path, '[rules.repetition]\nresult = "attackers-lose"\n')
    assert extending.rules.repetition == RepetitionEnds(3, Verdict.ATTACKERS_LOSE)


def test_a_rule_within_a_rule_is_changed_too(tmp_path: Path) -> None:
    """Differences go as deep as rules do."""
    _, extending = load(tmp_path, '[rules.king.by-area.inside]\nvictims = ["king", "defenders"]\n')
    (king,) = extending.rules.king
    assert getattr(king, "inside", None) == Surrounded(("king", "defenders"))
    assert getattr(king, "outside", None) == Custodial("king")


def test_another_rule_replaces_the_inherited_one(tmp_path: Path) -> None:
    """A table that names another rule takes nothing over from the one it replaces."""
    _, extending = load(tmp_path, '[rules.repetition]\nrule = "repetition-forbidden"\n')
    assert extending.rules.repetition == RepetitionForbidden()


def test_another_rule_under_a_label_replaces_the_inherited_one(tmp_path: Path) -> None:
    """A label keeps its place when its rule changes."""
    _, extending = load(tmp_path, '[rules.king.by-area]\nrule = "custodial"\nvictims = "king"\n')
    assert extending.rules.king == (Custodial("king"),)


def test_naming_the_same_rule_again_changes_it(tmp_path: Path) -> None:
    """A table that names the rule which is inherited changes it, and does not begin anew."""
    _, extending = load(tmp_path, '[rules.access.throne]\nrule = "reserved"\nstop = "everyone"\n')
    assert extending.rules.access == (Reserved("throne", stop="everyone"),)


def test_false_removes_a_rule(tmp_path: Path) -> None:
    """A label set to false takes the inherited rule away."""
    parent, extending = load(tmp_path, "[rules.endings]\nking-captured = false\n")
    assert extending.rules.endings == parent.rules.endings[1:]


def test_false_removes_every_rule_of_a_question(tmp_path: Path) -> None:
    """A whole question set to false has no answers left."""
    _, extending = load(tmp_path, "[rules]\naccess = false\n")
    assert extending.rules.access == ()


def test_false_removes_a_region_and_a_piece(tmp_path: Path) -> None:
    """Regions and pieces are removed as rules are."""
    difference = '[rules.endings.king-reaches]\narea = "edge"\n[regions]\ncorners = false\n[names]\n'
    _, extending = load(tmp_path, difference)
    assert [name for name, _ in extending.geometry.regions] == ["throne"]
    pieces = '[pieces]\nD = false\nS = { side = "defenders" }\n'
    start = 'start = """' + load_variant(tmp_path / "small.toml").start.picture.replace("D", "S") + '"""\n'
    renamed = load_variant(child(tmp_path, start + pieces))
    assert [piece.letter for piece in renamed.board.pieces] == ["A", "K", "S"]


def test_a_rule_is_added_under_a_new_label(tmp_path: Path) -> None:
    """What the parent has no label for is added after what is inherited."""
    _, extending = load(tmp_path, '[rules.movement]\nhop = { rule = "slide", pieces = "king" }\n')
    assert extending.rules.movement == (Slide(), Slide("king"))


def test_false_without_anything_inherited_is_refused(tmp_path: Path) -> None:
    """A misspelled label cannot seem to remove a rule."""
    path = child(tmp_path, "[rules.endings]\nking-capture = false\n")
    assert problem(path) == (
        "rules.endings.king-capture: false removes what is inherited under this name, and nothing is"
    )


@pytest.mark.parametrize("what", ["rules = false", "[rules]\nmovement = false", "[rules]\nno_moves = false"])
def test_what_must_be_said_cannot_be_removed(tmp_path: Path, what: str) -> None:
    """Taking away what no variant is without leaves a key that is missing."""
    assert problem(child(tmp_path, what)).endswith("this key is missing")


def test_a_mistake_in_the_variant_extended_is_blamed_on_its_own_file(tmp_path: Path) -> None:
    """The error of a file that extends a broken one names the broken one."""
    path = child(tmp_path, parent=small('area = "corners"', 'area = "hall"'))
    grandchild = write(tmp_path, 'name = "grandchild"\nextends = "child"\n', "grandchild")
    for broken in (path, grandchild):
        with pytest.raises(ValueError, match="hall") as caught:
            load_variant(broken)
        assert getattr(caught.value, "path", None) == str(tmp_path / "small.toml")


def test_a_mistake_of_its_own_is_blamed_on_the_file_that_extends(tmp_path: Path) -> None:
    """The error of a file that breaks what it inherits names that file."""
    assert problem(child(tmp_path, "[regions]\ncorners = false\n")).startswith("rules.endings.king-reaches: ")


def test_the_file_beside_comes_before_the_search_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file extends its neighbour rather than a variant of the same name elsewhere."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    write(elsewhere, small("occurrences = 3", "occurrences = 7"))
    monkeypatch.setenv("TAFLKIT_PATH", str(elsewhere))
    assert load_variant(child(tmp_path)).rules.repetition == RepetitionEnds(3, Verdict.DRAW)


def test_a_variant_may_be_extended_by_its_alias(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`extends` takes every name that the search path knows."""
    write(tmp_path, SMALL)
    monkeypatch.setenv("TAFLKIT_PATH", str(tmp_path))
    path = write(tmp_path, 'name = "child"\nextends = "tiny tafl"\n', "child")
    assert load_variant(path).rules == load_variant("small").rules


def test_extending_oneself_is_refused(tmp_path: Path) -> None:
    """A variant cannot be its own parent."""
    path = write(tmp_path, 'name = "small"\nextends = "small"\n')
    assert problem(path) == "extends: goes round in a circle: small extends small"


def test_a_circle_is_refused(tmp_path: Path) -> None:
    """Variants that extend each other are refused, and the circle is shown."""
    for name, parent in (("one", "two"), ("two", "three"), ("three", "one")):
        write(tmp_path, f'name = "{name}"\nextends = "{parent}"\n', name)
    assert problem(tmp_path / "one.toml") == (
        "extends: goes round in a circle: one extends two extends three extends one"
    )


def test_a_circle_through_a_link_is_refused(tmp_path: Path) -> None:
    """A link is the file that it leads to."""
    path = write(tmp_path, 'name = "one"\nextends = "two"\n', "one")
    (tmp_path / "two.toml").symlink_to(path)
    with pytest.raises(VariantError, match="extends: goes round in a circle: one extends one"):
        load_variant(path)


def test_extends_goes_only_so_deep(tmp_path: Path) -> None:
    """A chain of eight is followed, a longer one refused."""
    write(tmp_path, SMALL, "small")
    for number in range(1, 10):
        parent = f"link{number - 1}" if number > 1 else "small"
        write(tmp_path, f'name = "link{number}"\nextends = "{parent}"\n', f"link{number}")
    assert load_variant(tmp_path / "link8.toml").rules == load_variant(tmp_path / "small.toml").rules
    assert problem(tmp_path / "link9.toml") == "extends: more than 8 variants deep"


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        ("smal", "extends: there is no variant called 'smal'; did you mean 'small'"),
        ("../small", "extends: '../small' is not the name of a variant"),
        ("small.toml", "extends: 'small.toml' is not the name of a variant"),
        ("", "extends: '' is not the name of a variant"),
        ("..", "extends: there is no variant called '..'; there are "),
        (r"a\u0000b", r"extends: there is no variant called 'a\x00b'; there are "),
        ("x" * 1000, "extends: there is no variant called 'xxxxx"),
    ],
)
def test_extends_takes_names_of_variants_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parent: str, expected: str
) -> None:
    """An unknown name is refused with the nearest, and a path is no name."""
    write(tmp_path, SMALL)
    monkeypatch.setenv("TAFLKIT_PATH", str(tmp_path))
    path = write(tmp_path, f'name = "child"\nextends = "{parent}"\n', "child")
    assert problem(path).startswith(expected)


def test_extends_must_be_a_text(tmp_path: Path) -> None:
    """A list of parents is no parent."""
    assert "extends: expected a text, not a list" in problems(write(tmp_path, 'extends = ["small"]\n', "child"))


def test_a_change_in_the_variant_extended_is_noticed(tmp_path: Path) -> None:
    """Loading again after the parent has changed gives the changed rules."""
    path = child(tmp_path)
    assert load_variant(path).rules.repetition == RepetitionEnds(3, Verdict.DRAW)
    write(tmp_path, small("occurrences = 3", "occurrences = 4"))
    assert load_variant(path).rules.repetition == RepetitionEnds(4, Verdict.DRAW)
