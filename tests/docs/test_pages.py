"""What the pages are made from: nothing is left out, and what is committed is up to date."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import attrs
import pytest

from taflkit import load_variant
from taflkit.evaluation.terms import TERMS
from taflkit.games import game_kind
from taflkit.games.ataxx.schema import AtaxxTable
from taflkit.games.qirkat.schema import QirkatTable
from taflkit.rules.protocols import QUESTIONS
from taflkit.rules.registry import BUILT_IN
from taflkit.variant.schema import VariantTable
from tests.conftest import ROOT
from tests.docs.blocks import shell
from tests.variants import each_of
from tools.pages import folder, rules, terms, variants
from tools.pages.catalogue import by_question, parent, variants_using
from tools.pages.catalogue import variants as all_variants
from tools.pages.keys import MARKER, TABLES, fill_in, rows
from tools.pages.written import in_use, written

made = cache(folder.made)
FORMAT = (ROOT / "docs" / "variant-files.md").read_text("utf-8")
VARIANTS = sorted(path.stem for path in (ROOT / "variants").glob("*.toml"))


def test_every_key_is_documented() -> None:
    """The page on variant files has a table for each class that files are read into, and one of the rules."""
    assert {marker["table"] for marker in MARKER.finditer(FORMAT)} == {*(cls.__name__ for cls in TABLES), None}
    filled = fill_in(FORMAT)
    for cls in TABLES:
        assert all(f"| `{field.name}` |" in filled for field in attrs.fields(cls))
    assert all(f"rules/{name}.md" in filled for name in BUILT_IN)


def test_every_term_of_the_evaluation_is_documented() -> None:
    """The page on searchers has a row for each term, with its weights."""
    page = (ROOT / "docs" / "searchers.md").read_text("utf-8")
    rows = [line for line in terms.fill_in(page).splitlines() if line.startswith("| `")]
    for term, names in TERMS.items():
        (row,) = (row for row in rows if row.startswith(f"| `{term.__name__}` |"))
        assert all(f"`{name}`" in row for name in names)


def test_every_class_of_the_schema_is_documented() -> None:
    """No table of a variant file is left out."""
    seen: set[Any] = set()
    waiting: list[Any] = [VariantTable, AtaxxTable, QirkatTable]
    while waiting:
        cls = waiting.pop()
        seen.add(cls)
        attrs.resolve_types(cls)
        for field in attrs.fields(cls):
            waiting += [kind for kind in (field.type, *get_args(field.type)) if attrs.has(kind)]
    assert seen == set(TABLES)


def test_what_is_inherited_is_documented() -> None:
    """The page names every key that a file with `extends` takes over."""
    paragraphs = [text for text in FORMAT.split("\n\n") if "takes over" in text]
    kinds = [game_kind(name) for name in ("tafl", "ataxx", "qirkat")]
    for paragraph, kind in zip(paragraphs, kinds, strict=True):
        assert all(f"`{key}`" in paragraph for key in kind.inheritance.keys)


def test_every_rule_answers_a_question() -> None:
    """Each rule stands under one question, and each question has a rule; the king's are those of the men."""
    listed = [name for names in by_question().values() for name in names]
    assert sorted(listed) == sorted(BUILT_IN)
    assert set(by_question()) == set(QUESTIONS) - {"king"}
    assert all(by_question().values())


@pytest.mark.slow
def test_every_page_is_in_the_navigation() -> None:
    """The pages that are made are those to which the navigation leads."""
    pages = {path for path in made() if path.endswith(".md")}
    assert pages == {
        "variants/index.md",
        "rules/index.md",
        *(f"variants/{name}.md" for name in VARIANTS),
        *(f"rules/{name}.md" for name in BUILT_IN),
    }
    named = set(re.findall(r"[\w/-]+\.md", str([variants.navigation(), rules.navigation()])))
    assert named == pages


@pytest.mark.slow
@each_of(VARIANTS)
def test_the_page_of_a_variant_says_what_its_file_says(name: str) -> None:
    """The page has the summary, all names, sources and doubts, each example, and the variant that it extends."""
    page, variant = made()[f"variants/{name}.md"], all_variants()[name]
    for words in (variant.summary, *variant.aliases, *variant.sources, *variant.doubtful):
        assert words in page
    for number, example in enumerate(variant.examples, 1):
        assert f"### {example.says.removesuffix('.')}\n" in page
        assert f"pictures/{name}-{number}-before.svg" in page
        assert (f"pictures/{name}-{number}-after.svg" in page) == example.legal
    base = parent(variant)
    assert base is None or f"from [{base}]({base.name}.md)" in page


@pytest.mark.slow
def test_a_rule_is_shown_at_work() -> None:
    """The page of a rule draws an example that depends on it: without the shieldwall, nothing would be captured."""
    page = made()["rules/shieldwall.md"]
    assert "play f5-f1 and take d1 and e1" in page
    assert "[Copenhagen hnefatafl](../variants/copenhagen.md)" in page


@pytest.mark.slow
def test_what_is_written_already_is_left_alone(tmp_path: Path) -> None:
    """Writing the source again changes no file, so that whoever watches it sees nothing new; what is left over goes."""

    def times() -> dict[Path, int]:
        return {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}

    folder.write(tmp_path)
    written = times()
    (tmp_path / "docs" / "variants" / "gone.md").write_text("# Gone\n", "utf-8")
    folder.write(tmp_path)
    assert times() == written


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_outside_the_site_lead_somewhere(page: str) -> None:
    """What the pages at the top of the repository link to in the repository is there; mkdocs checks the others."""
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", (ROOT / page).read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize(
    ("picture", "options", "page"),
    [
        ("tablut.svg", "", "README.md"),
        ("plan.svg", "--arrows e3-a3 --highlight a3", "docs/how-to/pictures.md"),
    ],
)
def test_the_pictures_are_up_to_date(picture: str, options: str, page: str) -> None:
    """A committed board is the one that is drawn today; `taflkit show` with these options writes it."""
    drawn = shell(f'taflkit show tablut --moves "i4-h d5-7 d1-5" {options} --svg -', ROOT)
    assert (ROOT / "docs" / "pictures" / picture).read_text("utf-8") == drawn
    assert f"pictures/{picture})" in (ROOT / page).read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILT_IN)
def test_a_rule_is_shown_as_a_file_writes_it(name: str, tmp_path: Path) -> None:
    """The table on the page of a rule builds the rule, in a variant that has the regions and pieces that it names."""
    question, strategy = in_use(name)
    users = variants_using(type(strategy))
    having = next((user for user in users if strategy in user.rules.strategies), all_variants()["tablut"])
    table = written(question, strategy)
    assert table in made()[f"rules/{name}.md"]
    file = tmp_path / "shown.toml"
    file.write_text(f'name = "shown"\nextends = "{having.name}"\n{table}\n', "utf-8")
    assert strategy in load_variant(file).rules.strategies


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_key_of_a_rule_has_a_meaning(name: str) -> None:
    """The row of a key ends with what it means."""
    for row in list(rows(BUILT_IN[name]))[2:]:
        assert row.endswith(". |")


def test_what_is_said_about_balance_was_measured() -> None:
    """Every number on the balance of a variant has the command that found it, and its games add up."""
    measured = json.loads(variants.BALANCE.read_text("utf-8"))
    assert measured
    for name, entry in measured.items():
        found = entry["found"]
        assert entry["command"].split()[:3] == ["taflkit", "balance", name]
        assert f"--games {found['games']} --player {found['player']} --seed {found['seed']}" in entry["command"]
        assert sum(found["won"].values()) + found["drawn"] == found["games"]
        assert sum(ending["games"] for ending in found["endings"]) == found["games"]
