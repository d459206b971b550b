"""A page for each rule, made from its docstring, its fields and the variants that use it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs

from taflkit import Rules, Variant
from taflkit.board import Position
from taflkit.games.tafl.examples import check_example
from taflkit.rules import NoMovesDraws, NoMovesLoses, OneMove, RepetitionEnds, RepetitionIgnored, Verdict
from taflkit.rules.protocols import ONE_ANSWER, QUESTIONS
from taflkit.rules.registry import BUILT_IN
from taflkit.variant import Example
from taflkit.variant.description import HELP
from taflkit.variant.schema import RulesTable
from tools.pages.catalogue import RULE_NAMES, by_question, parts, question_of, tafl_variants, variants_using
from tools.pages.keys import rows
from tools.pages.pictures import add_example, draw
from tools.pages.written import in_use, written

#: A row of a drawing, and what is said beside it.
_BESIDE = re.compile(r"(.*?)((?: {3,}\S.*)?)")

INTRODUCTION = """# The rules

A variant is made of rules. Each is a small object that answers one question about the game, and a variant file names
those that it is made of. Here are all that come with taflkit, by the question that they answer.
[Plug-ins](../plug-ins.md) add others.
"""


def fill_in(page: str) -> str:
    """A page with the classes of the rules, and `Verdict`, in the place that is marked for them."""
    classes = [cls.__name__ for cls in BUILT_IN.values()]
    return page.replace("<!-- rule classes -->", f"[{', '.join([*classes, Verdict.__name__])}]")


def pages() -> dict[str, str]:
    """The pages by their paths, with the pictures on them."""
    made: dict[str, str] = {}
    for name in BUILT_IN:
        made[f"rules/{name}.md"] = "\n\n".join(_page(made, name)) + "\n"
    made["rules/index.md"] = "\n".join(_index()) + "\n"
    return made


def navigation() -> list[object]:
    """The entries of the navigation: the list, and a section for each question."""
    return [
        "rules/index.md",
        *(
            {question.replace("_", " ").capitalize(): [{name: f"rules/{name}.md"} for name in names]}
            for question, names in by_question().items()
        ),
    ]


def _question(question: str) -> str:
    return str(attrs.fields_dict(RulesTable)[question].metadata[HELP])


def _index() -> Iterator[str]:
    yield INTRODUCTION
    for question, names in by_question().items():
        yield f"\n## `{question}`: {_question(question)}\n\n| rule | |\n|---|---|"
        for name in names:
            summary = inspect.cleandoc(BUILT_IN[name].__doc__ or "").partition("\n\n")[0].replace("\n", " ")
            yield f"| [`{name}`]({name}.md) | {summary} |"
        if question == "captures":
            yield f"\nFor `victims` that are kings, the same rules answer the question `king`: {_question('king')}."


def _page(made: dict[str, str], name: str) -> Iterator[str]:
    cls = BUILT_IN[name]
    description, diagram, rest = inspect.cleandoc(cls.__doc__ or "").partition("```\n")
    yield f"# `{name}`"
    yield f"An answer to the question `{question_of(name)}`: {_question(question_of(name))}."
    yield description.strip()
    if diagram:
        yield from _drawing(rest.partition("```")[0])
    yield "## In a variant file"
    yield f"```toml\n{written(*in_use(name))}\n```"
    if attrs.fields(cls):
        yield "\n".join(rows(cls))
    yield f"In Python it is the class [`{cls.__name__}`][taflkit.rules.{cls.__name__}]."
    if (shown := _shown(name)) is not None:
        variant, example = shown
        yield "## At work"
        yield f"{example.says} This example is from [{variant}](../variants/{variant.name}.md)."
        yield add_example(made, "rules", name, draw(variant, example))
    users = variants_using(cls)
    yield "## Variants that use it"
    if not users:
        yield "None of those that come with taflkit."
    elif len(users) == len(tafl_variants()):
        yield "All of those that come with taflkit."
    else:
        yield ", ".join(f"[{variant}](../variants/{variant.name}.md)" for variant in users) + "."


def _drawing(text: str) -> Iterator[str]:
    """The drawn example of a docstring, and below it what is said beside it, for narrow screens."""
    rows, words = [], []
    for line in text.rstrip().splitlines():
        row, said = _BESIDE.fullmatch(line).groups()  # type: ignore[union-attr]
        rows.append(row)
        words.append(said.strip())
    drawn = "\n".join(row for row in rows if row)
    yield f"```text\n{drawn}\n```"
    if sentence := " ".join(filter(None, words)).replace("*", r"\*"):
        yield f"{sentence[0].upper()}{sentence[1:]}."


def _shown(name: str) -> tuple[Variant, Example[Position]] | None:
    """The example that shows a rule best: it does not hold without the rule, and depends on few others."""
    showing = [
        # Some sentences are so short because they go on from the example before.
        (len(example.says.split()) < 6, name not in breaking, len(breaking), number, variant, example)
        for number, variant in enumerate(tafl_variants())
        for example, breaking in _dependence(variant)
        if name in breaking or name in _held(variant, breaking)
    ]
    if not showing:
        return None
    *_, variant, example = min(showing, key=lambda found: found[:4])
    return variant, example


@cache
def _dependence(variant: Variant) -> list[tuple[Example[Position], frozenset[str]]]:
    """The examples of a variant, each with the names of the rules without which it does not hold."""
    found: list[set[str]] = [set() for _ in variant.examples]
    for question in QUESTIONS:
        answer = getattr(variant.rules, question)
        for strategy in answer if isinstance(answer, tuple) else (answer,):
            without = attrs.evolve(variant, rules=_without(variant.rules, question, strategy))
            for breaking, example in zip(found, variant.examples, strict=True):
                if check_example(without, example) is not None:
                    breaking.add(RULE_NAMES[type(strategy)])
    return list(zip(variant.examples, map(frozenset, found), strict=True))


def _held(variant: Variant, names: frozenset[str]) -> set[str]:
    """The names of the rules that those of these names hold."""
    holders = [strategy for strategy in variant.rules.strategies if RULE_NAMES[type(strategy)] in names]
    return {RULE_NAMES[type(part)] for holder in holders for part in parts(holder)}


def _without(rules: Rules, question: str, strategy: object) -> Rules:
    """The rules without a strategy; with another in its place where there must be one."""
    changed: dict[str, Any]
    if question not in ONE_ANSWER:
        changed = {question: tuple(other for other in getattr(rules, question) if other is not strategy)}
    elif question == "repetition":
        changed = {question: RepetitionEnds() if strategy == RepetitionIgnored() else RepetitionIgnored()}
    elif question == "no_moves":
        changed = {question: NoMovesDraws() if strategy == NoMovesLoses() else NoMovesLoses()}
    else:
        changed = {question: OneMove()}
    return attrs.evolve(rules, **changed)
