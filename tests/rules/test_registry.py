"""The names by which variant files speak of strategies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from taflkit import Rules, RulesError, rules
from taflkit.rules import Custodial, Slide, registry
from taflkit.rules.protocols import QUESTIONS
from taflkit.rules.registry import BUILT_IN, answers, choices, strategies, strategy

CORE: Mapping[str, set[str]] = {
    "movement": {"slide"},
    "access": {"reserved"},
    "hostility": {"enemies", "empty-area", "beset-king"},
    "captures": {"custodial", "surrounded", "by-area"},
    "king": {"custodial", "surrounded", "by-area"},
    "endings": {"king-captured", "king-reaches", "encirclement"},
    "repetition": {"repetition-ends", "repetition-forbidden", "repetition-ignored"},
    "no_moves": {"no-moves-loses", "no-moves-draws"},
}


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the strategies above can be named, so that hints are the same whatever is added."""
    core = set().union(*CORE.values())
    few = {name: cls for name, cls in BUILT_IN.items() if name in core}
    monkeypatch.setattr(registry, "strategies", lambda: few)


def test_built_in_names() -> None:
    """A strategy is called in files as in Python, in small letters with hyphens."""
    for name, cls in BUILT_IN.items():
        assert name.replace("-", "") == cls.__name__.lower()
        assert strategies()[name] is cls


def test_built_in_strategies_are_exported() -> None:
    """Each can be imported from the package of the rules."""
    assert all(getattr(rules, cls.__name__) is cls and cls.__name__ in rules.__all__ for cls in BUILT_IN.values())


@pytest.mark.parametrize("module", sorted({cls.__module__ for cls in BUILT_IN.values()}))
def test_every_rule_of_a_module_can_be_named(module: str) -> None:
    """The classes of a module of rules are those that the table of the package lists, in the same order."""
    made = [name for name, found in vars(import_module(module)).items() if _is_rule_of(module, found)]
    assert made == [cls.__name__ for cls in BUILT_IN.values() if cls.__module__ == module]


def _is_rule_of(module: str, found: object) -> bool:
    return isinstance(found, type) and found.__module__ == module and attrs.has(found)


def test_a_name_that_no_rule_has() -> None:
    """It is not found, and not taken for a name of the package that is no rule."""
    assert "rules" not in BUILT_IN
    assert BUILT_IN.get("outcome") is None


@pytest.mark.parametrize("question", CORE)
def test_each_question_has_its_answers(question: str) -> None:
    """A built-in strategy answers the questions that it is for, and no other."""
    core = set().union(*CORE.values())
    assert {name for name in core if answers(BUILT_IN[name], question)} == CORE[question]
    for name in CORE[question]:
        assert strategy(name, question) is BUILT_IN[name]


def test_every_built_in_strategy_answers_some_question() -> None:
    """There is no strategy that a file could not use."""
    assert all(any(answers(cls, question) for question in QUESTIONS) for cls in BUILT_IN.values())


def test_built_in_strategies_stand_in_the_order_of_the_questions() -> None:
    """Each is found beside the others that answer what it answers."""
    first = [[answers(cls, question) for question in QUESTIONS].index(True) for cls in BUILT_IN.values()]
    assert first == sorted(first)


def test_the_questions_are_those_of_a_composition() -> None:
    """Every question is a part of the rules, and the first eight stand in their order."""
    parts = [field.name for field in attrs.fields(Rules) if field.init]
    assert set(QUESTIONS) <= set(parts)
    assert list(QUESTIONS)[:8] == parts[1:9] == list(CORE)


@pytest.mark.usefixtures("_few")
def test_unknown_name() -> None:
    """An unknown name is an error that suggests the nearest that answers the question."""
    with pytest.raises(RulesError) as refused:
        strategy("custodiol", "captures")
    assert str(refused.value) == "there is no rule 'custodiol' for captures; did you mean 'custodial'?"


@pytest.mark.usefixtures("_few")
def test_another_way_of_writing() -> None:
    """Capital letters and underscores still lead to the right suggestion."""
    with pytest.raises(RulesError, match="did you mean 'empty-area'"):
        strategy("EMPTY_AREA", "hostility")
    assert choices("endings", "king_r") == "did you mean 'king-reaches'?"


@pytest.mark.usefixtures("_few")
def test_nothing_near() -> None:
    """Where no name is near, all that answer the question are listed."""
    with pytest.raises(RulesError, match=r"'xyzzy' for hostility; there are enemies, empty-area, beset-king"):
        strategy("xyzzy", "hostility")
    with pytest.raises(RulesError, match=r"'xyzzy' for access; there is reserved"):
        strategy("xyzzy", "access")
    assert choices("movement") == "there is slide"
    assert choices("no_moves") == "there are no-moves-loses, no-moves-draws"


@pytest.mark.usefixtures("_few")
def test_wrong_question() -> None:
    """A name that answers another question is an error that says which."""
    with pytest.raises(RulesError) as refused:
        strategy("custodial", "movement")
    assert str(refused.value) == ("the rule 'custodial' is one for captures, king, not for movement; there is slide")


@pytest.mark.usefixtures("_few")
def test_a_long_name_is_cut() -> None:
    """A name of any length makes a short error."""
    with pytest.raises(RulesError) as refused:
        strategy("x" * 61, "movement")
    assert str(refused.value) == f"there is no rule '{'x' * 57}...' for movement; there is slide"
    with pytest.raises(RulesError, match=f"'{'x' * 60}'"):
        strategy("x" * 60, "movement")


class TestAnswers:
    """Whether a class answers a question goes by its methods."""

    def test_no_base_class(self) -> None:
        """A class with the methods answers; one that lacks any does not."""

        class Whole:
            """Every member of the question of repetition."""

            forbids_moves = True

            def repeated(self) -> None:
                """Is it over?"""

            def forbids(self) -> None:
                """Is it forbidden?"""

        class Half:
            """Lacks a method."""

            forbids_moves = True

            def repeated(self) -> None:
                """Is it over?"""

        assert answers(Whole, "repetition")
        assert not answers(Half, "repetition")
        assert not answers(Whole, "captures")
        assert not answers(object, "no_moves")


class TestFields:
    """Of an attrs class without slots, a field counts as well as a method."""

    def test_a_field_is_a_member(self) -> None:
        """A member of a question may be a field, with slots or without."""

        @attrs.frozen
        class WithSlots:
            """A rule of repetition that is told whether it forbids moves."""

            forbids_moves: bool

            def repeated(self) -> None:
                """Is it over?"""

            def forbids(self) -> None:
                """Is it forbidden?"""

        @attrs.frozen(slots=False)
        class WithoutSlots:
            """The same in another way."""

            forbids_moves: bool

            def repeated(self) -> None:
                """Is it over?"""

            def forbids(self) -> None:
                """Is it forbidden?"""

        for mine in (WithSlots, WithoutSlots):
            assert answers(mine, "repetition")
            assert not answers(mine, "captures")


class TestPlugins:
    """Strategies of other packages join those built in."""

    @pytest.fixture
    def plugged(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
        """A registry with plug-ins of the test's own: `found` are these, `asked` is what was asked for."""
        plugged: dict[str, Any] = {"found": {}, "asked": []}

        def load(group: str, *arguments: object, **_: object) -> dict[str, type]:
            plugged["asked"].append((group, *arguments))
            found: dict[str, type] = plugged["found"]
            return found

        monkeypatch.setattr(registry, "load_plugins", load)
        strategies.cache_clear()
        yield plugged
        strategies.cache_clear()

    def test_joined(self, plugged: dict[str, Any]) -> None:
        """A plug-in's strategy is found by its name, is suggested, and leaves the built-in ones alone."""

        @attrs.frozen
        class Sly:
            """A capture."""

            def captor(self) -> None:
                """What it takes."""

        plugged["found"] = {"slid": Sly}
        assert strategy("slid", "captures") is Sly
        assert strategies()["custodial"] is Custodial
        assert {group for group, *_ in plugged["asked"]} == {"taflkit.rules"}
        assert choices("captures", "slit") == "did you mean 'slid'?"
        with pytest.raises(
            RulesError, match="the rule 'slid' is one for captures, king, not for movement; did you mean"
        ):
            strategy("slid", "movement")

    def test_not_asked_for_what_is_built_in(self, plugged: dict[str, Any]) -> None:
        """As long as files name built-in strategies, no plug-in is loaded."""
        assert strategy("slide", "movement") is Slide
        assert plugged["asked"] == []

    def test_what_a_plugin_must_be(self, plugged: dict[str, Any]) -> None:
        """A plug-in is an attrs class that answers some question; what it is not is said."""

        class Plain:
            """No attrs class."""

            def targets(self) -> None:
                """Where to."""

        @attrs.frozen
        class Idle:
            """Answers nothing."""

        assert strategies()
        ((_, load),) = plugged["asked"]
        assert isinstance(load, Callable)  # type: ignore[arg-type]
        assert load(SimpleNamespace(load=lambda: Slide)) is Slide
        for wrong in (Plain, Slide()):
            with pytest.raises(
                RulesError, match=r"^a rule must be an attrs class, so that a variant file can fill in its fields$"
            ):
                load(SimpleNamespace(load=lambda wrong=wrong: wrong))
        with pytest.raises(RulesError, match="Idle answers none of the questions movement, access, hostility"):
            load(SimpleNamespace(load=lambda: Idle))
