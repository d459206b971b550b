"""Kinds of game by name, and by the games and variants that are theirs."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

from taflkit.errors import TaflError, wrong_type
from taflkit.games.kind import GameKind
from taflkit.variant.kinds import kind_named, kind_names

__all__ = ["AnyKind", "find_kind", "game_kind", "kind_names", "kind_of"]

AnyKind = GameKind[Any, Any, Any]

# What a kind has beyond what reading files asks of it.
_MEMBERS = [name for name in vars(GameKind) if not name.startswith("_")]


def game_kind(name: str) -> AnyKind:
    """The kind of game of a name, such as `tafl`.

    Raises:
        TaflError: There is none of that name, or the plug-in that has it is not complete.
    """
    if not isinstance(name, str):
        raise wrong_type("the name of a kind of game", name)
    kind = kind_named(name)
    missing = [member for member in _MEMBERS if not hasattr(kind, member)]
    if missing:
        raise TaflError(f"the kind of game {name!r} has no {', '.join(missing)}; see taflkit.games.GameKind")
    return cast("AnyKind", kind)


def find_kind(thing: object) -> AnyKind | None:
    """The kind that a game or a variant is of, by its class; `None` if no kind knows it."""
    cls: type = type(thing)
    return _kind_of_class(cls)


def kind_of(thing: object) -> AnyKind:
    """The kind that a game or a variant is of, by its class.

    Raises:
        TypeError: No kind of game has games or variants of this class.
    """
    kind = find_kind(thing)
    if kind is None:
        raise wrong_type(f"a game or a variant of a known kind ({', '.join(kind_names())})", thing)
    return kind


@cache
def _kind_of_class(cls: type) -> AnyKind | None:
    # One after the other: a kind whose games nobody plays need not be imported.
    for name in kind_names():
        kind = game_kind(name)
        if issubclass(cls, (kind.game_type, kind.variant_type)):
            return kind
    return None
