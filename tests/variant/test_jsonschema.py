"""The JSON Schema of variant files agrees with the loader."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflkit import VariantError, load_variant
from taflkit.games import kind_names
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS
from taflkit.rules.registry import strategies
from taflkit.variant.catalogue import find_variant
from taflkit.variant.jsonschema import json_schema
from taflkit.variant.toml import read_table
from tests.examples import examples
from tests.variant.files import SMALL, dumps, write
from tests.variants import ALL, each_of

Table = dict[str, Any]
VALIDATOR = jsonschema.Draft202012Validator(json_schema())
TABLE = tomllib.loads(SMALL)


def accepts(table: Table) -> bool:
    """Whether the schema takes a table."""
    return bool(VALIDATOR.is_valid(table))


def loads(directory: Path, table: Table) -> bool:
    """Whether the loader takes a table, as a file of the name that the table says."""
    name = table.get("name")
    try:
        load_variant(write(directory, dumps(table), name if isinstance(name, str) else "nameless"))
    except VariantError:
        return False
    return True


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a variant in it that others extend."""
    return write(tmp_path_factory.mktemp("schema"), SMALL.replace('"small"', '"parent"'), "parent").parent


def changed(*steps: str | int, to: Any) -> Callable[[Table], None]:
    """Sets a value within a table, and the tables on the way to it."""

    def change(table: Table) -> None:
        inner: Any = table
        for step in steps[:-1]:
            inner = inner.setdefault(step, {}) if isinstance(inner, dict) else inner[step]
        inner[steps[-1]] = to

    return change


def without(*steps: str | int) -> Callable[[Table], None]:
    """Removes a value within a table."""

    def change(table: Table) -> None:
        inner: Any = table
        for step in steps[:-1]:
            inner = inner[step]
        del inner[steps[-1]]

    return change


def test_the_schema_is_one() -> None:
    """What is printed is a JSON Schema, and every part that it refers to is there."""
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["$defs"].keys() == set(kind_names())
    tafl = schema["$defs"]["tafl"]["$defs"]
    assert {f"rule-{name}" for name in strategies()} <= tafl.keys()
    assert {f"changes-rule-{name}" for name in strategies()} <= tafl.keys()


@each_of(ALL)
def test_every_variant_file_is_valid(name: str) -> None:
    """What loads is valid: the files that come with taflkit."""
    assert list(VALIDATOR.iter_errors(read_table(find_variant(name)))) == []


GOOD = {
    "as it is": lambda table: None,
    "no examples": without("examples"),
    "one text for a list": changed("rules", "captures", "custodial", "victims", to="men"),
    "a list for one text": changed("rules", "captures", "custodial", "victims", to=["men", "king"]),
    "a rule under another label": changed("rules", "movement", "any label", to={"rule": "slide"}),
    "a rule's name as label of another rule": changed("rules", "hostility", "empty-area", to={"rule": "enemies"}),
    "a label that is the rule": changed("rules", "hostility", "empty-area", to={"area": "throne"}),
    "squares of a region": changed("regions", "corners", to=["a1"]),
    "no regions but what rules need": changed("regions", "hall", to=["b2"]),
    "without names": without("names"),
    "the least number": changed("rules", "repetition", "occurrences", to=2),
    "a position that is left to the start": without("examples", 0, "position"),
    "a weight": changed("evaluation", "attacker", to=-10_000),
    "weights without a network": changed("evaluation", "learned", to=False),
    "no answers to a question": changed("rules", "access", to={}),
}
BAD = {
    "a whole number that is none": changed("rules", "repetition", "occurrences", to=2.5),
    "a number that is too small": changed("rules", "repetition", "occurrences", to=1),
    "a number that is too large": changed("rules", "repetition", "occurrences", to=2**64),
    "a weight that is too large": changed("evaluation", "attacker", to=10_001),
    "a weight that is too small": changed("evaluation", "attacker", to=-10_001),
    "a word for an evaluation": changed("evaluation", to="modern"),
    "a network that is turned off by a number": changed("evaluation", "learned", to=0),
    "a weight that is none": changed("evaluation", "colour", to=1),
    "a number that is true": changed("rules", "repetition", "occurrences", to=True),
    "a truth that is a text": changed("examples", 0, "legal", to="no"),
    "a text that is a list": changed("title", to=["x"]),
    "a list that is a text": changed("aliases", to="x"),
    "a list that holds a number": changed("aliases", to=["x", 1]),
    "a side that is none": changed("first", to="black"),
    "a reason that is none": changed("examples", 1, "reason", to="boredom"),
    "an unknown key": changed("colour", to=1),
    "an unknown key of a rule": changed("rules", "movement", "slide", "colour", to=1),
    "an unknown key of a rule under a label": changed("rules", "access", "throne", "colour", to=1),
    "an unknown key of an example": changed("examples", 0, "colour", to=1),
    "an unknown question": changed("rules", "colour", to={}),
    "an unknown rule": changed("rules", "movement", "other", to={"rule": "jump"}),
    "a label that is no rule": changed("rules", "movement", "jump", to={}),
    "a rule of another question": changed("rules", "movement", "other", to={"rule": "custodial"}),
    "a label that is a rule of another question": changed("rules", "movement", "custodial", to={}),
    "a single rule without its name": without("rules", "no_moves", "rule"),
    "a rule within a rule without its name": without("rules", "king", "by-area", "inside", "rule"),
    "a rule without a key that it needs": without("rules", "endings", "king-reaches", "area"),
    "no way to move": changed("rules", "movement", to={}),
    "a question that is a text": changed("rules", "movement", to="slide"),
    "a rule that is a text": changed("rules", "movement", "slide", to="x"),
    "a rule that is false": changed("rules", "endings", "king-captured", to=False),
    "a question that is false": changed("rules", "access", to=False),
    "a region that is false": changed("regions", "corners", to=False),
    "a region that is a number": changed("regions", "corners", to=3),
    "a piece without a side": changed("pieces", "X", to={"kind": "knight"}),
    "examples that are a table": changed("examples", to={"says": "x"}),
    "an example that is a text": changed("examples", to=["x"]),
    "no name": without("name"),
    "a name of two words": changed("name", to="two words"),
    "no start": without("start"),
    "no rules": without("rules"),
    "no rules of movement": without("rules", "movement"),
    "no rule of repetition": without("rules", "repetition"),
    "extends that is no text": changed("extends", to=1),
}


@pytest.mark.parametrize("change", GOOD.values(), ids=GOOD.keys())
def test_what_is_good_is_good_to_both(directory: Path, change: Callable[[Table], None]) -> None:
    """The schema and the loader take the same tables."""
    table = copy.deepcopy(TABLE)
    change(table)
    assert (accepts(table), loads(directory, table)) == (True, True)


@pytest.mark.parametrize("change", BAD.values(), ids=BAD.keys())
def test_what_is_bad_is_bad_to_both(directory: Path, change: Callable[[Table], None]) -> None:
    """The schema and the loader refuse the same tables."""
    table = copy.deepcopy(TABLE)
    change(table)
    assert (accepts(table), loads(directory, table)) == (False, False)


GOOD_CHANGES: dict[str, Table] = {
    "nothing": {},
    "a part of a rule": {"rules": {"access": {"throne": {"stop": "everyone"}}}},
    "a part of a rule without a label": {"rules": {"repetition": {"occurrences": 4}}},
    "a part of a rule within a rule": {"rules": {"king": {"by-area": {"inside": {"victims": ["king"]}}}}},
    "another rule": {"rules": {"no_moves": {"rule": "no-moves-draws"}}},
    "the same rule": {"rules": {"access": {"throne": {"rule": "reserved"}}}},
    "a new rule": {"rules": {"movement": {"more": {"rule": "slide"}}}},
    "a rule removed": {"rules": {"endings": {"king-captured": False}}},
    "a question removed": {"rules": {"access": False}},
    "the names removed": {"names": False},
    "the network turned off": {"evaluation": {"learned": False}},
    "a piece's side alone": {"pieces": {"A": {"side": "attackers"}}},
    "a piece's kind alone": {"pieces": {"D": {"kind": "guard"}}},
    "examples of its own": {"examples": TABLE["examples"]},
}
BAD_CHANGES: dict[str, Table] = {
    "an unknown key": {"colour": 1},
    "an unknown key of a rule": {"rules": {"access": {"throne": {"colour": 1}}}},
    "a wrong type": {"rules": {"repetition": {"occurrences": "4"}}},
    "an unknown rule": {"rules": {"access": {"throne": {"rule": "jump"}}}},
    "a rule of another question": {"rules": {"access": {"throne": {"rule": "slide"}}}},
    "the rules removed": {"rules": False},
    "all movement removed": {"rules": {"movement": False}},
    "a rule without a label removed": {"rules": {"repetition": False}},
    "the start removed": {"start": False},
    "a part of an example": {"examples": [{"says": "x"}]},
    "a rule that is true": {"rules": {"endings": {"king-captured": True}}},
    "a rule within a rule removed": {"rules": {"king": {"by-area": {"inside": False}}}},
}


@pytest.mark.parametrize(
    ("difference", "good"),
    [*((difference, True) for difference in GOOD_CHANGES.values()), *((d, False) for d in BAD_CHANGES.values())],
    ids=[*GOOD_CHANGES, *BAD_CHANGES],
)
def test_of_what_extends_only_the_difference_is_judged(directory: Path, difference: Table, good: bool) -> None:
    """In a file that extends another, both take a part of each table, and `false` where it removes."""
    table = {"name": "child", "extends": "parent", **difference}
    assert (accepts(table), loads(directory, table)) == (good, good)


SIMPLE = st.sampled_from(
    [
        "",
        "x",
        "men",
        "king",
        "throne",
        "attackers",
        "slide",
        "reserved",
        "draw",
        True,
        False,
        0,
        3,
        2.5,
        [],
        {},
        ["men"],
    ]
)
KEYS = st.sampled_from(["rule", "area", "stop", "cross", "victims", "by", "to", "armed", "pieces", "enemies", "inside"])


@given(
    question=st.sampled_from(sorted(QUESTIONS)),
    label=st.one_of(st.sampled_from(sorted(strategies())), st.just("a label")),
    rule=st.one_of(st.none(), st.sampled_from(sorted(strategies()))),
    keys=st.dictionaries(KEYS, SIMPLE, max_size=3),
)
@examples(300)
def test_every_rule_is_judged_alike(
    directory: Path, question: str, label: str, rule: str | None, keys: dict[str, Any]
) -> None:
    """Under any label, a table of any rule with any keys is structured by the loader just where the schema takes it."""
    table = copy.deepcopy(TABLE)
    answer = keys if rule is None else {**keys, "rule": rule}
    if question in ONE_ANSWER:
        table["rules"][question] = answer
    else:
        table["rules"].setdefault(question, {})[label] = answer
    try:
        load_variant(write(directory, dumps(table)))
    except VariantError as error:
        # The schema cannot know which names a board has, nor what else the variant needs.
        structured = all("the board has no" in problem for problem in error.problems)
    else:
        structured = True
    assert accepts(table) == structured
