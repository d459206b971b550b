"""The names by which variant files speak of strategies, plug-ins included."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import attrs

from taflkit.errors import RulesError
from taflkit.plugins import load_plugins
from taflkit.rules.capture import ByArea, Custodial, Surrounded
from taflkit.rules.endings import Encirclement, KingCaptured, KingReaches, NoMovesDraws, NoMovesLoses
from taflkit.rules.hostility import BesetKing, EmptyArea, Enemies
from taflkit.rules.movement import Reserved, Slide
from taflkit.rules.protocols import Access, Capture, Ending, Hostility, Movement, NoMoves, Repetition
from taflkit.rules.repetition import RepetitionEnds, RepetitionForbidden, RepetitionIgnored

GROUP = "taflkit.rules"

BUILT_IN: Mapping[str, type] = MappingProxyType(
    {
        "slide": Slide,
        "reserved": Reserved,
        "enemies": Enemies,
        "empty-area": EmptyArea,
        "beset-king": BesetKing,
        "custodial": Custodial,
        "surrounded": Surrounded,
        "by-area": ByArea,
        "king-captured": KingCaptured,
        "king-reaches": KingReaches,
        "encirclement": Encirclement,
        "repetition-ends": RepetitionEnds,
        "repetition-forbidden": RepetitionForbidden,
        "repetition-ignored": RepetitionIgnored,
        "no-moves-loses": NoMovesLoses,
        "no-moves-draws": NoMovesDraws,
    }
)

#: The questions of a composition: the key in `[rules]`, and the protocol of its answers.
QUESTIONS: Mapping[str, type] = MappingProxyType(
    {
        "movement": Movement,
        "access": Access,
        "hostility": Hostility,
        "captures": Capture,
        "king": Capture,
        "endings": Ending,
        "repetition": Repetition,
        "no_moves": NoMoves,
    }
)


@cache
def _with_plugins() -> Mapping[str, type]:
    plugged = {name: found for name, found in load_plugins(GROUP, _check_plugin).items() if name not in BUILT_IN}
    return MappingProxyType({**BUILT_IN, **plugged})


def _check_plugin(found: object) -> str | None:
    if not isinstance(found, type) or not attrs.has(found):
        return "a rule must be an attrs class, so that a variant file can fill in its fields"
    if not any(answers(found, question) for question in QUESTIONS):
        return f"{found.__name__} answers none of the questions {', '.join(QUESTIONS)}"
    return None


def answers(strategy: type, question: str) -> bool:
    """Whether a class of strategies has the methods for a question."""
    return issubclass_of_protocol(strategy, QUESTIONS[question])


def issubclass_of_protocol(cls: type, protocol: type) -> bool:
    """Whether a class has every member of a protocol, property members included."""
    members = {
        name
        for base in protocol.__mro__
        if getattr(base, "_is_protocol", False)
        for name in vars(base)
        if not name.startswith("_")
    }
    return all(hasattr(cls, name) for name in members)


def strategies() -> Mapping[str, type]:
    """Every strategy that a variant file can name, plug-ins included."""
    return _with_plugins()


def strategy(name: str, question: str) -> type:
    """The class that a name stands for, which must answer the question."""
    found = BUILT_IN.get(name) or strategies().get(name)
    fitting = [other for other, cls in strategies().items() if answers(cls, question)] if found is None else []
    if found is None:
        near = difflib.get_close_matches(name, fitting, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(fitting)}"
        raise RulesError(f"there is no rule {name!r} for {question}; {hint}")
    if not answers(found, question):
        raise RulesError(f"the rule {name!r} does not answer the question of {question}")
    return found
