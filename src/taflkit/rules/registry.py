"""The names of strategies in variant files, plug-ins included."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING

import attrs

from taflkit.errors import RulesError, nearest
from taflkit.plugins import load_plugins
from taflkit.rules import (
    access,
    capture,
    endings,
    forts,
    hostility,
    king,
    limits,
    movement,
    no_moves,
    repetition,
    shieldwall,
    turn,
)
from taflkit.rules.protocols import QUESTIONS

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.rules"

#: The modules with the built-in rules, in the order of the questions.
_MODULES = (
    movement,
    access,
    hostility,
    capture,
    king,
    shieldwall,
    endings,
    forts,
    repetition,
    no_moves,
    turn,
    limits,
)


def _rules_of(module: ModuleType) -> Iterator[tuple[str, type]]:
    """The rules of a module, in its order, by their names in variant files: `KingReaches` is `king-reaches`."""
    for name, found in vars(module).items():
        if isinstance(found, type) and found.__module__ == module.__name__ and attrs.has(found):
            yield re.sub("(?<!^)(?=[A-Z])", "-", name).lower(), found


BUILT_IN: Mapping[str, type] = MappingProxyType({name: cls for module in _MODULES for name, cls in _rules_of(module)})


def _load_plugin(point: EntryPoint) -> type:
    found = point.load()
    if not isinstance(found, type) or not attrs.has(found):
        raise RulesError("a rule must be an attrs class, so that a variant file can fill in its fields")
    if not any(answers(found, question) for question in QUESTIONS):
        raise RulesError(f"{found.__name__} answers none of the questions {', '.join(QUESTIONS)}")
    return found


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
