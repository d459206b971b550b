"""The names of strategies in variant files, plug-ins included."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from taflkit import rules
from taflkit.errors import RulesError, nearest
from taflkit.plugins import load_plugins
from taflkit.rules.protocols import QUESTIONS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.rules"


def answers(strategy: type, question: str) -> bool:
    """Whether a class of strategies has every member that a question asks for, properties included."""
    members = {
        name
        for base in QUESTIONS[question].__mro__
        if getattr(base, "_is_protocol", False)
        for name in vars(base)
        if not name.startswith("_")
    }
    # A field of a class without slots is no attribute of the class.
    fields = {field.name for field in attrs.fields(strategy)} if attrs.has(strategy) else set()
    return all(hasattr(strategy, name) or name in fields for name in members)


def _built_in() -> Iterator[type]:
    """The classes that `taflkit.rules` exports and that answer a question."""
    for name in rules.__all__:
        exported: type = getattr(rules, name)
        if any(answers(exported, question) for question in QUESTIONS):
            yield exported


def _place(cls: type) -> tuple[int, str, int]:
    """Where a rule is listed: by the first question that it answers, then as it stands in its module."""
    question = [answers(cls, asked) for asked in QUESTIONS].index(True)
    return question, cls.__module__, list(vars(sys.modules[cls.__module__])).index(cls.__name__)


def _file_name(cls: type) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


BUILT_IN: Mapping[str, type] = MappingProxyType({_file_name(cls): cls for cls in sorted(_built_in(), key=_place)})
"""The rules of taflkit by their names in variant files: `KingReaches` is `king-reaches`."""


def _load_plugin(point: EntryPoint) -> type:
    found = point.load()
    if not isinstance(found, type) or not attrs.has(found):
        raise RulesError("a rule must be an attrs class, so that a variant file can fill in its fields")
    if not any(answers(found, question) for question in QUESTIONS):
        raise RulesError(f"{found.__name__} answers none of the questions {', '.join(QUESTIONS)}")
    return found


@cache
def strategies() -> Mapping[str, type]:
    """Every strategy that a variant file can name, plug-ins included."""
    return MappingProxyType({**BUILT_IN, **load_plugins(GROUP, _load_plugin, taken=BUILT_IN)})


def strategy(name: str, question: str) -> type:
    """The class that a name stands for, which must answer the question."""
    found = BUILT_IN.get(name) or strategies().get(name)
    if found is None:
        raise RulesError(f"there is no rule {_short(name)!r} for {question}; {choices(question, name)}")
    if not answers(found, question):
        asked = ", ".join(other for other in QUESTIONS if answers(found, other))
        raise RulesError(f"the rule {name!r} is one for {asked}, not for {question}; {choices(question, name)}")
    return found


def choices(question: str, wanted: str = "") -> str:
    """A hint at the rules that answer a question: the one whose name is nearest to what was wanted, or all."""
    fitting = [name for name, cls in strategies().items() if answers(cls, question)]
    return nearest(_short(wanted.lower().replace("_", "-")), fitting)


def _short(name: str) -> str:
    return name if len(name) <= 60 else f"{name[:57]}..."
