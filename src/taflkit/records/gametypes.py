"""Types of games: the names by which sites and their files speak of variants."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePath
from types import MappingProxyType

from taflkit.errors import check_type
from taflkit.variant.catalogue import titles_and_aliases, variant_files
from taflkit.variant.files import Stamp, stamp


def spelled(name: str) -> str:
    """Return the name of a type as names are compared: small letters and digits, with blanks between."""
    check_type(name, str, "the name of a type of games")
    return re.sub(r"[\W_]+", " ", name.lower()).strip()


def type_of_file(path: PurePath) -> str:
    """Return the type that a file's name has, without a number: `my game 9x9` for `016-my-game-9x9.jsonl.gz`."""
    check_type(path, PurePath, "the Path of a file")
    return spelled(re.sub(r"\d+[-_ ]+(?=\D)", "", path.name.partition(".")[0], count=1))


def variants_by_type() -> Mapping[str, tuple[str, ...]]:
    """Return the names of the variants on the search path by their types, as `spelled` spells these.

    The types of a variant are its name, its title and its aliases. Games of one type may begin from several positions:
    an alias with a comma, `berserk hnefatafl 11x11, knight on f7`, makes a further variant of the type before the
    comma.
    """
    return _by_type(tuple((path, stamp(path)) for path in variant_files().values()))


@lru_cache(maxsize=4)  # Reading the titles of all variants takes time, and every line of JSON may ask for them.
def _by_type(files: tuple[tuple[Path, Stamp | None], ...]) -> Mapping[str, tuple[str, ...]]:
    found: list[tuple[str, bool, str]] = []
    for path, titles, aliases in titles_and_aliases(path for path, _ in files):
        found += [(spelled(text), False, path.stem) for text in (path.stem, *titles)]
        for alias in aliases:
            before, comma, _ = alias.partition(",")
            found.append((spelled(before), bool(comma), path.stem))
    variants: dict[str, dict[str, None]] = {}
    for type_name, _, name in sorted(found, key=lambda each: each[1]):
        variants.setdefault(type_name, {})[name] = None
    return MappingProxyType({type_name: tuple(names) for type_name, names in variants.items()})
