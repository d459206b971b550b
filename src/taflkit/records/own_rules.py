"""The rules in a record: the text of the variant file, for variants that do not come with taflkit."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from taflkit.errors import NotationError, VariantError
from taflkit.games import GameVariant, kind_of
from taflkit.variant.catalogue import find_variant, is_built_in, load_with_kind, parse_variant
from taflkit.variant.toml import format_toml

MARK = "%"
"""Begins the lines of a record that hold the rules; readers of chess's PGN skip such lines."""


def format_rules(variant: GameVariant) -> str:
    """Return the text of a variant file for a variant; empty for one that comes with taflkit.

    Raises:
        TaflError: No file can describe the variant.
    """
    found: Any = variant
    return _format_rules(found)


@lru_cache(maxsize=64)
def _format_rules(variant: Any) -> str:
    return "" if is_built_in(variant) else format_toml(kind_of(variant).variant_table(variant))


@lru_cache(maxsize=64)
def parse_rules(text: str, name: str) -> Any:
    """Read the text of a variant file; one object for each text, so that the tables of its rules are shared.

    Raises:
        VariantError: The text is not a variant file of that name.
    """
    return parse_variant(text, name)


def named_variant(name: str) -> GameVariant:
    """Load the variant of any kind of game that a record names. Paths are refused: a record may come from anywhere.

    Raises:
        NotationError: There is no such variant.
    """
    try:
        found: GameVariant = load_with_kind(find_variant(name))[1]
    except VariantError as error:
        raise NotationError(name, 1, f"the name of a variant ({error.problems[0]})") from None
    return found
