"""`extends`: what a variant file takes over from another, and how a difference is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from taflkit.errors import VariantError
from taflkit.rules.protocols import ONE_ANSWER
from taflkit.variant.convert import RULE
from taflkit.variant.problems import variant_error
from taflkit.variant.read import Table, read_table

DEEPEST_EXTENDS = 8
#: What a variant takes over from the one it extends.
INHERITED = ("start", "first", "regions", "pieces", "names", "rules", "evaluation")

#: Finds the file of a variant by its name, seen from the file that names it.
Finder = Callable[[str, Path], Path]


def lineage(path: Path, find: Finder) -> list[tuple[Path, Table]]:
    """The files that a variant is made of, each with its tables completed by those before it; its own is the last."""
    files = _ancestry(path, find)
    found: list[tuple[Path, Table]] = []
    for file, own in reversed(files):
        inherited = {key: value for key, value in found[-1][1].items() if key in INHERITED} if found else {}
        complete = merge(inherited, own)
        name_rules(complete)
        found.append((file, complete))
    return found


def _ancestry(path: Path, find: Finder) -> list[tuple[Path, Table]]:
    """A file, the file of the variant it extends, and so on, with the tables of each alone."""
    found: list[tuple[Path, Table]] = []
    seen: list[Path] = []
    here = path
    while True:
        table = read_table(here)
        resolved = here.resolve()
        if resolved in seen:
            circle = " extends ".join(file.stem for file in (*seen[seen.index(resolved) :], resolved))
            raise variant_error(here, [f"extends: goes round in a circle: {circle}"])
        if len(seen) > DEEPEST_EXTENDS:
            raise variant_error(path, [f"extends: more than {DEEPEST_EXTENDS} variants deep"])
        found.append((here, table))
        seen.append(resolved)
        parent = table.get("extends")
        if not isinstance(parent, str):
            return found
        try:
            here = find(parent, here)
        except VariantError as error:
            raise variant_error(here, [f"extends: {problem}" for problem in error.problems]) from None


def merge(base: Table, own: Table, place: tuple[str, ...] = ()) -> Table:
    """What `own` says, and what `base` says where `own` is silent; `false` removes a table or a region."""
    merged = dict(base)
    for key, value in own.items():
        inherited = base.get(key)
        if value is False and key in base and (isinstance(inherited, dict) or place == ("regions",)):
            del merged[key]
        elif isinstance(value, dict) and isinstance(inherited, dict) and _goes_on(value, inherited):
            merged[key] = merge(inherited, value, (*place, key))
        else:
            merged[key] = value
    return merged


def _goes_on(own: Table, inherited: Table) -> bool:
    """Whether a table changes the inherited one; if it names another rule, it stands in its place."""
    return RULE not in own or own[RULE] == inherited.get(RULE)


def name_rules(table: Table) -> None:
    """Give each strategy without a `rule` the rule that its label names."""
    rules = table.get("rules")
    for question, strategies in rules.items() if isinstance(rules, dict) else ():
        if question not in ONE_ANSWER and isinstance(strategies, dict):
            for label, strategy in strategies.items():
                if isinstance(strategy, dict):
                    strategy.setdefault(RULE, label)
