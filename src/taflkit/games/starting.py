"""Loading variants and starting games of any kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from taflkit.errors import check_type, wrong_type
from taflkit.games.kind import GameVariant, Playable
from taflkit.games.registry import find_kind, kind_of
from taflkit.variant.catalogue import load_with_kind


def load_variant(name: str | Path) -> GameVariant:
    """Load a variant of any kind of game.

    Args:
        name: The name, title or alias of a variant on the search path, or the path of a file: a `Path`, or a text
            that ends with `.toml` or has a slash.

    Raises:
        VariantError: There is no such variant, or its file is wrong; the error lists every problem with its place.
    """
    _, variant = load_with_kind(name)
    found: GameVariant = variant
    return found


def start(variant: str | Path | GameVariant, position: str | None = None) -> Playable[Any]:
    """A new game of any kind.

    Args:
        variant: A variant, its name or its file.
        position: Where the game begins, if not at the variant's own start, on one line as `format_position` writes it.

    Raises:
        VariantError: There is no such variant, or its file is wrong.
        NotationError: The text is no position of the variant.
    """
    if isinstance(variant, str | Path):
        variant = load_variant(variant)
    kind = find_kind(variant)
    if kind is None or not isinstance(variant, kind.variant_type):
        raise wrong_type("a variant, its name or the path of its file", variant)
    game: Playable[Any] = kind.start(variant) if position is None else parse_position(position, variant)
    return game


def format_position(game: Playable[Any]) -> str:
    """The variant and the position of a game of any kind on one line; the past is not part of it."""
    kind = kind_of(game)
    return f"{kind.variant_of(game).name} {kind.format_position(game)}"


def parse_position(text: str, variant: GameVariant) -> Playable[Any]:
    """A game of any kind that begins with a position on one line; the name of the variant in front may be left out.

    Raises:
        NotationError: The text is no position of the variant.
    """
    check_type(text, str, "a position as a text")
    first, _, rest = text.strip().partition(" ")
    game: Playable[Any] = kind_of(variant).parse_position(variant, rest if first.lower() == variant.name else text)
    return game
