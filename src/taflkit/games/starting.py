"""Starting games of any kind, and their positions as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar, overload

from taflkit.board import Position
from taflkit.board.position import check_length
from taflkit.errors import TaflError, check_type, wrong_type
from taflkit.game import Game
from taflkit.games.kind import GameVariant, Playable, RecordedGame
from taflkit.games.registry import find_kind, kind_of
from taflkit.variant import Variant
from taflkit.variant.catalogue import load_variant, named_variant

GameT = TypeVar("GameT")


@overload
def start(
    variant: str | Path | Variant, position: Position | str | None = None, *, move_limit: int | None = None
) -> Game: ...


@overload
def start(variant: GameVariant, position: str | None = None) -> RecordedGame[Any]: ...


@overload
def start(
    variant: str | Path | GameVariant,
    position: Position | str | None = None,
    *,
    move_limit: int | None = None,
    game_type: type[GameT],
) -> GameT: ...


def start(
    variant: str | Path | GameVariant,
    position: Position | str | None = None,
    *,
    move_limit: int | None = None,
    game_type: type[Any] | None = None,
) -> Any:
    """Start a game of any kind.

    Which class a name stands for is known when it is loaded. For type checkers the game of a name is a `Game`, one of
    tafl, unless `game_type` says otherwise: `start("ataxx", game_type=AtaxxGame)`.

    Args:
        variant: The variant, its name or its file.
        position: The first position, if it is not the start position of the variant: a text as `format_position` writes
            it, with or without the name of the variant, or a `Position` of tafl.
        move_limit: How many moves a player may make; a player who must make more loses. Only games of tafl have one.
        game_type: The class that the game must have; any if left out.

    Raises:
        VariantError: There is no such variant, or its file is wrong.
        NotationError: The text is not a position of the variant.
        TaflError: The position is one of another board, the move limit is not a positive whole number or not one of
            tafl, or the game is of another class.
    """
    if isinstance(variant, str | Path):
        variant = load_variant(variant)
    kind = find_kind(variant)
    if kind is None or not isinstance(variant, kind.variant_type):
        raise wrong_type("a variant, its name or the path of its file", variant)
    if game_type is not None and not issubclass(kind.game_type, game_type):
        own, wanted = kind.game_type.__name__, game_type.__name__
        raise TaflError(f"games of {variant.name} are of the class {own}, not {wanted}")
    if isinstance(variant, Variant):
        if isinstance(position, str):
            return Game.from_text(position, variant, move_limit=move_limit)
        return Game(variant, position, move_limit=move_limit)
    if move_limit is not None:
        raise TaflError(f"games of {variant.name} have no move limit; those of tafl have one")
    if position is None:
        return kind.start(variant)
    check_type(position, str, "a position as a text")
    return game_from_text(str(position), variant)


def format_position(game: Playable[Any]) -> str:
    """Write the variant and the position of a game of any kind on one line; the past is not part of it."""
    kind = find_kind(game)
    if kind is None or not isinstance(game, kind.game_type):
        raise wrong_type("a game of a known kind", game)
    return f"{kind.variant_of(game).name} {kind.format_position(game)}"


@overload
def game_from_text(text: str, variant: str | Path | Variant | None = None) -> Game: ...


@overload
def game_from_text(text: str, variant: GameVariant) -> RecordedGame[Any]: ...


def game_from_text(text: str, variant: str | Path | GameVariant | None = None) -> Any:
    """Begin a game of any kind with a position on one line, as `format_position` writes it.

    Type checkers take it for a game of tafl unless they know of the variant that it is none, as those of `start` do.

    Args:
        text: The position. The name of the variant in front may be left out if `variant` is given.
        variant: The variant, its name or its file; if it is left out, the text must name it.

    Raises:
        NotationError: The text is not a position of the variant.
        VariantError: There is no such variant, or its file is wrong.
    """
    check_type(text, str, "a position as a text")
    check_length(text)
    first, _, rest = text.strip().partition(" ")
    found: GameVariant
    if variant is None:
        found = named_variant(text, first, 1 + text.find(first))
    else:
        found = load_variant(variant) if isinstance(variant, str | Path) else variant
    if isinstance(found, Variant):
        return Game.from_text(text, found)
    return kind_of(found).parse_position(found, rest if first.lower() == found.name else text)
