"""A page for each variant, made from its file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from taflkit import Variant
from taflkit.games import GameVariant, kind_of
from taflkit.rules.fields import say_rule
from taflkit.rules.protocols import QUESTIONS
from taflkit.variant.description import HELP
from taflkit.variant.schema import RulesTable
from tools.pages.catalogue import RULE_NAMES, file_text, parent, tafl_variants, variants
from tools.pages.pictures import add_example, add_start, draw
from tools.pages.play import button

#: Counts of the lines of play for each variant, as the tests check them.
PERFT = Path(__file__).parents[2] / "tests" / "perft"
#: How balanced variants are, as `python -m tools.balance` found.
BALANCE = Path(__file__).with_name("balance.json")

INTRODUCTION = """# The variants

{count} variants come with taflkit, {tafl} of them of tafl. Each has a page that is made from its file: the board, the
rules in sentences, examples that are run by the tests, where the rules come from, and what is doubtful about them. The
[variant files](../variant-files.md) page says how you write your own.
"""


def pages() -> dict[str, str]:
    """The pages by their paths, with the pictures on them."""
    made: dict[str, str] = {}
    for variant in variants().values():
        made[f"variants/{variant.name}.md"] = "\n\n".join(_page(made, variant)) + "\n"
    made["variants/index.md"] = "\n".join(_index()) + "\n"
    return made


def navigation() -> list[object]:
    """The entries of the navigation: the list, a section for each size of board, and one for each other kind."""
    sections: dict[str, list[object]] = {}
    for variant in variants().values():
        sections.setdefault(_section(variant), []).append({variant.title: f"variants/{variant.name}.md"})
    return ["variants/index.md", *({title: entries} for title, entries in sections.items())]


def _section(variant: GameVariant) -> str:
    """Where a variant is listed: tafl by the size of the board, other kinds by their names."""
    kind = kind_of(variant)
    columns, rows = kind.board_size(variant)
    return f"{columns} by {rows}" if isinstance(variant, Variant) else kind.name.capitalize()


def _index() -> Iterator[str]:
    yield INTRODUCTION.format(count=len(variants()), tafl=len(tafl_variants()))
    section = ""
    for variant in variants().values():
        if _section(variant) != section:
            section = _section(variant)
            yield f"\n## {section}\n\n| variant | name | |\n|---|---|---|"
        yield f"| [{variant.title}]({variant.name}.md) | `{variant.name}` | {variant.summary} |"


def _page(made: dict[str, str], variant: GameVariant) -> Iterator[str]:
    yield f"# {variant.title}"
    yield variant.summary
    yield add_start(made, "variants", variant)
    yield f"Its name is `{variant.name}`, as in `taflkit play --variant {variant.name}`."
    if play_it := button(variant.name):
        yield play_it
    if variant.aliases:
        yield f"It is also found as {', '.join(f'“{alias}”' for alias in variant.aliases)}."
    yield "## The rules"
    yield from _rules(variant) if isinstance(variant, Variant) else [_bullets(_explain(variant))]
    if (base := parent(variant)) is not None:
        yield f"## What is different from {base.title}"
        yield from _differences(variant, base)
    if variant.examples:
        yield "## Examples"
        yield "They are run by the tests, so they hold."
        for number, example in enumerate(variant.examples, 1):
            yield f"### {example.says.removesuffix('.')}"
            yield add_example(made, "variants", f"{variant.name}-{number}", draw(variant, example))
    if variant.doubtful:
        yield "## What is doubtful"
        yield _bullets(variant.doubtful)
    if variant.sources:
        yield "## Sources"
        yield _bullets(variant.sources)
    if counts := _counts().get(variant.name):
        yield "## Lines of play"
        yield "How many ways there are to play so many moves from the start, by which programs compare their rules:"
        yield "\n".join(["| moves | lines |", "|--:|--:|", *(f"| {depth} | {count:,} |" for depth, count in counts)])
    if measured := _balance().get(variant.name):
        yield "## Balance"
        yield from _balance_lines(measured["command"], measured["version"], measured["found"])
    yield "## The file"
    yield f'```toml title="{variant.name}.toml"\n{file_text(variant).rstrip()}\n```'


def _rules(variant: Variant) -> Iterator[str]:
    """The sentences about a variant: those on the board, then those of the rules by question, each with its rule."""
    of_rules = {say_rule(strategy) for strategy in variant.rules.strategies}
    yield _bullets([sentence for sentence in _explain(variant) if sentence not in of_rules])
    for question in QUESTIONS:
        answer = getattr(variant.rules, question)
        strategies = answer if isinstance(answer, tuple) else (answer,)
        if strategies:
            heading = attrs.fields_dict(RulesTable)[question].metadata[HELP].partition(";")[0]
            yield f"### {heading[0].upper()}{heading[1:]}"
            yield _bullets([f"{say_rule(strategy)} {_link(strategy)}" for strategy in strategies])


def _link(strategy: object) -> str:
    name = RULE_NAMES[type(strategy)]
    return f"[`{name}`](../rules/{name}.md)"


def _explain(variant: GameVariant) -> list[str]:
    return kind_of(variant).explain(variant)


def _differences(variant: GameVariant, base: GameVariant) -> Iterator[str]:
    """What holds in one of two variants alone."""
    yield f"This variant is a difference from [{base.title}]({base.name}.md)."
    own, others = _explain(variant), _explain(base)
    for heading, sentences, known in (
        (f"In {variant.title} alone:", own, others),
        (f"In {base.title} alone:", others, own),
    ):
        if different := [sentence for sentence in sentences if sentence not in known]:
            yield f"{heading}\n\n{_bullets(different)}"
    kind = kind_of(variant)
    if kind.dump_rows(kind.start(variant)) != kind.dump_rows(kind.start(base)):
        yield "The start positions differ."


def _bullets(sentences: tuple[str, ...] | list[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)


def _counts() -> dict[str, list[tuple[int, int]]]:
    tables = [tomllib.loads(path.read_text("utf-8")) for path in PERFT.glob("*.toml")]
    return {name: list(enumerate(entry["counts"], 1)) for table in tables for name, entry in table.items()}


def _balance() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(BALANCE.read_text("utf-8"))
    return found


def _balance_lines(command: str, version: str, found: dict[str, Any]) -> Iterator[str]:
    """What came of games between equal players, and the command that repeats them."""
    share = found["share"]
    value, low, high = (f"{100 * share[key]:.0f} %" for key in ("value", "low", "high"))
    yield (
        f"In {found['games']} games between equal players ({found['player']}), each begun with "
        f"{found['opening_plies']} random moves, {share['of']} scored {value} of the points "
        f"(95 % interval: {low} to {high}). Half of the games were over after {found['length']['median']:g} moves or "
        f"fewer, the longest took {found['length']['longest']}. They ended so:"
    )
    rows = [
        f"| {'drawn' if end['winner'] is None else 'won by ' + end['winner']} | {end['reason']} | {end['games']} |"
        for end in found["endings"]
    ]
    yield "\n".join(["| result | reason | games |", "|---|---|--:|", *rows])
    yield (
        f"This is what `{command}` found with taflkit {version}; another version may play otherwise. It holds for "
        "players of that strength."
    )
