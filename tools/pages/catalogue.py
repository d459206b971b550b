"""What there is to write pages about: the variants and the rules that come with taflkit."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import attrs

from taflkit import Variant, load_variant
from taflkit.games import GameVariant, kind_names, kind_of
from taflkit.rules.protocols import QUESTIONS
from taflkit.rules.registry import BUILT_IN, answers

FILES = Path(__file__).parents[2] / "variants"
#: The names that variant files have for the classes of rules.
RULE_NAMES: Mapping[type, str] = {cls: name for name, cls in BUILT_IN.items()}


def variants() -> dict[str, GameVariant]:
    """The variants that come with taflkit, by their names; tafl first, and the small boards first."""
    kinds = kind_names()

    def place(variant: GameVariant) -> tuple[int, int, str]:
        kind = kind_of(variant)
        return kinds.index(kind.name), kind.board_size(variant)[1], variant.name

    loaded = sorted((load_variant(path) for path in FILES.glob("*.toml")), key=place)
    return {variant.name: variant for variant in loaded}


def tafl_variants() -> list[Variant]:
    """Those of tafl."""
    return [variant for variant in variants().values() if isinstance(variant, Variant)]


def file_text(variant: GameVariant) -> str:
    """The file of a variant."""
    return (FILES / f"{variant.name}.toml").read_text("utf-8")


def parent(variant: GameVariant) -> GameVariant | None:
    """The variant that another one extends."""
    name = tomllib.loads(file_text(variant)).get("extends")
    return None if name is None else variants()[name]


@cache
def by_question() -> dict[str, list[str]]:
    """The names of the rules, under the questions that they answer."""
    # The king is captured by the same rules as men are; they are not listed twice.
    questions = [question for question in QUESTIONS if question != "king"]
    return {question: [name for name, cls in BUILT_IN.items() if answers(cls, question)] for question in questions}


def question_of(rule: str) -> str:
    """The question that a rule answers."""
    return next(question for question, names in by_question().items() if rule in names)


def parts(strategy: object) -> Iterator[object]:
    """A strategy and those that it holds."""
    yield strategy
    kind: type = type(strategy)
    for field in attrs.fields(kind) if attrs.has(kind) else ():
        value = getattr(strategy, field.name)
        for inner in value if isinstance(value, tuple) else (value,):
            if type(inner) in RULE_NAMES:
                yield from parts(inner)


def variants_using(strategy: type) -> list[Variant]:
    """The variants whose rules have a strategy of this class, sorted by name."""
    return [
        variant
        for variant in sorted(tafl_variants(), key=lambda variant: variant.name)
        if any(isinstance(part, strategy) for rule in variant.rules.strategies for part in parts(rule))
    ]
