"""Digests of rules: what changes them, and what does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import attrs
import pytest

from taflkit import load_variant, variant_names
from taflkit import load_variant as load_any
from taflkit.games import kind_of
from taflkit.rules import Custodial, Slide
from taflkit.rules.protocols import Captor, Composition
from taflkit.variant import Weights
from taflkit.variant.catalogue import parse_variant
from taflkit.variant.digest import digest_of
from taflkit.variant.toml import format_toml
from tests.games.nim_kind import NimVariant
from tests.packages import run
from tests.search.nim import Who
from tests.variant.files import SMALL, small, write
from tests.variants import ALL, each_of

TABLUT = load_variant("tablut")
BRANDUBH = load_variant("brandubh")


@attrs.frozen
class Strict:
    """A way to capture that no file can name."""

    least: int = 2
    inner: Custodial = attrs.field(factory=Custodial)

    def captor(self, rules: Composition) -> Captor:
        """The captures of a plain capture."""
        return self.inner.captor(rules)


class Plain:
    """As above, but no attrs class."""

    def captor(self, rules: Composition) -> Captor:
        """The captures of a plain capture."""
        return Custodial().captor(rules)


def test_the_digests_of_all_variants_differ() -> None:
    """No two variants that come with taflkit are played by the same rules from the same start."""
    digests = {name: load_any(name).digest for name in variant_names()}
    assert None not in digests.values()
    assert len({*digests.values()}) == len(digests)
    assert all(len(digest or "") == 16 for digest in digests.values())


def test_the_digest_of_known_rules() -> None:
    """Digests are the same in every process and on every version of Python."""
    code = "import taflkit; print(taflkit.load_variant('tablut').digest)"
    assert run(sys.executable, "-c", code).stdout.strip() == TABLUT.digest == "32ee43ebf326be8b"


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Another"},
        {"name": "another", "aliases": ("one",), "summary": "It is.", "sources": (), "doubtful": ("all",)},
        {"examples": (), "disputed": (), "featured": False, "attackers": "Reds"},
        {"weights": Weights(attacker=1), "network": None, "book": None},
    ],
    ids=" ".join,
)
def test_what_describes_a_variant_is_no_part_of_its_rules(change: dict[str, object]) -> None:
    """Names, sources, examples and the evaluation may change."""
    assert attrs.evolve(BRANDUBH, **change).digest == BRANDUBH.digest  # type: ignore[arg-type]


def test_a_changed_rule_changes_the_digest() -> None:
    """So do another option, another board and another start."""
    rules = BRANDUBH.rules
    start = BRANDUBH.start
    others = [
        attrs.evolve(BRANDUBH, rules=attrs.evolve(rules, captures=())),
        attrs.evolve(BRANDUBH, rules=attrs.evolve(rules, movement=(Slide(pieces="men"), Slide(pieces="king")))),
        attrs.evolve(BRANDUBH, rules=attrs.evolve(rules, endings=rules.endings[::-1])),
        attrs.evolve(BRANDUBH, rules=attrs.evolve(rules, turncoats=("men",))),
        attrs.evolve(BRANDUBH, start=attrs.evolve(start, to_move=start.to_move.other)),
        TABLUT,
    ]
    assert len({BRANDUBH.digest, *(each.digest for each in others)}) == len(others) + 1


def spellings() -> Iterator[str]:
    """The small file, spelled in other ways."""
    yield small('stop = "king"', 'stop = ["king"], cross = "everyone"')
    yield small("slide = {}", 'anyone = { rule = "slide" }')
    yield small("king-captured = {}", 'caught = { rule = "king-captured" }')
    yield small('[regions]\nthrone = "centre"\n', '[regions]\nthrone = ["c3"]\n')
    yield small("occurrences = 3\n", "")
    yield small('title = "Small tafl"', 'title = "Tiny tafl"')


def test_the_spelling_of_a_file_does_not_matter(tmp_path: Path) -> None:
    """What is inherited, presets written out as squares, defaults and the order of keys make no difference."""
    base = load_variant(write(tmp_path, SMALL))
    own = write(tmp_path, f'name = "own"\nextends = "{base.name}"\n', "own")
    assert load_variant(own).digest == base.digest
    for number, text in enumerate(spellings()):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert load_variant(write(folder, text)).digest == base.digest


@each_of(ALL)
def test_a_variant_that_is_written_out_has_the_same_digest(name: str) -> None:
    """Whatever it extends, and whatever its file leaves out."""
    variant = load_any(name)
    text = format_toml(kind_of(variant).variant_table(variant))
    assert parse_variant(text, name).digest == variant.digest


def test_rules_that_no_file_can_name() -> None:
    """An attrs class has a digest by its name and its fields; another object has none."""
    first, second = (
        attrs.evolve(BRANDUBH, rules=attrs.evolve(BRANDUBH.rules, captures=(strict,)))
        for strict in (Strict(), Strict(least=3))
    )
    assert first.digest is not None
    assert len({first.digest, second.digest, BRANDUBH.digest}) == 3
    plain = attrs.evolve(BRANDUBH, rules=attrs.evolve(BRANDUBH.rules, captures=(Plain(),)))
    assert plain.digest is None


class Stricter(Strict):
    """Has a memory that its fields do not tell."""

    def __init__(self, seen: int) -> None:
        super().__init__()
        object.__setattr__(self, "seen", seen)


def test_a_subclass_that_is_no_attrs_class_has_no_digest() -> None:
    """It may behave otherwise than its fields tell; the same holds of a value that contains itself."""
    variant = attrs.evolve(BRANDUBH, rules=attrs.evolve(BRANDUBH.rules, captures=(Stricter(1),)))
    assert variant.digest is None
    endless: list[object] = []
    endless.append(endless)
    assert digest_of("x", {"a": endless}) is None


def test_variants_of_a_plug_in_have_a_digest() -> None:
    """Of a plain kind, the start position, who begins and the fields of its own count."""
    nim = NimVariant(name="nim", title="Nim", start=("|||",), first=Who.FIRST)
    assert nim.digest is not None
    assert attrs.evolve(nim, title="Matches").digest == nim.digest
    assert attrs.evolve(nim, start=("||||",)).digest != nim.digest
    assert attrs.evolve(nim, first=Who.SECOND).digest != nim.digest


def test_what_has_no_order_is_sorted() -> None:
    """Sets and mappings have the same digest in every order, and lists have not."""
    assert digest_of("x", {"a": {"p", "q"}, "b": {"m": 1, "n": 2}}) == digest_of(
        "x", {"b": {"n": 2, "m": 1}, "a": {"q", "p"}}
    )
    assert digest_of("x", {"a": ["p", "q"]}) != digest_of("x", {"a": ["q", "p"]})
    assert digest_of("x", {"a": object()}) is None
