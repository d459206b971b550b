"""Types of games as sites call them, and the variants by which games of a type may have been played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import PurePath

from taflkit.errors import VariantError
from taflkit.variant.catalogue import variant_files
from taflkit.variant.read import read_table

_SPACE = re.compile(r"[\W_]+")
_NUMBER_BEFORE = re.compile(r"\d+[-_ ]+(?=\D)")


def spelled(name: str) -> str:
    """The name of a type in the one way in which names are compared: small letters and digits, blanks between."""
    return _SPACE.sub(" ", name.lower()).strip()


def type_of_file(path: PurePath) -> str:
    """The type that a file's name speaks of: that of `016-copenhagen-hnefatafl-11x11.jsonl.gz` without the number."""
    return spelled(_NUMBER_BEFORE.sub("", path.name.partition(".")[0], count=1))


def variants_by_type() -> Mapping[str, tuple[str, ...]]:
    """The names of the variants on the search path by the types that they are variants of, as `spelled` has them.

    A type goes by the name, the title or an alias of a variant. Games of one type may begin from several positions:
    an alias that goes on after a comma, `berserk hnefatafl 11x11, knight on f7`, makes a further variant of the type
    that stands before the comma.
    """
    found: list[tuple[str, bool, str]] = []
    for name, path in variant_files().items():
        try:
            table = read_table(path)
        except VariantError:
            continue  # What is wrong with a file is said when that variant is asked for.
        title, aliases = table.get("title"), table.get("aliases")
        found += [(spelled(text), False, name) for text in (name, title) if isinstance(text, str)]
        for alias in aliases if isinstance(aliases, list) else ():
            if isinstance(alias, str):
                before, comma, _ = alias.partition(",")
                found.append((spelled(before), bool(comma), name))
    variants: dict[str, tuple[str, ...]] = {}
    for type_name, _, name in sorted(found, key=lambda each: each[1]):
        known = variants.get(type_name, ())
        variants[type_name] = known if name in known else (*known, name)
    return variants
