"""Kinds of game: what every game answers, whatever its rules."""

from taflkit.games.kind import Ended, MoveT, Playable, Player, check_game

__all__ = ["Ended", "MoveT", "Playable", "Player", "check_game"]
