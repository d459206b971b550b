"""The names of strategies in variant files, plug-ins included."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from taflkit.errors import RulesError, nearest
from taflkit.plugins import load_plugins
from taflkit.rules.access import Camp, Reserved
from taflkit.rules.capture import ByArea, Custodial, JumpCapture
from taflkit.rules.endings import AllMenCaptured, Encirclement, KingCaptured, KingReaches, OpenWays
from taflkit.rules.forts import ExitFort
from taflkit.rules.hostility import Area, BesetKing, Edge, EmptyArea, Enemies
from taflkit.rules.king import Surrounded
from taflkit.rules.limits import CapturelessLimit, TurnLimit
from taflkit.rules.movement import Jump, Slide
from taflkit.rules.no_moves import NoMovesDraws, NoMovesLoses
from taflkit.rules.protocols import QUESTIONS
from taflkit.rules.repetition import RepetitionEnds, RepetitionForbidden, RepetitionIgnored
from taflkit.rules.shieldwall import Shieldwall
from taflkit.rules.turn import Berserk, OneMove

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "taflkit.rules"

#: The classes of taflkit's own rules, in the order of the questions, in which rules are listed.
_OWN = (
    Slide,
    Jump,
    Reserved,
    Camp,
    Enemies,
    EmptyArea,
    Area,
    Edge,
    BesetKing,
    Custodial,
    ByArea,
    JumpCapture,
    Surrounded,
    Shieldwall,
    KingCaptured,
    KingReaches,
    Encirclement,
    AllMenCaptured,
    OpenWays,
    ExitFort,
    RepetitionEnds,
    RepetitionForbidden,
    RepetitionIgnored,
    NoMovesLoses,
    NoMovesDraws,
    OneMove,
    Berserk,
    CapturelessLimit,
    TurnLimit,
)


def _file_name(cls: type) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


BUILT_IN: Mapping[str, type] = MappingProxyType({_file_name(cls): cls for cls in _OWN})
"""The rules of taflkit by their names in variant files: `KingReaches` is `king-reaches`."""


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
