"""The family of variants that comes with taflkit: each file proves by examples what sets it apart."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import attrs

import taflkit
from taflkit import TaflError, Variant, games, load_variant
from taflkit.board import Position
from taflkit.games.tafl.examples import check_example
from taflkit.rules import Encirclement, Reason
from taflkit.variant import Example
from taflkit.variant.build import INHERITANCE
from taflkit.variant.catalogue import find_variant
from taflkit.variant.extends import ancestry, inherit, merge
from taflkit.variant.toml import TomlTable, read_table
from tests.conftest import ROOT
from tests.variants import TAFL, each_of

ALL_FILES = {path.stem: path for path in sorted((ROOT / "variants").glob("*.toml"))}
#: Those of tafl: what sets them apart is told by comparing rules.
FILES = {name: ALL_FILES[name] for name in TAFL}
ENOUGH = 3
#: For the files that extend no other, the variant they are most easily taken for.
NEIGHBOURS = {
    "brandubh": "brandubh-walker",
    "copenhagen": "fetlar",
    "saami-tablut": "tablut",
    "sea-battle-9-t": "saami-tablut",
    "simple-tafl-11": "sea-battle-11",
    "tablut": "skalk-9",
}


@cache
def family(name: str) -> tuple[tuple[Path, TomlTable], ...]:
    """The files that a variant is made of, each with its tables completed."""
    return tuple(inherit(ancestry(FILES[name], find_variant), INHERITANCE))


def parent(name: str) -> str | None:
    """The variant that a file extends."""
    files = family(name)
    return files[-2][0].stem if len(files) > 1 else None


EXTENDING = [name for name in FILES if parent(name)]


def elsewhere(other: Variant, example: Example[Position], own: Variant) -> Example[Position] | None:
    """An example in another variant: from its start, or with the same pieces; `None` if they cannot stand there."""
    if other.board.grid is not own.board.grid:
        return None
    if example.position == own.start:
        return attrs.evolve(example, position=other.start)
    try:
        position = other.board.position(dict(example.position.pieces()), example.position.to_move)
    except TaflError:
        return None
    return attrs.evolve(example, position=position)


def test_there_is_a_family() -> None:
    """The files are found."""
    assert len(FILES) >= 60


@each_of(ALL_FILES)
def test_every_variant_has_examples_that_hold(name: str) -> None:
    """A file has three examples or more, and what they say is so."""
    variant = taflkit.load_variant(name)
    assert len(variant.examples) >= ENOUGH
    assert games.kind_of(variant).failed_examples(variant) == []


@each_of(FILES)
def test_three_examples_fail_under_the_neighbours_rules(name: str) -> None:
    """What a file gives as examples is not so, or cannot be played, in the variant that it extends or is near to."""
    variant, other = load_variant(name), load_variant(parent(name) or NEIGHBOURS[name])
    telling = [
        example.says
        for example in variant.examples
        if (there := elsewhere(other, example, variant)) is None or check_example(other, there)
    ]
    assert len(telling) >= ENOUGH


@each_of(EXTENDING)
def test_a_file_says_nothing_twice(name: str) -> None:
    """A file that extends another states only its difference."""
    inherited = family(name)[-2][1]
    own = {key: value for key, value in read_table(FILES[name]).items() if key in INHERITANCE.keys}
    assert [key for key, value in _parts(own) if merge(inherited, _nested(key, value), INHERITANCE) == inherited] == []


def _parts(table: TomlTable) -> list[tuple[tuple[str, ...], object]]:
    """What a table says, with the keys that lead to it: rules one by one, the rest key by key."""
    found: list[tuple[tuple[str, ...], object]] = []
    for key, value in table.items():
        if key == "rules":
            found += [
                ((key, question, label), answer)
                for question, answers in value.items()
                for label, answer in answers.items()
            ]
        else:
            found.append(((key,), value))
    return found


def _nested(keys: tuple[str, ...], value: object) -> TomlTable:
    for key in reversed(keys):
        value = {key: value}
    assert isinstance(value, dict)
    return value


def test_no_two_variants_share_a_name() -> None:
    """A name, a title or an alias means one variant, however it is spelled."""
    names = Counter(
        spelled
        for name in ALL_FILES
        for variant in [taflkit.load_variant(name)]
        for spelled in {_spelled(text) for text in (variant.name, variant.title, *variant.aliases)}
    )
    assert [name for name, count in names.items() if count > 1] == []


def _spelled(text: str) -> str:
    return " ".join(text.lower().replace("-", " ").replace("_", " ").split())


@each_of(ALL_FILES)
def test_every_variant_is_introduced(name: str) -> None:
    """A file has a title, a summary that is a sentence, and sources."""
    variant = taflkit.load_variant(name)
    assert variant.title
    assert variant.summary.endswith(".")
    assert variant.sources
    assert all(doubt.endswith(".") for doubt in variant.doubtful)


@each_of(FILES)
def test_what_is_disputed_is_a_rule_and_doubtful(name: str) -> None:
    """A file lists as disputed only endings that its rules have, and says what is doubtful about them."""
    variant = load_variant(name)
    if variant.disputed:
        assert variant.disputed == (Reason.ENCIRCLED,)
        assert any(isinstance(ending, Encirclement) for ending in variant.rules.endings)
        assert any(doubt.startswith("Encirclement: ") for doubt in variant.doubtful)


def test_encirclement_is_disputed_where_games_went_on() -> None:
    """Where some games ended by a ring and others went on, both are accepted; elsewhere the rule is clear."""
    disputed = {name for name in FILES if load_variant(name).disputed}
    assert disputed == {
        "fetlar",
        "fidchell",
        "fidchell-weak",
        "old-hnefatafl-11",
        "saami-tablut",
        "sea-battle-9-t",
        "skalk-11",
    }
    encircling = {name: load_variant(name).rules.endings for name in ("copenhagen", "fetlar-13", "berserk")}
    found = {name: any(isinstance(ending, Encirclement) for ending in rule) for name, rule in encircling.items()}
    assert found == {"copenhagen": True, "fetlar-13": True, "berserk": False}
