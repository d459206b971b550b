"""Kinds of game: what every game answers, whatever its rules."""

from taflkit.games.kind import (
    Ended,
    GameKind,
    GameVariant,
    MoveT,
    Playable,
    Player,
    RecordedGame,
    VariantExample,
    check_game,
)
from taflkit.games.registry import AnyKind, find_kind, game_kind, kind_names, kind_of

__all__ = [
    "AnyKind",
    "Ended",
    "GameKind",
    "GameVariant",
    "MoveT",
    "Playable",
    "Player",
    "RecordedGame",
    "VariantExample",
    "check_game",
    "find_kind",
    "game_kind",
    "kind_names",
    "kind_of",
]
