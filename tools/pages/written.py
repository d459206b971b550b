"""A rule as a variant file writes it."""

from __future__ import annotations

import enum
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from taflkit.rules.fields import AREA, PIECES
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS
from taflkit.rules.registry import BUILT_IN
from taflkit.variant.convert import file_word
from taflkit.variant.schema import RULE
from tools.pages.catalogue import RULE_NAMES, parts, question_of, variants_using


def in_use(name: str) -> tuple[str, object]:
    """A strategy that is the rule or holds it, with its question: as a variant has it, if one has."""
    cls = BUILT_IN[name]
    found = Counter(
        (question, strategy)
        for variant in variants_using(cls)
        for question in QUESTIONS
        for strategy in _answers(variant.rules, question)
        if any(isinstance(part, cls) for part in parts(strategy))
    )
    if not found:
        return question_of(name), _made_up(cls)
    # The rule itself rather than one that holds it, and as most variants have it.
    return max(found, key=lambda each: (isinstance(each[1], cls), found[each]))


def _answers(rules: object, question: str) -> tuple[object, ...]:
    answer = getattr(rules, question)
    return answer if isinstance(answer, tuple) else (answer,)


def _made_up(cls: type) -> object:
    """A strategy of a class that no variant uses."""
    required = (field for field in attrs.fields(cls) if field.default is attrs.NOTHING)
    return cls(**{field.name: "edge" if field.metadata == AREA else 100 for field in required})


def written(question: str, strategy: object) -> str:
    """The table of a variant file that names a strategy as an answer to a question, with all keys."""
    name = RULE_NAMES[type(strategy)]
    keys = [f"{key} = {value}" for key, value in _keys(strategy, defaults=True)]
    if question in ONE_ANSWER:
        return "\n".join([f"[rules.{question}]", f'{RULE} = "{name}"', *keys])
    return "\n".join([f"[rules.{question}.{name}]", *keys])


def _keys(strategy: object, *, defaults: bool) -> Iterator[tuple[str, str]]:
    """The keys with their values; those that have their default value only if asked for."""
    cls: type = type(strategy)
    for field in attrs.fields(cls):
        value = getattr(strategy, field.name)
        if value != field.default or (defaults and value not in (None, ())):
            yield field.name, _value(value, one_name=field.metadata in (AREA, PIECES))


def _value(value: Any, *, one_name: bool = False) -> str:
    if isinstance(value, tuple):
        items = [_value(item) for item in value]
        return items[0] if one_name and len(items) == 1 else f"[{', '.join(items)}]"
    if isinstance(value, enum.Enum):
        return json.dumps(file_word(value))
    if isinstance(value, str | bool | int):
        return json.dumps(value, ensure_ascii=False)
    keys = (f", {key} = {item}" for key, item in _keys(value, defaults=False))
    return f'{{ {RULE} = "{RULE_NAMES[type(value)]}"{"".join(keys)} }}'
