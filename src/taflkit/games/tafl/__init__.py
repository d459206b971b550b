"""Tafl as a kind of game; its rules and its games are in the rooms below."""

from taflkit.games.tafl.kind import TAFL, TaflKind

__all__ = ["TAFL", "TaflKind"]
